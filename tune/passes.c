#include "tune/passes.h"

#include "engine/search/score.h"

typedef struct {
    const SampleSet *set;
    const Pair *weights;
    const Loss *loss;
    double blend, score_slope;
    double sum[PASS_SLICES];
    uint64_t known[PASS_SLICES];
} Pass;

static void run(Crew *crew, Pass *pass, CrewTask task) {
    crew_run(crew, task, pass, PASS_SLICES);
}

static double total(const Pass *pass) {
    double sum = 0;
    for (int i = 0; i < PASS_SLICES; i++)
        sum += pass->sum[i];
    return sum;
}

static void loss_slice(void *context, int index, int member) {
    (void)member;
    Pass *pass = context;
    const Slice slice = slice_of(pass->set->count, PASS_SLICES, index);
    BlockScores scores;
    double sum = 0;
    for (size_t i = slice.from; i < slice.end; i++) {
        const SampleBlock *block = pass->set->blocks[i];
        model_scores(block, pass->weights, &scores);
        sum += loss_of_block(pass->loss, block, scores.score, NULL);
    }
    pass->sum[index] = sum;
}

double pass_loss(Crew *crew, const SampleSet *set, const Pair *weights, const Loss *loss) {
    Pass pass = {.set = set, .weights = weights, .loss = loss};
    if (set->samples == 0)
        return 0;
    run(crew, &pass, loss_slice);
    return total(&pass) / (double)set->samples;
}

static void recorded_slice(void *context, int index, int member) {
    (void)member;
    Pass *pass = context;
    const Slice slice = slice_of(pass->set->count, PASS_SLICES, index);
    double sum = 0, derivative;
    uint64_t known = 0;
    for (size_t i = slice.from; i < slice.end; i++) {
        const SampleBlock *block = pass->set->blocks[i];
        for (uint32_t n = 0; n < block->samples; n++) {
            if (block->score[n] == SCORE_NONE)
                continue;
            sum += loss_at(pass->loss, block->score[n], block->result[n] / 2.0, &derivative);
            known++;
        }
    }
    pass->sum[index] = sum;
    pass->known[index] = known;
}

double pass_recorded_loss(Crew *crew, const SampleSet *set, const Loss *loss, uint64_t *known) {
    Pass pass = {.set = set, .loss = loss};
    run(crew, &pass, recorded_slice);
    *known = 0;
    for (int i = 0; i < PASS_SLICES; i++)
        *known += pass.known[i];
    return *known > 0 ? total(&pass) / (double)*known : 0;
}

static void target_slice(void *context, int index, int member) {
    (void)member;
    const Pass *pass = context;
    const Slice slice = slice_of(pass->set->count, PASS_SLICES, index);
    for (size_t i = slice.from; i < slice.end; i++) {
        SampleBlock *block = pass->set->blocks[i];
        for (uint32_t n = 0; n < block->samples; n++) {
            double target = block->result[n] / 2.0;
            if (pass->blend > 0 && block->score[n] != SCORE_NONE)
                target += pass->blend *
                          (loss_expected_points(pass->score_slope, block->score[n]) - target);
            block->target[n] = (float)target;
        }
    }
}

void pass_targets(Crew *crew, SampleSet *set, double blend, double score_slope) {
    Pass pass = {.set = set, .blend = blend, .score_slope = score_slope};
    run(crew, &pass, target_slice);
}
