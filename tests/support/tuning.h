/*
 * Made-up positions for tests of the tuner, whose evaluation is known.
 */
#ifndef BRINDLE_TESTS_SUPPORT_TUNING_H
#define BRINDLE_TESTS_SUPPORT_TUNING_H

#include "tune/fit.h"

/*
 * The evaluation that judges them, which is none that ever played: plain numbers for material,
 * squares, mobility, passed pawns, threats, danger.  What the tests find does not depend on the
 * weights in force.
 */
const Weights *tuning_known(void);

/* Loads so many of them on a crew; the test fails if that fails. */
void tuning_load(TuneData *data, uint64_t positions, double validation, uint64_t seed, Crew *crew);
Crew *tuning_crew(int members);
/* A plan with all weights tuned, no pull and K = 1. */
FitPlan tuning_plan(int epochs);
/* A fit from the known evaluation, or with all pieces worth `equal` centipawns. */
Fit *tuning_begin(const FitPlan *plan, TuneData *data, Crew *crew, double equal);

#endif
