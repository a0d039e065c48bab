#include "engine/book/book_store.h"

#include "engine/wbook/book_key.h"
#include "engine/wbook/wbook.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- The tables ---- */

/* What positions and moves have in common, in the order of bind_common. */
#define COMMON_COLUMNS "games, wins, draws, losses, score, depth, nodes, learned, sources"

const DatabaseKind BOOK_DATABASE = {
    .noun = "book",
    .application_id = 0x4272626B, /* "Brbk" */
    .version = 1,
    .schema = "CREATE TABLE positions("
              "  id INTEGER PRIMARY KEY, key INTEGER NOT NULL, position TEXT NOT NULL,"
              "  ply INTEGER NOT NULL, games INTEGER NOT NULL DEFAULT 0,"
              "  wins INTEGER NOT NULL DEFAULT 0, draws INTEGER NOT NULL DEFAULT 0,"
              "  losses INTEGER NOT NULL DEFAULT 0, score INTEGER, depth INTEGER, nodes INTEGER,"
              "  learned INTEGER, sources INTEGER NOT NULL DEFAULT 0,"
              "  round INTEGER NOT NULL DEFAULT 0);"
              "CREATE INDEX positions_by_key ON positions(key);"
              "CREATE TABLE moves("
              "  position INTEGER NOT NULL, move INTEGER NOT NULL, child INTEGER,"
              "  weight INTEGER NOT NULL DEFAULT 0, games INTEGER NOT NULL DEFAULT 0,"
              "  wins INTEGER NOT NULL DEFAULT 0, draws INTEGER NOT NULL DEFAULT 0,"
              "  losses INTEGER NOT NULL DEFAULT 0, score INTEGER, depth INTEGER, nodes INTEGER,"
              "  learned INTEGER, sources INTEGER NOT NULL DEFAULT 0,"
              "  PRIMARY KEY(position, move)) WITHOUT ROWID;",
    .journal = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
               "PRAGMA cache_size = -65536;"};

typedef enum {
    FIND,
    INSERT,
    LOWER_PLY,
    READ,
    WRITE,
    READ_MOVES,
    WRITE_MOVE,
    COUNT_MOVE,
    NOTE_SEARCH,
    LINK,
    STATEMENTS
} Statement;

static const char *const SQL[STATEMENTS] = {
    [FIND] = "SELECT id, position, ply FROM positions WHERE key = ?",
    [INSERT] = "INSERT INTO positions(key, position, ply) VALUES(?, ?, ?)",
    [LOWER_PLY] = "UPDATE positions SET ply = ? WHERE id = ?",
    [READ] = "SELECT id, key, position, ply, " COMMON_COLUMNS ", round FROM positions WHERE id = ?",
    [WRITE] = "UPDATE positions SET (ply, " COMMON_COLUMNS
              ", round) = (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) WHERE id = ?1",
    [READ_MOVES] = "SELECT move, child, weight, " COMMON_COLUMNS
                   " FROM moves WHERE position = ? ORDER BY move",
    [WRITE_MOVE] = "INSERT OR REPLACE INTO moves(position, move, child, weight, " COMMON_COLUMNS
                   ") VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [COUNT_MOVE] =
        "INSERT INTO moves(position, move, child, games, wins, draws, losses, sources)"
        "  VALUES(?, ?, ?, ?, ?, ?, ?, ?)"
        "  ON CONFLICT(position, move) DO UPDATE SET"
        "  child = ifnull(excluded.child, child), games = games + excluded.games, wins = wins + excluded.wins,"
        "  draws = draws + excluded.draws, losses = losses + excluded.losses,"
        "  sources = sources | excluded.sources",
    [NOTE_SEARCH] = "INSERT INTO moves(position, move, score, depth, nodes, sources)"
                    "  VALUES(?1, ?2, ?3, ?4, ?5, ?6)"
                    "  ON CONFLICT(position, move) DO UPDATE SET score = ?3, depth = ?4,"
                    "  nodes = ?5, sources = sources | ?6",
    [LINK] = "UPDATE moves SET child = ?3 WHERE position = ?1 AND move = ?2"};

struct BookStore {
    Database *db;
    const RuleSet *rules;
    sqlite3_stmt *statements[STATEMENTS]; /* made when needed */
};

static const char *const CANNOT_READ = "it cannot be read", *const CANNOT_WRITE =
                                                                "it cannot be written";

static bool failed(BookStore *s, const char *what, Message *message) {
    return database_failed(s->db, what, message);
}

/* ---- Opening ---- */

static BookStore *store_of(Database *db, const RuleSet *rules, Message *message) {
    BookStore *s = db != NULL ? calloc(1, sizeof *s) : NULL;
    if (s == NULL) {
        if (db != NULL)
            message_set(message, "no memory");
        database_close(db);
        return NULL;
    }
    s->db = db;
    s->rules = rules;
    return s;
}

BookStore *book_store_create(const char *path, const RuleSet *rules, Message *message) {
    const DatabaseEntry entries[] = {{"rules", rules->name}, {NULL, NULL}};
    struct stat about;
    if (stat(path, &about) == 0 && about.st_size > 0) {
        message_set(message, "%.200s exists already; move it away first", path);
        return NULL;
    }
    return store_of(database_create(path, &BOOK_DATABASE, entries, message), rules, message);
}

BookStore *book_store_open(const char *path, Message *message) {
    Database *db = database_open(path, &BOOK_DATABASE, message);
    char *name = db != NULL ? database_get(db, "rules", message) : NULL;
    const RuleSet *rules = name != NULL ? rules_find(name, message) : NULL;
    free(name);
    if (rules == NULL) {
        database_close(db);
        return NULL;
    }
    return store_of(db, rules, message);
}

BookStore *book_store_open_or_create(const char *path, const RuleSet *rules, Message *message) {
    struct stat about;
    if (stat(path, &about) != 0 || (S_ISREG(about.st_mode) && about.st_size == 0))
        return book_store_create(path, rules != NULL ? rules : &RULES[0], message);
    BookStore *s = book_store_open(path, message);
    if (s != NULL && rules != NULL && s->rules != rules) {
        message_set(message, "%.200s is a book of %s, not of %s", path, s->rules->name,
                    rules->name);
        book_store_close(s);
        return NULL;
    }
    return s;
}

void book_store_close(BookStore *s) {
    if (s == NULL)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statements[i]);
    database_close(s->db);
    free(s);
}

const RuleSet *book_store_rules(const BookStore *s) {
    return s->rules;
}
const char *book_store_path(const BookStore *s) {
    return s->db->file_name;
}
Database *book_store_database(BookStore *s) {
    return s->db;
}

/* ---- Statements ---- */

static sqlite3_stmt *statement(BookStore *s, Statement which, Message *message) {
    if (s->statements[which] == NULL)
        s->statements[which] = database_prepare(s->db, SQL[which], message);
    return s->statements[which];
}

static void bind_score(sqlite3_stmt *to, int column, Score score) {
    if (score == SCORE_NONE)
        sqlite3_bind_null(to, column);
    else
        sqlite3_bind_int(to, column, score);
}

/* COMMON_COLUMNS, from a column on. */
static void bind_common(sqlite3_stmt *to, int column, const BookCounts *c, const BookFindings *f,
                        int sources) {
    sqlite3_bind_int64(to, column, c->games);
    sqlite3_bind_int64(to, column + 1, c->wins);
    sqlite3_bind_int64(to, column + 2, c->draws);
    sqlite3_bind_int64(to, column + 3, c->losses);
    bind_score(to, column + 4, f->score);
    sqlite3_bind_int(to, column + 5, f->depth);
    sqlite3_bind_int64(to, column + 6, f->nodes);
    bind_score(to, column + 7, f->learned);
    sqlite3_bind_int(to, column + 8, sources);
}

static Score column_score(sqlite3_stmt *from, int column) {
    return sqlite3_column_type(from, column) == SQLITE_NULL ? SCORE_NONE
                                                            : sqlite3_column_int(from, column);
}

static void read_common(sqlite3_stmt *from, int column, BookCounts *c, BookFindings *f,
                        int *sources) {
    *c = (BookCounts){sqlite3_column_int64(from, column), sqlite3_column_int64(from, column + 1),
                      sqlite3_column_int64(from, column + 2),
                      sqlite3_column_int64(from, column + 3)};
    *f = (BookFindings){column_score(from, column + 4), sqlite3_column_int(from, column + 5),
                        sqlite3_column_int64(from, column + 6), column_score(from, column + 7)};
    *sources = sqlite3_column_int(from, column + 8);
}

/* Carries out a statement that yields no rows, and makes it ready for the next time. */
static bool carry_out(BookStore *s, sqlite3_stmt *what, Message *message) {
    const bool done = sqlite3_step(what) == SQLITE_DONE || failed(s, CANNOT_WRITE, message);
    sqlite3_reset(what);
    return done;
}

/* ---- Positions ---- */

static bool find(BookStore *s, uint64_t key, const char *text, int64_t *id, int *ply,
                 Message *message) {
    sqlite3_stmt *query = statement(s, FIND, message);
    int step;
    *id = 0;
    if (query == NULL)
        return false;
    sqlite3_bind_int64(query, 1, (sqlite3_int64)key);
    while ((step = sqlite3_step(query)) == SQLITE_ROW) {
        const char *there = (const char *)sqlite3_column_text(query, 1);
        if (there != NULL && strcmp(there, text) == 0) {
            *id = sqlite3_column_int64(query, 0);
            *ply = sqlite3_column_int(query, 2);
            break;
        }
    }
    const bool read = step == SQLITE_ROW || step == SQLITE_DONE || failed(s, CANNOT_READ, message);
    sqlite3_reset(query);
    return read;
}

bool book_store_find(BookStore *s, const Position *pos, int64_t *id, Message *message) {
    char text[FEN_SIZE];
    int ply;
    return find(s, book_key(pos), book_position_write(pos, text), id, &ply, message);
}

static bool insert(BookStore *s, uint64_t key, const char *text, int ply, int64_t *id,
                   Message *message) {
    sqlite3_stmt *add = statement(s, INSERT, message);
    if (add == NULL)
        return false;
    sqlite3_bind_int64(add, 1, (sqlite3_int64)key);
    sqlite3_bind_text(add, 2, text, -1, SQLITE_STATIC);
    sqlite3_bind_int(add, 3, ply);
    const bool added = carry_out(s, add, message);
    *id = sqlite3_last_insert_rowid(s->db->db);
    return added;
}

bool book_store_add(BookStore *s, const Position *pos, int ply, int64_t *id, bool *is_new,
                    Message *message) {
    char text[FEN_SIZE];
    int known_ply;
    const uint64_t key = book_key(pos);
    book_position_write(pos, text);
    if (!find(s, key, text, id, &known_ply, message))
        return false;
    *is_new = *id == 0;
    if (*is_new)
        return insert(s, key, text, ply, id, message);
    if (ply >= known_ply)
        return true;
    sqlite3_stmt *lower = statement(s, LOWER_PLY, message);
    if (lower == NULL)
        return false;
    sqlite3_bind_int(lower, 1, ply);
    sqlite3_bind_int64(lower, 2, *id);
    return carry_out(s, lower, message);
}

static void read_position(sqlite3_stmt *from, BookPosition *p) {
    const char *text = (const char *)sqlite3_column_text(from, 2);
    p->id = sqlite3_column_int64(from, 0);
    p->key = (uint64_t)sqlite3_column_int64(from, 1);
    snprintf(p->text, sizeof p->text, "%s", text != NULL ? text : "");
    p->ply = sqlite3_column_int(from, 3);
    read_common(from, 4, &p->counts, &p->findings, &p->sources);
    p->round = sqlite3_column_int(from, 13);
}

bool book_store_read(BookStore *s, int64_t id, BookPosition *position, Message *message) {
    sqlite3_stmt *query = statement(s, READ, message);
    if (query == NULL)
        return false;
    sqlite3_bind_int64(query, 1, id);
    const int step = sqlite3_step(query);
    bool read = step == SQLITE_ROW;
    if (read)
        read_position(query, position);
    else if (step == SQLITE_DONE)
        message_set(message, "%.200s: there is no position %" PRId64 " in it", book_store_path(s),
                    id);
    else
        failed(s, CANNOT_READ, message);
    sqlite3_reset(query);
    return read;
}

bool book_store_write(BookStore *s, const BookPosition *p, Message *message) {
    sqlite3_stmt *write = statement(s, WRITE, message);
    if (write == NULL)
        return false;
    sqlite3_bind_int64(write, 1, p->id);
    sqlite3_bind_int(write, 2, p->ply);
    bind_common(write, 3, &p->counts, &p->findings, p->sources);
    sqlite3_bind_int(write, 12, p->round);
    return carry_out(s, write, message);
}

bool book_store_each(BookStore *s, BookOrder order, BookVisit visit, void *context,
                     Message *message) {
    static const char *const orders[] = {"id", "key < 0, key, position", "ply, position"};
    char sql[256];
    BookPosition p;
    int step = SQLITE_DONE;
    bool visited = true;
    snprintf(sql, sizeof sql,
             "SELECT id, key, position, ply, " COMMON_COLUMNS ", round FROM positions ORDER BY %s",
             orders[order]);
    sqlite3_stmt *all = database_prepare(s->db, sql, message);
    if (all == NULL)
        return false;
    while (visited && (step = sqlite3_step(all)) == SQLITE_ROW) {
        read_position(all, &p);
        visited = visit(context, &p, message);
    }
    if (visited && step != SQLITE_DONE)
        visited = failed(s, CANNOT_READ, message);
    sqlite3_finalize(all);
    return visited;
}

bool book_store_position(const BookStore *s, const BookPosition *row, Position *pos,
                         Message *message) {
    Message why;
    return fen_parse(row->text, s->rules, pos, NULL, &why) ||
           message_set(message, "%.120s: position %" PRId64 ": %s", book_store_path(s), row->id,
                       why.text);
}

/* ---- Moves ---- */

bool book_store_read_moves(BookStore *s, int64_t id, BookMove moves[MAX_MOVES], int *count,
                           Message *message) {
    sqlite3_stmt *query = statement(s, READ_MOVES, message);
    int step = SQLITE_DONE;
    *count = 0;
    if (query == NULL)
        return false;
    sqlite3_bind_int64(query, 1, id);
    while (*count < MAX_MOVES && (step = sqlite3_step(query)) == SQLITE_ROW) {
        BookMove *m = &moves[(*count)++];
        m->move = book_move_from_code((uint32_t)sqlite3_column_int64(query, 0));
        m->child = sqlite3_column_int64(query, 1);
        m->weight = sqlite3_column_int(query, 2);
        read_common(query, 3, &m->counts, &m->findings, &m->sources);
    }
    const bool read = step == SQLITE_ROW || step == SQLITE_DONE || failed(s, CANNOT_READ, message);
    sqlite3_reset(query);
    return read;
}

static void bind_move(sqlite3_stmt *to, int64_t id, const BookMove *m) {
    sqlite3_bind_int64(to, 1, id);
    sqlite3_bind_int64(to, 2, book_move_code(m->move));
    if (m->child == 0)
        sqlite3_bind_null(to, 3);
    else
        sqlite3_bind_int64(to, 3, m->child);
}

bool book_store_open_row(BookStore *s, const BookPosition *row, Position *pos,
                         BookMove moves[MAX_MOVES], int *count, Message *message) {
    return book_store_position(s, row, pos, message) &&
           book_store_read_moves(s, row->id, moves, count, message);
}

bool book_store_write_move(BookStore *s, int64_t id, const BookMove *m, Message *message) {
    sqlite3_stmt *write = statement(s, WRITE_MOVE, message);
    if (write == NULL)
        return false;
    bind_move(write, id, m);
    sqlite3_bind_int(write, 4, m->weight);
    bind_common(write, 5, &m->counts, &m->findings, m->sources);
    return carry_out(s, write, message);
}

bool book_store_count_move(BookStore *s, int64_t id, const BookMove *m, Message *message) {
    sqlite3_stmt *add = statement(s, COUNT_MOVE, message);
    if (add == NULL)
        return false;
    bind_move(add, id, m);
    sqlite3_bind_int64(add, 4, m->counts.games);
    sqlite3_bind_int64(add, 5, m->counts.wins);
    sqlite3_bind_int64(add, 6, m->counts.draws);
    sqlite3_bind_int64(add, 7, m->counts.losses);
    sqlite3_bind_int(add, 8, m->sources);
    return carry_out(s, add, message);
}

bool book_store_note_search(BookStore *s, int64_t id, Move move, const BookFindings *f,
                            Message *message) {
    sqlite3_stmt *note = statement(s, NOTE_SEARCH, message);
    if (note == NULL)
        return false;
    sqlite3_bind_int64(note, 1, id);
    sqlite3_bind_int64(note, 2, book_move_code(move));
    bind_score(note, 3, f->score);
    sqlite3_bind_int(note, 4, f->depth);
    sqlite3_bind_int64(note, 5, f->nodes);
    sqlite3_bind_int(note, 6, BOOK_FROM_SEARCH);
    return carry_out(s, note, message);
}

bool book_store_link(BookStore *s, int64_t id, Move move, int64_t child, Message *message) {
    sqlite3_stmt *link = statement(s, LINK, message);
    if (link == NULL)
        return false;
    sqlite3_bind_int64(link, 1, id);
    sqlite3_bind_int64(link, 2, book_move_code(move));
    sqlite3_bind_int64(link, 3, child);
    return carry_out(s, link, message);
}

/* ---- All of them ---- */

bool book_store_execute(BookStore *s, const char *sql, Message *message) {
    return sqlite3_exec(s->db->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           failed(s, CANNOT_WRITE, message);
}

bool book_store_sum_counts(BookStore *s, Message *message) {
    return book_store_execute(
        s,
        "UPDATE positions SET games = 0, wins = 0, draws = 0, losses = 0 WHERE games > 0;"
        "UPDATE positions SET games = m.games, wins = m.wins, draws = m.draws, losses = m.losses,"
        "  sources = positions.sources | m.sources"
        "  FROM (SELECT position, sum(games) AS games, sum(wins) AS wins, sum(draws) AS draws,"
        "        sum(losses) AS losses, max(sources & 1) | max(sources & 2) AS sources"
        "        FROM moves GROUP BY position) AS m"
        "  WHERE positions.id = m.position AND m.games > 0",
        message);
}

bool book_store_count(BookStore *s, const char *rows, int64_t *count, Message *message) {
    char sql[512];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", rows);
    sqlite3_stmt *query = database_prepare(s->db, sql, message);
    if (query == NULL)
        return false;
    const bool read = sqlite3_step(query) == SQLITE_ROW || failed(s, CANNOT_READ, message);
    if (read)
        *count = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return read;
}
