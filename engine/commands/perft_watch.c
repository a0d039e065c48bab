#include "engine/commands/perft_watch.h"

#include "engine/commands/command.h"
#include "engine/search/time.h"
#include "engine/wait.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 200 };

typedef struct {
    const Position *pos;
    const PerftOptions *options;
    PerftProgress progress;
    PerftResult *result;
    Message *message;
    int64_t elapsed_us;
    bool done_well;
    bool done; /* under the mutex */
    pthread_mutex_t mutex;
    pthread_cond_t finished;
} PerftRun;

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void *count(void *argument) {
    PerftRun *run = argument;
    const int64_t started = now_us();
    run->done_well = perft_run(run->pos, run->options, &run->progress, run->result, run->message);
    run->elapsed_us = now_us() - started;
    pthread_mutex_lock(&run->mutex);
    run->done = true;
    pthread_cond_signal(&run->finished);
    pthread_mutex_unlock(&run->mutex);
    return NULL;
}

static void show_progress(PerftRun *run, int64_t started) {
    const int done = atomic_load(&run->progress.done), total = atomic_load(&run->progress.total);
    const double seconds = (double)(clock_ms() - started) / 1000;
    const double nodes = (double)atomic_load(&run->progress.nodes);
    if (done == 0 || seconds < 1)
        return;
    fprintf(stderr, "\r\033[K%d of %d, %.0f M nodes, %.1f M nodes/s, %.0f s left", done, total,
            nodes / 1e6, nodes / 1e6 / seconds, seconds * (total - done) / done);
    fflush(stderr);
}

/* Waits for the count, showing how far it is on a terminal, and passes an interrupt on. */
static void wait_for_count(PerftRun *run, int64_t started) {
    const bool terminal = isatty(STDERR_FILENO);
    bool shown = false;
    pthread_mutex_lock(&run->mutex);
    while (!run->done) {
        wait_milliseconds(&run->finished, &run->mutex, TICK_MS);
        if (interrupted())
            atomic_store(&run->progress.stop, true);
        if (terminal && !run->done) {
            show_progress(run, started);
            shown = true;
        }
    }
    pthread_mutex_unlock(&run->mutex);
    if (shown)
        fprintf(stderr, "\r\033[K");
}

bool perft_watch(const Position *pos, const PerftOptions *options, PerftResult *result,
                 int64_t *elapsed_us, Message *message) {
    pthread_t thread;
    PerftRun run;
    memset(&run, 0, sizeof run);
    run.pos = pos;
    run.options = options;
    run.result = result;
    run.message = message;
    interrupts_watch();
    pthread_mutex_init(&run.mutex, NULL);
    pthread_cond_init(&run.finished, NULL);
    const bool started = pthread_create(&thread, NULL, count, &run) == 0;
    if (started) {
        wait_for_count(&run, clock_ms());
        pthread_join(thread, NULL);
    } else {
        message_set(message, "the system gives no thread");
    }
    pthread_cond_destroy(&run.finished);
    pthread_mutex_destroy(&run.mutex);
    *elapsed_us = run.elapsed_us;
    return run.done_well;
}
