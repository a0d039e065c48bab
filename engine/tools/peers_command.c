#include "engine/commands/step_progress.h"
#include "engine/speed/machine.h"
#include "engine/tools/job_command.h"
#include "engine/tools/peers.h"
#include "engine/tools/toolbox.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_TIME_MS = 1000, MARGIN_MS = 10000, STALL_MS = 600000 };

typedef struct {
    EngineSpec engines[PEERS_MAX];
    int engine_count;
    PeersOptions options;
    PeerResult results[PEERS_MAX];
    StepProgress progress;
} PeersCommand;

/* ---- The command line ---- */

static bool read_words(EngineSpec *e, char *const *words, int count, Message *message) {
    for (int i = 0; i < count; i++)
        if (!engine_spec_word(e, words[i], message))
            return false;
    return true;
}

/* A new engine with the words of --each; NULL, and a message, if there can be no more. */
static EngineSpec *add_engine(PeersCommand *c, const Arguments *a, Message *message) {
    char *const *each = NULL;
    Message why;
    const int count = arguments_words(a, "--each", &each);
    if (c->engine_count == PEERS_MAX) {
        message_set(message, "there may be no more than %d engines", PEERS_MAX);
        return NULL;
    }
    EngineSpec *e = &c->engines[c->engine_count++];
    engine_spec_init(e);
    if (read_words(e, each, count, &why))
        return e;
    message_set(message, "--each: %s", why.text);
    return NULL;
}

/* Unless one of the engines is Brindle inside this program, it comes first of itself. */
static bool read_engines(PeersCommand *c, const Arguments *a, Message *message) {
    char *const *words = NULL;
    Message why;
    int count, given = 0;
    bool has_brindle = false;
    for (int i = 0; (count = arguments_repeated(a, "--engine", i, &words)) > 0; i++) {
        bool is_brindle = true;
        for (int j = 0; j < count; j++)
            is_brindle = is_brindle && strncmp(words[j], "cmd=", 4) != 0;
        has_brindle = has_brindle || is_brindle;
        given++;
    }
    if (given == 0)
        return message_set(message, "which engine? --engine cmd=PROGRAM");
    if (!has_brindle && add_engine(c, a, message) == NULL)
        return false;
    for (int i = 0; i < given; i++) {
        count = arguments_repeated(a, "--engine", i, &words);
        EngineSpec *e = add_engine(c, a, message);
        if (e == NULL)
            return false;
        if (!read_words(e, words, count, &why))
            return message_set(message, "--engine %d: %s", i + 1, why.text);
    }
    return c->engine_count >= 2 ||
           message_set(message, "there is one engine only, and nothing to compare it with");
}

static bool read_options(PeersCommand *c, const Arguments *a, Message *message) {
    const char *variant = arguments_value(a, "--variant"), *time = arguments_value(a, "--time");
    int64_t time_ms = DEFAULT_TIME_MS, positions;
    PeersOptions *o = &c->options;
    o->rules = variant != NULL ? rules_find(variant, message) : &RULES[0];
    if (o->rules == NULL || !read_engines(c, a, message))
        return false;
    positions = peers_position_count(o->rules);
    if (!arguments_number(a, "--positions", 1, positions, &positions, message) ||
        (time != NULL && !time_control_read_seconds("--time", time, &time_ms, message)))
        return false;
    bool limited = false;
    for (int i = 0; i < c->engine_count; i++) {
        limited = limited || c->engines[i].has_limit;
        if (!c->engines[i].has_limit)
            c->engines[i].tc.move_time_ms = time_ms;
        else if (c->engines[i].tc.has_clock)
            return message_set(message, "engines think for st=, nodes= or depth= here, not by tc=");
    }
    o->engines = c->engines;
    o->engine_count = c->engine_count;
    o->positions = (int)positions;
    o->limit_ms = limited ? STALL_MS : time_ms + MARGIN_MS;
    o->interrupted = interrupted;
    return true;
}

/* ---- What is shown ---- */

static void on_thought(void *context, int done, int total) {
    step_progress_show(context, done, total, "searches");
}

static void print_engine(const PeersCommand *c, int index, const PeerSummary *s) {
    char ratio[64] = "";
    if (index > 0)
        snprintf(ratio, sizeof ratio, "%8.2f [%.2f, %.2f]", s->ratio.ratio, s->ratio.low,
                 s->ratio.high);
    printf("%-28s %9.3f  %7.3f %7.3f %8.1f  %s\n", c->engines[index].name,
           s->nodes_per_second.median / 1e6, s->nodes_per_second.low / 1e6,
           s->nodes_per_second.high / 1e6, s->depth.median, ratio);
}

/* False if an engine has told nothing. */
static bool print_all(const PeersCommand *c) {
    char processor[MACHINE_TEXT_SIZE];
    bool complete = true;
    printf("%s, %d positions of %s, in turn, on %s\n", c->engines[0].name, c->options.positions,
           c->options.rules->name, machine_processor(processor));
    printf("Ratio: nodes/s of %s by the engine's, with a 95%% interval\n\n", c->engines[0].name);
    printf("%-28s %9s  %15s %8s  %8s\n", "engine", "M nodes/s", "(half of them)", "depth", "ratio");
    for (int i = 0; i < c->engine_count; i++) {
        PeerSummary s;
        Message message;
        if (peers_summarise(&c->results[0], &c->results[i], 0.05, &s, &message)) {
            print_engine(c, i, &s);
        } else {
            printf("%-28s %s\n", c->engines[i].name, message.text);
            complete = false;
        }
        if (c->results[i].failure[0] != '\0')
            printf("  told nothing %d times, the last: %s\n",
                   c->options.positions - c->results[i].count, c->results[i].failure);
    }
    return complete;
}

/* ---- The command ---- */

static bool measure(PeersCommand *c, Message *message) {
    for (int i = 0; i < c->engine_count; i++)
        if (!player_probe(&c->engines[i], c->options.rules, message))
            return false;
    c->options.on_thought = on_thought;
    c->options.context = &c->progress;
    step_progress_start(&c->progress);
    const bool done = peers_run(&c->options, c->results, message);
    step_progress_clear(&c->progress);
    return done;
}

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    int status = EXIT_USAGE;
    PeersCommand *c = calloc(1, sizeof *c);
    signal(SIGPIPE, SIG_IGN);
    interrupts_watch();
    if (c != NULL && read_options(c, arguments, &message)) {
        status = measure(c, &message) ? 0 : interrupted() ? EXIT_INTERRUPTED : 1;
        if (status == 0 && !print_all(c))
            status = 3;
    }
    if (status != 0 && status != 3)
        fprintf(stderr, "brindle peers: %s\n", message.text);
    for (int i = 0; c != NULL && i < c->engine_count; i++)
        engine_spec_clear(&c->engines[i]);
    free(c);
    return status;
}

static const OptionSpec OPTIONS[] = {
    {"--engine", "WORD…", "an engine: cmd=PROGRAM option.O=V …, as in 'match'; once for each"},
    {"--each", "WORD…", "such words for all of them, Brindle too"},
    {"--variant", "V", "the rule set: wildebeest (default) or standard-wildebeest"},
    {"--time", "S", "seconds for each position and engine (default 1)"},
    {"--positions", "N", "how many positions (default: all there are)"},
    {NULL, NULL, NULL},
};

static void print_words(void) {
    job_command_print_engine_words("--engine and --each");
}

const Command COMMAND_PEERS = {
    .name = "peers",
    .summary = "speed beside other engines: the same positions and time, in turn",
    .details = "Brindle comes first unless it is among the engines (one without cmd=).  Each "
               "engine counts\nnodes and depth in its own way.  Exit status 3: an engine told "
               "nothing.",
    .options = OPTIONS,
    .more_help = print_words,
    .repeatable = {"--engine"},
    .run = run};
