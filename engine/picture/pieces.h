/*
 * Our own drawings of the men, as SVG paths on a square of 100 by 100 units.
 *
 * All stand on one foot, turned to the left where they have a face, and are made of the same three
 * kinds of strokes.  The camel shows its hump and the wildebeest its horns and beard, since these
 * two are what a newcomer must tell from knight and bishop at a glance.
 */
#ifndef BRINDLE_ENGINE_PICTURE_PIECES_H
#define BRINDLE_ENGINE_PICTURE_PIECES_H

#include "bitboard/types.h"

typedef enum {
    STROKE_BODY,  /* filled with the man's colour, outlined */
    STROKE_LINE,  /* a line of the man's detail colour */
    STROKE_DETAIL /* filled with the detail colour: eyes and such */
} StrokeKind;

typedef struct {
    StrokeKind kind;
    const char *path; /* NULL: behind the last, where there is room */
} PieceStroke;

enum { PIECE_STROKES = 9 /* at most */, PIECE_UNITS = 100 };

/* In the order in which they are drawn, the lowest first. */
extern const PieceStroke PIECE_DRAWINGS[PIECE_TYPES][PIECE_STROKES];

#endif
