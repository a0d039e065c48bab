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
    Key key; /* Position's pawn key, which is 0 without pawns */
    Bitboard passed[COLORS];
    Bitboard attacked[COLORS]; /* by the pawns now */
    Bitboard outposts[COLORS]; /* squares of ranks 5 to 8 that no enemy pawn can ever attack */
    Weight score[COLORS];
    bool examined; /* false: the entry is empty */
    /* One more than the king's square when his shelter was last asked for, 0 before that, … */
    uint8_t king[COLORS];
    Weight shelter[COLORS]; /* … and what it was worth */
} PawnCacheEntry;

/* The same for how many of each piece there are. */
typedef struct {
    Key key; /* Position's material key, 0 if the entry is empty */
    Weight score[COLORS];
    int phase;
} MaterialCacheEntry;

/*
 * Each thread keeps a cache of what it has found out: pawn structures, and whole scores, since a
 * search comes to the same position again and again.  One that is all zero is empty.  It never
 * changes a score, only how fast it is found.
 */
enum { /* powers of two */
       PAWN_CACHE_SIZE = 8192,
       MATERIAL_CACHE_SIZE = 2048,
       SCORE_CACHE_SIZE = 65536
};
typedef struct {
    PawnCacheEntry pawns[PAWN_CACHE_SIZE];
    MaterialCacheEntry material[MATERIAL_CACHE_SIZE];
    /* At the key's lowest 16 bits: its upper 48 bits, then a score as it is with the half-move
     * clock at 0. */
    uint64_t scores[SCORE_CACHE_SIZE];
} EvaluationCache;

/* Centipawns for the side to move; within +-EVALUATION_MAX.  `cache` may be NULL. */
int evaluate(const Position *pos, EvaluationCache *cache);

#endif
