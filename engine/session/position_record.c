#include "engine/session/position_record.h"

#include "bitboard/notation.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ---- */

static json_t *line_to_json(const AnalysedLine *line) {
    json_t *moves = json_array();
    for (int i = 0; i < line->count; i++) {
        char text[MOVE_TEXT_SIZE];
        json_array_append_new(moves, json_string(move_write(line->moves[i], text)));
    }
    return json_pack("{s:i, s:o}", "score", line->score, "moves", moves);
}

bool position_record_to_json(const AnalysedPosition *a, Bytes *json) {
    json_t *lines = json_array();
    for (int i = 0; i < a->line_count; i++)
        json_array_append_new(lines, line_to_json(&a->lines[i]));
    json_t *object =
        json_pack("{s:i, s:i, s:I, s:I, s:o}", "depth", a->depth, "seldepth", a->selective_depth,
                  "nodes", (json_int_t)a->nodes, "time_ms", (json_int_t)a->time_ms, "lines", lines);
    const Solution *s = &a->solution;
    if (object != NULL && s->solved)
        json_object_set_new(object, "solution",
                            json_pack("{s:i, s:I, s:I}", "depth", s->depth, "nodes",
                                      (json_int_t)s->nodes, "time_ms", (json_int_t)s->time_ms));
    json->data = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    json->size = json->data != NULL ? strlen(json->data) : 0;
    json_decref(object);
    return json->data != NULL;
}

/* ---- Reading ---- */

static bool read_line(json_t *object, const Position *pos, AnalysedPosition *a) {
    json_t *score = json_object_get(object, "score"), *moves = json_object_get(object, "moves");
    Move line[MAX_PLY + 1];
    Position now = *pos;
    const size_t count = json_array_size(moves);
    if (!json_is_integer(score) || json_integer_value(score) < -SCORE_INFINITE ||
        json_integer_value(score) > SCORE_INFINITE || count == 0 || count > MAX_PLY + 1)
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(moves, i));
        Undo undo;
        if (text == NULL || !move_parse(&now, text, &line[i], NULL))
            return false;
        position_make(&now, line[i], &undo);
    }
    return analysed_position_add(a, (Score)json_integer_value(score), line, (int)count);
}

static bool read_number(json_t *object, const char *key, int64_t most, int64_t *number) {
    json_t *value = json_object_get(object, key);
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= 0 && *number <= most;
}

static bool read_counts(json_t *object, int *depth, uint64_t *nodes, int64_t *time_ms) {
    int64_t d, n;
    if (!read_number(object, "depth", MAX_PLY, &d) ||
        !read_number(object, "nodes", INT64_MAX, &n) ||
        !read_number(object, "time_ms", INT64_MAX, time_ms))
        return false;
    *depth = (int)d;
    *nodes = (uint64_t)n;
    return true;
}

static bool read_record(json_t *object, const Position *pos, AnalysedPosition *a) {
    json_t *lines = json_object_get(object, "lines"), *found = json_object_get(object, "solution");
    Solution *s = &a->solution;
    int64_t deepest;
    if (!json_is_array(lines) || !read_number(object, "seldepth", MAX_PLY, &deepest) ||
        !read_counts(object, &a->depth, &a->nodes, &a->time_ms))
        return false;
    a->selective_depth = (int)deepest;
    for (size_t i = 0; i < json_array_size(lines); i++)
        if (!read_line(json_array_get(lines, i), pos, a))
            return false;
    s->solved = found != NULL;
    return found == NULL || read_counts(found, &s->depth, &s->nodes, &s->time_ms);
}

bool position_record_from_json(const Bytes *json, const Position *pos, AnalysedPosition *a,
                               Message *message) {
    json_t *object = json_loadb(json->data, json->size, 0, NULL);
    *a = (AnalysedPosition){.lines = NULL};
    const bool read = json_is_object(object) && read_record(object, pos, a);
    json_decref(object);
    return read || message_set(message, "the result of a position is damaged");
}
