/*
 * A man as a shape of its own, which a picture draws once and shows wherever such a man stands; and
 * the colours that all our boards have.
 */
#ifndef BRINDLE_ENGINE_PICTURE_PIECE_SYMBOL_H
#define BRINDLE_ENGINE_PICTURE_PIECE_SYMBOL_H

#include "bitboard/types.h"

#include <stdio.h>

/* As SVG and CSS take them. */
typedef struct {
    const char *edge, *ink; /* the board's frame, and what is written on it */
    const char *light, *dark;
    const char *mark; /* on the squares of the last move */
    const char *alarm;
    const char *pointer; /* arrows */
} BoardColors;
typedef struct {
    const char *body, *outline, *detail;
} PieceColors;

extern const BoardColors BOARD_COLORS;
extern const PieceColors PIECE_COLORS[COLORS];

enum { PIECE_ID_SIZE = 3 };

/* "wN", "bK": the colour, and the man as in FEN, in upper case.  Not for NO_PIECE.  Returns `text`
 * (PIECE_ID_SIZE bytes). */
char *piece_id(Piece piece, char *text);
/* Writes <g id="wN">…</g>, PIECE_UNITS wide and high, for the <defs> of a picture. */
void piece_symbol_write(FILE *out, Piece piece);

#endif
