#include "engine/book/book_verify.h"

#include "engine/book/audit_table.h"
#include "engine/key_set.h"
#include "engine/wbook/book_key.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Stores ---- */

typedef struct {
    BookStore *store;
    BookFault fault;
    void *context;
    BookCheck *check;
    BookMove moves[MAX_MOVES];
} Verifier;

static bool report(const Verifier *v, int64_t id, const char *what) {
    Message message;
    v->check->faults++;
    message_set(&message, "%.160s: position %" PRId64 ": %s", book_store_path(v->store), id, what);
    return v->fault(v->context, message.text);
}

static bool counts_are_sound(const BookCounts *c) {
    return c->games >= 0 && c->wins >= 0 && c->draws >= 0 && c->losses >= 0 &&
           c->wins + c->draws + c->losses <= c->games;
}

static bool score_is_sound(Score s) {
    return s == SCORE_NONE || (s >= -SCORE_MATE && s <= SCORE_MATE);
}

/* What is wrong with a move, but for its link; NULL if nothing is. */
static const char *fault_of_move(const Position *pos, const BookMove *m) {
    if (!position_is_legal(pos, m->move))
        return "a move is not legal";
    if (m->weight < 0 || m->weight > WBOOK_WEIGHT_MAX)
        return "a weight is out of range";
    if (!score_is_sound(m->findings.score) || !score_is_sound(m->findings.learned))
        return "a score of a move is out of range";
    return counts_are_sound(&m->counts) ? NULL : "the counts of a move do not add up";
}

static bool link_is_right(Verifier *v, Position *pos, const BookMove *m) {
    char text[FEN_SIZE];
    BookPosition child;
    if (m->child == 0)
        return true;
    book_position_after(pos, m->move, text);
    return book_store_read(v->store, m->child, &child, NULL) && strcmp(child.text, text) == 0;
}

static bool check_moves(Verifier *v, const BookPosition *p, Position *pos, Message *message) {
    BookCounts sum = {0, 0, 0, 0};
    int count;
    if (!book_store_read_moves(v->store, p->id, v->moves, &count, message))
        return false;
    for (int i = 0; i < count; i++) {
        const BookMove *m = &v->moves[i];
        const char *fault = fault_of_move(pos, m);
        if (fault == NULL && !link_is_right(v, pos, m))
            fault = "a move leads to another position than the book says";
        if (fault != NULL && !report(v, p->id, fault))
            return false;
        sum.games += m->counts.games;
        sum.wins += m->counts.wins;
        sum.draws += m->counts.draws;
        sum.losses += m->counts.losses;
    }
    v->check->moves += (uint64_t)count;
    return memcmp(&sum, &p->counts, sizeof sum) == 0 ||
           report(v, p->id, "its counts are not the sums of its moves'");
}

static bool check_position(void *context, BookPosition *p, Message *message) {
    Verifier *v = context;
    Position pos;
    Message why;
    char text[FEN_SIZE];
    v->check->positions++;
    message_set(message, "too many faults");
    if (!book_store_position(v->store, p, &pos, &why))
        return report(v, p->id, "it is no position");
    if (strcmp(book_position_write(&pos, text), p->text) != 0)
        return report(v, p->id, "it is not written as it should be");
    if (book_key(&pos) != p->key)
        return report(v, p->id, "its key is another one");
    if (!score_is_sound(p->findings.score) || !score_is_sound(p->findings.learned))
        return report(v, p->id, "its score is out of range");
    return check_moves(v, p, &pos, message);
}

/* SQLite's own opinion of the file. */
static bool check_file(Verifier *v, Message *message) {
    sqlite3_stmt *check =
        database_prepare(book_store_database(v->store), "PRAGMA quick_check(1)", message);
    if (check == NULL)
        return false;
    const int step = sqlite3_step(check);
    const char *text = step == SQLITE_ROW ? (const char *)sqlite3_column_text(check, 0) : NULL;
    bool good = text != NULL && strcmp(text, "ok") == 0;
    if (!good)
        message_set(message, "%.120s is damaged: %s", book_store_path(v->store),
                    text != NULL ? text : "it cannot be read");
    sqlite3_finalize(check);
    return good;
}

static bool check_orphans(Verifier *v, Message *message) {
    int64_t orphans;
    if (!book_store_count(v->store, "moves WHERE position NOT IN (SELECT id FROM positions)",
                          &orphans, message))
        return false;
    return orphans == 0 || report(v, 0, "there are moves of positions that are not there");
}

static bool check_audit(void *context, uint64_t key, const char *position, const Audit *audit,
                        Message *message) {
    Verifier *v = context;
    Position pos;
    char fen[FEN_SIZE + 8], text[FEN_SIZE];
    message_set(message, "too many faults");
    snprintf(fen, sizeof fen, "%.*s 0 1", FEN_SIZE - 1, position);
    if (!fen_parse(fen, book_store_rules(v->store), &pos, NULL, NULL) ||
        strcmp(book_position_write(&pos, text), position) != 0 || book_key(&pos) != key)
        return report(v, 0, "an audit is about no position, or has another key");
    return (audit->score != SCORE_NONE && score_is_sound(audit->score)) ||
           report(v, 0, "the score of an audit is out of range");
}

static bool check_audits(Verifier *v, Message *message) {
    AuditTable table;
    const bool good = audit_table_open(&table, v->store, false, message) &&
                      audit_table_each(&table, check_audit, v, message);
    audit_table_close(&table);
    return good;
}

bool book_verify_store(BookStore *store, BookFault fault, void *context, BookCheck *check,
                       Message *message) {
    Verifier *v = calloc(1, sizeof *v);
    if (v == NULL)
        return message_set(message, "no memory");
    v->store = store;
    v->fault = fault;
    v->context = context;
    v->check = check;
    *check = (BookCheck){.positions = 0};
    const bool good =
        check_file(v, message) && check_orphans(v, message) &&
        book_store_count(
            store,
            "positions WHERE key IN (SELECT key FROM positions GROUP BY key HAVING count(*) > 1)",
            &check->collisions, message) &&
        book_store_each(store, BOOK_BY_ID, check_position, v, message) && check_audits(v, message);
    free(v);
    return good;
}

/* ---- Published books ---- */

/* A position as it waits for its turn. */
typedef struct {
    char *fen;
    int ply;
} Waiting;

typedef struct {
    Waiting *list;
    size_t first, count, room;
} Queue;

static bool enqueue(Queue *q, const Position *pos, int ply) {
    char fen[FEN_SIZE];
    if (q->count == q->room) {
        const size_t room = q->room > 0 ? 2 * q->room : 1024;
        Waiting *list = realloc(q->list, room * sizeof *list);
        if (list == NULL)
            return false;
        q->list = list;
        q->room = room;
    }
    fen_write(pos, fen);
    q->list[q->count] = (Waiting){strdup(fen), ply};
    return q->list[q->count++].fen != NULL;
}

static bool walk(const Wbook *book, Queue *queue, KeySet *seen, WbookEntry *entries,
                 WbookVisit visit, void *context, Message *message) {
    Position pos;
    for (; queue->first < queue->count; queue->first++) {
        const int ply = queue->list[queue->first].ply;
        int count;
        if (!fen_parse(queue->list[queue->first].fen, wbook_rules(book), &pos, NULL, message) ||
            !wbook_probe(book, &pos, entries, &count, message))
            return false;
        free(queue->list[queue->first].fen);
        queue->list[queue->first].fen = NULL;
        if (count > 0 && !visit(context, &pos, ply, entries, count, message))
            return false;
        for (int i = 0; i < count; i++) {
            Undo undo;
            bool is_new = false;
            position_make(&pos, entries[i].move, &undo);
            bool kept = key_set_add(seen, book_key(&pos), &is_new);
            kept = kept && (!is_new || enqueue(queue, &pos, ply + 1));
            position_unmake(&pos, entries[i].move, &undo);
            if (!kept)
                return message_set(message, "no memory for so many positions");
        }
    }
    return true;
}

bool book_walk_wbook(const Wbook *book, const Position *root, WbookVisit visit, void *context,
                     Message *message) {
    Queue queue = {NULL, 0, 0, 0};
    KeySet seen = {NULL, 0, 0};
    bool is_new;
    WbookEntry *entries = malloc(MAX_MOVES * sizeof *entries);
    const bool good =
        entries != NULL && key_set_add(&seen, book_key(root), &is_new) && enqueue(&queue, root, 0);
    const bool walked = good ? walk(book, &queue, &seen, entries, visit, context, message)
                             : message_set(message, "no memory");
    for (size_t i = queue.first; i < queue.count; i++)
        free(queue.list[i].fen);
    free(queue.list);
    free(entries);
    key_set_free(&seen);
    return walked;
}

typedef struct {
    const Wbook *book;
    BookFault fault;
    void *context;
    BookCheck *check;
} WbookVerifier;

static bool check_reached(void *context, const Position *pos, int ply, const WbookEntry *entries,
                          int count, Message *message) {
    WbookVerifier *v = context;
    WbookEntry all[MAX_MOVES];
    char text[FEN_SIZE];
    int found;
    (void)ply;
    (void)entries;
    v->check->reached++;
    if (!wbook_find(v->book, book_key(pos), all, MAX_MOVES, &found, message))
        return false;
    if (found == count)
        return true;
    v->check->faults++;
    message_set(message, "%.100s: %d of %d moves are not legal in %s", wbook_path(v->book),
                found - count, found, book_position_write(pos, text));
    return v->fault(v->context, message->text);
}

bool book_verify_wbook(const Wbook *book, BookFault fault, void *context, BookCheck *check,
                       Message *message) {
    WbookVerifier v = {book, fault, context, check};
    Position root;
    WbookEntry entry;
    *check = (BookCheck){.positions = wbook_positions(book), .moves = wbook_entries(book)};
    uint64_t keys = 0, last_key = 0;
    for (uint64_t i = 0; i < wbook_entries(book); i++) {
        Message why;
        if (i % 65536 == 0)
            wbook_release_before(book, i);
        if (!wbook_entry(book, i, &entry, &why)) {
            check->faults++;
            if (!fault(context, why.text))
                return true;
            i += 255 - i % 256; /* the rest of the block is as bad */
            continue;
        }
        keys += i == 0 || entry.key != last_key;
        last_key = entry.key;
    }
    if (check->faults > 0)
        return true;
    if (keys != wbook_positions(book)) {
        message_set(message, "%.200s: its header counts its positions wrongly", wbook_path(book));
        check->faults++;
        fault(context, message->text);
    }
    position_set_start(&root, wbook_rules(book));
    return book_walk_wbook(book, &root, check_reached, &v, message);
}
