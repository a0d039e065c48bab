/* The static evaluation: without any cache, with the structures known, and known as a whole. */
#include "bench/shim.h"
#include "bench/subjects.h"

#include "eval/evaluate.h"

#include <stdlib.h>
#include <string.h>

static void time_without_cache(BenchState *state, const void *context) {
    const Inputs *in = context;
    while (bench_loop(state, in->position_count))
        for (int i = 0; i < in->position_count; i++)
            bench_keep((uint64_t)evaluate(&in->positions[i], NULL));
}

/* With `forget` the scores themselves are forgotten after each round, pawns and material not. */
static void time_with_cache(BenchState *state, const Inputs *in, bool forget) {
    EvaluationCache *cache = calloc(1, sizeof *cache);
    if (cache == NULL) {
        bench_skip(state, "no memory");
        return;
    }
    for (int i = 0; i < in->position_count; i++)
        evaluate(&in->positions[i], cache);
    while (bench_loop(state, in->position_count))
        for (int i = 0; i < in->position_count; i++) {
            if (forget) /* where evaluate keeps the score of this position */
                cache->scores[in->positions[i].state.key % SCORE_CACHE_SIZE] = 0;
            bench_keep((uint64_t)evaluate(&in->positions[i], cache));
        }
    free(cache);
}

static void time_structures_known(BenchState *state, const void *context) {
    time_with_cache(state, context, true);
}
static void time_known(BenchState *state, const void *context) {
    time_with_cache(state, context, false);
}

void register_evaluation(const Inputs *inputs) {
    bench_register("evaluation/cold", time_without_cache, inputs);
    bench_register("evaluation/pawns-cached", time_structures_known, inputs);
    bench_register("evaluation/score-cached", time_known, inputs);
}
