#include "engine/session/batch_job.h"
#include "engine/session/position_record.h"
#include "engine/watched_search.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    const BatchSetup *setup;
    const atomic_bool *stop;
    Engine *engine;
    const TestPosition *test; /* that is being searched; NULL: it is a game's position */
    Solution solution;
    LineCollector lines;
} BatchWorker;

void *batch_worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message) {
    const BatchSetup *s = setup;
    BatchWorker *w = job_worker_memory(sizeof *w, message);
    (void)slot;
    if (w == NULL)
        return NULL;
    w->setup = s;
    w->stop = stop;
    w->engine = engine_new(message);
    if (w->engine == NULL || !engine_set_hash(w->engine, s->hash_mib, message) ||
        !engine_set_threads(w->engine, s->threads, message)) {
        batch_worker_free(w);
        return NULL;
    }
    engine_set_multipv(w->engine, s->multipv);
    engine_set_move_overhead(w->engine, 0);
    engine_set_analyse_mode(w->engine, true);
    return w;
}

void batch_worker_free(void *worker) {
    BatchWorker *w = worker;
    engine_free(w->engine);
    free(w);
}

static void on_report(void *context, const SearchReport *report) {
    BatchWorker *w = context;
    line_collector_take(&w->lines, report);
    if (w->test != NULL)
        test_position_follow(w->test, report, &w->solution);
}

static SearchLimits limits_of(const BatchWorker *w) {
    if (w->test == NULL || !w->test->has_limits)
        return *w->setup->limits;
    return (SearchLimits){
        .depth = w->test->depth, .nodes = w->test->nodes, .move_time_ms = w->test->time_ms};
}

/* False, without a message, if it was given up. */
static bool search(BatchWorker *w, const Position *pos, AnalysedPosition *analysed,
                   Message *message) {
    const SearchWatch watch = {.stop = w->stop, .on_report = on_report, .context = w};
    const SearchLimits limits = limits_of(w);
    SearchResult result;
    engine_clear(w->engine); /* no position has a say in another one */
    w->solution = (Solution){.solved = false};
    if (!line_collector_init(&w->lines, pos, &limits, w->setup->multipv)) {
        line_collector_free(&w->lines);
        return message_set(message, "no memory");
    }
    /* A search that was stopped may have been as good as over; it is done anew all the same. */
    const bool whole = watched_search(w->engine, pos, &limits, &watch, &result);
    if (w->test != NULL)
        test_position_settle(w->test, &result, &w->solution);
    const bool good = whole && (line_collector_finish(&w->lines, &result, analysed) ||
                                message_set(message, "no memory"));
    analysed->solution = w->solution;
    line_collector_free(&w->lines);
    return good;
}

bool batch_worker_work(void *worker, const Unit *unit, Bytes *result, Message *message) {
    BatchWorker *w = worker;
    const Batch *batch = w->setup->batch;
    AnalysedPosition analysed = {.lines = NULL};
    Message why = {""};
    Position pos;
    w->test = batch->kind == BATCH_EPD ? &batch->tests[unit->number] : NULL;
    batch_position(batch, unit->number, &pos);
    const bool good =
        (!batch_needs_search(batch, unit->number, &pos) || search(w, &pos, &analysed, &why)) &&
        (position_record_to_json(&analysed, result) || message_set(&why, "no memory"));
    analysed_position_clear(&analysed);
    return good || why.text[0] == '\0' || /* given up */
           message_set(message, "position %" PRIu64 ": %s", unit->number + 1, why.text);
}
