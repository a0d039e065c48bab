/*
 * Is B slower than A?  Measurements in pairs, as interleaved runs give them.
 *
 * Two programs that run in turn see the same machine: what disturbs one run disturbs its neighbour,
 * too, and goes out of their ratio.  The ratios' logarithms are tested by Wilcoxon's signed ranks
 * (F. Wilcoxon, "Individual comparisons by ranking methods", 1945), which supposes nothing about
 * their distribution but symmetry, and does not mind a run that was disturbed badly.  The estimate
 * is the median of the means of all two of them (J. Hodges and E. Lehmann, "Estimates of location
 * based on rank tests", 1963), and its interval holds what the test would not reject.
 *
 * The null distribution is exact: all 2^n ways to choose signs, counted by dynamic programming,
 * with ties as they are.
 */
#ifndef BRINDLE_ENGINE_STATISTICS_PAIRED_H
#define BRINDLE_ENGINE_STATISTICS_PAIRED_H

#include "bitboard/message.h"

enum { PAIRED_MAX = 400 };

typedef struct {
    int pairs;
    double ratio;     /* of B to A, as the middle of all pairs has it */
    double low, high; /* its interval; 0 and infinity where the pairs are too few for it */
    double p;         /* how likely at least as much difference would come by chance: 0 … 1 */
} PairedRatio;

/*
 * `a[i]` and `b[i]` (both positive) were measured side by side.  `alpha` is the probability with
 * which the interval may miss the truth (0.01: a 99% interval).  False, and a message, if there are
 * no pairs, too many, or a number is not positive.
 */
bool paired_ratio(const double *a, const double *b, int count, double alpha, PairedRatio *result,
                  Message *message);

typedef enum { PAIRED_UNCLEAR, PAIRED_SAME, PAIRED_LESS, PAIRED_MORE } PairedVerdict;

/*
 * PAIRED_LESS or PAIRED_MORE if the interval of the ratio leaves 1 out; otherwise PAIRED_SAME if
 * all of it is within `margin` of 1 (0.01: from 1/1.01 to 1.01), and PAIRED_UNCLEAR if not: then
 * more runs are needed.
 */
PairedVerdict paired_verdict(const PairedRatio *ratio, double margin);

#endif
