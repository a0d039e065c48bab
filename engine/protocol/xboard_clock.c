#include "engine/protocol/xboard_clock.h"

#include "engine/number.h"
#include "engine/protocol/input.h"
#include "engine/search/time.h"

#include <string.h>
#include <time.h>

/* Clocks beyond ten years are mistakes. */
enum { SECONDS_MAX = 315360000 };
static const int64_t DEFAULT_BASE_MS = 5 * 60 * 1000;

void xboard_clock_init(XboardClock *c) {
    *c = (XboardClock){.base_ms = DEFAULT_BASE_MS};
    xboard_clock_restart(c);
}

void xboard_clock_restart(XboardClock *c) {
    c->left_ms = c->other_left_ms = c->base_ms;
    c->depth = 0;
    c->nodes_per_second = -1;
}

/* "5" or "0:30". */
static bool read_base(char *text, int64_t *base_ms, Message *message) {
    int64_t minutes = 0, seconds = 0;
    char *colon = strchr(text, ':');
    if (colon != NULL)
        *colon = '\0';
    if (!number_read("minutes", text, 0, SECONDS_MAX / 60, &minutes, message) ||
        (colon != NULL && !number_read("seconds", colon + 1, 0, 59, &seconds, message)))
        return false;
    *base_ms = (minutes * 60 + seconds) * 1000;
    return true;
}

bool xboard_clock_level(XboardClock *c, char *arguments, Message *message) {
    const char *moves = next_word(&arguments);
    char *base = next_word(&arguments);
    const char *increment = next_word(&arguments);
    int64_t moves_read = 0, base_ms = 0;
    double seconds = 0;
    if (increment == NULL)
        return message_set(message, "level takes three numbers: moves, minutes, increment");
    if (!number_read("moves", moves, 0, 10000, &moves_read, message) ||
        !read_base(base, &base_ms, message) ||
        !number_read_real("increment", increment, 0, SECONDS_MAX, &seconds, message))
        return false;
    c->moves = (int)moves_read;
    c->base_ms = base_ms;
    c->increment_ms = (int64_t)(seconds * 1000 + 0.5);
    c->left_ms = c->other_left_ms = base_ms;
    c->move_time_ms = 0;
    return true;
}

bool xboard_clock_move_time(XboardClock *c, const char *text, Message *message) {
    double seconds;
    if (!number_read_real("seconds", text, 0.001, SECONDS_MAX, &seconds, message))
        return false;
    c->move_time_ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}

bool xboard_clock_left(int64_t *left_ms, const char *text, Message *message) {
    int64_t centiseconds;
    const int64_t most = (int64_t)SECONDS_MAX * 100;
    if (!number_read("centiseconds", text, -most, most, &centiseconds, message))
        return false;
    *left_ms = centiseconds * 10;
    return true;
}

void xboard_clock_moved(XboardClock *c, int64_t took_ms, int made) {
    c->left_ms += c->increment_ms - took_ms;
    if (c->moves > 0 && made % c->moves == 0)
        c->left_ms += c->base_ms;
}

/* The same limits, where nodes are the time: what would be spent on the move without any haste. */
static void limit_by_nodes(const XboardClock *c, Color side, int move_overhead_ms,
                           SearchLimits *limits) {
#define X(name, value, least, most) .name = (value),
    static const TimeParameters parameters = {TIME_PARAMETERS(X)};
#undef X
    const int64_t ms = time_budget(limits, side, move_overhead_ms, &parameters).soft;
    limits->has_clock = false;
    limits->move_time_ms = 0;
    limits->nodes = (uint64_t)((double)ms * (double)c->nodes_per_second / 1000) + 1;
}

void xboard_clock_limits(const XboardClock *c, Color side, int made, int move_overhead_ms,
                         SearchLimits *limits) {
    limits->depth = c->depth;
    if (c->move_time_ms > 0) {
        limits->move_time_ms = c->move_time_ms;
    } else {
        limits->has_clock = true;
        limits->time_ms[side] = c->left_ms;
        limits->time_ms[opponent(side)] = c->other_left_ms;
        limits->increment_ms[WHITE] = limits->increment_ms[BLACK] = c->increment_ms;
        limits->moves_to_go = c->moves > 0 ? c->moves - made % c->moves : 0;
    }
    if (c->nodes_per_second > 0)
        limit_by_nodes(c, side, move_overhead_ms, limits);
}

static int64_t processor_ms(void *context) {
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

const EngineClock PROCESSOR_CLOCK = {.now_ms = processor_ms};
