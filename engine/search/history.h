/*
 * What the search has learnt about moves: numbers that order them.
 *
 * One History per thread; cleared with engine_clear.  Updates pull a number towards +-HISTORY_LIMIT
 * by a share of the distance that is left, so that none ever overflows.
 */
#ifndef BRINDLE_ENGINE_SEARCH_HISTORY_H
#define BRINDLE_ENGINE_SEARCH_HISTORY_H

#include "bitboard/position.h"

enum { HISTORY_LIMIT = 16384, KILLERS = 2 };

typedef struct {
    int16_t butterfly[COLORS][SQUARES][SQUARES]; /* quiet moves, by from and to */
    int16_t capture[PIECES][SQUARES]
                   [PIECE_TYPES + 1]; /* by mover, destination and man taken (none: promotions) */
    Move counter[PIECES][SQUARES];    /* the quiet answer that refuted a piece's move to a square */
} History;

static inline void history_update(int16_t *entry, int bonus) {
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_LIMIT);
}

static inline int16_t *history_quiet(History *h, const Position *pos, Move move) {
    return &h->butterfly[pos->side][move_from(move)][move_to(move)];
}
static inline int16_t *history_capture(History *h, const Position *pos, Move move) {
    return &h->capture[pos->board[move_from(move)]][move_to(move)]
                      [piece_type(position_captured(pos, move))];
}

#endif
