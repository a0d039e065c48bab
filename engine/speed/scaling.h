/*
 * What more threads and a larger hash table bring: nodes a second and time to a depth.
 *
 * Two sweeps over the same positions: 1, 2, 4, … threads at one size of the table, and one thread
 * with tables of 1, 2, 4, … MiB.  Each configuration is a row of a table; rows that are known
 * already, from a run that was interrupted, are not measured again.
 */
#ifndef BRINDLE_ENGINE_SPEED_SCALING_H
#define BRINDLE_ENGINE_SPEED_SCALING_H

#include "engine/search/engine.h"

#include <stdio.h>

enum { SCALING_ROWS_MAX = 64 };

typedef enum { SCALING_BY_THREADS, SCALING_BY_HASH, SCALING_SWEEPS } ScalingSweep;

typedef struct {
    ScalingSweep sweep;
    int threads;
    size_t hash_mib;
    uint64_t nodes;
    int64_t time_ms;     /* of all positions together */
    double mean_time_ms; /* of a position: the geometric mean, so that each weighs the same */
    int64_t huge_page_kib;
} ScalingRow;

typedef struct {
    int threads;            /* the most */
    size_t hash_mib;        /* the most */
    size_t thread_hash_mib; /* of the sweep over threads */
    int depth;
    int positions; /* taken evenly from those of speed_position */
    bool (*interrupted)(void);
    /* Told before each position is searched, and after each row; may be NULL. */
    void (*on_position)(void *context, const ScalingRow *row, int done, int total);
    void (*on_row)(void *context, const ScalingRow *row);
    void *context;
} ScalingOptions;

typedef struct {
    int count;
    ScalingRow rows[SCALING_ROWS_MAX];
} ScalingTable;

/*
 * Measures what is missing in the table.  False, and a message, if threads or memory cannot be had
 * or it is interrupted; the table then holds what is finished.
 */
bool scaling_run(const ScalingOptions *options, ScalingTable *table, Message *message);

/* The first row of a sweep, with which the others are compared; NULL if it is not there. */
const ScalingRow *scaling_base(const ScalingTable *table, ScalingSweep sweep);
double scaling_nodes_per_second(const ScalingRow *row);
/* How many times as fast as the base: in nodes a second, and in time to the depth. */
double scaling_nodes_ratio(const ScalingTable *table, const ScalingRow *row);
double scaling_speed_up(const ScalingTable *table, const ScalingRow *row);

/* CSV: the names of the columns, and a line for each row. */
void scaling_write_header(FILE *out);
void scaling_write_row(FILE *out, const ScalingOptions *options, const ScalingTable *table,
                       const ScalingRow *row);
/* Reads such a file; a last line that is cut off is left out.  False, and a message, if it is
 * something else or was measured with other options. */
bool scaling_read(FILE *in, const ScalingOptions *options, ScalingTable *table, Message *message);
/* The table as curves, SVG.  Errors of writing stay in the FILE. */
void scaling_plot(FILE *out, const ScalingTable *table, const char *subtitle);

#endif
