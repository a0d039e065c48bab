#include "engine/search/time.h"

#include <time.h>

int64_t clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t system_now_ms(void *context) {
    (void)context;
    return clock_ms();
}
const EngineClock SYSTEM_CLOCK = {system_now_ms, NULL};

uint64_t rate_per_second(uint64_t count, int64_t elapsed_ms) {
    const uint64_t ms = elapsed_ms > 0 ? (uint64_t)elapsed_ms : 1;
    /* A thousand times the count might not fit. */
    const uint64_t whole = count / ms, rest = count % ms;
    return whole > UINT64_MAX / 1000 - 1 ? UINT64_MAX : whole * 1000 + rest * 1000 / ms;
}

static int64_t at_least(int64_t value, int64_t floor) {
    return value > floor ? value : floor;
}
static int64_t at_most(int64_t value, int64_t ceiling) {
    return value < ceiling ? value : ceiling;
}

TimeBudget time_budget(const SearchLimits *limits, Color side, int move_overhead_ms) {
    enum {
        USUAL_MOVES_LEFT = 36
    }; /* games last about 75 moves a side; most of the fight is in the first half */
    TimeBudget budget = {INT64_MAX, INT64_MAX};
    if (limits->has_clock) {
        const int64_t left = at_least(limits->time_ms[side] - move_overhead_ms, 1);
        const int64_t increment = at_least(limits->increment_ms[side], 0);
        const int64_t moves = limits->moves_to_go > 0
                                  ? at_most(limits->moves_to_go, USUAL_MOVES_LEFT)
                                  : USUAL_MOVES_LEFT;
        const int64_t share = left / moves + increment * 3 / 4;
        /* The last move before a time control may take what is there; otherwise never the greater
         * part of it. */
        const int64_t ceiling = at_least(moves == 1 ? left - left / 10 : left / 2, 1);
        budget.soft = at_most(share * 2 / 3, ceiling);
        budget.hard = at_least(at_most(share * 3, ceiling), 1);
    }
    if (limits->move_time_ms > 0) {
        const int64_t whole = at_least(limits->move_time_ms - move_overhead_ms, 1);
        budget.hard = at_most(budget.hard, whole);
        budget.soft = at_most(budget.soft, whole);
    }
    return budget;
}
