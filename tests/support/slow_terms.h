/*
 * The evaluation a second time, slowly: how often each weight counts, found by looking at the
 * letters of a board, square by square, as the words of weights.h describe the terms.
 *
 * Only names and values of the weights are shared with eval/; sets of squares, caches, tables and
 * the arithmetic of scores are not.
 */
#ifndef BRINDLE_TESTS_SUPPORT_SLOW_TERMS_H
#define BRINDLE_TESTS_SUPPORT_SLOW_TERMS_H

#include "eval/weights.h"
#include "tests/support/slow.h"

typedef struct {
    int count[2][WEIGHT_COUNT]; /* White, Black; of danger: that their own king is in */
    int phase, scale;           /* out of 256 and 64 */
    int total;                  /* centipawns for the side to move */
} SlowTerms;

void slow_terms(const SlowBoard *board, SlowTerms *terms);

#endif
