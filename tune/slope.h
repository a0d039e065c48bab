/*
 * K: how many points a centipawn is worth.
 *
 * It is fitted before any weight: that value of the slope for which the scores, as they are,
 * predict the results best.  Then it stays, so that a centipawn means the same before and after
 * tuning, for the margins of the search are in centipawns.
 */
#ifndef BRINDLE_TUNE_SLOPE_H
#define BRINDLE_TUNE_SLOPE_H

#include "tune/passes.h"

/* Of the evaluation with these weights, against the targets. */
double slope_of_weights(Crew *crew, const SampleSet *set, const Pair *weights, LossKind kind);
/* Of the recorded scores, against the results; 0 if there are none. */
double slope_of_recorded(Crew *crew, const SampleSet *set, LossKind kind);

#endif
