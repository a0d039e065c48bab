#include "brindle_version.h"
#include "engine/commands/command.h"
#include "engine/commands/step_progress.h"
#include "engine/jobs/cores.h"
#include "engine/speed/machine.h"
#include "engine/speed/speedtest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_HASH_PER_THREAD_MIB = 128, DEFAULT_SECONDS = 60, MOST_SECONDS = 86400 };

static void on_sample(void *context, const SpeedtestSample *sample, int done, int total) {
    char rate[64];
    const int64_t time_ms = sample->time_ms > 0 ? sample->time_ms : 1;
    snprintf(rate, sizeof rate, "%.3f M nodes/s", (double)sample->nodes / 1000 / (double)time_ms);
    step_progress_show(context, done, total, rate);
}

/* ---- For people ---- */

static void print_spread(const char *what, const Spread *s, double unit, const char *unit_name) {
    printf("%-22s %.3f %s (half of them %.3f to %.3f)\n", what, s->median / unit, unit_name,
           s->low / unit, s->high / unit);
}

static void print_text(const SpeedtestOptions *o, const SpeedtestResult *r) {
    char text[MACHINE_TEXT_SIZE];
    printf("%-22s %s, %d threads of %d, hash %zu MiB\n", "machine", machine_processor(text),
           o->threads, cores_count(), o->hash_mib);
    printf("%-22s Brindle %s, %s, %s\n", "build", BRINDLE_VERSION, machine_compiler(),
           machine_flags());
    if (r->huge_page_kib >= 0)
        printf("%-22s %" PRId64 " MiB (the kernel's mode: %s)\n", "in huge pages",
               r->huge_page_kib / 1024, machine_huge_page_mode(text));
    printf("%-22s %d positions of games, %.2f s\n", "searched", r->count,
           (double)r->time_ms / 1000);
    printf("%-22s %.1f%% at most\n", "hash used", (double)r->hash_permille_most / 10);
    print_spread("median depth", &r->depth, 1, "half-moves");
    print_spread("median position", &r->per_position, 1e6, "M nodes/s");
    print_spread("median thread", &r->per_thread, 1e6, "M nodes/s");
    for (int i = 0; i < o->threads && o->threads > 1; i++)
        printf("  thread %-13d %.3f M nodes/s\n", i + 1,
               (double)r->thread_nodes[i] / 1000 / (double)(r->time_ms > 0 ? r->time_ms : 1));
    printf("%" PRIu64 " nodes %.0f nps\n", r->nodes, r->nodes_per_second);
}

/* ---- For programs ---- */

static void json_text(const char *key, const char *value) {
    printf("\"%s\":", key);
    machine_json_string(stdout, value);
    putchar(',');
}

static void json_spread(const char *key, const Spread *s) {
    printf("\"%s\":{\"median\":%.1f,\"low\":%.1f,\"high\":%.1f},", key, s->median, s->low, s->high);
}

static void print_json(const SpeedtestOptions *o, const SpeedtestResult *r) {
    char text[MACHINE_TEXT_SIZE];
    printf("{\"type\":\"speedtest\",");
    json_text("version", BRINDLE_VERSION);
    json_text("processor", machine_processor(text));
    json_text("compiler", machine_compiler());
    json_text("flags", machine_flags());
    json_text("huge_page_mode", machine_huge_page_mode(text));
    printf("\"huge_page_kib\":%" PRId64 ",\"cores\":%d,\"threads\":%d,\"hash_mib\":%zu,",
           r->huge_page_kib, cores_count(), o->threads, o->hash_mib);
    printf("\"nodes\":%" PRIu64 ",\"time_ms\":%" PRId64 ",\"nps\":%.0f,", r->nodes, r->time_ms,
           r->nodes_per_second);
    printf("\"hashfull_most\":%d,", r->hash_permille_most);
    json_spread("depth", &r->depth);
    json_spread("position_nps", &r->per_position);
    json_spread("thread_nps", &r->per_thread);
    printf("\"thread_nodes\":[");
    for (int i = 0; i < o->threads; i++)
        printf("%s%" PRIu64, i > 0 ? "," : "", r->thread_nodes[i]);
    printf("],\"positions\":[");
    for (int i = 0; i < r->count; i++) {
        const SpeedtestSample *s = &r->samples[i];
        printf("%s{\"game\":%d,\"ply\":%d,\"nodes\":%" PRIu64 ",\"time_ms\":%" PRId64
               ",\"depth\":%d,\"hashfull\":%d}",
               i > 0 ? "," : "", s->game + 1, s->ply, s->nodes, s->time_ms, s->depth,
               s->hash_permille);
    }
    printf("]}\n");
}

/* ---- The command ---- */

static int run(const Arguments *arguments) {
    int64_t threads = cores_count(), hash = 0;
    double seconds = DEFAULT_SECONDS;
    Message message = {"no memory"};
    StepProgress progress;
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    if (!arguments_positional_number(arguments, 0, "THREADS", 1, MAX_THREADS, &threads, &message))
        return arguments_refuse(arguments, &message);
    hash = threads * DEFAULT_HASH_PER_THREAD_MIB;
    if (!arguments_positional_number(arguments, 1, "HASH", 1, 1 << 25, &hash, &message) ||
        !arguments_positional_real(arguments, 2, "SECONDS", 0.05, MOST_SECONDS, &seconds, &message))
        return arguments_refuse(arguments, &message);
    const SpeedtestOptions options = {.threads = (int)threads,
                                      .hash_mib = (size_t)hash,
                                      .seconds = seconds,
                                      .interrupted = interrupted,
                                      .on_sample = on_sample,
                                      .context = &progress};
    SpeedtestResult *result = calloc(1, sizeof *result);
    interrupts_watch();
    step_progress_start(&progress);
    const bool done = result != NULL && speedtest_run(&options, result, &message);
    step_progress_clear(&progress);
    if (!done)
        fprintf(stderr, "brindle speedtest: %s\n", message.text);
    else if (arguments_value(arguments, "--json") != NULL)
        print_json(&options, result);
    else
        print_text(&options, result);
    free(result);
    return done ? 0 : interrupted() ? EXIT_INTERRUPTED : 1;
}

static const OptionSpec OPTIONS[] = {
    {"--json", NULL, "one JSON object, with every position"},
    {NULL, NULL, NULL},
};

const Command COMMAND_SPEEDTEST = {
    .name = "speedtest",
    .positional = "[THREADS] [HASH] [SECONDS]",
    .most_positional = 3,
    .summary = "how fast this machine searches: whole games, by the clock, on all cores",
    .details = "HASH is in MiB (default 128 for each thread), SECONDS of all searches together "
               "(default 60).\nIts nodes differ from run to run; 'bench' has a signature.",
    .options = OPTIONS,
    .run = run};
