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

/* Centipawns for the side to move; within +-EVALUATION_MAX. */
enum { EVALUATION_MAX = 20000 };
int evaluate(const Position *pos);

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
