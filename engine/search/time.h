/*
 * How long to think.
 */
#ifndef BRINDLE_ENGINE_SEARCH_TIME_H
#define BRINDLE_ENGINE_SEARCH_TIME_H

#include "engine/search/engine.h"

/* Milliseconds of a clock that only ever goes forward. */
int64_t clock_ms(void);

/* Both in milliseconds from the start of the search; INT64_MAX where time is no limit. */
typedef struct {
    int64_t soft; /* begin no new iteration after this */
    int64_t hard; /* stop at once after this */
} TimeBudget;

/* The share of the clock for the next move of `side`. */
TimeBudget time_budget(const SearchLimits *limits, Color side, int move_overhead_ms);

#endif
