/*
 * Self-play for training data: a job whose units are games.
 *
 * A game is in the file, and flushed to the disk, before it counts.  It depends on nothing but its
 * number, the parameters and the version of the engine; neither threads nor interruptions make a
 * difference.
 */
#ifndef BRINDLE_ENGINE_DATA_DATAGEN_H
#define BRINDLE_ENGINE_DATA_DATAGEN_H

#include "engine/data/data_game.h"
#include "engine/data/datagen_config.h"
#include "engine/jobs/job.h"

typedef struct {
    const DatagenConfig *config;
    uint64_t finished, finished_before; /* games; before this run began */
    uint64_t positions, positions_before;
    uint64_t results[RULE_SETS][DATA_RESULTS], ends[DATA_ENDS];
    int64_t bytes;        /* of the file */
    int64_t torn;         /* bytes of a block that had not been finished, cut off */
    int64_t started_ns;   /* by clock_ns */
    int64_t search_ns;    /* of all workers in this run */
    int64_t elsewhere_ns; /* the rest of their time, waiting for a next game included */
} DatagenState;

typedef struct {
    void (*on_tick)(void *context, const DatagenState *state); /* may be NULL */
    bool (*interrupted)(void);                                 /* may be NULL */
    void *context;
} DatagenListener;

typedef struct Datagen Datagen;

/* Games, positions … as units, for who carries them out elsewhere. */
extern const JobWork DATAGEN_WORK;

/* Opens the file, or goes on with it.  NULL, and a message, if that cannot be done.  `config` must
 * outlive it. */
Datagen *datagen_new(const DatagenConfig *config, const DatagenListener *listener,
                     Message *message);
void datagen_free(Datagen *datagen);
const DatagenState *datagen_state(const Datagen *datagen);
/* Has the file all its games? */
bool datagen_is_over(const Datagen *datagen);
/* Plays until the file has all games or the listener is interrupted.  False, and a message, if it
 * cannot go on; what is in the file stays there. */
bool datagen_run(Datagen *datagen, const JobRunner *runner, Message *message);

/* ---- For datagen.c alone: the workers ---- */

typedef struct Openings Openings;

typedef struct {
    const DatagenConfig *config;
    Openings *openings[RULE_SETS]; /* NULL for a rule set that is not played */
} DatagenSetup;

/* A unit's result: this, then the game's record. */
typedef struct {
    int64_t search_ns, elsewhere_ns;
} DatagenTimes;

void *datagen_worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message);
bool datagen_worker_work(void *worker, const Unit *unit, Bytes *result, Message *message);
void datagen_worker_free(void *worker);

#endif
