/*
 * How far an evaluation is from what came of its positions.
 *
 * A score of s centipawns predicts 1 / (1 + exp(-slope * s)) points for White.  The textbooks'
 * constant K, of 1 / (1 + 10^(-K * s / 400)), is slope * 400 / ln 10.
 */
#ifndef BRINDLE_TUNE_LOSS_H
#define BRINDLE_TUNE_LOSS_H

#include "tune/samples.h"

typedef enum {
    LOSS_LOGISTIC, /* - t ln p - (1 - t) ln (1 - p): of the result, if it were won or lost with
                      those odds */
    LOSS_SQUARES   /* (p - t)^2 */
} LossKind;

typedef struct {
    LossKind kind;
    double slope; /* per centipawn */
} Loss;

double loss_expected_points(double slope, double score);
double loss_k(double slope);
double loss_slope(double k);

/* The loss for a score; its derivative by the score goes to `derivative`. */
double loss_at(const Loss *loss, double score, double target, double *derivative);
/* Sum over a block, and the derivatives; `derivatives` may be NULL. */
double loss_of_block(const Loss *loss, const SampleBlock *block, const double *scores,
                     double *derivatives);
/* How sharply the loss is curved along a score (the expectation of its second derivative). */
double loss_curvature(const Loss *loss, double score);

#endif
