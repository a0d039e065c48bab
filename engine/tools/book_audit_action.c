/*
 * brindle book audit: a second look at a book before it is published.
 */
#include "engine/book/book_audit.h"
#include "engine/book/book_expand.h"
#include "engine/jobs/cores.h"
#include "engine/live_text.h"
#include "engine/number.h"
#include "engine/players/clock.h"
#include "engine/tools/book_action.h"

#include <inttypes.h>
#include <unistd.h>

typedef struct {
    LiveText live;
    bool terminal;
} AuditProgress;

static double seconds_of_run(const BookAuditState *s) {
    return (double)(clock_ns() - s->started_ns) / (1000.0 * NS_PER_MS);
}

static void on_tick(void *context, const BookAuditState *s) {
    AuditProgress *p = context;
    char text[256], left[32] = "-";
    const double seconds = seconds_of_run(s);
    const double rate = seconds > 0 ? (double)(s->searched - s->searched_before) / seconds : 0;
    if (!p->terminal)
        return;
    if (rate > 0)
        duration_write((double)(s->positions - s->searched) / rate, left, sizeof left);
    snprintf(text, sizeof text,
             "%" PRId64 " of %" PRId64 " positions, %.1f/s, %s left; %" PRId64 " moves are bad\n",
             s->searched, s->positions, rate, left, s->bad);
    live_text_draw(&p->live, text);
}

static bool read_config(const Arguments *a, BookAuditConfig *c, Message *message) {
    *c = (BookAuditConfig){.nodes = 200000, .hash = 16, .concurrency = cores_count()};
    return book_read_export(a, &c->weights, message) &&
           arguments_number(a, "--nodes", 1, INT64_MAX, &c->nodes, message) &&
           arguments_number(a, "--hash", 1, 65536, &c->hash, message) &&
           arguments_number(a, "--time", 1, INT32_MAX, &c->seconds, message) &&
           arguments_number(a, "--concurrency", 1, BOOK_CONCURRENCY_MAX, &c->concurrency, message);
}

static bool run_audit(const BookTask *task, BookStore *store, const BookAuditConfig *config,
                      Message *message) {
    AuditProgress progress = {.live = {.out = stderr}};
    const BookAuditListener listener = {
        .on_tick = on_tick, .interrupted = interrupted, .context = &progress};
    progress.terminal =
        isatty(STDERR_FILENO) == 1 && arguments_value(task->arguments, "--quiet") == NULL;
    BookAudit *audit = book_audit_new(store, config, &listener, message);
    if (audit == NULL)
        return false;
    const BookAuditState *s = book_audit_state(audit);
    const bool good = book_audit_run(audit, task->arguments->tools->runner, message);
    if (progress.terminal)
        live_text_erase(&progress.live);
    printf("%s: %" PRId64 " of %" PRId64 " positions behind moves of weight are searched, %" PRId64
           " moves are bad\n",
           task->files[0], s->searched, s->positions, s->bad);
    fflush(stdout);
    if (good && !book_audit_is_over(audit) && interrupted())
        book_print_resume(task->arguments);
    book_audit_free(audit);
    return good;
}

static bool audit(BookTask *task, bool *misused, Message *message) {
    BookAuditConfig config;
    *misused = true;
    if (!read_config(task->arguments, &config, message))
        return false;
    *misused = false;
    BookStore *store = book_store_open(task->files[0], message);
    const bool good = store != NULL && run_audit(task, store, &config, message);
    book_store_close(store);
    return good;
}

const BookAction BOOK_AUDIT_ACTION = {{"audit", "BOOK", 1, 1}, audit};
