/* The tuner's inner loops, on one thread: scores, loss and gradient of traced positions. */
#include "bench/shim.h"
#include "bench/subjects.h"

#include "tune/loss.h"
#include "tune/parameters.h"
#include "tune/synthetic.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 8192, SEED = 7 };

/* Random play judged by the engine's own weights; false if it cannot be had. */
static bool load(TuneData *data, Message *message) {
    SyntheticGames games = synthetic_games(SEED, 1, &WEIGHTS);
    const PositionSource source = synthetic_source(&games);
    const LoadPlan plan = {.most = POSITIONS, .seed = SEED};
    Crew *crew = crew_new(1, message);
    if (crew == NULL)
        return false;
    const bool loaded = data_load(data, &plan, &source, crew, NULL, NULL, message);
    crew_free(crew);
    return loaded;
}

static void add_gradient(const SampleBlock *block, const Pair *weights, Pair *gradient) {
    const Loss loss = {LOSS_LOGISTIC, loss_slope(1)};
    BlockScores scores;
    double derivatives[BLOCK_SAMPLES];
    model_scores(block, weights, &scores);
    loss_of_block(&loss, block, scores.score, derivatives);
    model_add_gradient(block, &scores, derivatives, gradient);
}

static void time_gradient(BenchState *state, const void *context) {
    Message message;
    Pair weights[PARAMETERS], gradient[PARAMETERS];
    TuneData *data = calloc(1, sizeof *data);
    (void)context;
    if (data == NULL || !load(data, &message)) {
        bench_skip(state, data == NULL ? "no memory" : message.text);
        free(data);
        return;
    }
    const SampleSet *set = &data->training;
    parameters_from_weights(&WEIGHTS, weights);
    memset(gradient, 0, sizeof gradient);
    while (bench_loop(state, (int64_t)set->samples))
        for (size_t i = 0; i < set->count; i++)
            add_gradient(set->blocks[i], weights, gradient);
    bench_keep((uint64_t)gradient[0][PAIR_ENDGAME]);
    bench_rate(state, "coefficients/s", (double)set->coefficients / (double)set->samples);
    data_clear(data);
    free(data);
}

void register_tuner(const Inputs *inputs) {
    (void)inputs;
    bench_register("tuner/gradient", time_gradient, NULL);
}
