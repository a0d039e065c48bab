/*
 * brindle data merge and split: from files of games to files of games.
 */
#include "bitboard/random.h"
#include "engine/key_set.h"
#include "engine/tools/data_action.h"

#include <limits.h>

#include "brindle_version.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- merge ---- */

typedef struct {
    DataTask *task;
    DataWriter *writer;
    bool same_run; /* all files are parts of one run: a number means one game */
    KeySet numbers;
    uint64_t written, again;
} Merge;

/* Every source with its own text, in brackets, as long as there is room for it. */
static bool add_source(ByteBuffer *text, const char *file, const char *of) {
    char line[900];
    snprintf(line, sizeof line, "%.200s (%.680s)", file, of);
    for (char *c = line; *c != '\0'; c++)
        if (*c == '\n')
            *c = c[1] == ')' && c[2] == '\0' ? ' ' : ',';
    return text->size > DATA_TEXT_MAX - 2048 || data_text_add(text, "source", "%s", line);
}

/* The text of the merged file: that of the run, or a list of sources. */
static bool merge_texts(Merge *m, ByteBuffer *text, Message *message) {
    const DataTask *task = m->task;
    char *first = NULL;
    bool good = (data_text_add(text, "created-by", "Brindle %s", BRINDLE_VERSION) &&
                 data_text_add(text, "kind", "merged")) ||
                message_set(message, "no memory");
    m->same_run = true;
    for (int i = 1; i < task->file_count && good; i++) {
        DataReader *reader = data_reader_open(task->files[i], message);
        if (reader == NULL) {
            good = false;
            break;
        }
        const char *here = data_reader_text(reader);
        if (first == NULL)
            first = strdup(here);
        else
            m->same_run = m->same_run && data_text_is_same(first, here);
        good = (first != NULL && add_source(text, task->files[i], here)) ||
               message_set(message, "no memory");
        data_reader_close(reader);
    }
    if (good && m->same_run && first != NULL) {
        text->size = 0;
        good = buffer_add(text, first, strlen(first)) || message_set(message, "no memory");
    }
    free(first);
    return good && (buffer_add(text, "", 1) || message_set(message, "no memory"));
}

static bool merge_game(void *context, DataGame *game, Message *message) {
    Merge *m = context;
    bool is_new = true;
    if (m->same_run && !key_set_add(&m->numbers, game->head.number, &is_new))
        return message_set(message, "no memory for so many games");
    if (!is_new) {
        m->again++;
        return true;
    }
    if (!m->same_run)
        game->head.number = m->written;
    m->written++;
    return data_writer_add(m->writer, game, message);
}

/* What is damaged is passed over, which is what was asked for: no fault. */
static void pass_over(void *context, const char *text) {
    const Merge *m = context;
    reading_progress_clear(&m->task->progress);
    fprintf(stderr, "brindle data: %s: passed over\n", text);
}

static bool run_merge(DataTask *task, bool *misused, Message *message) {
    const DataReading reading = {
        .on_damage = arguments_value(task->arguments, "--skip-damaged") != NULL ? pass_over : NULL};
    Merge m = {.task = task};
    ByteBuffer text = {NULL, 0, 0};
    DataOutput output;
    (void)misused;
    bool good = merge_texts(&m, &text, message) &&
                data_output_open(&output, task->files[0], (const char *)text.bytes, message);
    if (good) {
        m.writer = output.writer;
        for (int i = 1; i < task->file_count && good; i++)
            good = data_task_read(task, task->files[i], &reading, merge_game, &m, NULL, message);
        good = data_output_close(&output, good, message);
    }
    reading_progress_clear(&task->progress);
    if (good)
        printf("%s: %" PRIu64 " games; %" PRIu64 " that came twice are in it once\n",
               task->files[0], m.written, m.again);
    buffer_free(&text);
    key_set_free(&m.numbers);
    return good;
}

/* ---- split ---- */

typedef struct {
    DataOutput outputs[2];
    uint64_t written[2];
    uint64_t seed;
    double fraction;
} Split;

/* By number and seed, so that another file of the same run is parted in the same way. */
static bool split_game(void *context, DataGame *game, Message *message) {
    Split *s = context;
    RandomSource random = random_source(s->seed, game->head.number);
    const double drawn = (double)(random_bits(&random) >> 11) / 9007199254740992.0; /* 2^53 */
    const int to = drawn < s->fraction;
    s->written[to]++;
    return data_writer_add(s->outputs[to].writer, game, message);
}

static bool read_fraction(const Arguments *a, double *fraction, Message *message) {
    const char *text = arguments_value(a, "--fraction");
    char *end;
    if (text == NULL)
        return true;
    errno = 0;
    *fraction = strtod(text, &end);
    return (end != text && *end == '\0' && errno == 0 && *fraction > 0 && *fraction < 1) ||
           message_set(message, "--fraction: '%.40s' is no number between 0 and 1", text);
}

static bool split_file(DataTask *task, Split *s, Message *message) {
    static const DataReading reading = {.heads_only = false};
    DataReader *reader = data_reader_open(task->files[0], message);
    if (reader == NULL)
        return false;
    bool good = true;
    for (int i = 0; i < 2 && good; i++)
        good =
            data_output_open(&s->outputs[i], task->files[i + 1], data_reader_text(reader), message);
    good = good && data_task_read(task, task->files[0], &reading, split_game, s, NULL, message);
    data_reader_close(reader);
    Message why;
    for (int i = 0; i < 2; i++)
        good = data_output_close(&s->outputs[i], good, good ? message : &why);
    return good;
}

static bool run_split(DataTask *task, bool *misused, Message *message) {
    Split s = {.fraction = 0.1};
    int64_t seed = 1;
    *misused = true;
    if (task->file_count != 3)
        return message_set(message, "split takes IN OUT1 OUT2, not %d files", task->file_count);
    if (strcmp(task->files[1], task->files[2]) == 0)
        return message_set(message, "split: OUT1 and OUT2 are the same file");
    if (!read_fraction(task->arguments, &s.fraction, message) ||
        !arguments_number(task->arguments, "--seed", 0, INT64_MAX, &seed, message))
        return false;
    *misused = false;
    s.seed = (uint64_t)seed;
    if (!split_file(task, &s, message))
        return false;
    reading_progress_clear(&task->progress);
    for (int i = 0; i < 2; i++)
        printf("%s: %" PRIu64 " games\n", task->files[i + 1], s.written[i]);
    return true;
}

const DataAction DATA_MERGE = {{"merge", "OUT FILE", 2, INT_MAX}, 1, run_merge};
const DataAction DATA_SPLIT = {{"split", "IN OUT1 OUT2", 3, INT_MAX}, 0, run_split};
