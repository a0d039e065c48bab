#include "engine/data/datagen.h"

#include "engine/data/data_file.h"
#include "engine/match/openings.h"
#include "engine/players/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 250 };

struct Datagen {
    DatagenSetup setup;
    DatagenListener listener;
    DatagenState state;
    DataWriter *writer;
    uint8_t *done; /* a bit for each game that is in the file or being played */
    uint64_t next; /* no game below is left to be handed out */
};

const DatagenState *datagen_state(const Datagen *d) {
    return &d->state;
}

static uint64_t total(const Datagen *d) {
    return (uint64_t)d->setup.config->games;
}
static bool is_done(const Datagen *d, uint64_t number) {
    return d->done[number / 8] >> number % 8 & 1;
}
static void set_done(Datagen *d, uint64_t number) {
    d->done[number / 8] |= (uint8_t)(1u << number % 8);
}

bool datagen_is_over(const Datagen *d) {
    return d->state.finished >= total(d);
}

/* ---- Beginning, and going on ---- */

static void count_game(Datagen *d, const DataHead *head) {
    d->state.positions += (uint64_t)data_head_positions(head);
    d->state.results[head->rules - RULES][head->result]++;
    d->state.ends[head->end]++;
}

static bool recall_game(void *context, const DataHead *head, Message *message) {
    Datagen *d = context;
    (void)message;
    count_game(d, head);
    /* There may be more games than are asked for now. */
    if (head->number < total(d) && !is_done(d, head->number)) {
        set_done(d, head->number);
        d->state.finished++;
    }
    return true;
}

static bool open_openings(DatagenSetup *setup, Message *message) {
    const DatagenConfig *c = setup->config;
    const OpeningsSpec spec = {.kind = OPENINGS_RANDOM,
                               .seed = (uint64_t)c->parameters.seed,
                               .plies = (int)c->parameters.openings_plies,
                               .window = (int)c->parameters.openings_window,
                               .nodes = (uint64_t)c->parameters.openings_nodes};
    for (int i = 0; i < RULE_SETS; i++)
        if (c->plays[i] && (setup->openings[i] = openings_open(&spec, &RULES[i], message)) == NULL)
            return false;
    return true;
}

static void close_openings(DatagenSetup *setup) {
    for (int i = 0; i < RULE_SETS; i++)
        openings_free(setup->openings[i]);
}

static bool open_file(Datagen *d, Message *message) {
    ByteBuffer text = {NULL, 0, 0};
    if (!datagen_config_text(d->setup.config, &text)) {
        buffer_free(&text);
        return message_set(message, "no memory");
    }
    d->writer = data_writer_append(d->setup.config->out, (const char *)text.bytes, recall_game, d,
                                   &d->state.torn, message);
    buffer_free(&text);
    if (d->writer == NULL)
        return false;
    d->state.bytes = data_writer_size(d->writer);
    d->state.finished_before = d->state.finished;
    d->state.positions_before = d->state.positions;
    return true;
}

Datagen *datagen_new(const DatagenConfig *config, const DatagenListener *listener,
                     Message *message) {
    Datagen *d = calloc(1, sizeof *d);
    if (d == NULL) {
        message_set(message, "no memory");
        return NULL;
    }
    d->setup.config = d->state.config = config;
    d->listener = *listener;
    d->state.started_ns = clock_ns();
    d->done = calloc(total(d) / 8 + 1, 1);
    if (d->done == NULL)
        message_set(message, "no memory for %" PRIu64 " games", total(d));
    else if (open_openings(&d->setup, message) && open_file(d, message))
        return d;
    datagen_free(d);
    return NULL;
}

void datagen_free(Datagen *d) {
    if (d == NULL)
        return;
    data_writer_close(d->writer);
    close_openings(&d->setup);
    free(d->done);
    free(d);
}

/* ---- The owner's side of the job ---- */

static JobNext next_game(void *owner, Unit *unit) {
    Datagen *d = owner;
    while (d->next < total(d) && is_done(d, d->next))
        d->next++;
    if (d->next == total(d))
        return JOB_DONE;
    set_done(d, d->next);
    unit->number = d->next++;
    return JOB_UNIT;
}

static bool accept_game(void *owner, uint64_t number, const Bytes *result, Message *message) {
    Datagen *d = owner;
    DatagenTimes times;
    DataHead head;
    const uint8_t *record = (const uint8_t *)result->data + sizeof times;
    if (result->size < sizeof times ||
        !data_head_decode(record, result->size - sizeof times, &head, message) ||
        head.number != number)
        return message_set(message, "the result of game %" PRIu64 " is none", number);
    memcpy(&times, result->data, sizeof times);
    if (!data_writer_add_record(d->writer, record, result->size - sizeof times, message))
        return false;
    d->state.search_ns += times.search_ns;
    d->state.elsewhere_ns += times.elsewhere_ns;
    d->state.finished++;
    count_game(d, &head);
    return true;
}

/* No worker waits for the disk meanwhile: each has its next game, and those who finish now share
 * the next flush. */
static bool commit_games(void *owner, Message *message) {
    Datagen *d = owner;
    if (!data_writer_commit(d->writer, message))
        return false;
    d->state.bytes = data_writer_size(d->writer);
    return data_writer_sync(d->writer, message);
}

static bool should_stop(void *owner) {
    const Datagen *d = owner;
    return d->listener.interrupted != NULL && d->listener.interrupted();
}

static void tick(void *owner) {
    Datagen *d = owner;
    if (d->listener.on_tick != NULL)
        d->listener.on_tick(d->listener.context, &d->state);
}

/* ---- The setup in other processes ---- */

typedef struct {
    DatagenSetup setup; /* first, so that it leads to the whole */
    DatagenConfig config;
} OwnSetup;

static bool write_setup(const void *setup, FILE *out, Message *message) {
    (void)message;
    datagen_config_put(((const DatagenSetup *)setup)->config, out);
    return true;
}

static void free_setup(void *setup) {
    close_openings(setup);
    free(setup);
}

static void *read_setup(const Bytes *bytes, Message *message) {
    OwnSetup *own = job_worker_memory(sizeof *own, message);
    SetupText text = setup_text(bytes);
    if (own == NULL)
        return NULL;
    own->setup.config = &own->config;
    if (datagen_config_take(&text, &own->config, message) && open_openings(&own->setup, message))
        return own;
    free_setup(own);
    return NULL;
}

const JobWork DATAGEN_WORK = {.name = "datagen",
                              .setup_write = write_setup,
                              .setup_read = read_setup,
                              .setup_free = free_setup,
                              .worker_new = datagen_worker_new,
                              .run = datagen_worker_work,
                              .worker_free = datagen_worker_free};

static const JobKind DATAGEN_JOB = {.work = &DATAGEN_WORK,
                                    .next = next_game,
                                    .accept = accept_game,
                                    .commit = commit_games,
                                    .should_stop = should_stop,
                                    .tick = tick};

bool datagen_run(Datagen *d, const JobRunner *runner, Message *message) {
    const int64_t wanted = d->setup.config->concurrency;
    const uint64_t left = total(d) - d->state.finished;
    const JobThreads threads = {.workers = left < (uint64_t)wanted ? (int)left : (int)wanted,
                                .tick_ms = TICK_MS};
    d->state.started_ns = clock_ns();
    if (datagen_is_over(d))
        return true;
    return job_run(runner, &DATAGEN_JOB, d, &d->setup, &threads, message);
}
