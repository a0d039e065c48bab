/*
 * Numbers as people type them, read strictly, and as people read them.
 */
#ifndef BRINDLE_ENGINE_NUMBER_H
#define BRINDLE_ENGINE_NUMBER_H

#include "bitboard/message.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Reads a whole decimal number.  False, and a message that names `what`, the text and the range, if
 * `text` is anything else or outside `least` … `most`.
 */
bool number_read(const char *what, const char *text, int64_t least, int64_t most, int64_t *number,
                 Message *message);

/* The same of a number that need not be whole. */
bool number_read_real(const char *what, const char *text, double least, double most, double *number,
                      Message *message);

/* "5:04:03": hours, minutes, seconds.  Returns `text`. */
char *duration_write(double seconds, char *text, size_t size);

#endif
