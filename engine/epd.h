/*
 * Positions as lines of Extended Position Description (S. J. Edwards, in the PGN standard of 1994).
 */
#ifndef BRINDLE_ENGINE_EPD_H
#define BRINDLE_ENGINE_EPD_H

#include "bitboard/position.h"

#include <stdio.h>

/* Writes the four fields and the operations that every line of ours has: hmvc, fmvn and variant.
 * The caller adds more, and ends the line. */
void epd_write(FILE *out, const Position *pos);

/* One operation of a line: opcode and operands, which point into it. */
typedef struct {
    const char *opcode, *operands;
    int opcode_length, operands_length; /* bytes; the operands without blanks around them, and
                                           without quotes if all of them are one string */
} EpdOperation;

/*
 * Reads the operation that begins at *text and moves behind it and the blanks that follow.  False
 * if there is none: no opcode, or no ';' before the end of the line.
 */
bool epd_read_operation(const char **text, EpdOperation *operation);

#endif
