/*
 * How fast this machine searches: whole games, position after position, for so many seconds.
 *
 * A signature is what `bench` is for; this one searches by the clock, with as many threads and as
 * much memory as one likes, as a long analysis does.
 */
#ifndef BRINDLE_ENGINE_SPEED_SPEEDTEST_H
#define BRINDLE_ENGINE_SPEED_SPEEDTEST_H

#include "engine/search/engine.h"
#include "engine/speed/spread.h"

enum { SPEEDTEST_SAMPLES_MAX = 128 };

/* One position searched. */
typedef struct {
    int game, ply;
    uint64_t nodes;
    int64_t time_ms;
    int depth, hash_permille;
} SpeedtestSample;

typedef struct {
    int threads;
    size_t hash_mib;
    double seconds; /* of all searches together, the warm-up not counted */
    bool (*interrupted)(void);
    /* Told after each position; may be NULL. */
    void (*on_sample)(void *context, const SpeedtestSample *sample, int done, int total);
    void *context;
} SpeedtestOptions;

typedef struct {
    int count;
    SpeedtestSample samples[SPEEDTEST_SAMPLES_MAX];
    uint64_t nodes;
    int64_t time_ms;
    double nodes_per_second; /* of all together: nodes by time */
    Spread per_position;     /* nodes/s of the positions */
    uint64_t thread_nodes[MAX_THREADS];
    Spread per_thread; /* nodes/s of the threads */
    Spread depth;
    int hash_permille_most;
    /* KiB of the process in huge pages at the end of the searches; -1: unknown. */
    int64_t huge_page_kib;
} SpeedtestResult;

/*
 * The time is split evenly between the positions; each game begins with an empty table.  Before it
 * is counted, a tenth of the time (five seconds at most) warms up processor and memory.  False, and
 * a message, if threads or memory cannot be had or it is interrupted.
 */
bool speedtest_run(const SpeedtestOptions *options, SpeedtestResult *result, Message *message);

#endif
