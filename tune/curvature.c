#include "tune/curvature.h"

#include "tune/passes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCKS_MAX = 4096, /* enough to know the curvature to a percent */
    SLICES = 32,       /* at most: one block is not cut */
    STEPS_MAX = 500,
    STEPS_SEEN = 10 /* so many steps are looked back on */
};
/* Steps that brought no more than that part of right * solution, which grows from step to step:
 * what is still missing is then about as little (Z. Strakoš, P. Tichý, "On error estimation in the
 * conjugate gradient method and why it works in finite precision computations", 2002). */
static const double GOOD_ENOUGH = 1e-3;
/* Of the largest curvature: what keeps directions that nothing is known about from mattering. */
static const double LEAST_CURVATURE = 1e-9;

/* What does not change while directions do. */
typedef struct {
    const SampleBlock *block;
    BlockScores at;
    double curvature[BLOCK_SAMPLES]; /* of the loss along each score */
} CurvedBlock;

struct Curvature {
    Crew *crew;
    const ParameterMask *mask;
    const SampleSet *set;
    const Pair *weights;
    Loss loss;
    CurvedBlock *blocks;
    size_t count;
    int slice_count;
    double samples;
    double ridge;   /* added to the diagonal */
    Pair *diagonal; /* of the matrix, ridge included */
    Pair *slices;
    const Pair *direction; /* of the present pass */
};

static Pair *slice_sum(const Curvature *c, int slice) {
    return c->slices + (size_t)slice * PARAMETERS;
}

/* ---- Passes ---- */

static void prepare_slice(void *context, int index, int member) {
    (void)member;
    Curvature *c = context;
    const Slice slice = slice_of(c->count, c->slice_count, index);
    Pair *squares = slice_sum(c, index);
    memset(squares, 0, PARAMETERS * sizeof *squares);
    for (size_t i = slice.from; i < slice.end; i++) {
        CurvedBlock *b = &c->blocks[i];
        b->block = c->set->blocks[i * c->set->count / c->count]; /* evenly over all */
        model_scores(b->block, c->weights, &b->at);
        for (uint32_t n = 0; n < b->block->samples; n++)
            b->curvature[n] = loss_curvature(&c->loss, b->at.score[n]);
        model_add_squares(b->block, &b->at, b->curvature, squares);
    }
}

static void multiply_slice(void *context, int index, int member) {
    (void)member;
    Curvature *c = context;
    const Slice slice = slice_of(c->count, c->slice_count, index);
    Pair *sum = slice_sum(c, index);
    double factor[BLOCK_SAMPLES];
    memset(sum, 0, PARAMETERS * sizeof *sum);
    for (size_t i = slice.from; i < slice.end; i++) {
        const CurvedBlock *b = &c->blocks[i];
        model_directional(b->block, &b->at, c->direction, factor);
        for (uint32_t n = 0; n < b->block->samples; n++)
            factor[n] *= b->curvature[n];
        model_add_gradient(b->block, &b->at, factor, sum);
    }
}

static Pair masked(const Curvature *c, int index, Pair what) {
    const int lanes = c->mask->lanes[index];
    return (Pair){(lanes & 1) != 0 ? what[0] : 0, (lanes & 2) != 0 ? what[1] : 0};
}

/* The mean over the samples of what the slices have added up, by the tuned numbers. */
static void reduce(const Curvature *c, Pair *sum) {
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        Pair s = {0, 0};
        for (int slice = 0; slice < c->slice_count; slice++)
            s += slice_sum(c, slice)[i];
        sum[i] = masked(c, i, s / c->samples);
    }
}

void curvature_multiply(Curvature *c, const Pair *direction, Pair *product) {
    c->direction = direction;
    crew_run(c->crew, multiply_slice, c, c->slice_count);
    reduce(c, product);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        product[i] += masked(c, i, c->ridge * direction[i]);
}

/* ---- Beginning ---- */

static void find_diagonal(Curvature *c, double pull) {
    double most = 0;
    crew_run(c->crew, prepare_slice, c, c->slice_count);
    for (size_t i = 0; i < c->count; i++)
        c->samples += c->blocks[i].block->samples;
    reduce(c, c->diagonal);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        most = fmax(most, fmax(c->diagonal[i][0], c->diagonal[i][1]));
    c->ridge = pull + LEAST_CURVATURE * most;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        c->diagonal[i] += c->ridge;
}

Curvature *curvature_new(const Fit *fit, const Pair *weights, Message *message) {
    const FitSetting setting = fit_setting(fit);
    Curvature *c = calloc(1, sizeof *c);
    if (c != NULL) {
        c->crew = setting.crew;
        c->mask = &setting.plan->mask;
        c->set = &setting.data->training;
        c->weights = weights;
        c->loss = fit_loss(fit);
        c->count = c->set->count < BLOCKS_MAX ? c->set->count : BLOCKS_MAX;
        c->slice_count = c->count < SLICES ? (int)c->count : SLICES;
        c->blocks = calloc(c->count, sizeof *c->blocks);
        c->diagonal = calloc(PARAMETERS, sizeof *c->diagonal);
        c->slices = calloc((size_t)SLICES * PARAMETERS, sizeof *c->slices);
    }
    if (c == NULL || c->blocks == NULL || c->diagonal == NULL || c->slices == NULL) {
        message_set(message, "no memory for the standard errors");
        curvature_free(c);
        return NULL;
    }
    find_diagonal(c, setting.pull);
    return c;
}

void curvature_free(Curvature *c) {
    if (c == NULL)
        return;
    free(c->blocks);
    free(c->diagonal);
    free(c->slices);
    free(c);
}

/* ---- Conjugate gradients ---- */

typedef struct {
    Pair residue[PARAMETERS], scaled[PARAMETERS];
    Pair direction[PARAMETERS], product[PARAMETERS];
} Solver;

static double inner(const Pair *a, const Pair *b) {
    Pair sum = {0, 0};
    for (int i = 0; i < WEIGHT_COUNT; i++)
        sum += a[i] * b[i];
    return sum[0] + sum[1];
}

static void precondition(const Curvature *c, Solver *s) {
    for (int i = 0; i < WEIGHT_COUNT; i++)
        s->scaled[i] = s->residue[i] / c->diagonal[i];
}

static bool solve(Curvature *c, Solver *s, Pair *solution, bool (*stop)(void *), void *context) {
    double gains[STEPS_SEEN] = {0}, all = 0;
    precondition(c, s);
    memcpy(s->direction, s->scaled, sizeof s->direction);
    double size = inner(s->residue, s->scaled);
    for (int step = 0; step < STEPS_MAX && size > 0; step++) {
        if (stop != NULL && stop(context))
            return false;
        curvature_multiply(c, s->direction, s->product);
        const double length = size / inner(s->direction, s->product);
        for (int i = 0; i < WEIGHT_COUNT; i++) {
            solution[i] += length * s->direction[i];
            s->residue[i] -= length * s->product[i];
        }
        gains[step % STEPS_SEEN] = length * size;
        all += length * size;
        double lately = 0;
        for (int i = 0; i < STEPS_SEEN; i++)
            lately += gains[i];
        if (step >= STEPS_SEEN && lately < GOOD_ENOUGH * all)
            break;
        precondition(c, s);
        const double next_size = inner(s->residue, s->scaled);
        for (int i = 0; i < WEIGHT_COUNT; i++)
            s->direction[i] = s->scaled[i] + next_size / size * s->direction[i];
        size = next_size;
    }
    return true;
}

bool curvature_solve(Curvature *c, const Pair *right, Pair *solution, bool (*stop)(void *context),
                     void *context) {
    Solver s;
    memset(&s, 0, sizeof s);
    memset(solution, 0, PARAMETERS * sizeof *solution);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        s.residue[i] = masked(c, i, right[i]);
    return solve(c, &s, solution, stop, context);
}
