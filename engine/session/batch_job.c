#include "engine/session/batch_job.h"

#include "engine/session/position_record.h"
#include "engine/session/result_store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 250 };

struct BatchJob {
    const BatchSetup *setup;
    Database *store;
    BatchListener listener;
    BatchState state;
    Bytes *records; /* by unit; no data: not finished */
    uint64_t next;  /* no unit below is left to be handed out */
    uint64_t told;  /* units below have been told to the listener */
    bool in_transaction;
};

const BatchState *batch_job_state(const BatchJob *j) {
    return &j->state;
}

/* ---- Results ---- */

static bool keep_record(BatchJob *j, uint64_t unit, const Bytes *json, Message *message) {
    Bytes *record = &j->records[unit];
    record->data = malloc(json->size);
    if (record->data == NULL)
        return message_set(message, "no memory for the results");
    memcpy(record->data, json->data, json->size);
    record->size = json->size;
    j->state.finished++;
    return true;
}

bool batch_job_result(const BatchJob *j, uint64_t unit, AnalysedPosition *analysed,
                      Message *message) {
    Position pos;
    Message why;
    *analysed = (AnalysedPosition){.lines = NULL};
    if (j->records[unit].data == NULL)
        return message_set(message, "%s", "");
    batch_position(j->setup->batch, unit, &pos);
    return position_record_from_json(&j->records[unit], &pos, analysed, &why) ||
           message_set(message, "position %" PRIu64 ": %s", unit + 1, why.text);
}

/* Tells of the units whose turn has come. */
static bool tell(BatchJob *j, Message *message) {
    while (j->told < j->state.units && j->records[j->told].data != NULL) {
        if (j->listener.on_unit != NULL &&
            !j->listener.on_unit(j->listener.context, j->told, message))
            return false;
        j->told++;
    }
    return true;
}

/* ---- The owner's side of the job ---- */

static JobNext next_unit(void *owner, Unit *unit) {
    BatchJob *j = owner;
    while (j->next < j->state.units && j->records[j->next].data != NULL)
        j->next++;
    if (j->next == j->state.units)
        return JOB_DONE;
    unit->number = j->next++;
    return JOB_UNIT;
}

static bool accept_result(void *owner, uint64_t number, const Bytes *json, Message *message) {
    BatchJob *j = owner;
    if (j->store != NULL && !j->in_transaction)
        j->in_transaction = database_begin(j->store, message);
    if (j->store != NULL &&
        (!j->in_transaction || !result_store_add(j->store, number, json, message)))
        return j->in_transaction = false;
    return keep_record(j, number, json, message);
}

static bool commit_results(void *owner, Message *message) {
    BatchJob *j = owner;
    const bool pending = j->in_transaction;
    j->in_transaction = false;
    return (!pending || database_commit(j->store, message)) && tell(j, message);
}

static bool should_stop(void *owner) {
    const BatchJob *j = owner;
    return j->listener.interrupted != NULL && j->listener.interrupted();
}

static void tick(void *owner) {
    BatchJob *j = owner;
    if (j->listener.on_tick != NULL)
        j->listener.on_tick(j->listener.context, &j->state);
}

const JobWork BATCH_WORK = {.name = "analyse",
                            .setup_write = batch_setup_write,
                            .setup_read = batch_setup_read,
                            .setup_free = batch_setup_free,
                            .worker_new = batch_worker_new,
                            .run = batch_worker_work,
                            .worker_free = batch_worker_free};

static const JobKind BATCH_JOB = {.work = &BATCH_WORK,
                                  .next = next_unit,
                                  .accept = accept_result,
                                  .commit = commit_results,
                                  .should_stop = should_stop,
                                  .tick = tick};

bool batch_job_run(BatchJob *j, const JobRunner *runner, int workers, Message *message) {
    const uint64_t left = j->state.units - j->state.finished;
    const JobThreads threads = {.workers = (uint64_t)workers < left ? workers : (int)left,
                                .tick_ms = TICK_MS};
    return tell(j, message) &&
           (left == 0 || job_run(runner, &BATCH_JOB, j, j->setup, &threads, message));
}

/* ---- Beginning and taking up again ---- */

static bool recall(void *context, uint64_t number, const Bytes *json, Message *message) {
    BatchJob *j = context;
    if (number >= j->state.units)
        return message_set(message, "the session holds more results than the file has positions");
    return keep_record(j, number, json, message);
}

BatchJob *batch_job_new(const BatchSetup *setup, Database *store, const BatchListener *listener,
                        Message *message) {
    BatchJob *j = calloc(1, sizeof *j);
    if (j != NULL)
        j->records = calloc(setup->batch->units, sizeof *j->records);
    if (j == NULL || j->records == NULL) {
        free(j);
        message_set(message, "no memory for %" PRIu64 " results", setup->batch->units);
        return NULL;
    }
    j->setup = setup;
    j->store = store;
    j->listener = *listener;
    j->state.units = setup->batch->units;
    if (store == NULL || result_store_each(store, recall, j, message)) {
        j->state.finished_before = j->state.finished;
        return j;
    }
    batch_job_free(j);
    return NULL;
}

void batch_job_free(BatchJob *j) {
    for (uint64_t i = 0; j != NULL && i < j->state.units; i++)
        free(j->records[i].data);
    if (j != NULL)
        free(j->records);
    free(j);
}
