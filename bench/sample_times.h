/*
 * Times of single events, where their median or their worst is the question and not their mean.
 */
#ifndef BRINDLE_BENCH_SAMPLE_TIMES_H
#define BRINDLE_BENCH_SAMPLE_TIMES_H

#include <stdint.h>

/* Nanoseconds of a clock that never goes back. */
int64_t sample_now(void);
/* Puts times into their order: the median is the one in the middle, the worst the last. */
void sample_sort(int64_t *times, int count);

#endif
