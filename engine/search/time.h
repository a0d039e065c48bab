/*
 * How long to think: pure functions of the limits and of what the search has found so far.
 */
#ifndef BRINDLE_ENGINE_SEARCH_TIME_H
#define BRINDLE_ENGINE_SEARCH_TIME_H

#include "engine/search/engine.h"
#include "engine/search/parameters.h"

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

/* Their meaning stands in parameters.h. */
typedef struct {
#define X(name, value, least, most) int name;
    TIME_PARAMETERS(X)
#undef X
} TimeParameters;

/*
 * The share of the clock for the next move of `side`.  Both limits are at least 1 and at most what
 * is left (or given for the move) without the overhead, if that is more than 1.  More time, a
 * greater increment, less overhead and fewer moves to go never make them smaller; but the time for
 * the last move before a control may be used up nearly to the end, that for any other not.
 */
TimeBudget time_budget(const SearchLimits *limits, Color side, int move_overhead_ms,
                       const TimeParameters *parameters);

/* What a finished iteration says about whether more time would be well spent. */
typedef struct {
    int stable_iterations;      /* finished in a row with the best move that stands now, less one */
    Score score;                /* of the best move, for the side to move */
    Score trend;                /* of the iterations before; SCORE_NONE: unknown */
    Score score_of_move_before; /* what the search for our last move ended with; SCORE_NONE */
    int effort_permille;        /* nodes spent on the best move, of all; -1: they say nothing */
} TimeSigns;

/*
 * The soft limit scaled by the signs: less for a best move that has long been the same and took
 * nearly all nodes, more after a change or a drop of the score.  Within fixed bounds, and never
 * beyond the hard limit.
 */
int64_t time_soft_limit(const TimeBudget *budget, const TimeSigns *signs,
                        const TimeParameters *parameters);

#endif
