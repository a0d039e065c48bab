/*
 * A file that grows by one entry a game, in the order of the games, and can be taken up again.
 *
 * What stood in the file before the match began stays there.  After a crash everything behind that
 * is written anew from the database, so that no half entry and no gap remains.
 */
#ifndef BRINDLE_ENGINE_MATCH_ORDERED_OUTPUT_H
#define BRINDLE_ENGINE_MATCH_ORDERED_OUTPUT_H

#include "bitboard/message.h"

#include <stdint.h>
#include <stdio.h>

typedef struct {
    const char *file_name;
    FILE *file; /* NULL: there is no such output */
} OrderedOutput;

/* The size of a file, 0 if there is none yet: where this match's entries will begin. */
int64_t ordered_output_size(const char *file_name);
/* Opens it and cuts it off at `begin`; a NULL name makes no output.  False and a message. */
bool ordered_output_open(OrderedOutput *output, const char *file_name, int64_t begin,
                         Message *message);
/* After entries were written: makes them visible to others.  False, and a message, if it failed. */
bool ordered_output_flush(OrderedOutput *output, Message *message);
bool ordered_output_close(OrderedOutput *output, Message *message);

#endif
