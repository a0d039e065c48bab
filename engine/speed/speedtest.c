#include "engine/speed/speedtest.h"

#include "engine/speed/games.h"
#include "engine/speed/machine.h"
#include "engine/watched_search.h"

#include <string.h>

enum { WARM_UP_MAX_MS = 5000 };

typedef struct {
    const SpeedtestOptions *options;
    SpeedtestResult *result;
    Engine *engine;
    int total;
} Speedtest;

static bool search(const Speedtest *t, const Position *pos, int64_t time_ms, SearchResult *found,
                   Message *message) {
    const SearchLimits limits = {.move_time_ms = time_ms > 0 ? time_ms : 1};
    const SearchWatch watch = {.interrupted = t->options->interrupted};
    return watched_search(t->engine, pos, &limits, &watch, found) ||
           message_set(message, "the speed test was stopped");
}

static double rate(uint64_t nodes, int64_t time_ms) {
    return (double)nodes * 1000 / (double)(time_ms > 0 ? time_ms : 1);
}

static bool warm_up(const Speedtest *t, Message *message) {
    SpeedPosition position;
    SearchResult ignored;
    const int64_t tenth_ms = (int64_t)(t->options->seconds * 100);
    return speed_position(0, 0, &position) &&
           search(t, &position.pos, tenth_ms < WARM_UP_MAX_MS ? tenth_ms : WARM_UP_MAX_MS, &ignored,
                  message);
}

static bool measure(Speedtest *t, const SpeedPosition *position, Message *message) {
    SpeedtestResult *r = t->result;
    SearchResult found;
    const int64_t time_ms = (int64_t)(t->options->seconds * 1000 / t->total);
    if (!search(t, &position->pos, time_ms, &found, message))
        return false;
    SpeedtestSample *s = &r->samples[r->count++];
    *s = (SpeedtestSample){.game = position->game,
                           .ply = position->move_count,
                           .nodes = found.nodes,
                           .time_ms = found.time_ms,
                           .depth = found.depth,
                           .hash_permille = engine_hash_permille(t->engine)};
    r->nodes += s->nodes;
    r->time_ms += s->time_ms;
    if (s->hash_permille > r->hash_permille_most)
        r->hash_permille_most = s->hash_permille;
    for (int i = 0; i < t->options->threads; i++)
        r->thread_nodes[i] += engine_thread_nodes(t->engine, i);
    if (t->options->on_sample != NULL)
        t->options->on_sample(t->options->context, s, r->count, t->total);
    return true;
}

static bool measure_games(Speedtest *t, Message *message) {
    SpeedPosition position;
    for (int game = 0; game < SPEED_GAMES; game++) {
        engine_clear(t->engine);
        for (int i = 0; speed_position(game, i, &position); i++)
            if (!measure(t, &position, message))
                return false;
    }
    return true;
}

static void sum_up(const Speedtest *t) {
    SpeedtestResult *r = t->result;
    double rates[SPEEDTEST_SAMPLES_MAX], depths[SPEEDTEST_SAMPLES_MAX], of_threads[MAX_THREADS];
    for (int i = 0; i < r->count; i++) {
        rates[i] = rate(r->samples[i].nodes, r->samples[i].time_ms);
        depths[i] = r->samples[i].depth;
    }
    for (int i = 0; i < t->options->threads; i++)
        of_threads[i] = rate(r->thread_nodes[i], r->time_ms);
    r->nodes_per_second = rate(r->nodes, r->time_ms);
    r->per_position = spread_of(rates, r->count);
    r->depth = spread_of(depths, r->count);
    r->per_thread = spread_of(of_threads, t->options->threads);
    r->huge_page_kib = machine_huge_page_kib();
}

bool speedtest_run(const SpeedtestOptions *options, SpeedtestResult *result, Message *message) {
    memset(result, 0, sizeof *result);
    Speedtest t = {.options = options, .result = result, .total = speed_position_count()};
    t.engine = engine_new(message);
    if (t.engine == NULL)
        return false;
    /* A position with one legal move, too, is searched for all of its time. */
    engine_set_analyse_mode(t.engine, true);
    engine_set_move_overhead(t.engine, 0);
    const bool done = engine_set_hash(t.engine, options->hash_mib, message) &&
                      engine_set_threads(t.engine, options->threads, message) &&
                      warm_up(&t, message) && measure_games(&t, message);
    if (done)
        sum_up(&t);
    engine_free(t.engine);
    return done;
}
