/*
 * brindle data import: PGN, and EPD with results.
 */
#include "engine/data/data_epd.h"
#include "engine/data/data_pgn.h"
#include "engine/tools/data_action.h"

#include <limits.h>

#include "brindle_version.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum { BY_NAME, PGN, EPD } Format;

typedef struct {
    DataTask *task;
    DataWriter *writer;
    Format format;
    const RuleSet *rules; /* of what does not say; NULL: it is refused */
    DataGame game;
    uint64_t written, positions, left_out;
    const char *file; /* the present one */
} Import;

/* ---- Both ---- */

static bool write_game(Import *m, Message *message) {
    m->game.head.number = m->written++;
    m->positions += (uint64_t)data_head_positions(&m->game.head);
    return data_writer_add(m->writer, &m->game, message);
}

static void fault(Import *m, const char *unit, int64_t number, const char *why) {
    Message message;
    message_set(&message, "%.160s, %s %" PRId64 ": %s", m->file, unit, number, why);
    data_task_fault(m->task, message.text);
}

static bool show(Import *m, int64_t bytes, Message *message) {
    m->task->games++;
    reading_progress_show(&m->task->progress, bytes, (int64_t)m->task->games);
    return !interrupted() || message_set(message, "interrupted");
}

/* ---- PGN ---- */

static bool take_pgn(Import *m, const PgnGame *pgn, Message *message) {
    Message why;
    switch (data_game_from_pgn(pgn, &m->game, &why)) {
    case DATA_IMPORTED: return write_game(m, message);
    case DATA_LEFT_OUT: m->left_out++; break;
    case DATA_REFUSED: fault(m, "game", pgn->number, why.text); break;
    }
    return true;
}

static bool import_pgn(Import *m, FILE *in, int64_t *bytes, Message *message) {
    PgnReader *reader = pgn_reader_new(in, m->file);
    PgnGame *pgn = malloc(sizeof *pgn);
    PgnStatus status = PGN_FAILED;
    bool good = reader != NULL && pgn != NULL;
    if (pgn != NULL)
        pgn_game_init(pgn, &RULES[0]);
    if (!good)
        message_set(message, "no memory");
    while (good && (status = pgn_read(reader, m->rules, pgn, message)) != PGN_END) {
        if (status == PGN_FAILED)
            good = false;
        else if (status == PGN_ERROR)
            data_task_fault(m->task, message->text);
        else
            good = take_pgn(m, pgn, message);
        good = good && show(m, pgn_reader_bytes(reader), message);
    }
    if (reader != NULL)
        *bytes = pgn_reader_bytes(reader);
    if (pgn != NULL)
        pgn_game_clear(pgn);
    free(pgn);
    pgn_reader_free(reader);
    return good;
}

/* ---- EPD ---- */

static bool take_line(Import *m, char *line, int64_t number, Message *message) {
    Message why;
    line[strcspn(line, "\r\n")] = '\0';
    line += strspn(line, " \t");
    if (line[0] == '\0' || line[0] == '#')
        return true;
    if (data_epd_read(line, m->rules, &m->game, &why))
        return write_game(m, message);
    fault(m, "line", number, why.text);
    return true;
}

static bool import_epd(Import *m, FILE *in, int64_t *bytes, Message *message) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int64_t number = 0;
    bool good = true;
    while (good && (length = getline(&line, &room, in)) >= 0) {
        *bytes += length;
        good = take_line(m, line, ++number, message) && show(m, *bytes, message);
    }
    if (good && ferror(in) != 0)
        good = message_set(message, "%.200s: it cannot be read: %s", m->file, strerror(errno));
    free(line);
    return good;
}

/* ---- The action ---- */

static bool read_format(const Arguments *a, Format *format, Message *message) {
    const char *text = arguments_value(a, "--format");
    if (text != NULL && strcmp(text, "pgn") != 0 && strcmp(text, "epd") != 0)
        return message_set(message, "--format: it must be pgn or epd, not '%.40s'", text);
    *format = text == NULL ? BY_NAME : text[0] == 'p' ? PGN : EPD;
    return true;
}

static bool format_of(const Import *m, const char *file, Format *format, Message *message) {
    const size_t length = strlen(file);
    const char *ending = length > 4 ? file + length - 4 : "";
    *format = m->format;
    if (*format == BY_NAME && strcasecmp(ending, ".pgn") == 0)
        *format = PGN;
    if (*format == BY_NAME && (strcasecmp(ending, ".epd") == 0 || strcasecmp(ending, ".fen") == 0))
        *format = EPD;
    return *format != BY_NAME ||
           message_set(message, "%.200s: is it PGN or EPD? --format says it", file);
}

static bool import_file(Import *m, const char *file, Message *message) {
    Format format;
    int64_t bytes = 0;
    m->file = file;
    if (!format_of(m, file, &format, message))
        return false;
    FILE *in = fopen(file, "r");
    if (in == NULL)
        return message_set(message, "%.200s: %s", file, strerror(errno));
    const bool good =
        format == PGN ? import_pgn(m, in, &bytes, message) : import_epd(m, in, &bytes, message);
    reading_progress_next_file(&m->task->progress, bytes);
    fclose(in);
    return good;
}

/* The sources, as long as there is room for them. */
static bool make_text(const DataTask *task, ByteBuffer *text) {
    bool good = data_text_add(text, "created-by", "Brindle %s", BRINDLE_VERSION) &&
                data_text_add(text, "kind", "import");
    for (int i = 1; i < task->file_count && good && text->size < DATA_TEXT_MAX / 2; i++)
        good = data_text_add(text, "source", "%.400s", task->files[i]);
    return good && buffer_add(text, "", 1);
}

static bool import_files(Import *m, Message *message) {
    DataTask *task = m->task;
    ByteBuffer text = {NULL, 0, 0};
    DataOutput output;
    bool good = make_text(task, &text) || message_set(message, "no memory");
    good = good && data_output_open(&output, task->files[0], (const char *)text.bytes, message);
    if (good) {
        m->writer = output.writer;
        for (int i = 1; i < task->file_count && good; i++)
            good = import_file(m, task->files[i], message);
        good = data_output_close(&output, good, message);
    }
    buffer_free(&text);
    return good;
}

static bool run(DataTask *task, bool *misused, Message *message) {
    const char *rules = arguments_value(task->arguments, "--rules");
    Import m = {.task = task};
    *misused = true;
    if (!read_format(task->arguments, &m.format, message) ||
        (rules != NULL && (m.rules = rules_find(rules, message)) == NULL))
        return false;
    for (int i = 1; i < task->file_count; i++) {
        Format format;
        if (!format_of(&m, task->files[i], &format, message))
            return false;
    }
    *misused = false;
    data_game_init(&m.game, &RULES[0]);
    const bool good = import_files(&m, message);
    data_game_free(&m.game);
    reading_progress_clear(&task->progress);
    if (good)
        printf("%s: %" PRIu64 " games, %" PRIu64 " positions; left out: %" PRIu64
               " without result or moves, %" PRIu64 " with faults\n",
               task->files[0], m.written, m.positions, m.left_out, task->faults);
    return good;
}

const DataAction DATA_IMPORT = {{"import", "OUT FILE", 2, INT_MAX}, 1, run};
