/*
 * The evaluation taken apart: how often each weight counts, and how the sums become a score.
 *
 * The code that scores is the code that traces: eval/terms/ is compiled twice, for evaluate() and,
 * with the counting switched on, for evaluate_trace().
 */
#ifndef BRINDLE_EVAL_TRACE_H
#define BRINDLE_EVAL_TRACE_H

#include "bitboard/position.h"
#include "eval/weights.h"

enum {
    EVALUATION_MAX = 20000,   /* no score is larger */
    EVALUATION_PHASE = 256,   /* with all pieces on the board */
    EVALUATION_SCALE = 64,    /* an advantage that counts in full */
    EVALUATION_CLOCK = 220,   /* a half-move clock of so much would leave nothing of it */
    DANGER_MAX = 1600,        /* more danger counts as so much */
    DANGER_MIDDLEGAME = 1024, /* divides the square of the danger: centipawns of the middlegame */
    DANGER_ENDGAME = 8        /* divides the danger: centipawns of the endgame */
};

typedef struct {
    /* For each colour.  A WEIGHT_DANGER counts in the danger that this colour's king is in. */
    int16_t count[COLORS][WEIGHT_COUNT];
    int phase; /* 0 (bare endgame) … EVALUATION_PHASE */
    int scale; /* how much of the advantage counts, out of EVALUATION_SCALE */
    int clock; /* half-move clock: EVALUATION_CLOCK less this counts, out of EVALUATION_CLOCK */
    int total; /* as evaluate(), for the side to move */
} EvaluationTrace;

/* As evaluate(), and fills in the trace. */
int evaluate_trace(const Position *pos, EvaluationTrace *trace);

/* What `weights` make of a trace: the score from White's view, with the arithmetic of evaluate().
 */
int trace_score(const EvaluationTrace *trace, const Weights *weights);
/* The same of one term and colour: its sum, a WEIGHT or a danger. */
Weight trace_term(const EvaluationTrace *trace, const Weights *weights, const WeightTerm *term,
                  Color c);

/* ---- The last steps, shared by all that score ---- */

/* What a king's danger takes away. */
static inline Weight evaluation_danger(int danger) {
    const int d = danger < 0 ? 0 : danger > DANGER_MAX ? DANGER_MAX : danger;
    return WEIGHT(d * d / DANGER_MIDDLEGAME, d / DANGER_ENDGAME);
}

/* From White's advantage to a score from White's view. */
static inline int evaluation_combine(Weight balance, int phase, int scale) {
    const int score = (weight_middlegame(balance) * phase +
                       weight_endgame(balance) * (EVALUATION_PHASE - phase)) /
                      EVALUATION_PHASE;
    return score * scale / EVALUATION_SCALE;
}

/* How much of the half-move clock counts. */
static inline int evaluation_clock(const Position *pos) {
    return pos->state.halfmove_clock < 100 ? pos->state.halfmove_clock : 100;
}

/* Where nothing irreversible happens for long, an advantage is worth less.  From either side's
 * view; the last step to a score. */
static inline int evaluation_fade(int score, int clock) {
    score -= score * clock / EVALUATION_CLOCK;
    return score > EVALUATION_MAX    ? EVALUATION_MAX
           : score < -EVALUATION_MAX ? -EVALUATION_MAX
                                     : score;
}

#endif
