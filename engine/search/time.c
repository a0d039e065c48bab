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

static int64_t within(int64_t value, int64_t floor, int64_t ceiling) {
    return at_least(at_most(value, ceiling), floor);
}

TimeBudget time_budget(const SearchLimits *limits, Color side, int move_overhead_ms,
                       const TimeParameters *p) {
    /* Beyond any clock there is, and thousands of times it still fit. */
    const int64_t clock_most_ms = INT64_C(1) << 50;
    TimeBudget budget = {INT64_MAX, INT64_MAX};
    if (limits->has_clock) {
        const int64_t clock = within(limits->time_ms[side], 0, clock_most_ms);
        const int64_t left = at_least(clock - move_overhead_ms, 1);
        const int64_t increment = within(limits->increment_ms[side], 0, clock_most_ms);
        /* Games last about 75 moves a side; most of the fight is in the first half. */
        const int64_t moves = limits->moves_to_go > 0
                                  ? at_most(limits->moves_to_go, p->time_moves_left)
                                  : p->time_moves_left;
        /* The overhead of the other moves up to a control is known, too, unless the increment pays
         * for it. */
        const int64_t lost =
            limits->moves_to_go > 0 ? at_least(move_overhead_ms - increment, 0) : 0;
        const int64_t to_share = left - at_most(lost * (moves - 1), left / 2);
        const int64_t share = to_share / moves + increment * p->time_increment_percent / 100;
        /* The last move before a time control may take what is there; otherwise never the greater
         * part of it. */
        const int64_t ceiling =
            at_least(moves == 1 ? left - left / 10 : left * p->time_most_percent / 100, 1);
        budget.soft = within(share * p->time_soft_percent / 100, 1, ceiling);
        budget.hard = within(share * p->time_hard_percent / 100, budget.soft, ceiling);
    }
    if (limits->move_time_ms > 0) {
        const int64_t given = at_most(limits->move_time_ms, clock_most_ms);
        const int64_t whole = at_least(given - move_overhead_ms, 1);
        budget.hard = at_most(budget.hard, whole);
        budget.soft = at_most(budget.soft, whole);
    }
    return budget;
}

/* Thousandths for a drop of the score by so much; a rise counts as half a drop the other way. */
static int64_t drop_scale(Score before, Score now, int per_centipawn) {
    enum { DECIDED = 1500 /* what is won or lost already needs no care */ };
    if (before == SCORE_NONE)
        return 0;
    const int64_t drop = within(before, -DECIDED, DECIDED) - within(now, -DECIDED, DECIDED);
    return (drop > 0 ? drop : drop / 2) * per_centipawn;
}

int64_t time_soft_limit(const TimeBudget *budget, const TimeSigns *signs, const TimeParameters *p) {
    enum { STABLE_MOST = 10, DROP_LEAST = 800, DROP_MOST = 1800, LEAST = 400, MOST = 2500 };
    if (budget->soft == INT64_MAX)
        return INT64_MAX;
    const int64_t stability =
        p->time_unstable - p->time_stable_step * at_most(signs->stable_iterations, STABLE_MOST);
    const int64_t drop =
        1000 + drop_scale(signs->trend, signs->score, p->time_drop) +
        drop_scale(signs->score_of_move_before, signs->score, p->time_drop_since_move);
    const int64_t effort =
        signs->effort_permille < 0
            ? 1000
            : p->time_effort_base - (int64_t)p->time_effort_slope * signs->effort_permille / 1000;
    const int64_t scale = within(at_least(stability, 0) * at_least(effort, 0) / 1000 *
                                     within(drop, DROP_LEAST, DROP_MOST) / 1000,
                                 LEAST, MOST);
    return at_most(budget->soft * scale / 1000, budget->hard);
}
