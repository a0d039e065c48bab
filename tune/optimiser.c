#include "tune/optimiser.h"

#include <math.h>

static const double MEAN_DECAY = 0.9, SQUARE_DECAY = 0.999;
/* Far below the gradient by any weight that is used at all (they are per position and centipawn).
 */
static const double TINY = 1e-12;

OptimiserStep optimiser_begin(OptimiserKind kind, OptimiserState *state, double rate) {
    const double steps = (double)++state->steps;
    return (OptimiserStep){.kind = kind,
                           .rate = rate,
                           .mean_part = 1 - pow(MEAN_DECAY, steps),
                           .square_part = 1 - pow(SQUARE_DECAY, steps)};
}

void optimiser_move(const OptimiserStep *step, OptimiserState *state, int index, int lanes,
                    double pace, Pair gradient, Pair *parameter) {
    Pair *mean = &state->mean[index], *square = &state->square[index];
    const Pair gradient_square = gradient * gradient;
    Pair expected, scale_square;
    if (step->kind == OPTIMISER_ADAM) {
        *mean = MEAN_DECAY * *mean + (1 - MEAN_DECAY) * gradient;
        *square = SQUARE_DECAY * *square + (1 - SQUARE_DECAY) * gradient_square;
        expected = *mean / step->mean_part;
        scale_square = *square / step->square_part;
    } else {
        *square += gradient_square;
        expected = gradient;
        scale_square = *square;
    }
    for (int lane = 0; lane < PAIR_LANES; lane++)
        if ((lanes & 1 << lane) != 0)
            (*parameter)[lane] -=
                step->rate * pace * expected[lane] / (sqrt(scale_square[lane]) + TINY);
}
