/* Legal moves by stage; the times are for a position, the rates for moves. */
#include "bench/shim.h"
#include "bench/subjects.h"

static void time_stage(BenchState *state, const Inputs *in, GenerateStage stage) {
    Move list[MAX_MOVES];
    int64_t moves = 0, positions = 0;
    for (int i = 0; i < in->position_count; i++) {
        /* The quiet checks are not asked for in check. */
        if (stage == GENERATE_QUIET_CHECKS && position_in_check(&in->positions[i]))
            continue;
        positions++;
        moves += generate(&in->positions[i], stage, list) - list;
    }
    while (bench_loop(state, positions))
        for (int i = 0; i < in->position_count; i++)
            if (stage != GENERATE_QUIET_CHECKS || !position_in_check(&in->positions[i]))
                bench_keep((uint64_t)(generate(&in->positions[i], stage, list) - list));
    bench_rate(state, "moves/s", (double)moves / (double)positions);
}

static void time_captures(BenchState *state, const void *context) {
    time_stage(state, context, GENERATE_CAPTURES);
}
static void time_quiets(BenchState *state, const void *context) {
    time_stage(state, context, GENERATE_QUIETS);
}
static void time_all(BenchState *state, const void *context) {
    time_stage(state, context, GENERATE_ALL);
}
static void time_quiet_checks(BenchState *state, const void *context) {
    time_stage(state, context, GENERATE_QUIET_CHECKS);
}

static void time_has_legal_move(BenchState *state, const void *context) {
    const Inputs *in = context;
    while (bench_loop(state, in->position_count))
        for (int i = 0; i < in->position_count; i++)
            bench_keep(has_legal_move(&in->positions[i]));
}

void register_movegen(const Inputs *inputs) {
    bench_register("movegen/captures", time_captures, inputs);
    bench_register("movegen/quiets", time_quiets, inputs);
    bench_register("movegen/all", time_all, inputs);
    bench_register("movegen/quiet-checks", time_quiet_checks, inputs);
    bench_register("movegen/has-legal-move", time_has_legal_move, inputs);
}
