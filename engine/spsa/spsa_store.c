#include "engine/spsa/spsa_store.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const CANNOT_WRITE = "an iteration cannot be written", *const CANNOT_READ =
                                                                              "it cannot be read";

const DatabaseKind SPSA_DATABASE = {
    .noun = "tuning run",
    .application_id = 0x42727370, /* "Brsp" */
    .version = 1,
    .schema = "CREATE TABLE results("
              "  number INTEGER PRIMARY KEY, plus TEXT NOT NULL, minus TEXT NOT NULL,"
              "  wins INTEGER NOT NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL,"
              "  forfeits INTEGER NOT NULL, plies INTEGER NOT NULL, failure TEXT);"
              "CREATE TABLE updates(number INTEGER PRIMARY KEY, theta TEXT NOT NULL)"};

/* ---- Writing ---- */

static bool bind_result(sqlite3_stmt *add, uint64_t number, const char *plus, const char *minus,
                        const SpsaResult *r) {
    const int counts[] = {r->wins, r->draws, r->losses, r->forfeits, r->plies};
    bool bound = sqlite3_bind_int64(add, 1, (sqlite3_int64)number) == SQLITE_OK &&
                 sqlite3_bind_text(add, 2, plus, -1, SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_bind_text(add, 3, minus, -1, SQLITE_STATIC) == SQLITE_OK;
    for (int i = 0; i < 5; i++)
        bound = bound && sqlite3_bind_int(add, 4 + i, counts[i]) == SQLITE_OK;
    return bound && (r->failure[0] == '\0' ||
                     sqlite3_bind_text(add, 9, r->failure, -1, SQLITE_STATIC) == SQLITE_OK);
}

bool spsa_store_add_result(Database *d, uint64_t number, const int64_t *plus, const int64_t *minus,
                           int count, const SpsaResult *result, Message *message) {
    char *plus_text = spsa_values_to_json(plus, count);
    char *minus_text = spsa_values_to_json(minus, count);
    sqlite3_stmt *add = database_prepare(
        d,
        "INSERT INTO results(number, plus, minus, wins, draws, losses, forfeits, plies, failure) "
        "VALUES(?,?,?,?,?,?,?,?,?)",
        message);
    const bool added =
        add != NULL && database_insert(d, add,
                                       plus_text != NULL && minus_text != NULL &&
                                           bind_result(add, number, plus_text, minus_text, result),
                                       CANNOT_WRITE, message);
    free(plus_text);
    free(minus_text);
    return added;
}

static char *theta_to_json(const double *theta, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_real(theta[i]));
    char *text = json_array_size(array) == (size_t)count
                     ? json_dumps(array, JSON_COMPACT | JSON_REAL_PRECISION(17))
                     : NULL;
    json_decref(array);
    return text;
}

bool spsa_store_add_theta(Database *d, uint64_t number, const double *theta, int count,
                          Message *message) {
    char *text = theta_to_json(theta, count);
    sqlite3_stmt *add =
        database_prepare(d, "INSERT INTO updates(number, theta) VALUES(?,?)", message);
    const bool added =
        add != NULL &&
        database_insert(d, add,
                        text != NULL &&
                            sqlite3_bind_int64(add, 1, (sqlite3_int64)number) == SQLITE_OK &&
                            sqlite3_bind_text(add, 2, text, -1, SQLITE_STATIC) == SQLITE_OK,
                        CANNOT_WRITE, message);
    free(text);
    return added;
}

/* ---- Reading ---- */

bool spsa_store_counted(Database *d, uint64_t *counted, Message *message) {
    sqlite3_stmt *count =
        database_prepare(d, "SELECT count(*), ifnull(max(number) + 1, 0) FROM updates", message);
    if (count == NULL)
        return false;
    bool read = sqlite3_step(count) == SQLITE_ROW || database_failed(d, CANNOT_READ, message);
    if (read) {
        *counted = (uint64_t)sqlite3_column_int64(count, 0);
        read = *counted == (uint64_t)sqlite3_column_int64(count, 1) ||
               message_set(message, "%.200s: iterations are missing in it", d->file_name);
    }
    sqlite3_finalize(count);
    return read;
}

bool spsa_store_each_result(Database *d,
                            bool (*visit)(void *context, uint64_t number, const SpsaResult *result,
                                          Message *message),
                            void *context, Message *message) {
    sqlite3_stmt *all = database_prepare(
        d,
        "SELECT number, wins, draws, losses, forfeits, plies, failure FROM results ORDER BY number",
        message);
    int step = SQLITE_DONE;
    bool visited = true;
    if (all == NULL)
        return false;
    while (visited && (step = sqlite3_step(all)) == SQLITE_ROW) {
        SpsaResult r = {sqlite3_column_int(all, 1), sqlite3_column_int(all, 2),
                        sqlite3_column_int(all, 3), sqlite3_column_int(all, 4),
                        sqlite3_column_int(all, 5), ""};
        const unsigned char *failure = sqlite3_column_text(all, 6);
        if (failure != NULL)
            snprintf(r.failure, sizeof r.failure, "%s", (const char *)failure);
        visited = visit(context, (uint64_t)sqlite3_column_int64(all, 0), &r, message);
    }
    if (visited && step != SQLITE_DONE)
        visited = database_failed(d, CANNOT_READ, message);
    sqlite3_finalize(all);
    return visited;
}

static bool theta_from_json(const char *text, double *theta, int count) {
    json_t *array = text != NULL ? json_loads(text, 0, NULL) : NULL;
    const bool fits = json_is_array(array) && json_array_size(array) == (size_t)count;
    for (int i = 0; fits && i < count; i++)
        theta[i] = json_number_value(json_array_get(array, (size_t)i));
    json_decref(array);
    return fits;
}

bool spsa_store_each_theta(Database *d, int count, uint64_t from, uint64_t stride,
                           bool (*visit)(void *context, uint64_t number, const double *theta,
                                         Message *message),
                           void *context, Message *message) {
    sqlite3_stmt *some = database_prepare(
        d,
        "SELECT number, theta FROM updates WHERE number >= ?1 AND ((number - ?1) % ?2 = 0 OR "
        "number = (SELECT max(number) FROM updates)) ORDER BY number",
        message);
    double *theta = calloc((size_t)count, sizeof *theta);
    int step = SQLITE_DONE;
    bool visited = some != NULL && theta != NULL;
    if (theta == NULL)
        message_set(message, "no memory");
    if (visited) {
        sqlite3_bind_int64(some, 1, (sqlite3_int64)from);
        sqlite3_bind_int64(some, 2, (sqlite3_int64)stride);
    }
    while (visited && (step = sqlite3_step(some)) == SQLITE_ROW) {
        const uint64_t number = (uint64_t)sqlite3_column_int64(some, 0);
        visited = theta_from_json((const char *)sqlite3_column_text(some, 1), theta, count)
                      ? visit(context, number, theta, message)
                      : message_set(message, "%.200s: iteration %" PRIu64 " cannot be read",
                                    d->file_name, number + 1);
    }
    if (visited && step != SQLITE_DONE)
        visited = database_failed(d, CANNOT_READ, message);
    sqlite3_finalize(some);
    free(theta);
    return visited;
}
