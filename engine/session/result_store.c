#include "engine/session/result_store.h"

const DatabaseKind ANALYSIS_DATABASE = {
    .noun = "session of an analysis",
    .application_id = 0x42726173, /* "Bras" */
    .version = 1,
    .schema = "CREATE TABLE results(number INTEGER PRIMARY KEY, record TEXT NOT NULL)"};

bool result_store_add(Database *d, uint64_t number, const Bytes *json, Message *message) {
    sqlite3_stmt *add =
        database_prepare(d, "INSERT INTO results(number, record) VALUES(?,?)", message);
    if (add == NULL)
        return false;
    const bool bound =
        sqlite3_bind_int64(add, 1, (sqlite3_int64)number) == SQLITE_OK &&
        sqlite3_bind_text(add, 2, json->data, (int)json->size, SQLITE_STATIC) == SQLITE_OK;
    return database_insert(d, add, bound, "a result cannot be written", message);
}

bool result_store_each(Database *d,
                       bool (*visit)(void *context, uint64_t number, const Bytes *json,
                                     Message *message),
                       void *context, Message *message) {
    return database_each_record(d, "SELECT number, record FROM results ORDER BY number", visit,
                                context, message);
}
