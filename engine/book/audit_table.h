/*
 * What deeper searches have said of the positions behind a book's moves: the table `audits` of a
 * store, which `brindle book audit` fills (book_audit.h) and `export` heeds.
 */
#ifndef BRINDLE_ENGINE_BOOK_AUDIT_TABLE_H
#define BRINDLE_ENGINE_BOOK_AUDIT_TABLE_H

#include "engine/book/book_store.h"

typedef struct {
    Score score; /* for the side to move; SCORE_NONE: it was not searched */
    int depth;
    int64_t nodes;
} Audit;

typedef struct {
    BookStore *store;
    sqlite3_stmt *find; /* NULL: the store has no such table */
    sqlite3_stmt *add;
} AuditTable;

/* With `make` the table is there afterwards; without, it may be missing, and nothing is found.
 * audit_table_close, in either case. */
bool audit_table_open(AuditTable *table, BookStore *store, bool make, Message *message);
void audit_table_close(AuditTable *table);
/* False, and a message, if it cannot be read. */
bool audit_table_find(AuditTable *table, uint64_t key, const char *position, Audit *audit,
                      Message *message);
/* Calls `visit` for each row, until it returns false (with a message). */
typedef bool (*AuditVisit)(void *context, uint64_t key, const char *position, const Audit *audit,
                           Message *message);
bool audit_table_each(const AuditTable *table, AuditVisit visit, void *context, Message *message);
/* In the place of what was known.  `position` as book_position_write has it. */
bool audit_table_add(AuditTable *table, uint64_t key, const char *position, const Audit *audit,
                     Message *message);

#endif
