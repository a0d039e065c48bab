/*
 * Long jobs as numbered, independent units of work.
 *
 * A job has an owner, which hands out units and takes in their results, and workers, which carry
 * units out.  Both see each other only through bytes, so that it does not matter what lies between
 * them: threads (job_run_threads), or other machines (engine/mpi).  Games of a match, positions to
 * analyse and nodes of a book to expand are such units.  Which runner carries a job is for the
 * program to say.
 *
 * The owner's functions are called from one thread.  Each worker belongs to one thread.
 */
#ifndef BRINDLE_ENGINE_JOBS_JOB_H
#define BRINDLE_ENGINE_JOBS_JOB_H

#include "bitboard/message.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Malloced; whoever receives it frees `data`. */
typedef struct {
    char *data;
    size_t size;
} Bytes;

typedef struct {
    uint64_t number;
    Bytes task; /* what there is to do, apart from what the number says; may be empty */
} Unit;

typedef enum {
    JOB_UNIT, /* here is one */
    JOB_WAIT, /* none until some result has come in */
    JOB_DONE  /* no more, ever */
} JobNext;

/* How units of a kind are carried out, in any process.  None of the functions may print or exit. */
typedef struct {
    const char *name;

    /* -- The setup, for workers in other processes (engine/jobs/setup_text.h) -- */
    /* Writes what setup_read makes the same of, in any process that sees the same files.  False,
     * and a message, if it cannot; whether `out` took it is the caller's to ask. */
    bool (*setup_write)(const void *setup, FILE *out, Message *message);
    /* NULL and a message if it cannot be made. */
    void *(*setup_read)(const Bytes *bytes, Message *message);
    void (*setup_free)(void *setup);

    /* -- Workers -- */
    /* `setup` is shared by all workers and read only; `slot` counts workers from 0.  `*stop`
     * becomes true when running units are to be given up.  NULL and a message if it cannot be made.
     */
    void *(*worker_new)(const void *setup, int slot, const atomic_bool *stop, Message *message);
    /* Carries a unit out.  An empty result means: given up because of `stop`.  False, and a
     * message, if the job cannot go on; a result that is there then counts nevertheless. */
    bool (*run)(void *worker, const Unit *unit, Bytes *result, Message *message);
    void (*worker_free)(void *worker);
} JobWork;

/* A kind of job: its units, and how its owner deals with them.  Nothing here may print or exit,
 * either. */
typedef struct {
    const JobWork *work;
    JobNext (*next)(void *owner, Unit *unit);
    /* Takes a result in; results come in any order.  False, and a message, ends the job, and what
     * has not been committed by then is lost. */
    bool (*accept)(void *owner, uint64_t number, const Bytes *result, Message *message);
    /* After some results were accepted: makes them durable.  They count from here on. */
    bool (*commit)(void *owner, Message *message);
    /* True when running units are to be given up: the job is decided, or a signal came. */
    bool (*should_stop)(void *owner);
    /* Called about every `tick_ms`, and after each commit; may be NULL. */
    void (*tick)(void *owner);
} JobKind;

/* Zeroed memory for a worker, to be freed; NULL, and a message, if there is none. */
void *job_worker_memory(size_t size, Message *message);

typedef struct {
    int workers;
    bool pin; /* each worker's thread, and what it starts, to a processor core of its own */
    int tick_ms;
} JobThreads;

/*
 * Runs a job on threads of this process until `next` says that it is done and all units have come
 * in, or until it is stopped.  False, and a message, if it had to end early; everything accepted
 * until then is committed.  Being stopped by should_stop is no failure.
 */
bool job_run_threads(const JobKind *kind, void *owner, const void *setup, const JobThreads *threads,
                     Message *message);

/* Who carries jobs out. */
typedef struct JobRunner {
    /* As job_run_threads; `threads` is what each process with workers has. */
    bool (*run)(const struct JobRunner *runner, const JobKind *kind, void *owner, const void *setup,
                const JobThreads *threads, Message *message);
    const char *program; /* how a command line begins that runs jobs like this: "brindle" */
    bool plain_output;   /* standard output is no terminal, whatever isatty says */
} JobRunner;

/* The threads of this process. */
extern const JobRunner JOB_RUNNER_THREADS;

bool job_run(const JobRunner *runner, const JobKind *kind, void *owner, const void *setup,
             const JobThreads *threads, Message *message);

#endif
