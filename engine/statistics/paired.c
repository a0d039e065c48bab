#include "engine/statistics/paired.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Twice the ranks' sum, as ties have halves. */
enum { RANK_SUMS = PAIRED_MAX * (PAIRED_MAX + 1) + 1 };

typedef struct {
    int count;
    double differences[PAIRED_MAX]; /* ln b - ln a, sorted by size */
    int double_ranks[PAIRED_MAX];   /* of their sizes, from 2 on; 0 for a difference of 0 */
    double chance[RANK_SUMS];       /* of each sum of double ranks with a plus, if chance decides */
    double means[PAIRED_MAX * (PAIRED_MAX + 1) / 2]; /* of all two differences, sorted */
} Work;

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int compare_sizes(const void *a, const void *b) {
    const double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

/* Differences of 0 say nothing and get no rank; equal sizes share the mean of their ranks. */
static void rank(Work *w) {
    int zeros = 0;
    qsort(w->differences, (size_t)w->count, sizeof w->differences[0], compare_sizes);
    while (zeros < w->count && w->differences[zeros] == 0)
        w->double_ranks[zeros++] = 0;
    for (int i = zeros; i < w->count;) {
        int end = i + 1;
        while (end < w->count && fabs(w->differences[end]) == fabs(w->differences[i]))
            end++;
        for (int j = i; j < end; j++)
            w->double_ranks[j] = (i - zeros + 1) + (end - zeros);
        i = end;
    }
}

/* The distribution of the sum of those ranks that get a plus, each with chance 1/2. */
static int distribute(const int *double_ranks, int count, double *chance) {
    int most = 0;
    memset(chance, 0, RANK_SUMS * sizeof *chance);
    chance[0] = 1;
    for (int i = 0; i < count; i++) {
        const int r = double_ranks[i];
        if (r == 0)
            continue;
        most += r;
        for (int sum = most; sum >= 0; sum--)
            chance[sum] = (chance[sum] + (sum >= r ? chance[sum - r] : 0)) / 2;
    }
    return most;
}

/* Two-sided: twice the smaller tail. */
static double probability(Work *w) {
    int plus = 0;
    const int most = distribute(w->double_ranks, w->count, w->chance);
    for (int i = 0; i < w->count; i++)
        plus += w->differences[i] > 0 ? w->double_ranks[i] : 0;
    const int smaller = plus < most - plus ? plus : most - plus;
    double tail = 0;
    for (int sum = 0; sum <= smaller; sum++)
        tail += w->chance[sum];
    return fmin(1, 2 * tail);
}

/*
 * How many of the sorted means are cut off at either end: the greatest number k for which a sum of
 * ranks below k comes by chance with no more than alpha / 2.  Without ties, as the differences of
 * real times have none to speak of.
 */
static int cut_off(Work *w, double alpha) {
    int ranks[PAIRED_MAX];
    for (int i = 0; i < w->count; i++)
        ranks[i] = i + 1;
    const int most = distribute(ranks, w->count, w->chance);
    double tail = 0;
    int k = 0;
    while (k <= most && (tail += w->chance[k]) <= alpha / 2)
        k++;
    return k;
}

static void estimate(Work *w, double alpha, PairedRatio *result) {
    int means = 0;
    for (int i = 0; i < w->count; i++)
        for (int j = i; j < w->count; j++)
            w->means[means++] = (w->differences[i] + w->differences[j]) / 2;
    qsort(w->means, (size_t)means, sizeof w->means[0], compare);
    result->ratio = exp((w->means[(means - 1) / 2] + w->means[means / 2]) / 2);
    const int k = cut_off(w, alpha);
    result->low = k > 0 ? exp(w->means[k - 1]) : 0;
    result->high = k > 0 ? exp(w->means[means - k]) : INFINITY;
}

bool paired_ratio(const double *a, const double *b, int count, double alpha, PairedRatio *result,
                  Message *message) {
    if (count < 1 || count > PAIRED_MAX)
        return message_set(message, "a comparison takes 1 to %d pairs, not %d", PAIRED_MAX, count);
    Work *w = malloc(sizeof *w);
    if (w == NULL)
        return message_set(message, "no memory");
    w->count = count;
    for (int i = 0; i < count; i++) {
        if (!(a[i] > 0 && b[i] > 0 && isfinite(a[i]) && isfinite(b[i]))) {
            free(w);
            return message_set(message, "pair %d: %g and %g are no positive numbers", i + 1, a[i],
                               b[i]);
        }
        w->differences[i] = log(b[i]) - log(a[i]);
    }
    result->pairs = count;
    rank(w);
    result->p = probability(w);
    estimate(w, alpha, result);
    free(w);
    return true;
}

PairedVerdict paired_verdict(const PairedRatio *r, double margin) {
    if (r->low > 1)
        return PAIRED_MORE;
    if (r->high < 1)
        return PAIRED_LESS;
    return r->low >= 1 / (1 + margin) && r->high <= 1 + margin ? PAIRED_SAME : PAIRED_UNCLEAR;
}
