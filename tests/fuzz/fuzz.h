/*
 * What fuzz targets share: the bytes that they are given, and files that hold such bytes.
 *
 * A target is one file with LLVMFuzzerTestOneInput.  It keeps nothing from one input to the next
 * that could change what the next one does, ends the program (abort, or a failed cmocka assertion)
 * if the code under test breaks a promise, and leaves no thread behind but those of an engine that
 * it keeps for all inputs.
 */
#ifndef BRINDLE_TESTS_FUZZ_FUZZ_H
#define BRINDLE_TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitboard/position.h"

/* The entry of libFuzzer and AFL++; always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Fills the tables of the board, once; every target begins with it. */
void fuzz_begin(void);

/* What is left of an input. */
typedef struct {
    const uint8_t *at, *end;
} FuzzInput;

/* The next byte, 0 behind the end. */
uint8_t fuzz_byte(FuzzInput *input);
/* Two of them, the lower first. */
unsigned fuzz_number(FuzzInput *input);
/* All that is left as a text: malloced, and ends with a zero byte; zeros within stay. */
char *fuzz_text(const FuzzInput *input);
/* A position that the next bytes choose: the array of a rule set, then legal moves, at most
 * `most`.  The game goes no further than its end. */
void fuzz_position(FuzzInput *input, int most, Position *pos);

/* A file without a name in memory that holds these bytes; returns a path by which it can be opened
 * until the next call. */
const char *fuzz_file(const void *bytes, size_t size);

/* What the names of files begin with that a target writes itself. */
#define FUZZ_PATH "/tmp/brindle-fuzz-"

/* Ends the program, and says where, unless `good`. */
#define FUZZ_CHECK(good) ((good) ? (void)0 : fuzz_broken(#good, __FILE__, __LINE__))
_Noreturn void fuzz_broken(const char *what, const char *file, int line);

#endif
