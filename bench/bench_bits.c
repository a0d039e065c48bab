/* Counting and scanning sets of squares. */
#include "bench/shim.h"
#include "bench/subjects.h"

static void time_count(BenchState *state, const void *context) {
    const Inputs *in = context;
    while (bench_loop(state, INPUT_LOOKUPS))
        for (int i = 0; i < INPUT_LOOKUPS; i++)
            bench_keep((uint64_t)bb_count(in->lookups[i].occupied));
}

static void time_first(BenchState *state, const void *context) {
    const Inputs *in = context;
    while (bench_loop(state, INPUT_LOOKUPS))
        for (int i = 0; i < INPUT_LOOKUPS; i++)
            bench_keep((uint64_t)bb_first(in->lookups[i].occupied));
}

/* All men of a position, one after the other; the time is for one of them. */
static void time_scan(BenchState *state, const void *context) {
    const Inputs *in = context;
    int64_t men = 0;
    for (int i = 0; i < in->position_count; i++)
        men += bb_count(position_occupied(&in->positions[i]));
    while (bench_loop(state, men))
        for (int i = 0; i < in->position_count; i++)
            for (Bitboard rest = position_occupied(&in->positions[i]); rest != 0;)
                bench_keep((uint64_t)bb_pop(&rest));
}

void register_bits(const Inputs *inputs) {
    bench_register("bits/count", time_count, inputs);
    bench_register("bits/first", time_first, inputs);
    bench_register("bits/scan", time_scan, inputs);
}
