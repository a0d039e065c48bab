/*
 * How fast epochs are, and how large samples.
 */
#ifndef BRINDLE_TUNE_BENCHMARK_H
#define BRINDLE_TUNE_BENCHMARK_H

#include "tune/fit.h"

#include <stdio.h>

/* Runs all epochs of a fit that has not begun and prints the median of all but the first, which
 * warms up. */
void benchmark_run(FILE *out, Fit *fit);

#endif
