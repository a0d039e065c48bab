/*
 * Steps from gradients, for each number on its own scale: Adam (D. P. Kingma, J. Ba, "Adam: A
 * Method for Stochastic Optimization", 2015) or AdaGrad (J. Duchi, E. Hazan, Y. Singer, "Adaptive
 * Subgradient Methods for Online Learning and Stochastic Optimization", 2011).
 */
#ifndef BRINDLE_TUNE_OPTIMISER_H
#define BRINDLE_TUNE_OPTIMISER_H

#include "tune/parameters.h"

typedef enum { OPTIMISER_ADAM, OPTIMISER_ADAGRAD } OptimiserKind;

/* What it remembers. */
typedef struct {
    uint64_t steps; /* made so far, the present one included */
    Pair mean[WEIGHT_COUNT], square[WEIGHT_COUNT];
} OptimiserState;

/* What all weights of a step share. */
typedef struct {
    OptimiserKind kind;
    double rate;      /* centipawns that a step of unchanging direction goes */
    double mean_part; /* Adam: how much of their limits the running means have reached */
    double square_part;
} OptimiserStep;

/* Begins the next step. */
OptimiserStep optimiser_begin(OptimiserKind kind, OptimiserState *state, double rate);
/* Moves one weight, at `pace` times the rate.  Different weights may be moved by different threads.
 */
void optimiser_move(const OptimiserStep *step, OptimiserState *state, int index, int lanes,
                    double pace, Pair gradient, Pair *parameter);

#endif
