/*
 * brindle data info: what is in a file, from the heads of its games alone.
 */
#include "engine/tools/data_action.h"

#include <limits.h>

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t games, positions, plies, own_starts, scored;
    int shortest, longest; /* half-moves */
    uint64_t results[DATA_RESULTS], ends[DATA_ENDS];
} Sums;

typedef struct {
    const char *file;
    Sums sums[RULE_SETS];
    uint64_t games, positions;
    int64_t bytes, torn;
} Info;

static bool take(void *context, DataGame *game, Message *message) {
    Info *info = context;
    const DataHead *head = &game->head;
    Sums *s = &info->sums[head->rules - RULES];
    const uint64_t positions = (uint64_t)data_head_positions(head);
    (void)message;
    if (s->games == 0 || head->move_count < s->shortest)
        s->shortest = head->move_count;
    if (head->move_count > s->longest)
        s->longest = head->move_count;
    s->games++;
    s->positions += positions;
    s->plies += (uint64_t)head->move_count;
    s->own_starts += !head->from_array;
    s->scored += head->scored;
    s->results[head->result]++;
    s->ends[head->end]++;
    info->games++;
    info->positions += positions;
    return true;
}

static double share(uint64_t part, uint64_t whole) {
    return whole > 0 ? (double)part / (double)whole : 0;
}

/* ---- In words ---- */

static void print_text(const char *text) {
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n"), key = strcspn(text, " \n");
        printf("  %-*.*s %.*s\n", 16, (int)key, text, (int)(length > key ? length - key - 1 : 0),
               text + key + (length > key));
        text += length + (text[length] == '\n');
    }
}

static void print_sums(const RuleSet *rules, const Sums *s) {
    printf("%s: %" PRIu64 " games, %" PRIu64 " positions\n", rules->name, s->games, s->positions);
    for (int i = DATA_RESULTS - 1; i >= 0; i--)
        printf("  %-16s %10" PRIu64 "  %5.1f %%\n", data_result_text(i), s->results[i],
               100 * share(s->results[i], s->games));
    printf("  half-moves: average %.1f, least %d, most %d\n", share(s->plies, s->games),
           s->shortest, s->longest);
    for (int i = 0; i < DATA_ENDS; i++)
        if (s->ends[i] > 0)
            printf("  ended: %-9s %10" PRIu64 "  %5.1f %%\n", data_end_name((DataEnd)i), s->ends[i],
                   100 * share(s->ends[i], s->games));
    printf("  %" PRIu64 " with scores, %" PRIu64 " from positions of their own\n", s->scored,
           s->own_starts);
}

static void print_info(const Info *info, const char *text) {
    printf("%s: %" PRIu64 " games, %" PRIu64 " positions, %" PRId64 " bytes", info->file,
           info->games, info->positions, info->bytes);
    if (info->positions > 0)
        printf(", %.2f a position", (double)info->bytes / (double)info->positions);
    putchar('\n');
    print_text(text);
    for (int i = 0; i < RULE_SETS; i++)
        if (info->sums[i].games > 0)
            print_sums(&RULES[i], &info->sums[i]);
    if (info->torn > 0)
        printf("the last %" PRId64 " bytes are a block that was never finished\n", info->torn);
}

/* ---- As JSON ---- */

static json_t *pack_counts(const uint64_t *counts, int count, const char *(*name)(int)) {
    json_t *object = json_object();
    for (int i = 0; i < count && object != NULL; i++)
        if (counts[i] > 0)
            json_object_set_new(object, name(i), json_integer((json_int_t)counts[i]));
    return object;
}

static const char *end_name(int end) {
    return data_end_name((DataEnd)end);
}

/* A key that comes again, such as the source of a merged file, becomes an array. */
static json_t *pack_text(const char *text) {
    json_t *object = json_object();
    for (; *text != '\0' && object != NULL; text += strcspn(text, "\n"), text += *text == '\n') {
        const size_t length = strcspn(text, "\n"), key_length = strcspn(text, " \n");
        char *key = strndup(text, key_length);
        json_t *value = json_stringn(text + key_length + (length > key_length),
                                     length > key_length ? length - key_length - 1 : 0);
        json_t *there = key != NULL ? json_object_get(object, key) : NULL;
        if (value == NULL) /* no UTF-8 */
            value = json_null();
        if (json_is_array(there))
            json_array_append_new(there, value);
        else if (there != NULL)
            json_object_set_new(object, key, json_pack("[O, o]", there, value));
        else if (key != NULL)
            json_object_set_new(object, key, value);
        free(key);
    }
    return object;
}

static json_t *pack_sums(const Sums *s) {
    return json_pack("{s:I, s:I, s:I, s:i, s:i, s:I, s:I, s:o, s:o}", "games", (json_int_t)s->games,
                     "positions", (json_int_t)s->positions, "plies", (json_int_t)s->plies,
                     "shortest", s->shortest, "longest", s->longest, "scored",
                     (json_int_t)s->scored, "own_starts", (json_int_t)s->own_starts, "results",
                     pack_counts(s->results, DATA_RESULTS, data_result_text), "ends",
                     pack_counts(s->ends, DATA_ENDS, end_name));
}

static bool print_json(const Info *info, const char *text, Message *message) {
    json_t *rules = json_object();
    for (int i = 0; i < RULE_SETS && rules != NULL; i++)
        if (info->sums[i].games > 0)
            json_object_set_new(rules, RULES[i].name, pack_sums(&info->sums[i]));
    json_t *object = json_pack(
        "{s:s, s:s, s:i, s:I, s:I, s:I, s:f, s:I, s:o, s:o}", "type", "data", "file", info->file,
        "version", DATA_VERSION, "games", (json_int_t)info->games, "positions",
        (json_int_t)info->positions, "bytes", (json_int_t)info->bytes, "bytes_per_position",
        info->positions > 0 ? (double)info->bytes / (double)info->positions : 0.0, "torn_bytes",
        (json_int_t)info->torn, "parameters", pack_text(text), "variants", rules);
    if (object == NULL)
        return message_set(message, "%.200s cannot be told as JSON: no memory, or no UTF-8",
                           info->file);
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(object);
    return true;
}

/* ---- The action ---- */

static bool tell_file(DataTask *task, const char *file, Message *message) {
    static const DataReading reading = {.heads_only = true};
    Info info = {.file = file};
    DataReader *reader = data_reader_open(file, message);
    if (reader == NULL)
        return false;
    info.bytes = data_reader_size(reader);
    bool told = data_task_read(task, file, &reading, take, &info, &info.torn, message);
    reading_progress_clear(&task->progress);
    if (told && arguments_value(task->arguments, "--json") != NULL)
        told = print_json(&info, data_reader_text(reader), message);
    else if (told)
        print_info(&info, data_reader_text(reader));
    data_reader_close(reader);
    return told;
}

static bool run(DataTask *task, bool *misused, Message *message) {
    (void)misused;
    for (int i = 0; i < task->file_count; i++)
        if (!tell_file(task, task->files[i], message))
            return false;
    return true;
}

const DataAction DATA_INFO = {{"info", "FILE", 1, INT_MAX}, 0, run};
