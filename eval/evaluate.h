/*
 * From a position to a score.
 *
 * The evaluation is tapered (a middlegame and an endgame value for each number, mixed by how much
 * material is left), blind to colour by construction (both sides go through one function), and
 * equal for a position and its rotation, colour mirror and left-right mirror.
 */
#ifndef BRINDLE_EVAL_EVALUATE_H
#define BRINDLE_EVAL_EVALUATE_H

#include "bitboard/position.h"

/*
 * What the pawns of a position are worth depends on nothing else and changes rarely: each thread
 * keeps a cache of it. A cache that is all zero is empty.  It never changes a score, only how fast
 * it is found.
 */
enum { PAWN_CACHE_SIZE = 8192 };
typedef struct {
    Key key; /* Position's pawn key, 0 if there are no pawns or the entry is empty: the terms are
                then 0 as well */
    Bitboard passed[COLORS];
    int32_t structure[COLORS], squares[COLORS]; /* Weights of two terms */
} PawnCacheEntry;
typedef struct {
    PawnCacheEntry entry[PAWN_CACHE_SIZE];
} PawnCache;

/* Centipawns for the side to move; within +-EVALUATION_MAX.  `cache` may be NULL. */
enum { EVALUATION_MAX = 20000 };
int evaluate(const Position *pos, PawnCache *cache);

typedef enum {
    TERM_MATERIAL,
    TERM_PIECE_SQUARE,
    TERM_MOBILITY,
    TERM_PAWNS,
    TERM_KING,
    TERM_TEMPO,
    TERMS
} Term;

/* The same computation, term by term: middlegame and endgame centipawns of each side. */
typedef struct {
    int middlegame[TERMS][COLORS], endgame[TERMS][COLORS];
    int phase; /* 0 (bare endgame) … EVALUATION_PHASE (all pieces) */
    int scale; /* of the endgame value, out of 64 */
    int total; /* as evaluate(), for the side to move */
} EvaluationTrace;
enum { EVALUATION_PHASE = 256 };
int evaluate_trace(const Position *pos, EvaluationTrace *trace);
/* "material", "piece squares", … */
const char *evaluation_term_name(Term term);

#endif
