/*
 * What runs of two programs measured, by name: for each run of A the one of B beside it.
 */
#ifndef BRINDLE_BENCH_MEASUREMENTS_H
#define BRINDLE_BENCH_MEASUREMENTS_H

#include "engine/statistics/paired.h"

enum { MEASURED_NAME_SIZE = 96, MEASURED_MAX = 512 };

typedef enum { SIDE_A, SIDE_B, SIDES } Side;

typedef struct {
    char name[MEASURED_NAME_SIZE];
    int count[SIDES];
    double nanoseconds[SIDES][PAIRED_MAX]; /* in the order of the runs */
    double nodes[SIDES]; /* of the last run, where nodes are counted; 0 elsewhere */
} Measured;

typedef struct {
    int count;
    Measured *list;
} Measurements;

void measurements_clear(Measurements *m);
/*
 * Adds what one run said: Google Benchmark's JSON, or the "<nodes> nodes <nps> nps" that a line of
 * `bench` ends with, the last such line.  False, and a message, if it is neither.
 */
bool measurements_add_json(Measurements *m, Side side, const char *text, Message *message);
bool measurements_add_bench(Measurements *m, Side side, const char *text, Message *message);

#endif
