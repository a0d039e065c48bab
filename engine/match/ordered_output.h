/*
 * A file that grows by one entry a game, in the order of the games, and can be taken up again.
 *
 * What stood in the file before the match began stays there, and so does what others add when the
 * match is over.  After a crash the entries are given once more from the first; those that the file
 * holds are passed over, and one that was cut short is completed.  Nothing is ever overwritten.
 */
#ifndef BRINDLE_ENGINE_MATCH_ORDERED_OUTPUT_H
#define BRINDLE_ENGINE_MATCH_ORDERED_OUTPUT_H

#include "bitboard/message.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *file_name;
    int descriptor;  /* -1: there is no such output */
    bool is_regular; /* not a pipe or a device, which cannot be read again */
    int64_t place;   /* of the next entry */
} OrderedOutput;

/* The size of a file, 0 if there is none yet: where this match's entries will begin. */
int64_t ordered_output_size(const char *file_name);
/* Opens it for entries from `begin` on; a NULL name makes no output.  False, and a message, if it
 * cannot be written or another match is writing it. */
bool ordered_output_open(OrderedOutput *output, const char *file_name, int64_t begin,
                         Message *message);
/* The next entry.  False, and a message, if it cannot be written or the file holds another one. */
bool ordered_output_add(OrderedOutput *output, const char *entry, size_t size, Message *message);
bool ordered_output_close(OrderedOutput *output, Message *message);

#endif
