/*
 * The curvature of the loss around some weights (its Gauss-Newton matrix: of the model only the
 * slopes count), which is far too large to write down, but easily multiplied with.
 */
#ifndef BRINDLE_TUNE_CURVATURE_H
#define BRINDLE_TUNE_CURVATURE_H

#include "tune/fit.h"

typedef struct Curvature Curvature;

/* From a part of the training samples, if there are very many.  NULL, and a message, if memory is
 * out. */
Curvature *curvature_new(const Fit *fit, const Pair *weights, Message *message);
void curvature_free(Curvature *curvature);
/* product = matrix * direction, by the numbers that are tuned; the others are 0. */
void curvature_multiply(Curvature *curvature, const Pair *direction, Pair *product);
/*
 * Solves matrix * solution = right, as far as `right` has a part in numbers that are tuned.  False
 * if `stop(context)` became true; it may be NULL.
 */
bool curvature_solve(Curvature *curvature, const Pair *right, Pair *solution,
                     bool (*stop)(void *context), void *context);

#endif
