#include "engine/live_text.h"
#include "engine/match/game_store.h"
#include "engine/match/match_config.h"
#include "engine/match/report.h"
#include "engine/tools/job_command.h"
#include "engine/tools/toolbox.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What may be said anew when a match is taken up again: nothing that changes its games. */
static const char *const CHANGEABLE[] = {"--concurrency", "--affinity", "--recover", "--quiet",
                                         NULL};

/* Everything between the command line and the end of a match. */
typedef struct {
    JobCommand job;
    MatchConfig config;
    bool live; /* standard output is a terminal: a table that is drawn anew */
    bool quiet;
    LiveText table;
    int64_t drawn_at;
} MatchCommand;

/* ---- What is shown ---- */

static void draw(MatchCommand *m, const MatchState *state) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    report_progress(out, state);
    report_table(out, state);
    if (fclose(out) == 0)
        live_text_draw(&m->table, text);
    free(text);
}

static void on_game(void *context, const MatchState *state, const GameRecord *record, bool is_new) {
    MatchCommand *m = context;
    if (!is_new || (m->quiet && record->culprit < 0))
        return;
    if (m->live && record->culprit < 0)
        return; /* the table tells it */
    if (m->live)
        live_text_erase(&m->table);
    report_game(stdout, record);
    const uint64_t games = state->standings->games;
    if (!m->live && !m->quiet && games % 10 == 0 && games < state->total) {
        report_table(stdout, state);
        report_progress(stdout, state);
    }
    fflush(stdout);
}

static void on_tick(void *context, const MatchState *state) {
    MatchCommand *m = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (m->live && now_ms - m->drawn_at >= 250) {
        draw(m, state);
        m->drawn_at = now_ms;
    }
}

/* ---- From words to a match ---- */

static bool begin_match(MatchCommand *m, const Arguments *given, int *status, Message *message) {
    *status = EXIT_USAGE;
    if (!job_command_read(&m->job, given, message) ||
        !match_config_read(&m->job.arguments, &m->config, message))
        return false;
    *status = 1;
    return match_config_probe(&m->config, message) && job_command_create(&m->job, NULL, message);
}

static bool resume_match(MatchCommand *m, const Arguments *given, int *status, Message *message) {
    int64_t concurrency = 0;
    *status = EXIT_USAGE;
    if (!job_command_check_resume(&m->job, given, message) ||
        !arguments_number(given, "--concurrency", 1, MATCH_CONCURRENCY_MAX, &concurrency, message))
        return false;
    *status = 1;
    if (!job_command_open(&m->job, given, message) ||
        !match_config_read(&m->job.arguments, &m->config, message))
        return false;
    if (concurrency > 0)
        m->config.concurrency = (int)concurrency;
    m->config.recover = m->config.recover || arguments_value(given, "--recover") != NULL;
    m->config.pin = m->config.pin || arguments_value(given, "--affinity") != NULL;
    job_command_warn_of_version(
        &m->job, "games of Brindle inside the runner, and random openings, may differ");
    return match_config_probe(&m->config, message);
}

/* ---- Running it ---- */

static int finish(MatchCommand *m, Match *match, bool ran, Message *message) {
    const MatchState *state = match_state(match);
    const bool over = match_is_over(match);
    if (m->live)
        live_text_erase(&m->table);
    report_table(stdout, state); /* whole, however small the terminal */
    report_runner(stdout, state);
    fflush(stdout);
    if (!match_free(match, ran ? message : NULL))
        ran = false;
    if (!ran)
        fprintf(stderr, "brindle match: %s\n", message->text);
    if (!over)
        job_command_print_resume(stderr, &m->job,
                                 ran ? "Stopped; what is finished is saved.  To go on:\n"
                                     : "What is finished is saved.  To go on:\n");
    return !ran ? 1 : over ? 0 : EXIT_INTERRUPTED;
}

static int play(MatchCommand *m) {
    m->quiet = m->quiet || arguments_value(&m->job.arguments, "--quiet") != NULL;
    Message message;
    const MatchListener listener = {
        .on_game = on_game, .on_tick = on_tick, .interrupted = interrupted, .context = m};
    m->live = isatty(STDOUT_FILENO) == 1 && !m->job.runner->plain_output;
    m->table = (LiveText){.out = stdout};
    Match *match = match_new(&m->config, m->job.store, &listener, &message);
    if (match == NULL) {
        fprintf(stderr, "brindle match: %s\n", message.text);
        return 1;
    }
    if (!match_is_over(match))
        job_command_print_resume(stderr, &m->job, "If this match is interrupted, go on with\n");
    return finish(m, match, match_run(match, m->job.runner, &message), &message);
}

static void clear(MatchCommand *m) {
    match_config_clear(&m->config);
    job_command_clear(&m->job);
    free(m);
}

static int run(const Arguments *given) {
    Message message = {"no memory"};
    int status = 1;
    MatchCommand *m = calloc(1, sizeof *m);
    /* An engine that has gone must not take us with it. */
    signal(SIGPIPE, SIG_IGN);
    interrupts_watch();
    if (m != NULL) {
        m->job = (JobCommand){.command = &COMMAND_MATCH,
                              .runner = given->tools->runner,
                              .kind = &MATCH_DATABASE,
                              .changeable = CHANGEABLE};
        m->quiet = arguments_value(given, "--quiet") != NULL;
        const bool described = arguments_value(given, "--resume") != NULL
                                   ? resume_match(m, given, &status, &message)
                                   : begin_match(m, given, &status, &message);
        if (described) {
            status = play(m);
            clear(m);
            return status;
        }
        clear(m);
    }
    fprintf(stderr, "brindle match: %s\n", message.text);
    return status;
}

static void print_words(void) {
    job_command_print_engine_words("--engine and --each");
}

const Command COMMAND_MATCH = {
    .name = "match",
    .summary = "play a tournament: Brindle, UCI and XBoard engines",
    .details =
        "Each game is stored in a database as soon as it ends: after Ctrl-C, kill -9 or a power\n"
        "cut, --resume goes on and loses nothing.  An engine without cmd= is Brindle inside this\n"
        "program.",
    .options = MATCH_OPTIONS,
    .more_help = print_words,
    .repeatable = {"--engine"},
    .run = run};
