#include "engine/session/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more test or game. */
static void *grow(void *items, size_t size, Batch *b, Message *message) {
    if (b->count < b->room)
        return items;
    const size_t room = b->room == 0 ? 16 : 2 * b->room;
    void *grown = realloc(items, room * size);
    if (grown != NULL)
        b->room = room;
    else
        message_set(message, "no memory");
    return grown;
}

/* ---- EPD ---- */

static bool add_line(Batch *b, const BatchReading *reading, const char *line, long number,
                     Message *message) {
    Message why;
    TestPosition *tests = grow(b->tests, sizeof *tests, b, message);
    if (tests == NULL)
        return false;
    b->tests = tests;
    if (!test_position_read(&tests[b->count], line, number, reading->rules, &why))
        return message_set(message, "%.120s, line %ld: %s", reading->name, number, why.text);
    b->count++;
    b->units++;
    return true;
}

/* Lines that are empty or begin with '#' hold no position. */
static bool read_lines(Batch *b, const BatchReading *reading, const char *text, Message *message) {
    long number = 0;
    for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        const size_t blanks = strspn(text, " \t");
        size_t end = length;
        number++;
        if (end > blanks && text[end - 1] == '\r')
            end--;
        if (end <= blanks || text[blanks] == '#')
            continue;
        char *line = strndup(text + blanks, end - blanks);
        const bool added = line != NULL ? add_line(b, reading, line, number, message)
                                        : message_set(message, "no memory");
        free(line);
        if (!added)
            return false;
    }
    return b->count > 0 ||
           message_set(message, "%.120s: there is no position in it", reading->name);
}

/* ---- PGN ---- */

static bool add_game(Batch *b, PgnGame *game, Message *message) {
    BatchGame *games = grow(b->games, sizeof *games, b, message);
    if (games == NULL)
        return false;
    b->games = games;
    games[b->count] = (BatchGame){*game, b->units};
    b->units += batch_game_units(&games[b->count++]);
    pgn_game_init(game, &RULES[0]); /* what it held is the batch's now */
    return true;
}

static bool read_games(Batch *b, const BatchReading *reading, PgnReader *reader, PgnGame *game,
                       Message *message) {
    for (;;) {
        const PgnStatus status = pgn_read(reader, reading->rules, game, message);
        if (status == PGN_END || (status != PGN_FAILED && game->number > reading->last))
            break;
        if (status == PGN_FAILED || (status == PGN_ERROR && game->number >= reading->first))
            return false;
        if (status == PGN_GAME && game->number >= reading->first && !add_game(b, game, message))
            return false;
    }
    return b->count > 0 ||
           message_set(message, "%.120s: there is no %sgame in it", reading->name,
                       reading->first > 1 || reading->last < INT64_MAX ? "such " : "");
}

static bool read_pgn(Batch *b, const BatchReading *reading, const char *text, Message *message) {
    const size_t size = strlen(text);
    if (size == 0)
        return message_set(message, "%.120s: there is no game in it", reading->name);
    FILE *in = fmemopen((char *)text, size, "rb"); /* which only reads it */
    if (in == NULL)
        return message_set(message, "%.120s: %s", reading->name, strerror(errno));
    PgnReader *reader = pgn_reader_new(in, reading->name);
    PgnGame game;
    pgn_game_init(&game, &RULES[0]);
    const bool good = reader != NULL ? read_games(b, reading, reader, &game, message)
                                     : message_set(message, "no memory");
    pgn_game_clear(&game);
    pgn_reader_free(reader);
    fclose(in);
    return good;
}

/* ---- The whole ---- */

bool batch_read(Batch *b, const BatchReading *reading, const char *text, Message *message) {
    *b = (Batch){.kind = reading->kind, .name = strdup(reading->name)};
    if (b->name == NULL)
        return message_set(message, "no memory");
    return reading->kind == BATCH_EPD ? read_lines(b, reading, text, message)
                                      : read_pgn(b, reading, text, message);
}

void batch_clear(Batch *b) {
    for (size_t i = 0; i < b->count; i++)
        if (b->kind == BATCH_EPD)
            test_position_free(&b->tests[i]);
        else
            pgn_game_clear(&b->games[i].game);
    free(b->tests);
    free(b->games);
    free(b->name);
    *b = (Batch){.name = NULL};
}

uint64_t batch_game_units(const BatchGame *game) {
    return (uint64_t)game->game.line.count + 1;
}

const BatchGame *batch_game_of(const Batch *b, uint64_t unit) {
    size_t low = 0, high = b->count; /* it is among low … high - 1 */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (b->games[middle].first_unit <= unit)
            low = middle;
        else
            high = middle;
    }
    return &b->games[low];
}

void batch_position(const Batch *b, uint64_t unit, Position *pos) {
    if (b->kind == BATCH_EPD) {
        test_position_place(&b->tests[unit], pos);
        return;
    }
    const BatchGame *game = batch_game_of(b, unit);
    *pos = game->game.start;
    for (uint64_t i = 0; i < unit - game->first_unit; i++) {
        Undo undo;
        position_make(pos, game->game.line.moves[i].move, &undo);
    }
}

bool batch_needs_search(const Batch *b, uint64_t unit, const Position *pos) {
    const GameState state = position_game_state(pos);
    bool last = false;
    if (b->kind == BATCH_PGN) {
        const BatchGame *game = batch_game_of(b, unit);
        last = unit + 1 == game->first_unit + batch_game_units(game);
    }
    return state != GAME_CHECKMATE && state != GAME_STALEMATE && (state == GAME_ONGOING || !last);
}
