/*
 * brindle analyse --epd and --pgn: files of positions and of games.
 */
#include "engine/tools/analyse_tools.h"

#include "engine/analysis/suite_text.h"
#include "engine/commands/pgn/pgn_filter.h"
#include "engine/commands/step_progress.h"
#include "engine/report/text_report.h"
#include "engine/search/time.h"
#include "engine/session/batch_output.h"
#include "engine/session/batch_review.h"
#include "engine/session/input_text.h"
#include "engine/tools/batch_json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Session *session;
    const AnalyseRequest *request;
    char *text; /* of the file … */
    BatchReading reading;
    Batch batch; /* … and what was read from it */
    BatchSetup setup;
    BatchJob *job;
    BatchOutput output;
    int64_t concurrency;
    bool json;
    StepProgress progress;
    SuiteText suite; /* of an EPD file: counts, in JSON too */
} BatchCommand;

/* ---- What is shown ---- */

static bool show_test(BatchCommand *c, uint64_t unit, Message *message) {
    const TestPosition *test = &c->batch.tests[unit];
    AnalysedPosition analysed;
    Position pos;
    const bool read = batch_job_result(c->job, unit, &analysed, message);
    if (read) {
        batch_position(&c->batch, unit, &pos);
        if (!c->json) {
            suite_text_add(&c->suite, test, &pos, &analysed);
        } else {
            batch_json_test(stdout, test, &pos, &analysed);
            c->suite.tests += test_position_is_test(test);
            c->suite.solved += analysed.solution.solved;
        }
    }
    analysed_position_clear(&analysed);
    return read;
}

/* A game is shown when its last position is there. */
static bool show_game(BatchCommand *c, uint64_t unit, Message *message) {
    const BatchGame *game = batch_game_of(&c->batch, unit);
    BatchReview review;
    if (unit + 1 < game->first_unit + batch_game_units(game))
        return true;
    bool made = batch_review_make(c->job, game, &review, message);
    if (made && c->json)
        batch_json_game(stdout, &review);
    else if (made)
        made = text_report_write(stdout, &review.review) || message_set(message, "no memory");
    batch_review_clear(&review);
    fflush(stdout);
    return made;
}

static bool on_unit(void *context, uint64_t unit, Message *message) {
    BatchCommand *c = context;
    step_progress_clear(&c->progress);
    const bool shown =
        c->batch.kind == BATCH_EPD ? show_test(c, unit, message) : show_game(c, unit, message);
    return shown &&
           (ferror(stdout) == 0 || message_set(message, "the output could not be written"));
}

static void on_tick(void *context, const BatchState *state) {
    BatchCommand *c = context;
    const double seconds = (double)(clock_ms() - c->progress.started_ms) / 1000;
    const uint64_t now = state->finished - state->finished_before;
    char rate[48];
    snprintf(rate, sizeof rate, "%.*f positions/s", (double)now > seconds ? 1 : 3,
             seconds > 0 ? (double)now / seconds : 0);
    step_progress_show(&c->progress, (int)state->finished, (int)state->units, rate);
}

static void begin_text(BatchCommand *c) {
    bool has_tests = false;
    if (c->json || c->batch.kind != BATCH_EPD)
        return;
    for (size_t i = 0; i < c->batch.count; i++)
        has_tests |= test_position_is_test(&c->batch.tests[i]);
    suite_text_begin(&c->suite, stdout, has_tests);
}

static void end_text(const BatchCommand *c) {
    if (c->json)
        batch_json_summary(stdout, &c->batch, c->suite.tests, c->suite.solved);
    else if (c->batch.kind == BATCH_EPD)
        suite_text_end(&c->suite);
    else
        printf("%zu game%s, %" PRIu64 " position%s\n", c->batch.count,
               c->batch.count == 1 ? "" : "s", c->batch.units, c->batch.units == 1 ? "" : "s");
}

/* ---- The input ---- */

/* Of a session that is taken up: the text it was begun with, and no other. */
static char *stored_input(const BatchCommand *c, const char *given_path, Message *message) {
    char *stored = database_get(c->session->store, "input", message), *given = NULL;
    if (stored == NULL || given_path == NULL)
        return stored;
    given = input_text_read(given_path, message);
    if (given != NULL && strcmp(given, stored) != 0)
        message_set(message, "%.120s is not what it was when %.100s was begun",
                    input_text_name(given_path), c->session->file_name);
    else if (given != NULL) {
        free(given);
        return stored;
    }
    free(given);
    free(stored);
    return NULL;
}

/* The text of the file; malloced. */
static char *read_input(const BatchCommand *c, const Arguments *given, Message *message) {
    const char *option = c->request->mode == ANALYSE_EPD ? "--epd" : "--pgn";
    if (session_is_resumed(c->session))
        return stored_input(c, arguments_value(given, option), message);
    return input_text_read(arguments_value(&c->session->arguments, option), message);
}

static bool read_batch(BatchCommand *c, Message *message) {
    const Arguments *a = &c->session->arguments;
    const bool epd = c->request->mode == ANALYSE_EPD;
    const char *variant = arguments_value(a, "--variant");
    PgnFilter games;
    c->reading =
        (BatchReading){.kind = epd ? BATCH_EPD : BATCH_PGN,
                       .name = input_text_name(arguments_value(a, epd ? "--epd" : "--pgn")),
                       .rules = epd ? &RULES[0] : NULL};
    if (!pgn_filter_read(&games, a, message) ||
        (variant != NULL && (c->reading.rules = rules_find(variant, message)) == NULL))
        return false;
    c->reading.first = games.first;
    c->reading.last = games.last;
    return batch_read(&c->batch, &c->reading, c->text, message);
}

/* ---- The command ---- */

static void print_stop(const BatchCommand *c, bool failed) {
    const BatchState *state = batch_job_state(c->job);
    fprintf(stderr, "%s at %" PRIu64 " of %" PRIu64 " positions", failed ? "Ended" : "Stopped",
            state->finished, state->units);
    if (c->session->file_name == NULL) {
        fprintf(stderr, "; with --session it could be gone on with\n");
        return;
    }
    fprintf(stderr, "; what is finished is saved.  ");
    analyse_print_resume(c->session, "To go on:\n");
}

static int work(BatchCommand *c, Message *message) {
    const BatchState *state = batch_job_state(c->job);
    if (state->finished > 0 && state->finished < state->units)
        fprintf(stderr, "brindle analyse: %" PRIu64 " of %" PRIu64 " positions are there already\n",
                state->finished, state->units);
    begin_text(c);
    step_progress_start(&c->progress);
    c->progress.done_before = (int)state->finished_before;
    const bool ran =
        batch_job_run(c->job, c->session->arguments.tools->runner, (int)c->concurrency, message);
    const bool complete = state->finished == state->units;
    step_progress_clear(&c->progress);
    if (ran && complete)
        end_text(c);
    /* Without a session what is finished would be lost. */
    const bool write = ran && (complete || c->session->file_name == NULL);
    const bool written = !write || batch_output_write(&c->output, &c->batch, c->job, message);
    if ((!ran || !written) && ferror(stdout) == 0)
        fprintf(stderr, "brindle analyse: %s\n", message->text);
    if (!complete)
        print_stop(c, !ran);
    return !ran || !written ? 1 : complete ? 0 : EXIT_INTERRUPTED;
}

static bool prepare(BatchCommand *c, const Arguments *given, bool *misused, Message *message) {
    const Arguments *a = &c->session->arguments;
    c->output = (BatchOutput){.epd = arguments_value(a, "--epd-out"),
                              .pgn = arguments_value(a, "--pgn-out"),
                              .report = arguments_value(a, "--report"),
                              .graph = arguments_value(a, "--graph")};
    c->json = arguments_value(a, "--json") != NULL;
    c->concurrency = 1;
    *misused = true;
    if (!arguments_number(a, "--concurrency", 1, BATCH_CONCURRENCY_MAX, &c->concurrency, message))
        return false;
    *misused = false;
    c->text = read_input(c, given, message);
    return c->text != NULL && read_batch(c, message) &&
           batch_output_check(&c->output, &c->batch, message) &&
           session_begin(c->session, c->text, message);
}

int analyse_batch(Session *session, const AnalyseRequest *request, const Arguments *given) {
    Message message = {"no memory"};
    bool misused = false;
    BatchCommand c = {.session = session, .request = request};
    const BatchListener listener = {
        .on_unit = on_unit, .on_tick = on_tick, .interrupted = interrupted, .context = &c};
    interrupts_watch();
    if (prepare(&c, given, &misused, &message)) {
        c.setup = (BatchSetup){.batch = &c.batch,
                               .reading = &c.reading,
                               .text = c.text,
                               .limits = &request->limits,
                               .multipv = (int)request->multipv,
                               .threads = (int)request->threads,
                               .hash_mib = (size_t)request->hash};
        c.job = batch_job_new(&c.setup, session->store, &listener, &message);
    }
    int status = 1;
    if (c.job != NULL)
        status = work(&c, &message);
    else if (misused)
        status = arguments_refuse(given, &message);
    else
        fprintf(stderr, "brindle analyse: %s\n", message.text);
    batch_job_free(c.job);
    batch_clear(&c.batch);
    free(c.text);
    return status;
}
