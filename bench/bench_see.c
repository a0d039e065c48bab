/* What an exchange is worth. */
#include "bench/shim.h"
#include "bench/subjects.h"

#include "bitboard/see.h"

static void time_moves(BenchState *state, const Inputs *in, const InputMove *moves) {
    while (bench_loop(state, INPUT_MOVES))
        for (int i = 0; i < INPUT_MOVES; i++)
            bench_keep(see_at_least(&in->positions[moves[i].position], moves[i].move, 0));
}

static void time_captures(BenchState *state, const void *context) {
    const Inputs *in = context;
    time_moves(state, in, in->captures);
}
static void time_all(BenchState *state, const void *context) {
    const Inputs *in = context;
    time_moves(state, in, in->moves);
}

void register_see(const Inputs *inputs) {
    bench_register("see/captures", time_captures, inputs);
    bench_register("see/all-moves", time_all, inputs);
}
