/*
 * What a long job keeps in a file so that it can go on after the power has gone: SQLite, with each
 * commit flushed to the disk and the file locked for as long as the job runs.
 *
 * Every database has a table `job(key TEXT PRIMARY KEY, value TEXT)` beside those of its kind.
 */
#ifndef BRINDLE_ENGINE_MATCH_DATABASE_H
#define BRINDLE_ENGINE_MATCH_DATABASE_H

#include "bitboard/message.h"
#include "engine/jobs/job.h"

#include <sqlite3.h>
#include <stdint.h>

/* A kind of job. */
typedef struct {
    const char *noun;   /* "match": for messages */
    int application_id; /* marks its files, as SQLite's application_id */
    int version;        /* of its tables */
    const char *schema; /* SQL that makes them, apart from `job` */
    /* SQL that says how commits reach the disk; NULL: each is flushed, by a rollback journal. */
    const char *journal;
} DatabaseKind;

typedef struct {
    const DatabaseKind *kind;
    sqlite3 *db;
    char *file_name;
} Database;

typedef struct {
    const char *key, *value;
} DatabaseEntry;

/*
 * Makes a new file whose table `job` holds `entries` (up to a NULL key), all or nothing: killed at
 * any instant it leaves a complete database or an empty file, which does not count as one.  NULL
 * and a message if there is a file already, or it cannot be written.
 */
Database *database_create(const char *file_name, const DatabaseKind *kind,
                          const DatabaseEntry *entries, Message *message);
/* Opens the file of an interrupted job.  NULL and a message if it is none of the kind, or in use.
 */
Database *database_open(const char *file_name, const DatabaseKind *kind, Message *message);
void database_close(Database *database);

/* Changes come in transactions.  On failure all of it is undone. */
bool database_begin(Database *database, Message *message);
bool database_commit(Database *database, Message *message);
/* Undoes the transaction after something else failed. */
void database_rollback(Database *database);

/* A row of the table `job`. */
bool database_set(Database *database, const char *key, const char *value, Message *message);
/* Malloced; NULL, and a message, if there is none. */
char *database_get(Database *database, const char *key, Message *message);

/* Reads a number that an earlier run stored, or stores this run's `*number`. */
bool database_keep_number(Database *database, const char *key, uint64_t *number, Message *message);

/* A statement of the kind's own; sqlite3_finalize it.  NULL and a message if it cannot be made. */
sqlite3_stmt *database_prepare(Database *database, const char *sql, Message *message);
/*
 * Carries out an insertion of a transaction, whose values are bound (`bound`; false: some could not
 * be), and finalizes it.  On failure the transaction is undone, and the message names the file and
 * `what` went wrong.
 */
bool database_insert(Database *database, sqlite3_stmt *add, bool bound, const char *what,
                     Message *message);
/* Calls `visit` for each row of a query for numbers and records (text), until it returns false
 * (with a message). */
bool database_each_record(Database *database, const char *sql,
                          bool (*visit)(void *context, uint64_t number, const Bytes *record,
                                        Message *message),
                          void *context, Message *message);
/* Sets the message to "FILE: what: why SQLite says no"; returns false. */
bool database_failed(const Database *database, const char *what, Message *message);

#endif
