/*
 * brindle book from-pgn, from-match and import-text: what comes into a book from outside.
 *
 * Each is one transaction: killed, it leaves the book as it was.
 */
#include "engine/book/book_games.h"
#include "engine/book/book_text.h"
#include "engine/match/game_store.h"
#include "engine/number.h"
#include "engine/pgn/pgn.h"
#include "engine/tools/book_action.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    BookTask *task;
    BookStore *store;
    BookGameRules rules;
    int source;
    int64_t games, without_result, of_other_rules; /* of the games read, … */
    Move *moves;                                   /* of a game */
    int room;
} Import;

/* Reads what the options say about games. */
static bool read_rules(const Arguments *a, BookGameRules *r, Message *message) {
    const char *only = arguments_value(a, "--only"), *weights = arguments_value(a, "--weights");
    *r = (BookGameRules){.max_ply = 40, .takes = {true, true}, .min_games = 1};
    if (only != NULL) {
        r->takes[BLACK] = strcmp(only, "black") == 0;
        r->takes[WHITE] = !r->takes[BLACK];
        if (r->takes[WHITE] && strcmp(only, "white") != 0)
            return message_set(message, "--only: '%.40s' is neither white nor black", only);
    }
    if (weights != NULL) {
        r->weights =
            strcmp(weights, "uniform") == 0 ? BOOK_WEIGHTS_UNIFORM : BOOK_WEIGHTS_BY_RESULT;
        if (r->weights == BOOK_WEIGHTS_BY_RESULT && strcmp(weights, "result") != 0)
            return message_set(message, "--weights: '%.40s' is neither result nor uniform",
                               weights);
    }
    return arguments_number(a, "--max-ply", 1, 10000, &r->max_ply, message) &&
           arguments_number(a, "--min-games", 1, INT64_MAX / 2, &r->min_games, message) &&
           arguments_number(a, "--min-score", 0, 100, &r->min_score, message);
}

static bool open_book(BookTask *task, BookStore **store, bool *misused, Message *message) {
    const char *path = arguments_value(task->arguments, "--book");
    *misused = path == NULL;
    if (path == NULL)
        return message_set(message, "which book? --book FILE is missing");
    *store = book_store_open_or_create(path, task->rules, message);
    return *store != NULL;
}

/* ---- Games ---- */

static bool take_game(Import *im, const Position *start, const Move *moves, int count,
                      const char *result, Message *message) {
    im->games++;
    if (start->rules != book_store_rules(im->store))
        im->of_other_rules++;
    else if (strcmp(result, "*") == 0)
        im->without_result++;
    else
        return book_games_add(im->store, &im->rules, start, moves, count, result, im->source,
                              message);
    return true;
}

static bool make_room(Import *im, int count, Message *message) {
    if (count <= im->room)
        return true;
    Move *moves = realloc(im->moves, (size_t)count * sizeof *moves);
    if (moves == NULL)
        return message_set(message, "no memory for a game");
    im->moves = moves;
    im->room = count;
    return true;
}

static bool take_pgn_game(Import *im, const PgnGame *game, Message *message) {
    const int count = game->line.count;
    if (!make_room(im, count, message))
        return false;
    for (int i = 0; i < count; i++)
        im->moves[i] = game->line.moves[i].move;
    return take_game(im, &game->start, im->moves, count, game->result, message);
}

static bool read_games(Import *im, PgnReader *reader, PgnGame *game, Message *message) {
    while (!interrupted()) {
        const PgnStatus status = pgn_read(reader, book_store_rules(im->store), game, message);
        if (status == PGN_END)
            return true;
        if (status == PGN_FAILED)
            return false;
        if (status == PGN_ERROR)
            book_task_fault(im->task, message->text);
        else if (!take_pgn_game(im, game, message))
            return false;
        reading_progress_show(&im->task->progress, pgn_reader_bytes(reader), im->games);
    }
    return message_set(message, "interrupted");
}

static bool read_pgn(Import *im, const char *path, Message *message) {
    const bool from_stdin = strcmp(path, "-") == 0;
    FILE *in = from_stdin ? stdin : fopen(path, "rb");
    PgnGame game;
    if (in == NULL)
        return message_set(message, "%.200s: %s", path, strerror(errno));
    PgnReader *reader = pgn_reader_new(in, from_stdin ? "standard input" : path);
    bool read = reader != NULL;
    if (!read)
        message_set(message, "no memory");
    if (read) {
        pgn_game_init(&game, book_store_rules(im->store));
        read = read_games(im, reader, &game, message);
        reading_progress_next_file(&im->task->progress, pgn_reader_bytes(reader));
        pgn_game_clear(&game);
    }
    pgn_reader_free(reader);
    if (!from_stdin)
        fclose(in);
    return read;
}

static bool take_match_game(void *context, uint64_t number, const Bytes *json, Message *message) {
    Import *im = context;
    GameRecord record;
    record_init(&record);
    (void)number;
    bool good = record_from_json(json->data, json->size, &record, message) &&
                make_room(im, record.move_count, message);
    for (int i = 0; good && i < record.move_count; i++)
        im->moves[i] = record.moves[i].move;
    good =
        good && take_game(im, &record.start, im->moves, record.move_count, record.result, message);
    record_clear(&record);
    return good && (!interrupted() || message_set(message, "interrupted"));
}

static bool read_match(Import *im, const char *path, Message *message) {
    Database *match = database_open(path, &MATCH_DATABASE, message);
    const bool read = match != NULL && game_store_each(match, take_match_game, im, message);
    database_close(match);
    return read;
}

static double now_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool report(Import *im, double began, Message *message) {
    int64_t positions, moves;
    if (!book_store_count(im->store, "positions", &positions, message) ||
        !book_store_count(im->store, "moves", &moves, message))
        return false;
    reading_progress_clear(&im->task->progress);
    const double seconds = now_seconds() - began;
    printf("%" PRId64 " games in %.1f s (%.0f/s)", im->games, seconds,
           (double)im->games / (seconds > 0 ? seconds : 1));
    if (im->without_result > 0)
        printf(", %" PRId64 " without a result left out", im->without_result);
    if (im->of_other_rules > 0)
        printf(", %" PRId64 " of the other rule set left out", im->of_other_rules);
    printf("\n%s: %" PRId64 " positions, %" PRId64 " moves\n", book_store_path(im->store),
           positions, moves);
    return true;
}

static bool import_games(BookTask *task,
                         bool (*read)(Import *im, const char *path, Message *message), int source,
                         bool *misused, Message *message) {
    Import im = {.task = task, .source = source};
    const double began = now_seconds();
    *misused = true;
    if (!read_rules(task->arguments, &im.rules, message) ||
        !open_book(task, &im.store, misused, message))
        return false;
    reading_progress_start(&task->progress, task->files, task->file_count);
    bool good = database_begin(book_store_database(im.store), message);
    const bool begun = good;
    for (int i = 0; good && i < task->file_count; i++)
        good = read(&im, task->files[i], message);
    good = good && book_games_finish(im.store, &im.rules, message);
    if (good)
        good = database_commit(book_store_database(im.store), message);
    else if (begun)
        database_rollback(book_store_database(im.store));
    good = good && report(&im, began, message);
    book_store_close(im.store);
    free(im.moves);
    return good;
}

static bool from_pgn(BookTask *task, bool *misused, Message *message) {
    return import_games(task, read_pgn, BOOK_FROM_PGN, misused, message);
}
static bool from_match(BookTask *task, bool *misused, Message *message) {
    return import_games(task, read_match, BOOK_FROM_MATCH, misused, message);
}

const BookAction BOOK_FROM_PGN_ACTION = {{"from-pgn", "FILE…", 1, INT32_MAX}, from_pgn};
const BookAction BOOK_FROM_MATCH_ACTION = {{"from-match", "DB…", 1, INT32_MAX}, from_match};

/* ---- Text ---- */

static bool read_lines(BookStore *store, FILE *in, const char *path, int64_t *lines,
                       Message *message) {
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    for (long number = 1; good && getline(&line, &room, in) >= 0; number++) {
        Message why;
        const char *text = line + strspn(line, " \t\r\n");
        if (*text == '\0' || *text == '#')
            continue;
        if (!book_text_read(store, text, &why))
            good = message_set(message, "%.120s, line %ld: %s", path, number, why.text);
        else if (interrupted())
            good = message_set(message, "interrupted");
        ++*lines;
    }
    if (good && ferror(in))
        good = message_set(message, "%.200s: it cannot be read", path);
    free(line);
    return good;
}

static bool import_file(BookStore *store, const char *path, int64_t *lines, Message *message) {
    const bool from_stdin = strcmp(path, "-") == 0;
    FILE *in = from_stdin ? stdin : fopen(path, "r");
    if (in == NULL)
        return message_set(message, "%.200s: %s", path, strerror(errno));
    const bool good = read_lines(store, in, from_stdin ? "standard input" : path, lines, message);
    if (!from_stdin)
        fclose(in);
    return good;
}

static bool import_text(BookTask *task, bool *misused, Message *message) {
    BookStore *store = NULL;
    int64_t lines = 0;
    if (!open_book(task, &store, misused, message))
        return false;
    bool good = database_begin(book_store_database(store), message);
    const bool begun = good;
    for (int i = 0; good && i < task->file_count; i++)
        good = import_file(store, task->files[i], &lines, message);
    good = good && book_text_link(store, message);
    if (good)
        good = database_commit(book_store_database(store), message);
    else if (begun)
        database_rollback(book_store_database(store));
    if (good)
        printf("%" PRId64 " lines read into %s\n", lines, book_store_path(store));
    book_store_close(store);
    return good;
}

const BookAction BOOK_IMPORT_TEXT_ACTION = {{"import-text", "FILE…", 1, INT32_MAX}, import_text};
