/*
 * What a fit is told about: a line an epoch, a table of epochs for other programs, tables of pieces
 * and of all weights.  Errors of writing stay in the FILE.
 */
#ifndef BRINDLE_TUNE_REPORT_H
#define BRINDLE_TUNE_REPORT_H

#include "tune/errors.h"
#include "tune/outcome.h"

#include <stdio.h>

/* "Epoch 12: …", of the last epoch. */
void report_epoch(FILE *out, const FitState *state, const TuneData *data);
/* All epochs as CSV with a line of names; epoch 0 is the start. */
void report_csv(FILE *out, const FitState *state);
/* The pieces' values before and after, with standard errors unless `errors` is NULL. */
void report_pieces(FILE *out, const Outcome *outcome, const PieceErrors *errors);
/* Every weight before and after, and how often it counted, for either side. */
void report_weights(FILE *out, const Weights *before, const Outcome *outcome, const TuneData *data);

#endif
