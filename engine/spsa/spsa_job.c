#include "engine/spsa/spsa_job.h"

#include "engine/players/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 250 };

/* An iteration between its being handed out and its being counted. */
typedef struct {
    bool finished;
    bool is_new; /* finished in this run */
    SpsaResult result;
    int64_t *plus, *minus; /* of one that was handed out in this run */
} Iteration;

struct SpsaJob {
    SpsaSetup setup;
    Openings *openings;
    Database *store;
    SpsaListener listener;
    SpsaState state;
    /* Iterations counted … counted + lag - 1, and theta after 0 … lag - 1 fewer than those that
     * are counted: both by number modulo lag. */
    Iteration *iterations;
    double *thetas;
    int64_t *values; /* where the iterations' plus and minus are */
    double *theta;   /* after those that are counted: the state's */
    uint64_t next;   /* no iteration below is left to be handed out */
    bool in_transaction;
};

static const SpsaPlan *plan_of(const SpsaJob *j) {
    return &j->setup.config->plan;
}
static Iteration *iteration_at(SpsaJob *j, uint64_t number) {
    return &j->iterations[number % j->setup.config->lag];
}
static double *theta_after(SpsaJob *j, uint64_t count) {
    return j->thetas + count % j->setup.config->lag * (uint64_t)plan_of(j)->count;
}

bool spsa_job_is_over(const SpsaJob *j) {
    return j->state.counted == plan_of(j)->iterations;
}
const SpsaState *spsa_job_state(const SpsaJob *j) {
    return &j->state;
}

/* ---- Counting, in order ---- */

static void count_result(SpsaState *s, const SpsaResult *r) {
    s->wins += (uint64_t)r->wins;
    s->draws += (uint64_t)r->draws;
    s->losses += (uint64_t)r->losses;
    s->games += (uint64_t)(r->wins + r->draws + r->losses);
    s->forfeits += (uint64_t)r->forfeits;
    s->failures += r->failure[0] != '\0';
}

static void remember_theta(SpsaJob *j) {
    memcpy(theta_after(j, j->state.counted), j->theta,
           (size_t)plan_of(j)->count * sizeof *j->theta);
}

/* Counts the iterations whose turn has come; within a transaction. */
static bool count_iterations(SpsaJob *j, Message *message) {
    const SpsaPlan *plan = plan_of(j);
    Iteration *i;
    while (!spsa_job_is_over(j) && (i = iteration_at(j, j->state.counted))->finished) {
        const uint64_t number = j->state.counted;
        spsa_update(plan, number, spsa_result_points(&i->result), j->theta);
        if (!spsa_store_add_theta(j->store, number, j->theta, plan->count, message))
            return false;
        count_result(&j->state, &i->result);
        j->state.counted++;
        remember_theta(j);
        if (i->is_new && i->result.failure[0] != '\0' && j->listener.on_failure != NULL)
            j->listener.on_failure(j->listener.context, &j->state, number, i->result.failure);
        i->finished = false;
    }
    return true;
}

/* ---- The owner's side of the job ---- */

static JobNext next_iteration(void *owner, Unit *unit) {
    SpsaJob *j = owner;
    const SpsaPlan *plan = plan_of(j);
    const uint64_t lag = j->setup.config->lag;
    while (j->next < plan->iterations && j->next < j->state.counted + lag &&
           iteration_at(j, j->next)->finished)
        j->next++;
    if (j->next == plan->iterations)
        return JOB_DONE;
    if (j->next >= j->state.counted + lag)
        return JOB_WAIT;
    Iteration *i = iteration_at(j, j->next);
    const double *theta = theta_after(j, j->next + 1 > lag ? j->next + 1 - lag : 0);
    spsa_values(plan, j->next, theta, i->plus, i->minus);
    /* Without memory now there may be some when a result has come in. */
    if (!spsa_task_to_json(i->plus, i->minus, plan->count, &unit->task))
        return JOB_WAIT;
    unit->number = j->next++;
    return JOB_UNIT;
}

static bool begin(SpsaJob *j, Message *message) {
    if (!j->in_transaction)
        j->in_transaction = database_begin(j->store, message);
    return j->in_transaction;
}

static bool accept_result(void *owner, uint64_t number, const Bytes *bytes, Message *message) {
    SpsaJob *j = owner;
    Iteration *i = iteration_at(j, number);
    if (!begin(j, message) || !spsa_result_from_json(bytes, &i->result, message) ||
        !spsa_store_add_result(j->store, number, i->plus, i->minus, plan_of(j)->count, &i->result,
                               message))
        return false;
    i->finished = i->is_new = true;
    j->state.finished++;
    return true;
}

static bool commit_results(void *owner, Message *message) {
    SpsaJob *j = owner;
    const bool counted = count_iterations(j, message);
    j->in_transaction = false;
    return counted && database_commit(j->store, message);
}

static bool should_stop(void *owner) {
    const SpsaJob *j = owner;
    return j->listener.interrupted != NULL && j->listener.interrupted();
}

static void tick(void *owner) {
    SpsaJob *j = owner;
    if (j->listener.on_tick != NULL)
        j->listener.on_tick(j->listener.context, &j->state);
}

const JobWork SPSA_WORK = {.name = "spsa",
                           .setup_write = spsa_setup_write,
                           .setup_read = spsa_setup_read,
                           .setup_free = spsa_setup_free,
                           .worker_new = spsa_worker_new,
                           .run = spsa_worker_work,
                           .worker_free = spsa_worker_free};

static const JobKind SPSA_JOB = {.work = &SPSA_WORK,
                                 .next = next_iteration,
                                 .accept = accept_result,
                                 .commit = commit_results,
                                 .should_stop = should_stop,
                                 .tick = tick};

/* The openings must be those that the run began with. */
static bool open_openings(SpsaJob *j, Message *message) {
    const MatchConfig *match = &j->setup.config->match;
    j->openings = openings_open(&match->openings, match->rules, message);
    if (j->openings == NULL)
        return false;
    j->setup.openings = j->openings;
    if (match->engines[0].from_array == YES && !openings_from_array(j->openings))
        return message_set(message,
                           "'%s' can be given the array and moves only, but the openings are "
                           "positions",
                           match->engines[0].name);
    const uint64_t now = openings_fingerprint(j->openings);
    uint64_t before = now;
    if (!database_keep_number(j->store, "openings_fingerprint", &before, message))
        return false;
    return before == now ||
           message_set(message, "the openings in '%.160s' have changed since this run began",
                       match->openings.file_name);
}

bool spsa_job_run(SpsaJob *j, const JobRunner *runner, Message *message) {
    const MatchConfig *match = &j->setup.config->match;
    const JobThreads threads = {
        .workers = match->concurrency, .pin = match->pin, .tick_ms = TICK_MS};
    j->state.started_ns = clock_ns();
    if (spsa_job_is_over(j))
        return true;
    if (j->openings == NULL && !open_openings(j, message))
        return false;
    return job_run(runner, &SPSA_JOB, j, &j->setup, &threads, message);
}

/* ---- Beginning and taking up again ---- */

static bool recall_theta(void *context, uint64_t number, const double *theta, Message *message) {
    SpsaJob *j = context;
    (void)message;
    memcpy(theta_after(j, number + 1), theta, (size_t)plan_of(j)->count * sizeof *theta);
    memcpy(j->theta, theta, (size_t)plan_of(j)->count * sizeof *theta);
    return true;
}

static bool recall_result(void *context, uint64_t number, const SpsaResult *result,
                          Message *message) {
    SpsaJob *j = context;
    if (number >= plan_of(j)->iterations || number >= j->state.counted + j->setup.config->lag)
        return message_set(
            message, "iteration %" PRIu64 " is beyond those that can have been played", number + 1);
    j->state.finished++;
    if (number < j->state.counted) {
        count_result(&j->state, result);
        return true;
    }
    Iteration *i = iteration_at(j, number);
    i->finished = true;
    i->result = *result;
    return true;
}

static bool allocate(SpsaJob *j, Message *message) {
    const size_t lag = (size_t)j->setup.config->lag, count = (size_t)plan_of(j)->count;
    j->iterations = calloc(lag, sizeof *j->iterations);
    j->thetas = calloc(lag * count, sizeof *j->thetas);
    j->values = calloc(2 * lag * count, sizeof *j->values);
    j->theta = calloc(count, sizeof *j->theta);
    if (j->iterations == NULL || j->thetas == NULL || j->values == NULL || j->theta == NULL)
        return message_set(message, "no memory for %zu iterations under way", lag);
    for (size_t i = 0; i < lag; i++) {
        j->iterations[i].plus = j->values + 2 * i * count;
        j->iterations[i].minus = j->iterations[i].plus + count;
    }
    return true;
}

static bool recall(SpsaJob *j, Message *message) {
    const uint64_t lag = j->setup.config->lag;
    spsa_start(plan_of(j), j->theta);
    remember_theta(j);
    if (!spsa_store_counted(j->store, &j->state.counted, message))
        return false;
    if (j->state.counted > plan_of(j)->iterations)
        return message_set(message, "the database holds more iterations than there are to play");
    j->next = j->state.counted;
    return spsa_store_each_theta(j->store, plan_of(j)->count,
                                 j->state.counted > lag ? j->state.counted - lag : 0, 1,
                                 recall_theta, j, message) &&
           spsa_store_each_result(j->store, recall_result, j, message);
}

SpsaJob *spsa_job_new(const SpsaConfig *config, Database *store, const SpsaListener *listener,
                      Message *message) {
    SpsaJob *j = calloc(1, sizeof *j);
    if (j == NULL) {
        message_set(message, "no memory for a tuning run");
        return NULL;
    }
    j->setup.config = config;
    j->store = store;
    j->listener = *listener;
    j->state.config = config;
    j->state.started_ns = clock_ns();
    if (allocate(j, message) && recall(j, message)) {
        j->state.theta = j->theta;
        j->state.finished_before = j->state.finished;
        return j;
    }
    spsa_job_free(j);
    return NULL;
}

void spsa_job_free(SpsaJob *j) {
    openings_free(j->openings);
    free(j->iterations);
    free(j->thetas);
    free(j->values);
    free(j->theta);
    free(j);
}
