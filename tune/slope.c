#include "tune/slope.h"

#include <math.h>

typedef struct {
    Crew *crew;
    const SampleSet *set;
    const Pair *weights; /* NULL: recorded scores */
    LossKind kind;
    uint64_t known;
} SlopeSearch;

static double loss_for(SlopeSearch *s, double log_slope) {
    const Loss loss = {s->kind, exp(log_slope)};
    return s->weights != NULL ? pass_loss(s->crew, s->set, s->weights, &loss)
                              : pass_recorded_loss(s->crew, s->set, &loss, &s->known);
}

/* Golden-section search on the logarithm of the slope, from K = 0.01 to K = 10. */
static double search(SlopeSearch *s) {
    const double golden = 0.6180339887498949;
    double low = log(loss_slope(0.01)), high = log(loss_slope(10));
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = loss_for(s, a), at_b = loss_for(s, b);
    while (high - low > 1e-5) {
        if (at_a <= at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = loss_for(s, a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = loss_for(s, b);
        }
    }
    return exp((low + high) / 2);
}

double slope_of_weights(Crew *crew, const SampleSet *set, const Pair *weights, LossKind kind) {
    SlopeSearch s = {crew, set, weights, kind, 0};
    return search(&s);
}

double slope_of_recorded(Crew *crew, const SampleSet *set, LossKind kind) {
    SlopeSearch s = {crew, set, NULL, kind, 0};
    const double slope = search(&s);
    return s.known > 0 ? slope : 0;
}
