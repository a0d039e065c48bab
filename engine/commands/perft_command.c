#include "bitboard/notation.h"
#include "engine/commands/command.h"
#include "engine/perft.h"
#include "engine/search/time.h"
#include "engine/wait.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK_MS = 200 };

typedef struct {
    Position pos;
    PerftOptions options;
    PerftProgress progress;
    PerftResult result;
    Message message;
    bool done_well;
    bool done; /* under the mutex */
    pthread_mutex_t mutex;
    pthread_cond_t finished;
} PerftRun;

static void *count(void *argument) {
    PerftRun *run = argument;
    run->done_well =
        perft_run(&run->pos, &run->options, &run->progress, &run->result, &run->message);
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

static int count_and_print(PerftRun *run, bool divide) {
    pthread_t thread;
    char text[MOVE_TEXT_SIZE];
    const int64_t started = clock_ms();
    interrupts_watch();
    pthread_mutex_init(&run->mutex, NULL);
    pthread_cond_init(&run->finished, NULL);
    if (pthread_create(&thread, NULL, count, run) != 0) {
        fprintf(stderr, "brindle perft: the system gives no thread\n");
        return 1;
    }
    wait_for_count(run, started);
    pthread_join(thread, NULL);
    const int64_t elapsed = clock_ms() - started;
    if (!run->done_well) {
        fprintf(stderr, "brindle perft: %s\n", run->message.text);
        return interrupted() ? EXIT_INTERRUPTED : 1;
    }
    for (int i = 0; i < run->result.move_count && divide; i++)
        printf("%s: %" PRIu64 "\n", move_write(run->result.moves[i], text), run->result.counts[i]);
    const double seconds = (double)(elapsed > 0 ? elapsed : 1) / 1000;
    printf("%sdepth %d, %.3f s, %.1f million nodes/s\n", divide ? "\n" : "", run->options.depth,
           seconds, (double)run->result.nodes / 1e6 / seconds);
    printf("Nodes searched: %" PRIu64 "\n", run->result.nodes);
    return 0;
}

static int run(const Arguments *arguments) {
    int64_t depth = 0, threads = 1, hash = 0;
    PerftRun *job = calloc(1, sizeof *job);
    Message message = {"no memory"};
    if (job == NULL ||
        !arguments_positional_number(arguments, 0, "DEPTH", 0, PERFT_MAX_DEPTH, &depth, &message) ||
        !arguments_number(arguments, "--threads", 1, PERFT_MAX_THREADS, &threads, &message) ||
        !arguments_number(arguments, "--hash", 0, PERFT_MAX_HASH_MIB, &hash, &message) ||
        !arguments_position(arguments, &job->pos, &message)) {
        free(job);
        return arguments_refuse(arguments, &message);
    }
    job->options =
        (PerftOptions){.depth = (int)depth,
                       .threads = (int)threads,
                       .hash_mib = (size_t)hash,
                       .make_leaves = arguments_value(arguments, "--make-leaves") != NULL};
    const int status = count_and_print(job, arguments_value(arguments, "--divide") != NULL);
    free(job);
    return status;
}

static const OptionSpec OPTIONS[] = {
    {"--variant", "V", "the rule set: wildebeest (default) or standard-wildebeest"},
    {"--fen", "FEN", "the position (default: the array)"},
    {"--moves", "MOVE…", "moves to play first, by coordinates or SAN"},
    {"--divide", NULL, "the count after each move, too"},
    {"--threads", "N", "count on N threads"},
    {"--hash", "MB", "remember counts in a table of that many MiB"},
    {"--make-leaves", NULL, "make and unmake the last moves, instead of counting their list"},
    {NULL, NULL, NULL},
};

const Command COMMAND_PERFT = {.name = "perft",
                               .positional = "DEPTH",
                               .least_positional = 1,
                               .most_positional = 1,
                               .summary = "count the sequences of legal moves of a length",
                               .details = "The last line is \"Nodes searched: N\".",
                               .options = OPTIONS,
                               .run = run};
