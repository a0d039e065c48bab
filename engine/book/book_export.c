#include "engine/book/book_export.h"

#include "engine/book/audit_table.h"
#include "engine/wbook/book_key.h"
#include "engine/wbook/wbook_writer.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

typedef struct {
    BookStore *store;
    const BookExport *how;
    WbookWriter *writer;
    uint64_t *shared; /* keys that several positions have, ascending */
    size_t shared_count, shared_room, shared_next;
    BookExported *exported;
    AuditTable audits;
    BookMove moves[MAX_MOVES];
    int weights[MAX_MOVES];
} Exporter;

int book_weight(const BookExport *how, Score best, Score value) {
    enum { FULL_WEIGHT = 1000 };
    if (value == SCORE_NONE || value < how->min_score || best - value > how->loss)
        return 0;
    const double weight = FULL_WEIGHT * exp2(-(double)(best - value) / (double)how->halving);
    return weight < 1 ? 1 : (int)(weight + 0.5);
}

static Score best_of(const BookMove *moves, int count) {
    Score best = -SCORE_INFINITE;
    for (int i = 0; i < count; i++)
        if (moves[i].findings.learned != SCORE_NONE && moves[i].findings.learned > best)
            best = moves[i].findings.learned;
    return best;
}

void book_export_weights(const BookExport *how, const BookMove *moves, int count, int weights[]) {
    const Score best = best_of(moves, count);
    for (int i = 0; i < count; i++)
        weights[i] = how->stored_weights || best == -SCORE_INFINITE
                         ? moves[i].weight
                         : book_weight(how, best, moves[i].findings.learned);
}

/* Takes the weight from moves that an audit has found to be bad. */
static bool heed_audits(Exporter *e, const BookPosition *p, int count, Message *message) {
    Position pos;
    if (e->audits.find == NULL)
        return true;
    if (!book_store_position(e->store, p, &pos, message))
        return false;
    for (int i = 0; i < count; i++) {
        char text[FEN_SIZE];
        Audit audit;
        if (e->weights[i] == 0)
            continue;
        if (!position_is_legal(&pos, e->moves[i].move))
            return message_set(message, "%.200s: a move of position %" PRId64 " is not legal",
                               book_store_path(e->store), p->id);
        const uint64_t key = book_position_after(&pos, e->moves[i].move, text);
        if (!audit_table_find(&e->audits, key, text, &audit, message))
            return false;
        if (audit.score != SCORE_NONE && -audit.score < e->how->min_score) {
            e->weights[i] = 0;
            e->exported->refuted++;
        }
    }
    return true;
}

/* Positions come by their keys, so the list is gone through once. */
static bool is_shared(Exporter *e, uint64_t key) {
    while (e->shared_next < e->shared_count && e->shared[e->shared_next] < key)
        e->shared_next++;
    return e->shared_next < e->shared_count && e->shared[e->shared_next] == key;
}

static bool export_position(void *context, BookPosition *p, Message *message) {
    Exporter *e = context;
    int count;
    bool any = false;
    if (is_shared(e, p->key)) {
        e->exported->collisions++;
        return true;
    }
    if (!book_store_read_moves(e->store, p->id, e->moves, &count, message))
        return false;
    book_export_weights(e->how, e->moves, count, e->weights);
    if (!heed_audits(e, p, count, message))
        return false;
    for (int i = 0; i < count; i++) {
        const BookMove *m = &e->moves[i];
        const WbookEntry entry = {
            .key = p->key, .move = m->move, .weight = e->weights[i], .learn = m->findings.learned};
        if (entry.weight == 0 && entry.learn == SCORE_NONE)
            continue;
        if (!wbook_writer_add(e->writer, &entry, message))
            return false;
        e->exported->moves++;
        any = true;
    }
    e->exported->positions += any;
    return true;
}

/* SQLite's integers have a sign, the order of a .wbook has none: the upper half comes first. */
static bool find_shared(Exporter *e, Message *message) {
    sqlite3_stmt *query = database_prepare(
        book_store_database(e->store),
        "SELECT key FROM positions GROUP BY key HAVING count(*) > 1 ORDER BY key < 0, key",
        message);
    int step = SQLITE_DONE;
    bool good = query != NULL;
    while (good && (step = sqlite3_step(query)) == SQLITE_ROW) {
        if (e->shared_count == e->shared_room) {
            e->shared_room = e->shared_room > 0 ? 2 * e->shared_room : 16;
            uint64_t *more = realloc(e->shared, e->shared_room * sizeof *more);
            if (more == NULL) {
                good = message_set(message, "no memory");
                break;
            }
            e->shared = more;
        }
        e->shared[e->shared_count++] = (uint64_t)sqlite3_column_int64(query, 0);
    }
    if (good && step != SQLITE_DONE)
        good = database_failed(book_store_database(e->store), "it cannot be read", message);
    sqlite3_finalize(query);
    return good;
}

bool book_export(BookStore *store, const BookExport *how, FILE *out, const char *path,
                 BookExported *exported, Message *message) {
    Exporter *e = calloc(1, sizeof *e);
    if (e == NULL)
        return message_set(message, "no memory");
    *exported = (BookExported){0, 0, 0, 0};
    e->store = store;
    e->how = how;
    e->exported = exported;
    e->writer = wbook_writer_new(out, path, book_store_rules(store), how->title, message);
    const bool good = e->writer != NULL && audit_table_open(&e->audits, store, false, message) &&
                      find_shared(e, message) &&
                      book_store_each(store, BOOK_BY_KEY, export_position, e, message) &&
                      wbook_writer_finish(e->writer, message);
    audit_table_close(&e->audits);
    wbook_writer_free(e->writer);
    free(e->shared);
    free(e);
    return good;
}
