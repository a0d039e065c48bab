/*
 * What a conversation may ask of the engine, kept within what a fuzzer has time, memory and files
 * for.
 *
 * The functions that would go beyond it are wrapped when the targets are linked (CMakeLists.txt):
 * searches have few nodes, tables and threads are few and small, perft is shallow, and no file is
 * opened but one book that this makes.  All the rest is the program as it is.
 */
#ifndef BRINDLE_TESTS_FUZZ_BOUNDS_H
#define BRINDLE_TESTS_FUZZ_BOUNDS_H

#include <stddef.h>
#include <stdio.h>

enum {
    BOUNDS_NODES = 400,
    BOUNDS_THREADS = 2,
    BOUNDS_HASH_MIB = 1,
    BOUNDS_PERFT_DEPTH = 1,
    BOUNDS_LINES = 64 /* of a conversation that are heard */
};

/*
 * A stream of what a GUI says, line by line, as if they came one at a time.  A line "~" is not
 * passed on: it lets the engine think for a moment.  Lines behind the BOUNDS_LINES first are not
 * there.  NULL if memory is out; fclose it.
 */
FILE *bounds_conversation(const char *text, size_t size);
/* Where what the engine says goes to: it is read by nobody.  NULL if it cannot be opened. */
FILE *bounds_sink(void);

/* The text that the next configuration file is taken to hold; NULL: there is none. */
void bounds_set_json(const char *text);

#endif
