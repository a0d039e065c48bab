/*
 * What a fit has led to: its best weights, made fit for use.
 *
 * They are normalised (gauge.h), scaled if that is wished, and rounded to whole centipawns.
 */
#ifndef BRINDLE_TUNE_OUTCOME_H
#define BRINDLE_TUNE_OUTCOME_H

#include "tune/fit.h"

typedef struct {
    Weights weights;
    double scale;                          /* that all were multiplied with; 1: none */
    double slope;                          /* per centipawn, now */
    double training_loss, validation_loss; /* of the rounded weights */
    /* Of the pieces, before rounding: at the start (on its own scale) and now. */
    double start_value[PIECE_VALUES][PAIR_LANES], value[PIECE_VALUES][PAIR_LANES];
} Outcome;

/*
 * `pawn`: what a pawn of the endgame is to be worth, in centipawns, and everything else in
 * proportion; 0: the scale stays what it was, which is what the search's margins are made for.  As
 * danger counts by its square, its weights grow with the square root.
 */
void outcome_find(const Fit *fit, double pawn, Outcome *outcome);

#endif
