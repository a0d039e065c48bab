#include "engine/jobs/cores.h"
#include "engine/jobs/intake.h"
#include "engine/wait.h"

#include <pthread.h>
#include <stdlib.h>

typedef enum {
    SLOT_IDLE,     /* waits for a unit */
    SLOT_WORKING,  /* has one */
    SLOT_FINISHED, /* has a result for the owner */
    SLOT_ENDED     /* its thread is about to end, or never began */
} SlotState;

typedef struct Pool Pool;

typedef struct {
    Pool *pool;
    int index;
    pthread_t thread;
    SlotState state;
    Unit unit;
    Bytes result;
    bool failed; /* with `message`: the job cannot go on */
    Message message;
} Slot;

/* All fields below the mutex are guarded by it; a slot's unit and result belong to its thread while
 * it is working. */
struct Pool {
    const JobKind *kind;
    void *owner;
    const void *setup;
    const JobThreads *threads;
    Slot *slots;
    atomic_bool stop;
    Intake intake;

    pthread_mutex_t mutex;
    pthread_cond_t for_workers; /* a unit is there, or the end is */
    pthread_cond_t for_owner;   /* a worker has finished or failed */
    bool closing;
};

/* ---- A worker's thread ---- */

static void fail(Slot *slot, const Message *message) {
    slot->failed = true;
    slot->message = *message;
}

static void *worker_thread(void *argument) {
    Slot *slot = argument;
    Pool *pool = slot->pool;
    Message message = {"a worker cannot be made"};
    if (pool->threads->pin)
        cores_pin_thread(slot->index);
    void *worker = pool->kind->work->worker_new(pool->setup, slot->index, &pool->stop, &message);
    pthread_mutex_lock(&pool->mutex);
    if (worker == NULL)
        fail(slot, &message);
    while (worker != NULL) {
        while (slot->state != SLOT_WORKING && !pool->closing)
            pthread_cond_wait(&pool->for_workers, &pool->mutex);
        if (slot->state != SLOT_WORKING)
            break;
        pthread_mutex_unlock(&pool->mutex);
        const bool goes_on = pool->kind->work->run(worker, &slot->unit, &slot->result, &message);
        free(slot->unit.task.data);
        pthread_mutex_lock(&pool->mutex);
        if (!goes_on)
            fail(slot, &message);
        slot->state = SLOT_FINISHED;
        pthread_cond_signal(&pool->for_owner);
    }
    if (worker == NULL && slot->state == SLOT_WORKING)
        free(slot->unit.task.data); /* it came while the worker could not be made */
    if (slot->state != SLOT_FINISHED)
        slot->state = SLOT_ENDED;
    pthread_cond_signal(&pool->for_owner);
    pthread_mutex_unlock(&pool->mutex);
    if (worker != NULL)
        pool->kind->work->worker_free(worker);
    return NULL;
}

/* ---- The owner's side; each function is called with the mutex held ---- */

/* Takes the results of all slots that have one; returns how many. */
static int collect(Pool *pool, Finished *finished) {
    int count = 0;
    for (int i = 0; i < pool->threads->workers; i++) {
        Slot *slot = &pool->slots[i];
        if (slot->failed)
            intake_fail(&pool->intake, &slot->message);
        if (slot->state != SLOT_FINISHED)
            continue;
        slot->state = slot->failed ? SLOT_ENDED : SLOT_IDLE;
        if (slot->result.size > 0)
            finished[count++] = (Finished){slot->unit.number, slot->result};
        else
            free(slot->result.data);
        slot->result = (Bytes){NULL, 0};
    }
    return count;
}

/* Gives each idle slot a unit, as long as there are any. */
static JobNext hand_out(Pool *pool) {
    for (int i = 0; i < pool->threads->workers; i++) {
        Slot *slot = &pool->slots[i];
        if (slot->state != SLOT_IDLE)
            continue;
        slot->unit = (Unit){0, {NULL, 0}};
        const JobNext next = pool->kind->next(pool->owner, &slot->unit);
        if (next != JOB_UNIT)
            return next;
        slot->state = SLOT_WORKING;
        pthread_cond_broadcast(&pool->for_workers);
    }
    return JOB_WAIT;
}

static bool any_in_state(const Pool *pool, SlotState state) {
    for (int i = 0; i < pool->threads->workers; i++)
        if (pool->slots[i].state == state)
            return true;
    return false;
}

static bool own(Pool *pool, Finished *finished) {
    bool done = false;
    const JobKind *kind = pool->kind;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        const int count = collect(pool, finished);
        if (pool->intake.failed || kind->should_stop(pool->owner))
            atomic_store(&pool->stop, true);
        const bool stopping = atomic_load(&pool->stop);
        /* New units go out before results are stored, so that no worker waits for the disk; what
         * had to wait for those results gets its turn in the next round. */
        if (!stopping && !done)
            done = hand_out(pool) == JOB_DONE;
        if (count == 0 && !any_in_state(pool, SLOT_WORKING) && !any_in_state(pool, SLOT_FINISHED) &&
            (stopping || done))
            break;
        if (count == 0 && !any_in_state(pool, SLOT_FINISHED))
            wait_milliseconds(&pool->for_owner, &pool->mutex, pool->threads->tick_ms);
        pthread_mutex_unlock(&pool->mutex);
        intake_take(&pool->intake, finished, count);
        if (pool->intake.refused)
            atomic_store(&pool->stop, true);
        if (kind->tick != NULL)
            kind->tick(pool->owner);
        pthread_mutex_lock(&pool->mutex);
    }
    pthread_mutex_unlock(&pool->mutex);
    return !pool->intake.failed;
}

static bool start_thread(Slot *slot) {
    /* Units may search (engine_run), and the system's default stack may be too small for that. */
    enum { STACK_BYTES = 16 << 20 };
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    const bool started = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                         pthread_create(&slot->thread, &attributes, worker_thread, slot) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

static int start_threads(Pool *pool, Message *message) {
    for (int i = 0; i < pool->threads->workers; i++) {
        Slot *slot = &pool->slots[i];
        *slot = (Slot){.pool = pool, .index = i, .state = SLOT_IDLE};
        if (!start_thread(slot)) {
            message_set(message, "the system gives no more than %d threads of the %d asked for", i,
                        pool->threads->workers);
            return i;
        }
    }
    return pool->threads->workers;
}

void *job_worker_memory(size_t size, Message *message) {
    void *memory = calloc(1, size);
    if (memory == NULL)
        message_set(message, "no memory for a worker");
    return memory;
}

bool job_run_threads(const JobKind *kind, void *owner, const void *setup, const JobThreads *threads,
                     Message *message) {
    const size_t count = (size_t)threads->workers;
    Pool pool = {.kind = kind,
                 .owner = owner,
                 .setup = setup,
                 .threads = threads,
                 .intake = {.kind = kind, .owner = owner, .message = message}};
    Finished *finished = calloc(count, sizeof *finished);
    pool.slots = calloc(count, sizeof *pool.slots);
    bool done_well = finished != NULL && pool.slots != NULL;
    if (!done_well)
        message_set(message, "no memory for %d workers", threads->workers);
    pthread_mutex_init(&pool.mutex, NULL);
    pthread_cond_init(&pool.for_workers, NULL);
    pthread_cond_init(&pool.for_owner, NULL);
    const int started = done_well ? start_threads(&pool, message) : 0;
    done_well = done_well && started == threads->workers && own(&pool, finished);
    pthread_mutex_lock(&pool.mutex);
    atomic_store(&pool.stop, true);
    pool.closing = true;
    pthread_cond_broadcast(&pool.for_workers);
    pthread_mutex_unlock(&pool.mutex);
    for (int i = 0; i < started; i++)
        pthread_join(pool.slots[i].thread, NULL);
    pthread_cond_destroy(&pool.for_owner);
    pthread_cond_destroy(&pool.for_workers);
    pthread_mutex_destroy(&pool.mutex);
    free(pool.slots);
    free(finished);
    return done_well;
}

static bool run_on_threads(const JobRunner *runner, const JobKind *kind, void *owner,
                           const void *setup, const JobThreads *threads, Message *message) {
    (void)runner;
    return job_run_threads(kind, owner, setup, threads, message);
}

const JobRunner JOB_RUNNER_THREADS = {.run = run_on_threads, .program = "brindle"};

bool job_run(const JobRunner *runner, const JobKind *kind, void *owner, const void *setup,
             const JobThreads *threads, Message *message) {
    return runner->run(runner, kind, owner, setup, threads, message);
}
