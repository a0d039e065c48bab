/*
 * The analysis of a file as a job: its positions are the units.
 *
 * Each position is searched by an engine that has forgotten everything else.  So with limits of
 * depth or nodes, and one thread, what comes out does not depend on who else is at work, in which
 * order, or on interruptions.
 */
#ifndef BRINDLE_ENGINE_SESSION_BATCH_JOB_H
#define BRINDLE_ENGINE_SESSION_BATCH_JOB_H

#include "engine/match/database.h"
#include "engine/session/batch.h"

enum { BATCH_CONCURRENCY_MAX = 1024 };

/* What the workers share. */
typedef struct {
    const Batch *batch;
    const BatchReading *reading; /* how it was read, … */
    const char *text;            /* … and from what: for workers in other processes */
    const SearchLimits *limits;  /* of each position that has none of its own */
    int multipv, threads;
    size_t hash_mib;
} BatchSetup;

/* Where it stands. */
typedef struct {
    uint64_t units, finished;
    uint64_t finished_before; /* of them, before this run */
} BatchState;

typedef struct {
    /* Unit after unit in the order of the file, as soon as it and all before it are finished.
     * False, and a message, ends the job. */
    bool (*on_unit)(void *context, uint64_t unit, Message *message);
    void (*on_tick)(void *context, const BatchState *state); /* a few times a second */
    bool (*interrupted)(void);
    void *context;
} BatchListener;

typedef struct BatchJob BatchJob;

/* Games, positions … as units, for who carries them out elsewhere. */
extern const JobWork BATCH_WORK;

/*
 * Reads what `store` holds already (NULL: there is none, results are in memory only).  All that the
 * arguments point to must outlive the job.  NULL, and a message, on failure.
 */
BatchJob *batch_job_new(const BatchSetup *setup, Database *store, const BatchListener *listener,
                        Message *message);
void batch_job_free(BatchJob *job);
/* Works until all is finished or the listener is interrupted.  False, and a message, if it had to
 * stop; what was finished is stored. */
bool batch_job_run(BatchJob *job, const JobRunner *runner, int workers, Message *message);
const BatchState *batch_job_state(const BatchJob *job);
/*
 * The result of a unit; false, and no message, if it is not finished, and with one if it is
 * damaged or memory is out.  analysed_position_clear in any case.
 */
bool batch_job_result(const BatchJob *job, uint64_t unit, AnalysedPosition *analysed,
                      Message *message);

/* The worker's side (its setup is a BatchSetup; what setup_read makes has no text to write again).
 */
bool batch_setup_write(const void *setup, FILE *out, Message *message);
void *batch_setup_read(const Bytes *bytes, Message *message);
void batch_setup_free(void *setup);
void *batch_worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message);
bool batch_worker_work(void *worker, const Unit *unit, Bytes *result, Message *message);
void batch_worker_free(void *worker);

#endif
