/*
 * brindle book suite: openings for matches.
 */
#include "engine/book/book_suite.h"
#include "engine/jobs/cores.h"
#include "engine/live_text.h"
#include "engine/number.h"
#include "engine/players/clock.h"
#include "engine/tools/book_action.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct {
    LiveText live;
    bool terminal;
} SuiteProgress;

static void on_tick(void *context, const BookSuiteState *s) {
    SuiteProgress *p = context;
    char text[256], left[32] = "-";
    if (!p->terminal)
        return;
    const double seconds = (double)(clock_ns() - s->started_ns) / (1000.0 * NS_PER_MS);
    const double rate = seconds > 0 ? (double)s->searched / seconds : 0;
    if (rate > 0 && s->taken > 0)
        duration_write((double)(s->config->count - s->taken) * (double)s->looked_at /
                           (double)s->taken / rate,
                       left, sizeof left);
    snprintf(text, sizeof text,
             "%" PRId64 " of %" PRId64 " openings, of %" PRId64 " looked at; %.1f/s, %s left\n",
             s->taken, s->config->count, s->looked_at, rate, left);
    live_text_draw(&p->live, text);
}

static bool read_config(const BookTask *task, BookSuiteConfig *c, Message *message) {
    const Arguments *a = task->arguments;
    BookSuiteNumber list[BOOK_SUITE_NUMBERS];
    *c = (BookSuiteConfig){.rules = task->rules != NULL ? task->rules : &RULES[0],
                           .enumerates = arguments_value(a, "--enumerate") != NULL,
                           .either_side = arguments_value(a, "--either-side") != NULL,
                           .concurrency = cores_count()};
    book_suite_list(c, list);
    for (int i = 0; i < BOOK_SUITE_NUMBERS; i++) {
        *list[i].value = list[i].preset;
        if (!arguments_number(a, list[i].option, list[i].least, list[i].most, list[i].value,
                              message))
            return false;
    }
    if (!arguments_number(a, "--concurrency", 1, 1024, &c->concurrency, message))
        return false;
    return c->least <= c->most || message_set(message, "--from is greater than --to");
}

static bool write_suite(const BookSuite *suite, const char *path, Message *message) {
    const size_t length = strlen(path);
    const bool as_pgn = length > 4 && strcasecmp(path + length - 4, ".pgn") == 0;
    OutputFile output;
    if (!output_file_open(&output, path, message))
        return false;
    if (book_suite_write(suite, output.file, as_pgn))
        return output_file_commit(&output, message);
    output_file_discard(&output);
    return message_set(message, "%.200s: it could not be written", path);
}

static bool finish(const BookSuite *suite, const char *path, Message *message) {
    const BookSuiteState *s = book_suite_state(suite);
    if (!book_suite_is_over(suite)) {
        fprintf(stderr, "brindle book: stopped; the searches are kept: the same command goes on\n");
        return true;
    }
    if (!write_suite(suite, path, message))
        return false;
    printf("%s: %" PRId64 " openings of %" PRId64 " looked at, %" PRId64 " searched in this run\n",
           path, s->taken, s->looked_at, s->searched);
    if (s->taken < s->config->count)
        return message_set(
            message, "there are no more lines: %" PRId64 " of %" PRId64 " openings were found",
            s->taken, s->config->count);
    return true;
}

static bool suite(BookTask *task, bool *misused, Message *message) {
    BookSuiteConfig config;
    SuiteProgress progress = {.live = {.out = stderr}};
    const BookSuiteListener listener = {
        .on_tick = on_tick, .interrupted = interrupted, .context = &progress};
    *misused = true;
    if (!read_config(task, &config, message))
        return false;
    *misused = false;
    progress.terminal =
        isatty(STDERR_FILENO) == 1 && arguments_value(task->arguments, "--quiet") == NULL;
    const size_t size = strlen(task->files[0]) + sizeof ".db";
    char *database = malloc(size);
    if (database == NULL)
        return message_set(message, "no memory");
    snprintf(database, size, "%s.db", task->files[0]);
    BookSuite *s = book_suite_new(database, &config, &listener, message);
    bool good = s != NULL && book_suite_run(s, task->arguments->tools->runner, message);
    if (progress.terminal)
        live_text_erase(&progress.live);
    good = good && finish(s, task->files[0], message);
    book_suite_free(s);
    free(database);
    return good;
}

const BookAction BOOK_SUITE_ACTION = {{"suite", "OUT", 1, 1}, suite};
