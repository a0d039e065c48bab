#include "tune/fit.h"

#include "bitboard/random.h"
#include "engine/players/clock.h"
#include "tune/slope.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH_SLICES = 32, /* of a batch, at most: one block is not cut */
    MOVE_PIECES = 8,   /* parts of the weights that are moved by different threads */
    RATE_DROPS = 3     /* how often the rate goes down before the fit is over */
};
static const double RATE_FACTOR = 0.3;
/* Danger counts by its square and, once negative, not at all: its weights go in smaller steps. */
static const double DANGER_PACE = 0.25;
/* A gain that is less than that part of the loss is none. */
static const double LEAST_GAIN = 1e-7;

struct Fit {
    const FitPlan *plan;
    TuneData *data;
    Crew *crew;
    FitState state;
    Pair *slices;         /* a gradient for each slice of a batch */
    SampleBlock **order;  /* the training blocks in this epoch's order */
    FitState *before;     /* the state before this epoch, should it be given up */
    EpochRecord *records; /* as many as there may be */
    /* How far each weight goes in a step, as a part of the rate: what counts ten times in a
     * position moves the score ten times as far. */
    double pace[WEIGHT_COUNT];

    /* The present batch. */
    SampleBlock *const *blocks;
    size_t block_count;
    int slice_count;
    uint64_t samples;
    const Pair *at; /* the weights whose gradient is asked for */
    double slice_loss[BATCH_SLICES];
    OptimiserStep step;
    Pair *gradient; /* where the sum of the slices is to go if no step is to be made */
};

bool fit_is_over(const Fit *fit) {
    return fit->state.converged || fit->state.epochs >= fit->plan->epochs;
}

const FitState *fit_state(const Fit *fit) {
    return &fit->state;
}

Loss fit_loss(const Fit *fit) {
    return (Loss){fit->plan->loss, fit->state.slope};
}

FitSetting fit_setting(const Fit *fit) {
    const double pull = fit->plan->pull;
    return (FitSetting){.plan = fit->plan,
                        .data = fit->data,
                        .crew = fit->crew,
                        .pull =
                            pull > 0 ? 1 / (pull * pull * (double)fit->data->training_games) : 0};
}

/* ---- A batch ---- */

static Pair *slice_gradient(const Fit *fit, int slice) {
    return fit->slices + (size_t)slice * PARAMETERS;
}

static void add_slice(void *context, int index, int member) {
    (void)member;
    Fit *fit = context;
    const Loss loss = fit_loss(fit);
    const Slice slice = slice_of(fit->block_count, fit->slice_count, index);
    Pair *gradient = slice_gradient(fit, index);
    BlockScores scores;
    double derivatives[BLOCK_SAMPLES], sum = 0;
    memset(gradient, 0, PARAMETERS * sizeof *gradient);
    for (size_t i = slice.from; i < slice.end; i++) {
        const SampleBlock *block = fit->blocks[i];
        model_scores(block, fit->at, &scores);
        sum += loss_of_block(&loss, block, scores.score, derivatives);
        model_add_gradient(block, &scores, derivatives, gradient);
    }
    fit->slice_loss[index] = sum;
}

/* The mean gradient by one weight. */
static Pair reduce(const Fit *fit, int index) {
    Pair sum = {0, 0};
    for (int s = 0; s < fit->slice_count; s++)
        sum += slice_gradient(fit, s)[index];
    return sum / (double)fit->samples;
}

static void move_weights(void *context, int index, int member) {
    (void)member;
    Fit *fit = context;
    const FitPlan *plan = fit->plan;
    FitState *s = &fit->state;
    const Slice slice = slice_of(WEIGHT_COUNT, MOVE_PIECES, index);
    const double pull = fit_setting(fit).pull;
    for (size_t i = slice.from; i < slice.end; i++) {
        const Pair gradient = reduce(fit, (int)i);
        if (fit->gradient != NULL)
            fit->gradient[i] = gradient;
        else
            optimiser_move(&fit->step, &s->optimiser, (int)i, plan->mask.lanes[i], fit->pace[i],
                           gradient + pull * (s->weights[i] - s->start[i]), &s->weights[i]);
    }
}

/* The gradient of some blocks' loss, slice by slice; returns the sum of the losses. */
static double add_batch(Fit *fit, SampleBlock *const *blocks, size_t count, const Pair *weights) {
    double sum = 0;
    fit->blocks = blocks;
    fit->block_count = count;
    fit->slice_count = count < BATCH_SLICES ? (int)count : BATCH_SLICES;
    fit->at = weights;
    fit->samples = 0;
    for (size_t i = 0; i < count; i++)
        fit->samples += blocks[i]->samples;
    crew_run(fit->crew, add_slice, fit, fit->slice_count);
    for (int i = 0; i < fit->slice_count; i++)
        sum += fit->slice_loss[i];
    return sum;
}

double fit_gradient(Fit *fit, SampleBlock *const *blocks, size_t count, const Pair *weights,
                    Pair gradient[PARAMETERS]) {
    const double loss = add_batch(fit, blocks, count, weights);
    fit->gradient = gradient;
    crew_run(fit->crew, move_weights, fit, MOVE_PIECES);
    fit->gradient = NULL;
    return loss / (double)fit->samples;
}

/* ---- An epoch ---- */

static void shuffle(Fit *fit, int epoch) {
    const SampleSet *set = &fit->data->training;
    RandomSource random = random_source(fit->plan->seed, (uint64_t)epoch);
    memcpy(fit->order, set->blocks, set->count * sizeof(SampleBlock *));
    for (size_t i = set->count; i > 1; i--) {
        const size_t other = (size_t)random_number(&random, i);
        SampleBlock *block = fit->order[other];
        fit->order[other] = fit->order[i - 1];
        fit->order[i - 1] = block;
    }
}

/* What the epoch's loss means for what comes next. */
static void take_stock(Fit *fit, double loss) {
    FitState *s = &fit->state;
    if (loss < s->best_loss) {
        s->best_loss = loss;
        s->best_epoch = s->epochs;
        memcpy(s->best, s->weights, sizeof s->best);
    }
    /* A lower rate gets a chance even where a higher one has led away from the best. */
    if (loss < s->rate_loss * (1 - LEAST_GAIN)) {
        s->rate_loss = loss;
        s->since_gain = 0;
        return;
    }
    if (++s->since_gain < fit->plan->patience)
        return;
    s->since_gain = 0;
    s->rate_loss = HUGE_VAL;
    s->rate *= RATE_FACTOR;
    s->converged = s->rate < fit->plan->rate * pow(RATE_FACTOR, RATE_DROPS + 0.5);
}

static void note_values(const Fit *fit, const Pair *weights,
                        double value[PIECE_VALUES][PAIR_LANES]) {
    for (int t = 0; t < PIECE_VALUES; t++) {
        const Pair v = gauge_value(&fit->data->gauge, weights, t);
        for (int lane = 0; lane < PAIR_LANES; lane++)
            value[t][lane] = v[lane];
    }
}

/* The loss that decides which weights are best. */
static double validation_loss(Fit *fit, const Pair *weights, double training_loss) {
    const Loss loss = fit_loss(fit);
    const SampleSet *set = &fit->data->validation;
    return set->samples > 0 ? pass_loss(fit->crew, set, weights, &loss) : training_loss;
}

static double run_batches(Fit *fit, bool (*stop)(void), bool *stopped) {
    const size_t count = fit->data->training.count;
    const size_t batches =
        (count * BLOCK_SAMPLES + (size_t)fit->plan->batch - 1) / (size_t)fit->plan->batch;
    double sum = 0;
    *stopped = false;
    for (size_t b = 0; b < batches && !*stopped; b++) {
        /* Batches of nearly the same size, rather than a small one at the end. */
        const size_t from = count * b / batches, end = count * (b + 1) / batches;
        if (from == end)
            continue;
        sum += add_batch(fit, fit->order + from, end - from, fit->state.weights);
        fit->step = optimiser_begin(fit->plan->optimiser, &fit->state.optimiser, fit->state.rate);
        crew_run(fit->crew, move_weights, fit, MOVE_PIECES);
        *stopped = stop != NULL && stop();
    }
    return sum / (double)fit->data->training.samples;
}

static double processor_seconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

bool fit_epoch(Fit *fit, bool (*stop)(void)) {
    FitState *s = &fit->state;
    const int64_t started = clock_ns();
    const double processor_started = processor_seconds();
    bool stopped;
    *fit->before = *s;
    shuffle(fit, s->epochs);
    EpochRecord record = {.rate = s->rate};
    record.training_loss = run_batches(fit, stop, &stopped);
    record.seconds = (double)(clock_ns() - started) / (double)NS_PER_SECOND;
    record.processor_seconds = processor_seconds() - processor_started;
    if (stopped) {
        *s = *fit->before;
        return false;
    }
    record.validation_loss = validation_loss(fit, s->weights, record.training_loss);
    note_values(fit, s->weights, record.value);
    fit->records[s->epochs++] = record;
    take_stock(fit, record.validation_loss);
    return true;
}

/* ---- Beginning and going on ---- */

static bool check_data(const TuneData *data, const FitPlan *plan, Message *message) {
    if (data->training.samples == 0)
        return message_set(message, "there are no positions to fit the weights to");
    return mask_count(&plan->mask) > 0 || message_set(message, "no weight is to be tuned");
}

static void set_paces(Fit *fit) {
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const double typical = use_typical(&fit->data->use, i);
        const bool danger = parameter_term(i)->kind == WEIGHT_DANGER;
        fit->pace[i] = (danger ? DANGER_PACE : 1) / fmax(typical, 1);
    }
}

static Fit *allocate(const FitPlan *plan, TuneData *data, Crew *crew, Message *message) {
    Fit *fit = calloc(1, sizeof *fit);
    if (fit == NULL) {
        message_set(message, "no memory for a fit");
        return NULL;
    }
    fit->plan = plan;
    fit->data = data;
    fit->crew = crew;
    fit->slices = calloc((size_t)BATCH_SLICES * PARAMETERS, sizeof *fit->slices);
    fit->order = calloc(data->training.count, sizeof(SampleBlock *));
    fit->before = calloc(1, sizeof *fit->before);
    fit->records = calloc((size_t)plan->epochs + 1, sizeof *fit->records);
    if (fit->slices == NULL || fit->order == NULL || fit->before == NULL || fit->records == NULL) {
        message_set(message, "no memory for a fit");
        fit_free(fit);
        return NULL;
    }
    set_paces(fit);
    return fit;
}

static void set_targets(Fit *fit) {
    pass_targets(fit->crew, &fit->data->training, fit->plan->blend, fit->state.score_slope);
    pass_targets(fit->crew, &fit->data->validation, fit->plan->blend, fit->state.score_slope);
}

Fit *fit_new(const FitPlan *plan, TuneData *data, Crew *crew, const Pair start[PARAMETERS],
             Message *message) {
    Fit *fit = check_data(data, plan, message) ? allocate(plan, data, crew, message) : NULL;
    if (fit == NULL)
        return NULL;
    FitState *s = &fit->state;
    const SampleSet *training = &data->training;
    if (plan->blend > 0)
        s->score_slope =
            plan->k > 0 ? loss_slope(plan->k) : slope_of_recorded(crew, training, plan->loss);
    set_targets(fit);
    s->slope =
        plan->k > 0 ? loss_slope(plan->k) : slope_of_weights(crew, training, start, plan->loss);
    const Loss loss = fit_loss(fit);
    memcpy(s->start, start, sizeof s->start);
    memcpy(s->weights, start, sizeof s->weights);
    memcpy(s->best, start, sizeof s->best);
    note_values(fit, start, s->start_value);
    s->rate = plan->rate;
    s->start_training_loss = pass_loss(crew, training, start, &loss);
    s->start_validation_loss = validation_loss(fit, start, s->start_training_loss);
    s->best_loss = s->start_validation_loss;
    s->rate_loss = HUGE_VAL;
    s->records = fit->records;
    return fit;
}

Fit *fit_resume(const FitPlan *plan, TuneData *data, Crew *crew, const FitState *state,
                Message *message) {
    Fit *fit = check_data(data, plan, message) ? allocate(plan, data, crew, message) : NULL;
    if (fit == NULL)
        return NULL;
    if (state->epochs > plan->epochs) {
        message_set(message, "it has come to epoch %d already", state->epochs);
        fit_free(fit);
        return NULL;
    }
    memcpy(fit->records, state->records, (size_t)state->epochs * sizeof *fit->records);
    fit->state = *state;
    fit->state.records = fit->records;
    set_targets(fit);
    return fit;
}

void fit_free(Fit *fit) {
    if (fit == NULL)
        return;
    free(fit->records);
    free(fit->slices);
    free(fit->order);
    free(fit->before);
    free(fit);
}
