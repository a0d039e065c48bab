/*
 * The evaluation as the tuner sees it: the same sums as trace_score, but in doubles, so that there
 * are slopes.  What the engine's integer arithmetic rounds off is left out, and so is its bound of
 * +-20000.
 *
 *   score = share * (phase * middlegame + (1 - phase) * endgame),  from White's view, in centipawns
 *   middlegame and endgame = sum of count * weight over the pairs - penalty(White) + penalty(Black)
 *
 * where each king's penalties are functions of its danger, a sum over the weights of that kind.
 *
 * All functions work on a block.  They are the tuner's inner loops: two passes over the lists of
 * each sample.  Weights, directions and sums are arrays of PARAMETERS; what fills up the lists
 * reads the last entry, which has to be 0, and adds to it.
 */
#ifndef BRINDLE_TUNE_MODEL_H
#define BRINDLE_TUNE_MODEL_H

#include "tune/samples.h"

/* Both phases of a weight; a weight of the danger sum is the first of the two. */
typedef double Pair __attribute__((vector_size(16)));
enum { PAIR_MIDDLEGAME, PAIR_ENDGAME, PAIR_LANES };

typedef struct {
    double score[BLOCK_SAMPLES];
    /* By how much both penalties of a colour's king grow with its danger. */
    Pair danger_slope[COLORS][BLOCK_SAMPLES];
} BlockScores;

void model_scores(const SampleBlock *block, const Pair *weights, BlockScores *scores);
/* By how much each score changes, to first order, for a change of the weights from those that
 * `at` was worked out with. */
void model_directional(const SampleBlock *block, const BlockScores *at, const Pair *direction,
                       double *change);
/* Adds the derivatives of sum(factor * score) to the gradient. */
void model_add_gradient(const SampleBlock *block, const BlockScores *at, const double *factor,
                        Pair *gradient);
/* Adds sum(factor * (derivative of the score)^2), of danger weights each king's part by itself:
 * about the diagonal of the curvature. */
void model_add_squares(const SampleBlock *block, const BlockScores *at, const double *factor,
                       Pair *squares);

#endif
