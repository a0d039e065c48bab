#include "engine/spsa/spsa_unit.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { GAMES = 2 };

int spsa_result_points(const SpsaResult *r) {
    return r->wins - r->losses;
}

/* Gives the value up, too. */
static bool dump(json_t *value, Bytes *json) {
    json->data = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    json->size = json->data != NULL ? strlen(json->data) : 0;
    json_decref(value);
    return json->data != NULL;
}

/* ---- Tasks ---- */

static json_t *array_of(const int64_t *values, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        if (json_array_append_new(array, json_integer(values[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

char *spsa_values_to_json(const int64_t *values, int count) {
    Bytes json;
    dump(array_of(values, count), &json);
    return json.data;
}

bool spsa_task_to_json(const int64_t *plus, const int64_t *minus, int count, Bytes *json) {
    return dump(
        json_pack("{s:o, s:o}", "plus", array_of(plus, count), "minus", array_of(minus, count)),
        json);
}

static bool read_array(const json_t *array, int count, int64_t *values) {
    if (!json_is_array(array) || json_array_size(array) != (size_t)count)
        return false;
    for (int i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, (size_t)i);
        if (!json_is_integer(value))
            return false;
        values[i] = json_integer_value(value);
    }
    return true;
}

bool spsa_task_from_json(const Bytes *json, int count, int64_t *plus, int64_t *minus,
                         Message *message) {
    json_t *task = json_loadb(json->data, json->size, 0, NULL);
    const bool read = read_array(json_object_get(task, "plus"), count, plus) &&
                      read_array(json_object_get(task, "minus"), count, minus);
    json_decref(task);
    return read || message_set(message, "this is no task of a tuning run");
}

/* ---- Results ---- */

bool spsa_result_to_json(const SpsaResult *r, Bytes *json) {
    if (r->failure[0] != '\0')
        return dump(json_pack("{s:s}", "failure", r->failure), json);
    return dump(json_pack("{s:i, s:i, s:i, s:i, s:i}", "wins", r->wins, "draws", r->draws, "losses",
                          r->losses, "forfeits", r->forfeits, "plies", r->plies),
                json);
}

static bool read_counts(json_t *object, SpsaResult *r) {
    return json_unpack(object, "{s:i, s:i, s:i, s:i, s:i}", "wins", &r->wins, "draws", &r->draws,
                       "losses", &r->losses, "forfeits", &r->forfeits, "plies", &r->plies) == 0 &&
           r->wins >= 0 && r->draws >= 0 && r->losses >= 0 && r->wins <= GAMES &&
           r->draws <= GAMES && r->losses <= GAMES && r->wins + r->draws + r->losses == GAMES &&
           r->forfeits >= 0 && r->forfeits <= GAMES && r->plies >= 0;
}

bool spsa_result_from_json(const Bytes *json, SpsaResult *r, Message *message) {
    json_t *object = json_loadb(json->data, json->size, 0, NULL);
    const char *failure = json_string_value(json_object_get(object, "failure"));
    *r = (SpsaResult){.failure = ""};
    bool read = failure != NULL && failure[0] != '\0';
    if (read)
        snprintf(r->failure, sizeof r->failure, "%s", failure);
    else
        read = read_counts(object, r);
    json_decref(object);
    return read || message_set(message, "this is no result of an iteration");
}
