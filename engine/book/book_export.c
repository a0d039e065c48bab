#include "engine/book/book_export.h"

#include "engine/wbook/wbook_writer.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    BookStore *store;
    const BookExport *how;
    WbookWriter *writer;
    uint64_t *shared; /* keys that several positions have, ascending */
    size_t shared_count, shared_room, shared_next;
    BookExported *exported;
    BookMove moves[MAX_MOVES];
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

static int weight_of(const Exporter *e, const BookMove *m, Score best) {
    return e->how->stored_weights || best == -SCORE_INFINITE
               ? m->weight
               : book_weight(e->how, best, m->findings.learned);
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
    const Score best = best_of(e->moves, count);
    for (int i = 0; i < count; i++) {
        const BookMove *m = &e->moves[i];
        const WbookEntry entry = {.key = p->key,
                                  .move = m->move,
                                  .weight = weight_of(e, m, best),
                                  .learn = m->findings.learned};
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
    *exported = (BookExported){0, 0, 0};
    e->store = store;
    e->how = how;
    e->exported = exported;
    e->writer = wbook_writer_new(out, path, book_store_rules(store), how->title, message);
    const bool good = e->writer != NULL && find_shared(e, message) &&
                      book_store_each(store, BOOK_BY_KEY, export_position, e, message) &&
                      wbook_writer_finish(e->writer, message);
    wbook_writer_free(e->writer);
    free(e->shared);
    free(e);
    return good;
}
