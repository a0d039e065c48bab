/*
 * brindle book expand: a book that grows by itself, for hours or days.
 */
#include "engine/analysis/line.h"
#include "engine/book/book_expand.h"
#include "engine/jobs/cores.h"
#include "engine/live_text.h"
#include "engine/number.h"
#include "engine/players/clock.h"
#include "engine/tools/book_action.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    LiveText live;
    bool terminal;
    Position root;
} Growth;

/* ---- Progress ---- */

static double seconds_of_run(const BookExpandState *s) {
    return (double)(clock_ns() - s->started_ns) / (1000.0 * NS_PER_MS);
}

static double per_hour(const BookExpandState *s, double seconds) {
    return seconds > 0 ? (double)s->searches * 3600 / seconds : 0;
}

/* The best line with the root's value, from White's view as a book has both sides. */
static void write_best_line(const Growth *growth, const BookExpandState *s, char *text,
                            size_t size) {
    enum { MOVES_SHOWN = 40 };
    Move moves[MOVES_SHOWN];
    char line[LINE_TEXT_SIZE], score[SCORE_TEXT_SIZE];
    const int count = book_graph_best_line(s->graph, moves, MOVES_SHOWN);
    const Score value = s->graph->nodes[s->graph->root].value;
    line_write(&growth->root, moves, count, line, sizeof line);
    snprintf(text, size, "%s  %s", value == SCORE_NONE ? "-" : score_write(value, score), line);
}

static void on_tick(void *context, const BookExpandState *s) {
    Growth *growth = context;
    char text[LINE_TEXT_SIZE + 512], line[LINE_TEXT_SIZE + 32], left[32] = "-";
    if (!growth->terminal)
        return;
    const double seconds = seconds_of_run(s), rate = per_hour(s, seconds);
    const int64_t missing = s->config->positions - s->searched - s->in_round;
    if (rate > 0 && missing > 0)
        duration_write((double)missing * 3600 / rate, left, sizeof left);
    write_best_line(growth, s, line, sizeof line);
    snprintf(text, sizeof text,
             "%" PRId64 " of %" PRId64 " positions, %.0f/h, %s left\n"
             "round %d: %" PRId64 " of %" PRId64 "; frontier %" PRId64 ", deepest ply %d\n%s\n",
             s->searched + s->in_round, s->config->positions, rate, left, s->graph->rounds + 1,
             s->in_round, s->of_round, s->frontier, s->deepest, line);
    live_text_draw(&growth->live, text);
}

static void print_summary(const Growth *growth, const char *path, const BookExpandState *s) {
    char line[LINE_TEXT_SIZE + 32], duration[32];
    const double seconds = seconds_of_run(s);
    write_best_line(growth, s, line, sizeof line);
    printf("%s: %" PRId64 " positions searched in %d rounds, frontier %" PRId64
           ", deepest ply %d\n",
           path, s->searched, s->graph->rounds, s->frontier, s->deepest);
    printf("best line: %s\n", line);
    if (s->searches > 0)
        printf("this run: %" PRId64 " searches in %s, %.0f an hour\n", s->searches,
               duration_write(seconds, duration, sizeof duration), per_hour(s, seconds));
    fflush(stdout);
}

/* ---- The command line ---- */

static bool read_config(const Arguments *a, BookExpandConfig *c, Message *message) {
    BookExpandNumber list[BOOK_EXPAND_NUMBERS];
    *c = (BookExpandConfig){.positions = 1000,
                            .concurrency = cores_count(),
                            .anew = arguments_value(a, "--anew") != NULL};
    book_expand_list(&c->parameters, list);
    for (int i = 0; i < BOOK_EXPAND_NUMBERS; i++) {
        *list[i].value = list[i].preset;
        if (!arguments_number(a, list[i].option, list[i].least, list[i].most, list[i].value,
                              message))
            return false;
    }
    return arguments_number(a, "--positions", 1, INT32_MAX, &c->positions, message) &&
           arguments_number(a, "--time", 1, INT32_MAX, &c->seconds, message) &&
           arguments_number(a, "--concurrency", 1, BOOK_CONCURRENCY_MAX, &c->concurrency, message);
}

static bool grow(const BookTask *task, BookStore *store, Growth *growth, BookExpandConfig *config,
                 Message *message) {
    const BookExpandListener listener = {
        .on_tick = on_tick, .interrupted = interrupted, .context = growth};
    BookExpansion *x = book_expansion_new(store, &growth->root, config, &listener, message);
    if (x == NULL)
        return false;
    const BookExpandState *s = book_expansion_state(x);
    if (s->searched_before > 0 && !book_expansion_is_over(x))
        fprintf(stderr, "brindle book: going on with %s, which has %" PRId64 " positions\n",
                task->files[0], s->searched_before);
    const bool good = book_expansion_run(x, task->arguments->tools->runner, message);
    if (growth->terminal)
        live_text_erase(&growth->live);
    print_summary(growth, task->files[0], s);
    if (good && !book_expansion_is_over(x) && interrupted())
        book_print_resume(task->arguments);
    book_expansion_free(x);
    return good;
}

static bool expand(BookTask *task, bool *misused, Message *message) {
    const Arguments *a = task->arguments;
    BookExpandConfig config;
    *misused = true;
    if (!read_config(a, &config, message))
        return false;
    *misused = false;
    Growth *growth = calloc(1, sizeof *growth);
    BookStore *store = book_store_open_or_create(task->files[0], task->rules, message);
    bool good = growth != NULL && store != NULL;
    if (good) {
        *growth = (Growth){.live = {.out = stderr}};
        growth->terminal = isatty(STDERR_FILENO) == 1 && arguments_value(a, "--quiet") == NULL;
        good = arguments_position_by(a, book_store_rules(store), &growth->root, message);
        *misused = !good;
        good = good && grow(task, store, growth, &config, message);
    }
    book_store_close(store);
    free(growth);
    return good;
}

const BookAction BOOK_EXPAND_ACTION = {{"expand", "BOOK", 1, 1}, expand};
