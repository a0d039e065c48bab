/*
 * A picture of the board for terminals.
 */
#ifndef BRINDLE_BITBOARD_DIAGRAM_H
#define BRINDLE_BITBOARD_DIAGRAM_H

#include "bitboard/position.h"

#include <stddef.h>

typedef struct {
    bool unicode; /* box lines and chess figures (letters for camel and wildebeest); otherwise ASCII
                     with letters */
    bool color;   /* ANSI colours for squares and men */
    bool black_side; /* Black at the bottom */
    Move last_move;  /* on squares of another colour, or in brackets; MOVE_NONE for none */
} DiagramStyle;

enum { DIAGRAM_SIZE = 16384 };

/* Writes the board with its coordinates, one line a rank, into `text` (DIAGRAM_SIZE bytes at
 * least). */
void diagram_write(const Position *pos, const DiagramStyle *style, char *text);

#endif
