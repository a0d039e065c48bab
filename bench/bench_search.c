/*
 * How soon a search ends that has been told to stop.
 *
 * Each time an engine thinks for a while about a position, then is stopped; the counters are in
 * microseconds from engine_stop to the answer, over all times.
 */
#include "bench/sample_times.h"
#include "bench/shim.h"
#include "bench/subjects.h"

#include "engine/search/engine.h"

#include <time.h>

enum { STOPS_MOST = 1000, HASH_MIB = 64 };

static void think(Engine *engine, const Position *pos, int64_t *time) {
    static const struct timespec a_while = {.tv_nsec = 30000000};
    const SearchLimits limits = {.infinite = true};
    const SearchListener listener = {0};
    engine_set_position(engine, pos);
    engine_go(engine, &limits, &listener);
    nanosleep(&a_while, NULL);
    *time = sample_now();
    engine_stop(engine);
    engine_wait(engine);
    *time = sample_now() - *time;
}

static void time_stops(BenchState *state, const void *context) {
    const Inputs *in = context;
    Message message;
    int64_t times[STOPS_MOST];
    int count = 0;
    Engine *engine = engine_new(&message);
    if (engine == NULL || !engine_set_hash(engine, HASH_MIB, &message) ||
        !engine_set_threads(engine, (int)bench_argument(state), &message)) {
        bench_skip(state, message.text);
        engine_free(engine);
        return;
    }
    while (bench_loop(state, 1)) {
        think(engine, &in->positions[count % in->position_count], &times[count % STOPS_MOST]);
        count++;
    }
    engine_free(engine);
    const int kept = count < STOPS_MOST ? count : STOPS_MOST;
    sample_sort(times, kept);
    const int64_t median = times[kept / 2], worst = times[kept - 1];
    bench_counter(state, "stop_median_us", (double)median / 1000);
    bench_counter(state, "stop_worst_us", (double)worst / 1000);
}

void register_search(const Inputs *inputs) {
    BenchCase *stops = bench_register("search/stop", time_stops, inputs);
    bench_name_argument(stops, "threads");
    bench_in_milliseconds(stops);
    bench_add_argument(stops, 1);
    bench_add_argument(stops, 2);
}
