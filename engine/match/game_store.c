#include "engine/match/game_store.h"

const DatabaseKind MATCH_DATABASE = {
    .noun = "match",
    .application_id = 0x42726D61, /* "Brma" */
    .version = 1,
    .schema = "CREATE TABLE games("
              "  number INTEGER PRIMARY KEY, round INTEGER NOT NULL, opening INTEGER NOT NULL,"
              "  white TEXT NOT NULL, black TEXT NOT NULL, result TEXT NOT NULL,"
              "  termination TEXT NOT NULL, reason TEXT NOT NULL, plies INTEGER NOT NULL,"
              "  record TEXT NOT NULL)"};

static bool bind(sqlite3_stmt *add, const GameRecord *r, const Bytes *json) {
    const char *texts[] = {r->name[WHITE], r->name[BLACK], r->result,
                           termination_name(r->termination), r->reason};
    bool bound = sqlite3_bind_int64(add, 1, (sqlite3_int64)r->number) == SQLITE_OK &&
                 sqlite3_bind_int64(add, 2, (sqlite3_int64)r->round) == SQLITE_OK &&
                 sqlite3_bind_int64(add, 3, (sqlite3_int64)r->opening) == SQLITE_OK;
    for (int i = 0; i < 5; i++)
        bound = bound && sqlite3_bind_text(add, 4 + i, texts[i], -1, SQLITE_STATIC) == SQLITE_OK;
    return bound && sqlite3_bind_int(add, 9, r->move_count) == SQLITE_OK &&
           sqlite3_bind_text(add, 10, json->data, (int)json->size, SQLITE_STATIC) == SQLITE_OK;
}

bool game_store_add(Database *d, const GameRecord *r, const Bytes *json, Message *message) {
    sqlite3_stmt *add = database_prepare(
        d,
        "INSERT INTO games(number, round, opening, white, black, result, termination, reason, "
        "plies, record) VALUES(?,?,?,?,?,?,?,?,?,?)",
        message);
    return add != NULL &&
           database_insert(d, add, bind(add, r, json), "a game cannot be written", message);
}

bool game_store_each(Database *d,
                     bool (*visit)(void *context, uint64_t number, const Bytes *json,
                                   Message *message),
                     void *context, Message *message) {
    return database_each_record(d, "SELECT number, record FROM games ORDER BY number", visit,
                                context, message);
}
