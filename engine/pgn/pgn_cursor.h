/*
 * A place in a game: the position there, and the way back.
 *
 * Reader and writer walk through variations with it: back one move, along the other ones, back
 * again.  For the other files of pgn/ only.
 */
#ifndef BRINDLE_ENGINE_PGN_PGN_CURSOR_H
#define BRINDLE_ENGINE_PGN_PGN_CURSOR_H

#include "bitboard/position.h"

#include <stddef.h>

typedef struct {
    Move move;
    Undo undo;
} PgnStep;

/* `steps` and `room` must be zero before the first use. */
typedef struct {
    Position pos;
    PgnStep *steps; /* from the start to here */
    size_t count, room;
} PgnCursor;

void pgn_cursor_start(PgnCursor *cursor, const Position *start);
/* Plays a legal move; false if memory is out. */
bool pgn_cursor_play(PgnCursor *cursor, Move move);
/* Takes the last move back; there must be one. */
void pgn_cursor_back(PgnCursor *cursor);
void pgn_cursor_free(PgnCursor *cursor);

#endif
