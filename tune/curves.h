/*
 * The curves of a fit as SVG: the losses, and the value of each piece in both phases.
 */
#ifndef BRINDLE_TUNE_CURVES_H
#define BRINDLE_TUNE_CURVES_H

#include "tune/fit.h"

#include <stdio.h>

/* At least one epoch must have passed.  Errors of writing stay in `out`. */
void curves_draw(FILE *out, const FitState *state, const char *title, const char *subtitle);

#endif
