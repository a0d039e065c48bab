#include "engine/mpi/ranks.h"

#include "engine/jobs/intake.h"
#include "engine/mpi/relay.h"

#include <stdlib.h>
#include <time.h>

enum { LONGEST_US = 2000, BATCH_MAX = 256 };

/* A job that runs. */
typedef struct {
    Link *link;
    const JobKind *kind;
    void *owner;
    Intake intake;
    int *idle;        /* workers of each rank that wait for a unit */
    int present;      /* ranks that have not left the job */
    uint64_t given;   /* units handed out … */
    uint64_t results; /* … and come back */
    bool done;        /* there are no more units */
    bool left;        /* a rank has left, with or without a reason */
    bool ended;       /* the others were told */
    Finished finished[BATCH_MAX];
    int count; /* of these */
} Course;

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void send_all(Link *link, LetterKind kind, const Bytes *bytes) {
    for (int rank = 1; rank < link->ranks; rank++)
        link_send(link, rank, kind, 0, bytes);
}

static void take_letter(Course *c, const Letter *letter) {
    switch (letter->kind) {
    case LINK_READY: c->idle[letter->rank] += (int)letter->number; break;
    case LINK_RESULT:
        c->idle[letter->rank]++;
        c->results++;
        c->finished[c->count++] = (Finished){letter->number, letter->bytes};
        return;
    default: /* LINK_LEFT */
        c->left = true;
        c->present--;
        c->idle[letter->rank] = 0;
        if (letter->bytes.size > 0) {
            Message why;
            message_set(&why, "%s", letter->bytes.data);
            intake_fail(&c->intake, &why);
        }
    }
    free(letter->bytes.data);
}

/* Gives each rank that waits a unit in turn, until there is none or nobody waits. */
static JobNext hand_out(Course *c) {
    for (bool any = true; any;) {
        any = false;
        for (int rank = 1; rank < c->link->ranks; rank++) {
            Unit unit = {0, {NULL, 0}};
            if (c->idle[rank] == 0)
                continue;
            const JobNext next = c->kind->next(c->owner, &unit);
            if (next != JOB_UNIT)
                return next;
            link_send(c->link, rank, LINK_UNIT, unit.number, &unit.task);
            free(unit.task.data);
            c->idle[rank]--;
            c->given++;
            any = true;
        }
    }
    return JOB_WAIT;
}

/* Once round; false if nothing has come. */
static bool go_round(Course *c) {
    Letter letter;
    c->count = 0;
    bool any = false;
    while (c->count < BATCH_MAX && link_receive(c->link, &letter)) {
        take_letter(c, &letter);
        any = true;
    }
    bool stopping = c->ended || c->left || c->kind->should_stop(c->owner);
    /* New units go out before results are stored, so that nobody waits for the disk. */
    if (!stopping && !c->done)
        c->done = hand_out(c) == JOB_DONE;
    intake_take(&c->intake, c->finished, c->count);
    stopping = stopping || c->intake.failed || (c->done && c->results == c->given);
    if (stopping && !c->ended)
        send_all(c->link, LINK_END, NULL);
    c->ended = stopping;
    return any;
}

static void run_course(Course *c, int tick_ms) {
    double ticked = 0;
    while (c->present > 0) {
        const bool any = go_round(c);
        const double now = seconds_of(CLOCK_MONOTONIC);
        if (c->kind->tick != NULL && (c->count > 0 || (now - ticked) * 1000 >= tick_ms)) {
            c->kind->tick(c->owner);
            ticked = now;
        }
        if (!any)
            link_sleep(c->link, LONGEST_US);
    }
}

static bool run(const JobRunner *runner, const JobKind *kind, void *owner, const void *setup,
                const JobThreads *threads, Message *message) {
    const RanksRunner *r = (const RanksRunner *)runner;
    Bytes job;
    if (r->link->ranks == 1)
        return job_run_threads(kind, owner, setup, threads, message);
    if (!relay_describe(kind->work, setup, threads, &job, message))
        return false;
    Course *c = calloc(1, sizeof *c);
    int *idle = calloc((size_t)r->link->ranks, sizeof *idle);
    bool ran = c != NULL && idle != NULL;
    if (ran) {
        const double began = seconds_of(CLOCK_MONOTONIC),
                     cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        const uint64_t letters = r->link->letters;
        *c = (Course){.link = r->link,
                      .kind = kind,
                      .owner = owner,
                      .intake = {.kind = kind, .owner = owner, .message = message},
                      .idle = idle,
                      .present = r->link->ranks - 1};
        send_all(r->link, LINK_JOB, &job);
        run_course(c, threads->tick_ms);
        ran = !c->intake.failed;
        r->report->units += c->results;
        r->report->letters += r->link->letters - letters;
        r->report->seconds += seconds_of(CLOCK_MONOTONIC) - began;
        r->report->cpu_seconds += seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    } else {
        message_set(message, "no memory for %d ranks", r->link->ranks);
    }
    free(c);
    free(idle);
    free(job.data);
    return ran;
}

void ranks_runner_init(RanksRunner *r, Link *link, RanksReport *report) {
    *r = (RanksRunner){.runner = {.run = run}, .link = link, .report = report};
    snprintf(r->program, sizeof r->program, "mpirun -n %d brindle-mpi", link->ranks);
    r->runner.program = r->program;
}

void ranks_quit(Link *link) {
    send_all(link, LINK_QUIT, NULL);
}
