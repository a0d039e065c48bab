#include "engine/book/audit_table.h"

bool audit_table_open(AuditTable *table, BookStore *store, bool make, Message *message) {
    Database *db = book_store_database(store);
    int64_t there = 0;
    *table = (AuditTable){store, NULL, NULL};
    if (make &&
        !book_store_execute(store,
                            "CREATE TABLE IF NOT EXISTS audits("
                            " key INTEGER NOT NULL, position TEXT NOT NULL, score INTEGER NOT NULL,"
                            " depth INTEGER NOT NULL, nodes INTEGER NOT NULL,"
                            " PRIMARY KEY(key, position)) WITHOUT ROWID",
                            message))
        return false;
    if (!book_store_count(store, "sqlite_master WHERE name = 'audits'", &there, message))
        return false;
    if (there == 0)
        return true;
    table->find = database_prepare(
        db, "SELECT score, depth, nodes FROM audits WHERE key = ? AND position = ?", message);
    if (table->find != NULL && make)
        table->add =
            database_prepare(db,
                             "INSERT OR REPLACE INTO audits(key, position, score, depth, nodes)"
                             " VALUES(?, ?, ?, ?, ?)",
                             message);
    return table->find != NULL && (!make || table->add != NULL);
}

void audit_table_close(AuditTable *table) {
    sqlite3_finalize(table->find);
    sqlite3_finalize(table->add);
    table->find = table->add = NULL;
}

bool audit_table_find(AuditTable *table, uint64_t key, const char *position, Audit *audit,
                      Message *message) {
    *audit = (Audit){SCORE_NONE, 0, 0};
    if (table->find == NULL)
        return true;
    sqlite3_bind_int64(table->find, 1, (sqlite3_int64)key);
    sqlite3_bind_text(table->find, 2, position, -1, SQLITE_TRANSIENT);
    const int step = sqlite3_step(table->find);
    if (step == SQLITE_ROW)
        *audit = (Audit){sqlite3_column_int(table->find, 0), sqlite3_column_int(table->find, 1),
                         sqlite3_column_int64(table->find, 2)};
    const bool read =
        step == SQLITE_ROW || step == SQLITE_DONE ||
        database_failed(book_store_database(table->store), "it cannot be read", message);
    sqlite3_reset(table->find);
    return read;
}

bool audit_table_each(const AuditTable *table, AuditVisit visit, void *context, Message *message) {
    Database *db = book_store_database(table->store);
    if (table->find == NULL)
        return true;
    sqlite3_stmt *all =
        database_prepare(db, "SELECT key, position, score, depth, nodes FROM audits", message);
    int step = SQLITE_DONE;
    bool good = all != NULL;
    while (good && (step = sqlite3_step(all)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(all, 1);
        const Audit audit = {sqlite3_column_int(all, 2), sqlite3_column_int(all, 3),
                             sqlite3_column_int64(all, 4)};
        good = visit(context, (uint64_t)sqlite3_column_int64(all, 0), text != NULL ? text : "",
                     &audit, message);
    }
    if (good && step != SQLITE_DONE)
        good = database_failed(db, "it cannot be read", message);
    sqlite3_finalize(all);
    return good;
}

bool audit_table_add(AuditTable *table, uint64_t key, const char *position, const Audit *audit,
                     Message *message) {
    sqlite3_bind_int64(table->add, 1, (sqlite3_int64)key);
    sqlite3_bind_text(table->add, 2, position, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(table->add, 3, audit->score);
    sqlite3_bind_int(table->add, 4, audit->depth);
    sqlite3_bind_int64(table->add, 5, audit->nodes);
    const bool added =
        sqlite3_step(table->add) == SQLITE_DONE ||
        database_failed(book_store_database(table->store), "it cannot be written", message);
    sqlite3_reset(table->add);
    return added;
}
