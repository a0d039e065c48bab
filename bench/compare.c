#include "bench/compare.h"

#include "bench/measurements.h"
#include "engine/commands/step_progress.h"
#include "engine/players/clock.h"
#include "engine/players/process.h"
#include "engine/speed/spread.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_RUNS = 12, LISTEN_MS = 200, WORDS_MAX = 32, END_MS = 1000 };

typedef struct {
    const char *programs[SIDES];
    const char *words[WORDS_MAX + 1]; /* for each of them */
    char filter_word[512], time_word[64];
    bool by_nodes; /* what they print is `bench`, not Google Benchmark's */
    int runs;
    double alpha, margin;
    Measurements measured;
} Comparison;

/* ---- Running a program ---- */

/* All that the program prints on its standard output, malloced; NULL, and a message, if it cannot
 * be run, fails or is interrupted. */
static char *run_program(const char *program, const char *const *words, Message *message) {
    const ProcessSpec spec = {.command = program, .arguments = words};
    const ProcessWait nothing_else = {.stop = NULL};
    char *text = NULL, *line, fate[160];
    size_t size = 0;
    Process *process = calloc(1, sizeof *process);
    FILE *out = open_memstream(&text, &size);
    bool well = process != NULL && out != NULL && process_start(process, &spec, message);
    ProcessStatus status = PROCESS_TIMEOUT;
    while (well && status != PROCESS_ENDED) {
        status = process_receive(process, clock_ns() + (int64_t)LISTEN_MS * NS_PER_MS,
                                 &nothing_else, &line);
        if (status == PROCESS_LINE)
            fprintf(out, "%s\n", line);
        if (interrupted())
            well = message_set(message, "stopped");
    }
    if (well) {
        process_fate(process, END_MS, fate, sizeof fate);
        well = strcmp(fate, "exit status 0") == 0 || message_set(message, "it failed: %s", fate);
    }
    if (process != NULL)
        process_end(process, 0);
    free(process);
    if (out != NULL)
        fclose(out);
    if (well)
        return text;
    free(text);
    return NULL;
}

static bool run_side(Comparison *c, Side side, Message *message) {
    Message why = {"no memory"};
    char *text = run_program(c->programs[side], c->words, &why);
    const bool read =
        text != NULL && (c->by_nodes ? measurements_add_bench(&c->measured, side, text, &why)
                                     : measurements_add_json(&c->measured, side, text, &why));
    free(text);
    return read || message_set(message, "%.120s: %s", c->programs[side], why.text);
}

/* In turn, and who is first changes from pair to pair: A B, B A, A B … */
static bool run_all(Comparison *c, Message *message) {
    StepProgress progress;
    bool well = true;
    step_progress_start(&progress);
    for (int i = 0; i < c->runs && well; i++) {
        const Side first = i % 2 == 0 ? SIDE_A : SIDE_B;
        well =
            run_side(c, first, message) && run_side(c, first == SIDE_A ? SIDE_B : SIDE_A, message);
        step_progress_show(&progress, i + 1, c->runs, "pairs of runs");
    }
    step_progress_clear(&progress);
    return well;
}

/* ---- What came of it ---- */

static const char *verdict_word(PairedVerdict verdict) {
    static const char *const words[] = {"unclear", "same", "faster", "slower"};
    return words[verdict];
}

/* Returns false if the benchmark is not in both programs. */
static bool print_row(const Comparison *c, Measured *m) {
    PairedRatio r;
    Message message;
    if (m->count[SIDE_A] != c->runs || m->count[SIDE_B] != c->runs) {
        printf("%-34s only in %s\n", m->name, m->count[SIDE_A] > 0 ? "A" : "B");
        return false;
    }
    if (!paired_ratio(m->nanoseconds[SIDE_A], m->nanoseconds[SIDE_B], c->runs, c->alpha, &r,
                      &message)) {
        printf("%-34s %s\n", m->name, message.text);
        return false;
    }
    const Spread a = spread_of(m->nanoseconds[SIDE_A], c->runs);
    const Spread b = spread_of(m->nanoseconds[SIDE_B], c->runs);
    printf("%-34s %11.2f %11.2f  %6.3f [%.3f, %.3f]  %-8.2g %s\n", m->name, a.median, b.median,
           r.ratio, r.low, r.high, r.p, verdict_word(paired_verdict(&r, c->margin)));
    return true;
}

static void print_all(const Comparison *c) {
    printf("A: %s\nB: %s\n%d pairs of runs; B's time by A's, with a %g%% interval\n\n",
           c->programs[SIDE_A], c->programs[SIDE_B], c->runs, 100 * (1 - c->alpha));
    printf("%-34s %11s %11s  %6s %-16s %-8s B is\n", "", "A, ns", "B, ns", "ratio", "", "p");
    int compared = 0;
    for (int i = 0; i < c->measured.count; i++) {
        Measured *m = &c->measured.list[i];
        compared += print_row(c, m);
        if (m->nodes[SIDE_A] != m->nodes[SIDE_B])
            printf("The searches differ: %.0f and %.0f nodes.\n", m->nodes[SIDE_A],
                   m->nodes[SIDE_B]);
    }
    if (compared > 1)
        printf("\nOf %d verdicts without a difference behind them, %.1f would be expected to claim "
               "one.\n",
               compared, compared * c->alpha);
}

/* ---- The command ---- */

static void choose_words(const Arguments *a, double min_time, Comparison *c) {
    const char *filter = arguments_value(a, "--filter");
    int count = 0;
    c->by_nodes = arguments_value(a, "--nps") != NULL || arguments_value(a, "--arguments") != NULL;
    if (c->by_nodes) {
        char *const *words = NULL;
        const int given = arguments_words(a, "--arguments", &words);
        for (; count < given && count < WORDS_MAX; count++)
            c->words[count] = words[count];
        if (count == 0)
            c->words[count++] = "bench";
    } else {
        snprintf(c->filter_word, sizeof c->filter_word, "--benchmark_filter=%s",
                 filter != NULL ? filter
                                : "^(attacks|bits|moves|key|movegen|see|evaluation|picker)/");
        snprintf(c->time_word, sizeof c->time_word, "--benchmark_min_time=%g", min_time);
        c->words[count++] = "--benchmark_format=json";
        c->words[count++] = c->filter_word;
        c->words[count++] = c->time_word;
    }
    c->words[count] = NULL;
}

static bool read_arguments(const Arguments *a, Comparison *c, Message *message) {
    int64_t runs = DEFAULT_RUNS;
    double margin = 1, min_time = 0.05;
    const char *filter = arguments_value(a, "--filter");
    c->alpha = 0.01;
    if (!arguments_number(a, "--runs", 1, PAIRED_MAX, &runs, message) ||
        !arguments_real(a, "--alpha", 1e-6, 0.5, &c->alpha, message) ||
        !arguments_real(a, "--margin", 0, 100, &margin, message) ||
        !arguments_real(a, "--min-time", 0.0001, 3600, &min_time, message))
        return false;
    if (filter != NULL && strlen(filter) > 400)
        return message_set(message, "--filter: it is longer than 400 bytes");
    if (pow(0.5, (double)runs) > c->alpha / 2)
        return message_set(message, "--runs %d: so few cannot tell anything with --alpha %g",
                           (int)runs, c->alpha);
    c->programs[SIDE_A] = a->positional[0];
    c->programs[SIDE_B] = a->positional[1];
    c->runs = (int)runs;
    c->margin = margin / 100;
    choose_words(a, min_time, c);
    return true;
}

static int run(const Arguments *arguments) {
    Message message;
    Comparison c = {.runs = 0};
    if (!read_arguments(arguments, &c, &message))
        return arguments_refuse(arguments, &message);
    signal(SIGPIPE, SIG_IGN);
    interrupts_watch();
    const bool done = run_all(&c, &message);
    if (done)
        print_all(&c);
    else
        fprintf(stderr, "brindle-bench compare: %s\n", message.text);
    measurements_clear(&c.measured);
    return done ? 0 : interrupted() ? EXIT_INTERRUPTED : 1;
}

static const OptionSpec OPTIONS[] = {
    {"--filter", "REGEX", "which benchmarks (default: all but hash, text and tuner)"},
    {"--min-time", "S", "seconds for each benchmark in each run (default 0.05)"},
    {"--nps", NULL, "A and B are engines: compare the time per node that 'bench' tells"},
    {"--arguments", "WORD…", "the same of another command than 'bench', as: bench 11"},
    {"--runs", "N", "of each program (default 12)"},
    {"--alpha", "P", "how likely an interval may miss the truth (default 0.01)"},
    {"--margin", "PERCENT", "differences that are called none (default 1)"},
    {NULL, NULL, NULL},
};

const Command COMMAND_COMPARE = {
    .name = "bench compare",
    .positional = "A B",
    .least_positional = 2,
    .most_positional = 2,
    .summary = "is B faster than A?  Two builds of brindle-bench (or of brindle), run in turn",
    .details = "faster, slower: the interval leaves 1 out.  same: all of it is within the margin.\n"
               "unclear: neither; more runs are needed.",
    .options = OPTIONS,
    .run = run,
    .alone = true};
