/*
 * A tuning run as a job: iterations of SPSA are its units.
 *
 * The owner hands out iterations by their numbers, with the values that are to play, stores what
 * comes back and moves theta by it strictly in the order of the numbers.  Iteration n is played
 * with theta as it is after iteration n - lag, never with a later one even if that is known
 * already: so the whole run is the same at any concurrency, and after any interruption, as far as
 * the games are (fixed nodes or depth).
 *
 * An engine that loses on time or by an illegal move has lost: that may well be the doing of the
 * values it was given.  An engine that crashes, does not answer, or contests the rules says nothing
 * about them: its iteration is stored as failed and leaves theta where it is.  Without --recover
 * the run ends there instead, and the iteration is not stored but played again when the run goes
 * on.
 */
#ifndef BRINDLE_ENGINE_SPSA_SPSA_JOB_H
#define BRINDLE_ENGINE_SPSA_SPSA_JOB_H

#include "engine/spsa/spsa_config.h"
#include "engine/spsa/spsa_store.h"

/* Where a run stands.  Given to the listener, on the thread that runs it. */
typedef struct {
    const SpsaConfig *config;
    const double *theta;                           /* after the iterations that have been counted */
    uint64_t counted;                              /* in order */
    uint64_t finished;                             /* iterations stored, in order or not */
    uint64_t finished_before;                      /* of them, stored before this run */
    uint64_t games, wins, draws, losses, forfeits; /* of the plus side, in counted iterations */
    uint64_t failures;                             /* counted iterations without a result */
    int64_t started_ns;                            /* of this run */
} SpsaState;

/* Told what happens; any function may be NULL. */
typedef struct {
    /* An iteration (from 0) has failed, in this run. */
    void (*on_failure)(void *context, const SpsaState *state, uint64_t iteration,
                       const char *reason);
    /* A few times a second, and after iterations. */
    void (*on_tick)(void *context, const SpsaState *state);
    /* True once the user wants to stop. */
    bool (*interrupted)(void);
    void *context;
} SpsaListener;

typedef struct SpsaJob SpsaJob;

/* Games, positions … as units, for who carries them out elsewhere. */
extern const JobWork SPSA_WORK;

/* What the workers of a run share. */
typedef struct {
    const SpsaConfig *config;
    const Openings *openings;
} SpsaSetup;

/*
 * Reads what `store` holds already.  `config` and `store` must outlive the job.  NULL, and a
 * message, on failure.
 */
SpsaJob *spsa_job_new(const SpsaConfig *config, Database *store, const SpsaListener *listener,
                      Message *message);
void spsa_job_free(SpsaJob *job);
/*
 * Plays until all iterations are counted or the listener says that it is interrupted; `config` has
 * been probed.  False, and a message, if it had to stop; what was finished is stored.
 */
bool spsa_job_run(SpsaJob *job, const JobRunner *runner, Message *message);
const SpsaState *spsa_job_state(const SpsaJob *job);
/* True if nothing is left to play. */
bool spsa_job_is_over(const SpsaJob *job);

/* The worker's side, for whoever runs the units (its setup is an SpsaSetup). */
bool spsa_setup_write(const void *setup, FILE *out, Message *message);
void *spsa_setup_read(const Bytes *bytes, Message *message);
void spsa_setup_free(void *setup);
void *spsa_worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message);
bool spsa_worker_work(void *worker, const Unit *unit, Bytes *result, Message *message);
void spsa_worker_free(void *worker);

#endif
