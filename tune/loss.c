#include "tune/loss.h"

#include <math.h>
#include <stddef.h>

static const double LN_10 = 2.302585092994045684;

double loss_k(double slope) {
    return slope * 400 / LN_10;
}

double loss_slope(double k) {
    return k * LN_10 / 400;
}

double loss_expected_points(double slope, double score) {
    return 1 / (1 + exp(-slope * score));
}

double loss_at(const Loss *loss, double score, double target, double *derivative) {
    const double x = loss->slope * score;
    const double small = exp(-fabs(x)); /* never overflows */
    const double p = x >= 0 ? 1 / (1 + small) : small / (1 + small);
    const double error = p - target;
    if (loss->kind == LOSS_SQUARES) {
        *derivative = 2 * error * p * (1 - p) * loss->slope;
        return error * error;
    }
    *derivative = error * loss->slope;
    return fmax(x, 0) + log1p(small) - target * x;
}

double loss_of_block(const Loss *loss, const SampleBlock *block, const double *scores,
                     double *derivatives) {
    double sum = 0, derivative;
    for (uint32_t n = 0; n < block->samples; n++) {
        sum += loss_at(loss, scores[n], block->target[n], &derivative);
        if (derivatives != NULL)
            derivatives[n] = derivative;
    }
    return sum;
}

double loss_curvature(const Loss *loss, double score) {
    const double p = loss_expected_points(loss->slope, score);
    const double spread = p * (1 - p) * loss->slope;
    return loss->kind == LOSS_SQUARES ? 2 * spread * spread : spread * loss->slope;
}
