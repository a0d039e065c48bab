/*
 * Fitting the weights: epochs of mini-batches, until nothing more is gained.
 *
 * A batch is some blocks of samples drawn without putting back.  It is cut into a fixed number of
 * slices; threads add up the gradient of one slice at a time, and then the slices are added up in
 * their order.  So the same data, plan and seed give the same weights at any number of threads.
 *
 * The rate of the steps goes down when the loss on the validation games has not gone down for some
 * epochs, and when that happens at the lowest rate the fit is over.  What counts in the end is the
 * weights of the epoch with the lowest validation loss.
 */
#ifndef BRINDLE_TUNE_FIT_H
#define BRINDLE_TUNE_FIT_H

#include "tune/loading.h"
#include "tune/loss.h"
#include "tune/optimiser.h"

typedef struct {
    LossKind loss;
    OptimiserKind optimiser;
    double k;     /* of evaluation and recorded scores; 0: both are fitted to the data first */
    double blend; /* 0 … 1: how much of a target is what the recorded score predicts */
    double rate;  /* of the first epochs */
    int batch;    /* positions; whole blocks are taken */
    int epochs;   /* at most */
    int patience; /* epochs without gain before the rate goes down */
    /*
     * A weight stays near its start as if we believed in advance that it errs by so many centipawns
     * (units, for danger), and as if each game, not each position of it, told something new: 0
     * leaves it free.
     */
    double pull;
    uint64_t seed;
    ParameterMask mask;
} FitPlan;

/* One epoch, as it was. */
typedef struct {
    double training_loss; /* mean over the batches, as the weights were then */
    double validation_loss;
    double rate;
    double seconds;                         /* that its batches took … */
    double processor_seconds;               /* … and all threads together spent on them */
    double value[PIECE_VALUES][PAIR_LANES]; /* of the pieces, afterwards (see gauge.h) */
} EpochRecord;

/* All that a fit consists of beside plan and data: what a checkpoint holds. */
typedef struct {
    double slope, score_slope; /* per centipawn, of evaluations and of recorded scores */
    double start_training_loss, start_validation_loss;
    double start_value[PIECE_VALUES][PAIR_LANES];
    double rate;
    double best_loss;
    int best_epoch;   /* 0: the start */
    double rate_loss; /* the lowest at this rate, give or take what is no gain … */
    int since_gain;   /* … and how many epochs ago that was */
    bool converged;   /* nothing more is gained at the lowest rate */
    int epochs;       /* finished */
    const EpochRecord *records;
    Pair start[PARAMETERS], weights[PARAMETERS], best[PARAMETERS];
    OptimiserState optimiser;
} FitState;

typedef struct Fit Fit;

/*
 * Begins a fit: fits K and sets the targets of the samples.  `data` and `crew` must stay.  NULL,
 * and a message, if there is nothing to fit or memory is out.
 */
Fit *fit_new(const FitPlan *plan, TuneData *data, Crew *crew, const Pair start[PARAMETERS],
             Message *message);
/* Goes on from a state that fit_state once showed. */
Fit *fit_resume(const FitPlan *plan, TuneData *data, Crew *crew, const FitState *state,
                Message *message);
void fit_free(Fit *fit);

/* One epoch.  False if `stop` became true: then it is as if the epoch had not begun.  `stop` may be
 * NULL. */
bool fit_epoch(Fit *fit, bool (*stop)(void));
/* No more epochs are to come. */
bool fit_is_over(const Fit *fit);
const FitState *fit_state(const Fit *fit);
/* The loss function of this fit. */
Loss fit_loss(const Fit *fit);

/* What a fit works with. */
typedef struct {
    const FitPlan *plan;
    const TuneData *data;
    Crew *crew;
    double pull; /* the second derivative, by each weight, of what pulls it to its start */
} FitSetting;

FitSetting fit_setting(const Fit *fit);

/*
 * The gradient of the mean loss over some blocks (and of nothing else), as the epochs work it out;
 * returns the mean loss.  For tests and the benchmark.
 */
double fit_gradient(Fit *fit, SampleBlock *const *blocks, size_t count, const Pair *weights,
                    Pair gradient[PARAMETERS]);

#endif
