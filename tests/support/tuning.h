/*
 * Made-up positions for tests of the tuner, whose evaluation is known.
 */
#ifndef BRINDLE_TESTS_SUPPORT_TUNING_H
#define BRINDLE_TESTS_SUPPORT_TUNING_H

#include "tune/fit.h"

/* Loads so many of them on a crew; the test fails if that fails. */
void tuning_load(TuneData *data, uint64_t positions, double validation, uint64_t seed, Crew *crew);
Crew *tuning_crew(int members);
/* A plan with all weights tuned, no pull and K = 1. */
FitPlan tuning_plan(int epochs);
/* A fit from the evaluation's own weights, or with all pieces worth `equal` centipawns. */
Fit *tuning_begin(const FitPlan *plan, TuneData *data, Crew *crew, double equal);

#endif
