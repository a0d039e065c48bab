/*
 * Passes over all samples of a set, on all threads.
 *
 * A set is cut into a fixed number of slices, whose sums are added up in order: the result does not
 * depend on the number of threads.
 */
#ifndef BRINDLE_TUNE_PASSES_H
#define BRINDLE_TUNE_PASSES_H

#include "tune/crew.h"
#include "tune/loss.h"
#include "tune/model.h"

enum { PASS_SLICES = 64 };

typedef struct {
    size_t from, end;
} Slice;

/* The `index`-th of `slices` nearly equal parts of 0 … count - 1. */
static inline Slice slice_of(size_t count, int slices, int index) {
    return (Slice){count * (size_t)index / (size_t)slices,
                   count * ((size_t)index + 1) / (size_t)slices};
}

/* Mean loss; 0 of an empty set. */
double pass_loss(Crew *crew, const SampleSet *set, const Pair *weights, const Loss *loss);
/* The same of the recorded scores, where there are some, against the results; their number goes to
 * `known`. */
double pass_recorded_loss(Crew *crew, const SampleSet *set, const Loss *loss, uint64_t *known);
/* Sets all targets: the result, and `blend` parts of what the recorded score predicts. */
void pass_targets(Crew *crew, SampleSet *set, double blend, double score_slope);

#endif
