/* The move picker: a position's moves in the order of the search, to the end or to the first. */
#include "bench/shim.h"
#include "bench/subjects.h"

#include "bitboard/random.h"
#include "engine/search/movepick.h"

#include <stdlib.h>

enum { SEED = 3 };

/* What a search might have learnt; NULL if memory is out. */
static History *some_history(void) {
    RandomSource random = random_source(SEED, 0);
    History *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    int16_t *const butterfly = &h->butterfly[0][0][0];
    for (int i = 0; i < COLORS * SQUARES * SQUARES; i++)
        butterfly[i] = (int16_t)((int)random_number(&random, 2000) - 1000);
    return h;
}

/* Picks at most `most` moves of each position. */
static void time_picking(BenchState *state, const Inputs *in, bool quiescence, int most) {
    static const Move killers[KILLERS] = {MOVE_NONE, MOVE_NONE};
    MovePicker picker;
    History *h = some_history();
    if (h == NULL) {
        bench_skip(state, "no memory");
        return;
    }
    ContinuationHistory *const none = &h->continuation[NO_PIECE][0];
    ContinuationHistory *const after[CONTINUATIONS] = {none, none, none};
    while (bench_loop(state, in->position_count))
        for (int i = 0; i < in->position_count; i++) {
            const Position *pos = &in->positions[i];
            if (quiescence)
                picker_init_quiescence(&picker, pos, h, after, MOVE_NONE, true);
            else
                picker_init(&picker, pos, h, after, MOVE_NONE, killers, MOVE_NONE);
            Move move = MOVE_NONE;
            for (int n = 0; n < most && (move = picker_next(&picker)) != MOVE_NONE; n++)
                bench_keep(move);
        }
    free(h);
}

static void time_all(BenchState *state, const void *context) {
    time_picking(state, context, false, MAX_MOVES);
}
static void time_first(BenchState *state, const void *context) {
    time_picking(state, context, false, 1);
}
static void time_quiescence(BenchState *state, const void *context) {
    time_picking(state, context, true, MAX_MOVES);
}

void register_picker(const Inputs *inputs) {
    bench_register("picker/all", time_all, inputs);
    bench_register("picker/first", time_first, inputs);
    bench_register("picker/quiescence", time_quiescence, inputs);
}
