#include "engine/mpi/relay.h"

#include "engine/commands/command.h"
#include "engine/jobs/setup_text.h"

#include "brindle_version.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* How long an end that was announced, or a unit that is waited for, may go unnoticed. */
enum { IDLE_US = 20000, STARVING_US = 8000, WORKING_US = 32000 };

/* The owner in this process. */
typedef struct {
    Link *link;
    JobThreads threads;
    Unit *units; /* that have come and wait for a worker; no more than there are workers */
    int count;
    bool starving; /* a worker waits for a unit */
    bool ended;
} Relay;

static JobNext next_unit(void *owner, Unit *unit) {
    Relay *r = owner;
    r->starving = r->count == 0;
    if (r->starving)
        return JOB_WAIT;
    *unit = r->units[--r->count];
    return JOB_UNIT;
}

/* After a signal, not even what looks finished: an engine may have had the same signal and have
 * lost its game by that. */
static bool pass_result(void *owner, uint64_t number, const Bytes *result, Message *message) {
    const Relay *r = owner;
    (void)message;
    if (!interrupted())
        link_send(r->link, 0, LINK_RESULT, number, result);
    return true;
}

/* That is for rank 0 to do. */
static bool commit(void *owner, Message *message) {
    (void)owner;
    (void)message;
    return true;
}

static bool has_ended(void *owner) {
    return ((const Relay *)owner)->ended || interrupted();
}

/* A result that a worker has finished wakes the owner at once; letters are looked for. */
static void look_for_letters(void *owner) {
    Relay *r = owner;
    Letter letter;
    while (link_receive(r->link, &letter)) {
        if (letter.kind == LINK_UNIT && !r->ended && r->count < r->threads.workers) {
            r->units[r->count++] = (Unit){letter.number, letter.bytes};
            continue;
        }
        r->ended = r->ended || letter.kind == LINK_END;
        free(letter.bytes.data);
    }
    const int pause_us = link_pause_us(r->link, r->starving ? STARVING_US : WORKING_US);
    r->threads.tick_ms = pause_us < 1000 ? 1 : pause_us / 1000;
}

static bool run(Relay *r, const JobWork *work, const void *setup, Message *message) {
    const JobKind kind = {.work = work,
                          .next = next_unit,
                          .accept = pass_result,
                          .commit = commit,
                          .should_stop = has_ended,
                          .tick = look_for_letters};
    r->units = calloc((size_t)r->threads.workers, sizeof *r->units);
    if (r->units == NULL)
        return message_set(message, "no memory for %d workers", r->threads.workers);
    link_send(r->link, 0, LINK_READY, (uint64_t)r->threads.workers, NULL);
    const bool ran = job_run_threads(&kind, r, setup, &r->threads, message);
    for (int i = 0; i < r->count; i++)
        free(r->units[i].task.data);
    free(r->units);
    return ran;
}

/* ---- Beginning ---- */

bool relay_describe(const JobWork *work, const void *setup, const JobThreads *threads, Bytes *bytes,
                    Message *message) {
    Bytes own;
    *bytes = (Bytes){NULL, 0};
    if (!setup_collect(work, setup, &own, message))
        return false;
    FILE *out = open_memstream(&bytes->data, &bytes->size);
    bool written = out != NULL;
    if (written) {
        setup_put(out, BRINDLE_VERSION);
        setup_put(out, work->name);
        setup_put_number(out, threads->workers);
        setup_put_number(out, threads->pin);
        written = fwrite(own.data, 1, own.size, out) == own.size;
        written = fclose(out) == 0 && written;
    }
    free(own.data);
    if (written && bytes->size < INT_MAX / 2) /* MPI counts in ints */
        return true;
    free(bytes->data);
    return message_set(message, written ? "the job is too large for a message" : "no memory");
}

static const JobWork *find_work(const JobWork *const *works, const char *name, Message *message) {
    for (; *works != NULL; works++)
        if (strcmp((*works)->name, name) == 0)
            return *works;
    message_set(message, "there is no job of '%.40s'", name);
    return NULL;
}

static bool do_job(Link *link, const JobWork *const *works, const Bytes *bytes, Message *message) {
    Relay relay = {.link = link, .threads = {.tick_ms = 1}};
    SetupText text = setup_text(bytes);
    const char *version = setup_take(&text);
    const JobWork *work = find_work(works, setup_take(&text), message);
    relay.threads.workers = (int)setup_take_number(&text, 1, INT_MAX);
    relay.threads.pin = setup_take_number(&text, 0, 1) != 0;
    if (strcmp(version, BRINDLE_VERSION) != 0)
        return message_set(message, "this is version %.60s, rank 0 is %.60s", BRINDLE_VERSION,
                           version);
    if (work == NULL || !setup_taken(&text, message))
        return false;
    const Bytes rest = {bytes->data + (text.at - bytes->data), (size_t)(text.end - text.at)};
    void *setup = work->setup_read(&rest, message);
    if (setup == NULL)
        return false;
    const bool done = run(&relay, work, setup, message);
    work->setup_free(setup);
    return done;
}

/* Does it and tells rank 0 how it went. */
static void take_part(Link *link, const JobWork *const *works, const Bytes *job) {
    Message why = {""}, message;
    char host[64];
    if (do_job(link, works, job, &why)) {
        link_send(link, 0, LINK_LEFT, 0, NULL);
        return;
    }
    link_host(host, sizeof host);
    message_set(&message, "rank %d on %s: %.240s", link->rank, host, why.text);
    link_send(link, 0, LINK_LEFT, 0, &(Bytes){message.text, strlen(message.text)});
}

void relay_serve(Link *link, const JobWork *const *works) {
    for (bool quits = false; !quits;) {
        Letter letter;
        if (!link_receive(link, &letter)) {
            link_sleep(link, IDLE_US);
            continue;
        }
        quits = letter.kind == LINK_QUIT;
        if (letter.kind == LINK_JOB) /* anything else is of a job that this process has left */
            take_part(link, works, &letter.bytes);
        free(letter.bytes.data);
    }
}
