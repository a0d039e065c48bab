/*
 * How long to think.
 */
#ifndef BRINDLE_ENGINE_SEARCH_TIME_H
#define BRINDLE_ENGINE_SEARCH_TIME_H

#include "engine/search/engine.h"

/* Milliseconds of the system's clock that only ever goes forward. */
int64_t clock_ms(void);
/* That clock as engines have it. */
extern const EngineClock SYSTEM_CLOCK;

/* How many in a second, `count` of them having taken `elapsed_ms` (less than 1 counts as 1).  Exact
 * up to the largest counts. */
uint64_t rate_per_second(uint64_t count, int64_t elapsed_ms);

/* Both in milliseconds from the start of the search; INT64_MAX where time is no limit. */
typedef struct {
    int64_t soft; /* begin no new iteration after this */
    int64_t hard; /* stop at once after this */
} TimeBudget;

/* The share of the clock for the next move of `side`. */
TimeBudget time_budget(const SearchLimits *limits, Color side, int move_overhead_ms);

#endif
