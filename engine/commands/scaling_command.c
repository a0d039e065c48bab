#include "engine/commands/command.h"
#include "engine/commands/output_file.h"
#include "engine/commands/step_progress.h"
#include "engine/jobs/cores.h"
#include "engine/speed/games.h"
#include "engine/speed/machine.h"
#include "engine/speed/scaling.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_HASH_MIB_MOST = 8192,
    DEFAULT_THREAD_HASH_MIB = 256,
    DEFAULT_DEPTH = 18,
    DEFAULT_POSITIONS = 12
};

typedef struct {
    ScalingOptions options;
    ScalingTable table;
    StepProgress progress;
    const char *csv_path, *plot_path; /* NULL: none */
    FILE *csv;
} ScalingCommand;

/* ---- What is shown ---- */

static void on_position(void *context, const ScalingRow *row, int done, int total) {
    ScalingCommand *c = context;
    char what[64];
    snprintf(what, sizeof what, "%d threads with %zu MiB", row->threads, row->hash_mib);
    step_progress_show(&c->progress, done, total, what);
}

static void print_row(const ScalingTable *table, const ScalingRow *row) {
    printf("%-8s %7d %9zu %10.3f %10.2f %12.1f %9.2f\n",
           row->sweep == SCALING_BY_THREADS ? "threads" : "hash", row->threads, row->hash_mib,
           scaling_nodes_per_second(row) / 1e6, scaling_nodes_ratio(table, row), row->mean_time_ms,
           scaling_speed_up(table, row));
    fflush(stdout);
}

static void on_row(void *context, const ScalingRow *row) {
    ScalingCommand *c = context;
    step_progress_clear(&c->progress);
    print_row(&c->table, row);
    if (c->csv != NULL) {
        scaling_write_row(c->csv, &c->options, &c->table, row);
        fflush(c->csv);
    }
}

/* ---- Files ---- */

/* Takes over what an earlier run left in the CSV file, and writes it anew without a torn end. */
static bool open_csv(ScalingCommand *c, Message *message) {
    Message why;
    FILE *old = fopen(c->csv_path, "r");
    if (old != NULL) {
        const bool read = scaling_read(old, &c->options, &c->table, &why);
        fclose(old);
        if (!read)
            return message_set(message, "--csv %s: %s", c->csv_path, why.text);
    } else if (errno != ENOENT) {
        return message_set(message, "--csv %s: %s", c->csv_path, strerror(errno));
    }
    OutputFile file;
    if (!output_file_open(&file, c->csv_path, message))
        return false;
    scaling_write_header(file.file);
    for (int i = 0; i < c->table.count; i++)
        scaling_write_row(file.file, &c->options, &c->table, &c->table.rows[i]);
    if (!output_file_commit(&file, message))
        return false;
    c->csv = fopen(c->csv_path, "a");
    return c->csv != NULL || message_set(message, "--csv %s: %s", c->csv_path, strerror(errno));
}

static bool close_csv(ScalingCommand *c, Message *message) {
    const bool well = ferror(c->csv) == 0, closed = fclose(c->csv) == 0;
    c->csv = NULL;
    if (well && closed)
        return true;
    return message_set(message, "--csv %s could not be written", c->csv_path);
}

static bool write_plot(const ScalingCommand *c, Message *message) {
    char processor[MACHINE_TEXT_SIZE], subtitle[MACHINE_TEXT_SIZE + 96];
    OutputFile file;
    if (!output_file_open(&file, c->plot_path, message))
        return false;
    snprintf(subtitle, sizeof subtitle, "%s; %d positions to depth %d",
             machine_processor(processor), c->options.positions, c->options.depth);
    scaling_plot(file.file, &c->table, subtitle);
    return output_file_commit(&file, message);
}

/* ---- The command ---- */

static bool read_options(const Arguments *a, ScalingCommand *c, Message *message) {
    int64_t threads = cores_count(), hash = DEFAULT_HASH_MIB_MOST, depth = DEFAULT_DEPTH;
    int64_t thread_hash = DEFAULT_THREAD_HASH_MIB, positions = DEFAULT_POSITIONS;
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    if (!arguments_number(a, "--threads", 1, MAX_THREADS, &threads, message) ||
        !arguments_number(a, "--hash", 1, 1 << 25, &hash, message) ||
        !arguments_number(a, "--thread-hash", 1, 1 << 25, &thread_hash, message) ||
        !arguments_number(a, "--depth", 1, MAX_PLY - 1, &depth, message) ||
        !arguments_number(a, "--positions", 1, speed_position_count(), &positions, message))
        return false;
    c->options = (ScalingOptions){.threads = (int)threads,
                                  .hash_mib = (size_t)hash,
                                  .thread_hash_mib = (size_t)thread_hash,
                                  .depth = (int)depth,
                                  .positions = (int)positions,
                                  .interrupted = interrupted,
                                  .on_position = on_position,
                                  .on_row = on_row,
                                  .context = c};
    c->csv_path = arguments_value(a, "--csv");
    c->plot_path = arguments_value(a, "--plot");
    return true;
}

static bool measure(ScalingCommand *c, Message *message) {
    if (c->csv_path != NULL && !open_csv(c, message))
        return false;
    printf("%-8s %7s %9s %10s %10s %12s %9s\n", "sweep", "threads", "hash/MiB", "M nodes/s",
           "nps ratio", "ms to depth", "speed-up");
    for (int i = 0; i < c->table.count; i++)
        print_row(&c->table, &c->table.rows[i]);
    step_progress_start(&c->progress);
    const bool done = scaling_run(&c->options, &c->table, message);
    step_progress_clear(&c->progress);
    if (c->csv != NULL && !close_csv(c, done ? message : NULL))
        return false;
    return done && (c->plot_path == NULL || write_plot(c, message));
}

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    ScalingCommand *c = calloc(1, sizeof *c);
    if (c == NULL || !read_options(arguments, c, &message)) {
        free(c);
        return arguments_refuse(arguments, &message);
    }
    interrupts_watch();
    const bool done = measure(c, &message);
    if (!done) {
        fprintf(stderr, "brindle scaling: %s\n", message.text);
        if (interrupted() && c->csv_path != NULL)
            fprintf(stderr, "What is finished is in %s; the same command goes on.\n", c->csv_path);
    }
    free(c);
    return done ? 0 : interrupted() ? EXIT_INTERRUPTED : 1;
}

static const OptionSpec OPTIONS[] = {
    {"--threads", "N", "1, 2, 4, … N threads (default: one for each core)"},
    {"--thread-hash", "MB", "with a table of that many MiB (default 256)"},
    {"--hash", "MB", "tables of 1, 2, 4, … MB MiB, with one thread (default 8192)"},
    {"--depth", "N", "the depth to reach in each position (default 18)"},
    {"--positions", "N", "how many positions (default 12)"},
    {"--csv", "FILE", "write the rows there; a run that was interrupted goes on from it"},
    {"--plot", "FILE", "write curves there, as SVG"},
    {NULL, NULL, NULL},
};

const Command COMMAND_SCALING = {
    .name = "scaling",
    .summary = "what threads and hash bring: nodes/s, time to depth, speed-up",
    .details = "Speed-up is how many times as soon the depth is reached as in the first row of the "
               "sweep,\nthe geometric mean over the positions.",
    .options = OPTIONS,
    .run = run};
