#include "engine/jobs/setup_text.h"
#include "engine/session/batch_job.h"

#include <stdlib.h>

/* A setup and all that it points to. */
typedef struct {
    BatchSetup setup; /* first, so that it leads to the whole */
    Batch batch;
    SearchLimits limits;
} OwnSetup;

/* Of the limits, only these are there for files. */
bool batch_setup_write(const void *setup, FILE *out, Message *message) {
    const BatchSetup *s = setup;
    (void)message;
    setup_put_number(out, s->reading->kind);
    setup_put(out, s->reading->name);
    setup_put(out, s->reading->rules != NULL ? s->reading->rules->name : "");
    setup_put_number(out, s->reading->first);
    setup_put_number(out, s->reading->last);
    setup_put(out, s->text);
    setup_put_number(out, s->limits->depth);
    setup_put_number(out, (int64_t)s->limits->nodes);
    setup_put_number(out, s->limits->move_time_ms);
    setup_put_number(out, s->multipv);
    setup_put_number(out, s->threads);
    setup_put_number(out, (int64_t)s->hash_mib);
    return true;
}

/* The positions, read as their owner has read them. */
static bool take_batch(SetupText *text, Batch *batch, Message *message) {
    BatchReading reading = {.rules = NULL};
    reading.kind = (BatchKind)setup_take_number(text, BATCH_EPD, BATCH_PGN);
    reading.name = setup_take(text);
    const char *rules = setup_take(text);
    reading.first = setup_take_number(text, INT64_MIN, INT64_MAX);
    reading.last = setup_take_number(text, INT64_MIN, INT64_MAX);
    const char *input = setup_take(text);
    return setup_taken(text, message) &&
           (rules[0] == '\0' || (reading.rules = rules_find(rules, message)) != NULL) &&
           batch_read(batch, &reading, input, message);
}

static bool take_means(SetupText *text, OwnSetup *own, Message *message) {
    own->limits.depth = (int)setup_take_number(text, 0, MAX_PLY);
    own->limits.nodes = (uint64_t)setup_take_number(text, 0, INT64_MAX);
    own->limits.move_time_ms = setup_take_number(text, 0, INT64_MAX);
    own->setup.multipv = (int)setup_take_number(text, 1, MAX_MULTIPV);
    own->setup.threads = (int)setup_take_number(text, 1, MAX_THREADS);
    own->setup.hash_mib = (size_t)setup_take_number(text, 1, INT64_MAX);
    return setup_taken(text, message);
}

void *batch_setup_read(const Bytes *bytes, Message *message) {
    OwnSetup *own = job_worker_memory(sizeof *own, message);
    SetupText text = setup_text(bytes);
    if (own == NULL)
        return NULL;
    own->setup.batch = &own->batch;
    own->setup.limits = &own->limits;
    if (take_batch(&text, &own->batch, message) && take_means(&text, own, message))
        return own;
    batch_setup_free(own);
    return NULL;
}

void batch_setup_free(void *setup) {
    OwnSetup *own = setup;
    batch_clear(&own->batch);
    free(own);
}
