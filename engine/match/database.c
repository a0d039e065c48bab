#include "engine/match/database.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const CANNOT_WRITE = "it cannot be written", *const CANNOT_READ =
                                                                    "it cannot be read";

bool database_failed(const Database *d, const char *what, Message *message) {
    if (sqlite3_errcode(d->db) == SQLITE_BUSY)
        return message_set(message, "%.200s: another run is using it", d->file_name);
    return message_set(message, "%.200s: %s: %s", d->file_name, what, sqlite3_errmsg(d->db));
}

static bool execute(Database *d, const char *sql, const char *what, Message *message) {
    return sqlite3_exec(d->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           database_failed(d, what, message);
}

static int store_number(void *context, int columns, char **values, char **names) {
    (void)names;
    if (columns > 0 && values[0] != NULL)
        *(long *)context = strtol(values[0], NULL, 10);
    return 0;
}

static bool read_number(Database *d, const char *sql, long *number, Message *message) {
    *number = 0;
    return sqlite3_exec(d->db, sql, store_number, number, NULL) == SQLITE_OK ||
           database_failed(d, CANNOT_READ, message);
}

/* ---- Opening ---- */

/* As SQLite takes it for the name of a file and nothing else, which ":memory:" and "file:x" are
 * not.  Malloced. */
static char *plain_path(const char *file_name) {
    const size_t size = strlen(file_name) + sizeof "./";
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s", file_name[0] == '/' ? "" : "./", file_name);
    return path;
}

static Database *open_file(const char *file_name, const DatabaseKind *kind, int flags,
                           Message *message) {
    Database *d = calloc(1, sizeof *d);
    char *path = plain_path(file_name);
    if (d == NULL || path == NULL || (d->file_name = strdup(file_name)) == NULL) {
        free(d);
        free(path);
        message_set(message, "no memory");
        return NULL;
    }
    d->kind = kind;
    if (file_name[0] == '\0')
        message_set(message, "the name of a database is missing");
    else if (sqlite3_open_v2(path, &d->db, flags, NULL) != SQLITE_OK)
        database_failed(d, "it cannot be opened", message);
    else if (execute(d, "PRAGMA locking_mode = EXCLUSIVE", "it cannot be used", message) &&
             execute(d,
                     kind->journal != NULL
                         ? kind->journal
                         : "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;",
                     "it cannot be used", message)) {
        free(path);
        return d;
    }
    free(path);
    database_close(d);
    return NULL;
}

void database_close(Database *d) {
    if (d == NULL)
        return;
    sqlite3_close(d->db);
    free(d->file_name);
    free(d);
}

/* ---- A new one ---- */

/* True if there is nothing in the file, not even tables. */
static bool is_empty(Database *d, Message *message) {
    long tables;
    return read_number(d, "SELECT count(*) FROM sqlite_master", &tables, message) &&
           (tables == 0 ||
            message_set(message,
                        "%.120s exists already: --resume %.120s goes on with it, --db NAME begins "
                        "another",
                        d->file_name, d->file_name));
}

static bool fill(Database *d, const DatabaseEntry *entries, Message *message) {
    char mark[128];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             d->kind->application_id, d->kind->version);
    bool filled = is_empty(d, message) && execute(d, mark, CANNOT_WRITE, message) &&
                  execute(d,
                          "CREATE TABLE job(key TEXT PRIMARY KEY, value TEXT NOT NULL) "
                          "WITHOUT ROWID",
                          CANNOT_WRITE, message) &&
                  execute(d, d->kind->schema, CANNOT_WRITE, message);
    for (const DatabaseEntry *e = entries; filled && e->key != NULL; e++)
        filled = database_set(d, e->key, e->value, message);
    return filled;
}

Database *database_create(const char *file_name, const DatabaseKind *kind,
                          const DatabaseEntry *entries, Message *message) {
    Database *d = open_file(file_name, kind, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, message);
    if (d == NULL)
        return NULL;
    if (execute(d, "BEGIN EXCLUSIVE", CANNOT_WRITE, message) && fill(d, entries, message) &&
        database_commit(d, message))
        return d;
    database_close(d);
    return NULL;
}

/* ---- One that exists ---- */

/* The lock lasts until the file is closed. */
static bool lock_and_check(Database *d, Message *message) {
    long id, version;
    if (!execute(d, "BEGIN EXCLUSIVE", CANNOT_WRITE, message) ||
        !read_number(d, "PRAGMA application_id", &id, message) ||
        !read_number(d, "PRAGMA user_version", &version, message) ||
        !execute(d, "COMMIT", CANNOT_WRITE, message))
        return false;
    if (id != d->kind->application_id)
        return message_set(message, "%.200s: it is no database of a %s, or of one that never began",
                           d->file_name, d->kind->noun);
    return version == d->kind->version ||
           message_set(message, "%.200s: it was made by another version of the program",
                       d->file_name);
}

Database *database_open(const char *file_name, const DatabaseKind *kind, Message *message) {
    if (access(file_name, F_OK) != 0) {
        message_set(message, "%.200s: %s", file_name, strerror(errno));
        return NULL;
    }
    Database *d = open_file(file_name, kind, SQLITE_OPEN_READWRITE, message);
    if (d == NULL || lock_and_check(d, message))
        return d;
    database_close(d);
    return NULL;
}

/* ---- Using it ---- */

bool database_begin(Database *d, Message *message) {
    return execute(d, "BEGIN IMMEDIATE", CANNOT_WRITE, message);
}

void database_rollback(Database *d) {
    sqlite3_exec(d->db, "ROLLBACK", NULL, NULL, NULL);
}

bool database_commit(Database *d, Message *message) {
    if (execute(d, "COMMIT", CANNOT_WRITE, message))
        return true;
    database_rollback(d);
    return false;
}

sqlite3_stmt *database_prepare(Database *d, const char *sql, Message *message) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(d->db, sql, -1, &statement, NULL) == SQLITE_OK)
        return statement;
    database_failed(d, "it cannot be used", message);
    return NULL;
}

bool database_set(Database *d, const char *key, const char *value, Message *message) {
    sqlite3_stmt *set =
        database_prepare(d, "INSERT OR REPLACE INTO job(key, value) VALUES(?, ?)", message);
    if (set == NULL)
        return false;
    const bool done = sqlite3_bind_text(set, 1, key, -1, SQLITE_STATIC) == SQLITE_OK &&
                      sqlite3_bind_text(set, 2, value, -1, SQLITE_STATIC) == SQLITE_OK &&
                      sqlite3_step(set) == SQLITE_DONE;
    if (!done)
        database_failed(d, CANNOT_WRITE, message);
    sqlite3_finalize(set);
    return done;
}

char *database_get(Database *d, const char *key, Message *message) {
    char *value = NULL;
    sqlite3_stmt *get = database_prepare(d, "SELECT value FROM job WHERE key = ?", message);
    if (get == NULL)
        return NULL;
    sqlite3_bind_text(get, 1, key, -1, SQLITE_STATIC);
    switch (sqlite3_step(get)) {
    case SQLITE_ROW: {
        const unsigned char *text = sqlite3_column_text(get, 0);
        value = text != NULL ? strdup((const char *)text) : NULL;
        if (value == NULL)
            message_set(message, "no memory");
        break;
    }
    case SQLITE_DONE:
        message_set(message, "%.200s: it does not say what '%s' is", d->file_name, key);
        break;
    default: database_failed(d, CANNOT_READ, message);
    }
    sqlite3_finalize(get);
    return value;
}

bool database_keep_number(Database *d, const char *key, uint64_t *number, Message *message) {
    char text[32];
    char *stored = database_get(d, key, NULL);
    if (stored != NULL) {
        *number = strtoull(stored, NULL, 10);
        free(stored);
        return true;
    }
    snprintf(text, sizeof text, "%" PRIu64, *number);
    return database_set(d, key, text, message);
}

bool database_insert(Database *d, sqlite3_stmt *add, bool bound, const char *what,
                     Message *message) {
    const bool added = bound && sqlite3_step(add) == SQLITE_DONE;
    if (!added)
        database_failed(d, what, message);
    sqlite3_finalize(add);
    if (!added)
        database_rollback(d);
    return added;
}

bool database_each_record(Database *d, const char *sql,
                          bool (*visit)(void *context, uint64_t number, const Bytes *record,
                                        Message *message),
                          void *context, Message *message) {
    sqlite3_stmt *all = database_prepare(d, sql, message);
    int step = SQLITE_DONE;
    bool visited = true;
    if (all == NULL)
        return false;
    while (visited && (step = sqlite3_step(all)) == SQLITE_ROW) {
        const Bytes record = {(char *)sqlite3_column_text(all, 1),
                              (size_t)sqlite3_column_bytes(all, 1)};
        visited = visit(context, (uint64_t)sqlite3_column_int64(all, 0), &record, message);
    }
    if (visited && step != SQLITE_DONE)
        visited = database_failed(d, CANNOT_READ, message);
    sqlite3_finalize(all);
    return visited;
}
