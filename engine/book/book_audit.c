#include "engine/book/book_audit.h"

#include "engine/book/audit_table.h"
#include "engine/book/book_eval.h"
#include "engine/players/clock.h"
#include "engine/wbook/book_key.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 250 };

/* A position that a move of weight leads to. */
typedef struct {
    char *text;
    uint64_t key;
    Score value; /* of that move, as the book has it; of several, the worst one's */
    bool searched;
} Suspect;

struct BookAudit {
    BookStore *store;
    const BookAuditConfig *config;
    BookAuditListener listener;
    BookAuditState state;
    BookEvalSetup setup;
    AuditTable table;
    Suspect *suspects;
    size_t count, room, next;
    bool in_transaction;
    BookMove moves[MAX_MOVES];
};

const BookAuditState *book_audit_state(const BookAudit *a) {
    return &a->state;
}
bool book_audit_is_over(const BookAudit *a) {
    return a->state.searched == a->state.positions;
}

/* ---- What there is to search ---- */

static bool add_suspect(BookAudit *a, const char *text, uint64_t key, Score value,
                        Message *message) {
    if (a->count == a->room) {
        const size_t room = a->room > 0 ? 2 * a->room : 1024;
        Suspect *more = realloc(a->suspects, room * sizeof *more);
        if (more == NULL)
            return message_set(message, "no memory");
        a->suspects = more;
        a->room = room;
    }
    char *copy = strdup(text);
    if (copy == NULL)
        return message_set(message, "no memory");
    a->suspects[a->count++] = (Suspect){copy, key, value, false};
    return true;
}

static bool collect_moves(void *context, BookPosition *row, Message *message) {
    BookAudit *a = context;
    Position pos;
    int count, weights[MAX_MOVES];
    if (!book_store_open_row(a->store, row, &pos, a->moves, &count, message))
        return false;
    book_export_weights(&a->config->weights, a->moves, count, weights);
    for (int i = 0; i < count; i++) {
        char text[FEN_SIZE];
        if (weights[i] == 0)
            continue;
        const uint64_t key = book_position_after(&pos, a->moves[i].move, text);
        if (!add_suspect(a, text, key, a->moves[i].findings.learned, message))
            return false;
    }
    return true;
}

static bool is_same(const Suspect *a, const Suspect *b) {
    return a->key == b->key && strcmp(a->text, b->text) == 0;
}

static int by_position(const void *x, const void *y) {
    const Suspect *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    const int texts = strcmp(a->text, b->text);
    return texts != 0 ? texts : a->value - b->value;
}

static int by_value(const void *x, const void *y) {
    const Suspect *a = x, *b = y;
    return a->value != b->value ? a->value - b->value : by_position(x, y);
}

/* Each position once, the most doubtful first. */
static void sort(BookAudit *a) {
    size_t kept = 0;
    if (a->count == 0)
        return;
    qsort(a->suspects, a->count, sizeof *a->suspects, by_position);
    for (size_t i = 0; i < a->count; i++)
        if (kept > 0 && is_same(&a->suspects[kept - 1], &a->suspects[i]))
            free(a->suspects[i].text);
        else
            a->suspects[kept++] = a->suspects[i];
    a->count = kept;
    qsort(a->suspects, a->count, sizeof *a->suspects, by_value);
}

/* `score` is the opponent's, whose turn it is. */
static void count_search(BookAudit *a, Score score) {
    a->state.searched++;
    a->state.bad += -score < a->config->weights.min_score;
}

static bool find_searched(BookAudit *a, Message *message) {
    for (size_t i = 0; i < a->count; i++) {
        Suspect *s = &a->suspects[i];
        Audit audit;
        if (!audit_table_find(&a->table, s->key, s->text, &audit, message))
            return false;
        s->searched = audit.score != SCORE_NONE && audit.nodes >= a->config->nodes;
        if (s->searched)
            count_search(a, audit.score);
    }
    a->state.positions = (int64_t)a->count;
    a->state.searched_before = a->state.searched;
    return true;
}

/* ---- The owner's side of the job ---- */

static JobNext next_search(void *owner, Unit *unit) {
    BookAudit *a = owner;
    Position pos;
    char fen[FEN_SIZE + 8];
    while (a->next < a->count && a->suspects[a->next].searched)
        a->next++;
    if (a->next == a->count)
        return JOB_DONE;
    snprintf(fen, sizeof fen, "%s 0 1", a->suspects[a->next].text);
    if (!fen_parse(fen, book_store_rules(a->store), &pos, NULL, NULL) ||
        !book_eval_task(&unit->task, &pos, 1, 0))
        return JOB_DONE; /* what is left is searched another time */
    unit->number = a->next++;
    return JOB_UNIT;
}

static bool accept_search(void *owner, uint64_t number, const Bytes *result, Message *message) {
    BookAudit *a = owner;
    BookEval eval;
    if (!a->in_transaction && !database_begin(book_store_database(a->store), message))
        return false;
    a->in_transaction = true;
    if (number >= a->count || !book_eval_read(result, &eval, message))
        return message_set(message, "the result of search %" PRIu64 " is none", number);
    Suspect *s = &a->suspects[number];
    /* Where the game is over nothing need be searched, and nothing ever again. */
    const Audit audit = {eval.score, eval.depth, eval.count > 0 ? eval.nodes : INT64_MAX};
    if (!audit_table_add(&a->table, s->key, s->text, &audit, message))
        return false;
    s->searched = true;
    count_search(a, eval.score);
    return true;
}

static bool commit_searches(void *owner, Message *message) {
    BookAudit *a = owner;
    a->in_transaction = false;
    return database_commit(book_store_database(a->store), message);
}

static bool should_stop(void *owner) {
    const BookAudit *a = owner;
    const int64_t seconds = a->config->seconds;
    return (a->listener.interrupted != NULL && a->listener.interrupted()) ||
           (seconds > 0 && clock_ns() - a->state.started_ns >= seconds * 1000 * (int64_t)NS_PER_MS);
}

static void tick(void *owner) {
    BookAudit *a = owner;
    if (a->listener.on_tick != NULL)
        a->listener.on_tick(a->listener.context, &a->state);
}

static const JobKind BOOK_AUDIT_JOB = {.work = &BOOK_EVAL_WORK,
                                       .next = next_search,
                                       .accept = accept_search,
                                       .commit = commit_searches,
                                       .should_stop = should_stop,
                                       .tick = tick};

/* ---- The whole ---- */

BookAudit *book_audit_new(BookStore *store, const BookAuditConfig *config,
                          const BookAuditListener *listener, Message *message) {
    BookAudit *a = calloc(1, sizeof *a);
    if (a == NULL) {
        message_set(message, "no memory");
        return NULL;
    }
    a->store = store;
    a->config = config;
    a->listener = *listener;
    a->setup = (BookEvalSetup){book_store_rules(store), config->nodes, config->hash};
    a->state.started_ns = clock_ns();
    if (audit_table_open(&a->table, store, true, message) &&
        book_store_each(store, BOOK_BY_ID, collect_moves, a, message)) {
        sort(a);
        if (find_searched(a, message))
            return a;
    }
    book_audit_free(a);
    return NULL;
}

void book_audit_free(BookAudit *a) {
    if (a == NULL)
        return;
    audit_table_close(&a->table);
    for (size_t i = 0; i < a->count; i++)
        free(a->suspects[i].text);
    free(a->suspects);
    free(a);
}

bool book_audit_run(BookAudit *a, const JobRunner *runner, Message *message) {
    const JobThreads threads = {.workers = (int)a->config->concurrency, .tick_ms = TICK_MS};
    a->state.started_ns = clock_ns();
    if (book_audit_is_over(a))
        return true;
    const bool ran = job_run(runner, &BOOK_AUDIT_JOB, a, &a->setup, &threads, message);
    if (a->in_transaction) /* something could not be written */
        database_rollback(book_store_database(a->store));
    return ran;
}
