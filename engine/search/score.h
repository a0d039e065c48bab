/*
 * Scores: centipawns, or the distance to mate.
 *
 * A score is from the point of view of the side to move.  Mates (and, under rules where stalemate
 * loses, stalemates: the game ends the same way) are counted in half-moves from where the score is
 * seen.
 */
#ifndef BRINDLE_ENGINE_SEARCH_SCORE_H
#define BRINDLE_ENGINE_SEARCH_SCORE_H

#include <stdbool.h>

typedef int Score;

enum {
    SCORE_DRAW = 0,
    SCORE_MATE = 32000,              /* the side to move has won now */
    SCORE_MATE_BOUND = 32000 - 1000, /* scores beyond are mates */
    SCORE_MAX_EVAL = 32000 - 1001,   /* evaluations stay within */
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002 /* no score at all */
};

static inline Score score_mate_in(int ply) {
    return SCORE_MATE - ply;
}
static inline Score score_mated_in(int ply) {
    return ply - SCORE_MATE;
}
static inline bool score_is_mate(Score s) {
    return s >= SCORE_MATE_BOUND || s <= -SCORE_MATE_BOUND;
}
/* Moves (not half-moves) to the mate, negative for the side that is mated; as UCI counts.  Only for
 * mate scores. */
static inline int score_mate_moves(Score s) {
    return s > 0 ? (SCORE_MATE - s + 1) / 2 : -(SCORE_MATE + s) / 2;
}

#endif
