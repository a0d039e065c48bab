/*
 * eval/weights.c, complete: what a tuning ends with, and the next build reads.
 */
#ifndef BRINDLE_TUNE_WEIGHTS_FILE_H
#define BRINDLE_TUNE_WEIGHTS_FILE_H

#include "eval/weights.h"

#include <stdio.h>

/* "pawn" … "queen". */
extern const char *const PIECE_NAMES[PIECE_VALUES];

/* `about`: lines on where the weights come from, for the comment at its head; may be empty.  Errors
 * of writing stay in `out`. */
void weights_file_write(FILE *out, const Weights *weights, const char *about);

#endif
