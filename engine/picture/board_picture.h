/*
 * A position as a picture (SVG): board, men, coordinates, last move, check, arrows.
 *
 * Who reads the picture as a document finds each man as <use href="#wN" data-square="b1"/>, where
 * the letters are the colour (w, b) and the man (as in FEN, in upper case).
 */
#ifndef BRINDLE_ENGINE_PICTURE_BOARD_PICTURE_H
#define BRINDLE_ENGINE_PICTURE_BOARD_PICTURE_H

#include "bitboard/position.h"

#include <stdio.h>

typedef struct {
    Square from, to;
} Arrow;

enum { PICTURE_WIDTH_LEAST = 100, PICTURE_WIDTH_MOST = 10000 };

typedef struct {
    const Position *pos;
    int width;           /* in pixels; the height follows */
    bool black_side;     /* Black at the bottom */
    bool no_coordinates; /* the edge without letters and numbers */
    Move last_move;      /* its squares are marked; MOVE_NONE for none */
    const Arrow *arrows;
    int arrow_count;
} BoardPicture;

/* Writes the whole picture.  Whether all was written, `out` knows (ferror). */
void board_picture_write(FILE *out, const BoardPicture *picture);

#endif
