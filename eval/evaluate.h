/*
 * From a position to a score.
 *
 * The evaluation is tapered (a middlegame and an endgame value for each number, mixed by how much
 * material is left), blind to colour by construction (both sides go through one function), and
 * equal for a position and its rotation, colour mirror and left-right mirror.  Its numbers are in
 * weights.h, its terms in terms/.
 */
#ifndef BRINDLE_EVAL_EVALUATE_H
#define BRINDLE_EVAL_EVALUATE_H

#include "bitboard/position.h"
#include "eval/trace.h"

/* What the pawns of a position are worth depends on nothing else and changes rarely. */
typedef struct {
    Key key; /* Position's pawn key, 0 if there are no pawns or the entry is empty: all is then 0
                as well */
    Bitboard passed[COLORS];
    Bitboard attacked[COLORS];    /* by the pawns now */
    Bitboard attack_span[COLORS]; /* by them now or after any advances */
    Weight score[COLORS];
} PawnCacheEntry;

/*
 * Each thread keeps a cache of what it has found out: pawn structures, and whole scores, since a
 * search comes to the same position again and again.  One that is all zero is empty.  It never
 * changes a score, only how fast it is found.
 */
enum { PAWN_CACHE_SIZE = 8192, SCORE_CACHE_SIZE = 65536 /* powers of two */ };
typedef struct {
    PawnCacheEntry pawns[PAWN_CACHE_SIZE];
    /* At the key's lowest 16 bits: its upper 48 bits, then a score as it is with the half-move
     * clock at 0. */
    uint64_t scores[SCORE_CACHE_SIZE];
} EvaluationCache;

/* Centipawns for the side to move; within +-EVALUATION_MAX.  `cache` may be NULL. */
int evaluate(const Position *pos, EvaluationCache *cache);

#endif
