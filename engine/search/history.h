/*
 * What the search has learnt: numbers that order moves, and numbers that correct the evaluation.
 *
 * One History per thread; cleared with engine_clear.  Updates pull a number towards +-HISTORY_LIMIT
 * by a share of the distance that is left, so that none ever overflows.
 */
#ifndef BRINDLE_ENGINE_SEARCH_HISTORY_H
#define BRINDLE_ENGINE_SEARCH_HISTORY_H

#include "bitboard/position.h"

enum {
    HISTORY_LIMIT = 16384,
    KILLERS = 2,
    PAWN_STRUCTURES = 512, /* a power of two */
    CORRECTIONS = 16384,   /* a power of two */
    CORRECTION_LIMIT = 1024
};

/* Scores of quiet moves by mover and destination, after one particular earlier move. */
typedef int16_t ContinuationHistory[PIECE_TYPES][SQUARES];

/* Corrections after one particular earlier move, by the next mover and its destination. */
typedef int16_t MoveCorrection[PIECE_TYPES + 1][SQUARES];

typedef struct {
    int16_t butterfly[COLORS][SQUARES][SQUARES]; /* quiet moves, by from and to */
    int16_t capture[PIECES][SQUARES]
                   [PIECE_TYPES + 1]; /* by mover, destination and man taken (none: promotions) */
    Move counter[PIECES][SQUARES];    /* the quiet answer that refuted a piece's move to a square */
    /* By the piece and destination of an earlier move; the last piece stands for "no move". */
    ContinuationHistory continuation[PIECES + 1][SQUARES];
    /* Quiet moves by pawn structure, mover and destination. */
    int16_t pawn_structure[PAWN_STRUCTURES][PIECES][SQUARES];
    /* By how much searches differ from the static evaluation, for each side to move. */
    int16_t pawn_correction[COLORS][CORRECTIONS];
    int16_t material_correction[COLORS][CORRECTIONS];
    int16_t leaper_correction[COLORS][CORRECTIONS];
    int16_t piece_correction[COLORS][COLORS][CORRECTIONS]; /* by whose pieces they are, too */
    int16_t move_correction[PIECES + 1][SQUARES];
    /* By the last move and the one before it. */
    MoveCorrection second_correction[PIECES + 1][SQUARES];
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
static inline int16_t *history_pawn_structure(History *h, const Position *pos, Move move) {
    return &h->pawn_structure[pos->state.pawn_key % PAWN_STRUCTURES][pos->board[move_from(move)]]
                             [move_to(move)];
}
static inline int16_t *history_continuation(ContinuationHistory *after, const Position *pos,
                                            Move move) {
    return &(*after)[piece_type(pos->board[move_from(move)])][move_to(move)];
}

#endif
