/* Making and taking back moves, and the keys that change with them. */
#include "bench/shim.h"
#include "bench/subjects.h"

#include <string.h>

static void time_make_unmake(BenchState *state, const void *context) {
    const Inputs *in = context;
    Position own[INPUT_POSITIONS_MAX]; /* to be changed */
    memcpy(own, in->positions, sizeof own);
    while (bench_loop(state, INPUT_MOVES))
        for (int i = 0; i < INPUT_MOVES; i++) {
            Undo undo;
            Position *pos = &own[in->moves[i].position];
            position_make(pos, in->moves[i].move, &undo);
            bench_keep(pos->state.key);
            position_unmake(pos, in->moves[i].move, &undo);
        }
}

static void time_make_null(BenchState *state, const void *context) {
    const Inputs *in = context;
    Position own[INPUT_POSITIONS_MAX]; /* to be changed */
    memcpy(own, in->positions, sizeof own);
    while (bench_loop(state, INPUT_MOVES))
        for (int i = 0; i < INPUT_MOVES; i++) {
            Undo undo;
            Position *pos = &own[in->moves[i].position];
            if (position_in_check(pos))
                continue;
            position_make_null(pos, &undo);
            bench_keep(pos->state.key);
            position_unmake_null(pos, &undo);
        }
}

/* `of` is a constant at each call, and so no call remains. */
static inline __attribute__((always_inline)) void time_each(BenchState *state, const Inputs *in,
                                                            uint64_t (*of)(const Position *pos,
                                                                           Move move)) {
    while (bench_loop(state, INPUT_MOVES))
        for (int i = 0; i < INPUT_MOVES; i++)
            bench_keep(of(&in->positions[in->moves[i].position], in->moves[i].move));
}

static uint64_t is_legal(const Position *pos, Move move) {
    return position_is_legal(pos, move);
}
static uint64_t gives_check(const Position *pos, Move move) {
    return position_gives_check(pos, move);
}

static void time_key_after(BenchState *state, const void *context) {
    time_each(state, context, position_key_after);
}
static void time_is_legal(BenchState *state, const void *context) {
    time_each(state, context, is_legal);
}
static void time_gives_check(BenchState *state, const void *context) {
    time_each(state, context, gives_check);
}

/* The keys from the board alone, as a position that is set up gets them: what updating saves. */
static void time_keys_anew(BenchState *state, const void *context) {
    const Inputs *in = context;
    Position own[INPUT_POSITIONS_MAX]; /* to be changed */
    memcpy(own, in->positions, sizeof own);
    while (bench_loop(state, in->position_count))
        for (int i = 0; i < in->position_count; i++) {
            position_finish(&own[i]);
            bench_keep(own[i].state.key);
        }
}

void register_moves(const Inputs *inputs) {
    bench_register("moves/make-unmake", time_make_unmake, inputs);
    bench_register("moves/null", time_make_null, inputs);
    bench_register("moves/is-legal", time_is_legal, inputs);
    bench_register("moves/gives-check", time_gives_check, inputs);
    bench_register("key/after-move", time_key_after, inputs);
    bench_register("key/from-scratch", time_keys_anew, inputs);
}
