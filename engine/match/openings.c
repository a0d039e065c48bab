#include "engine/match/openings.h"

#include "bitboard/fen.h"
#include "bitboard/random.h"
#include "engine/fingerprint.h"
#include "engine/pgn/pgn.h"
#include "engine/wbook/wbook_line.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* An opening as it is kept: text and moves only, as there may be a million of them. */
typedef struct {
    char *fen; /* NULL: the array */
    Move *moves;
    int move_count;
} Entry;

struct Openings {
    OpeningsSpec spec;
    const RuleSet *rules;
    Entry *entries;
    size_t count, room;
    Wbook *book;     /* lines are drawn from it; NULL: the entries are */
    uint64_t *order; /* NULL: as they stand */
    uint64_t fingerprint;
    bool all_from_array;
};

void opening_final_position(const Opening *o, Position *pos) {
    *pos = o->start;
    for (int i = 0; i < o->move_count; i++) {
        Undo undo;
        position_make(pos, o->moves[i], &undo);
    }
}

/* ---- Reading files ---- */

static void mix(Openings *o, const void *bytes, size_t size) {
    o->fingerprint = fingerprint_of(o->fingerprint, bytes, size);
}

static bool add_entry(Openings *o, const char *fen, const Move *moves, int move_count,
                      Message *message) {
    if (o->count == o->room) {
        const size_t room = o->room > 0 ? 2 * o->room : 64;
        Entry *entries = realloc(o->entries, room * sizeof *entries);
        if (entries == NULL)
            return message_set(message, "no memory for %zu openings", room);
        o->entries = entries;
        o->room = room;
    }
    Entry *e = &o->entries[o->count];
    *e = (Entry){NULL, NULL, move_count};
    if (fen != NULL)
        e->fen = strdup(fen);
    if (move_count > 0)
        e->moves = malloc((size_t)move_count * sizeof *moves);
    if ((fen != NULL && e->fen == NULL) || (move_count > 0 && e->moves == NULL)) {
        free(e->fen);
        free(e->moves);
        return message_set(message, "no memory for %zu openings", o->count);
    }
    if (move_count > 0)
        memcpy(e->moves, moves, (size_t)move_count * sizeof *moves);
    o->count++;
    o->all_from_array = o->all_from_array && fen == NULL;
    mix(o, fen != NULL ? fen : "array", fen != NULL ? strlen(fen) : 5);
    mix(o, moves, (size_t)move_count * sizeof *moves);
    return true;
}

static bool read_lines(Openings *o, FILE *in, Message *message) {
    char *line = NULL, fen[FEN_SIZE];
    size_t room = 0;
    long number = 0;
    bool read = true;
    Position *pos = malloc(sizeof *pos);
    while (read && pos != NULL && getline(&line, &room, in) >= 0) {
        Message why;
        line[strcspn(line, "\r\n")] = '\0';
        const size_t blanks = strspn(line, " \t");
        number++;
        if (line[blanks] == '\0' || line[blanks] == '#')
            continue;
        if (!fen_parse_position(line + blanks, o->rules, pos, &why))
            read = message_set(message, "%s, line %ld: %s", o->spec.file_name, number, why.text);
        else if (position_game_state(pos) != GAME_ONGOING)
            read = message_set(message, "%s, line %ld: the game is over in this position",
                               o->spec.file_name, number);
        if (read) {
            fen_write(pos, fen);
            read = add_entry(o, fen, NULL, 0, message);
        }
    }
    if (read && (pos == NULL || ferror(in)))
        read = message_set(message, "%s: it cannot be read: %s", o->spec.file_name,
                           strerror(pos == NULL ? ENOMEM : errno));
    free(line);
    free(pos);
    return read;
}

/* The first moves of a game, as far as nobody has won or drawn yet. */
static int first_moves(const PgnGame *game, int plies, Move *moves) {
    Position now = game->start;
    int count = 0;
    while (count < game->line.count && count < plies) {
        Undo undo;
        position_make(&now, game->line.moves[count].move, &undo);
        if (position_game_state(&now) != GAME_ONGOING)
            break;
        moves[count] = game->line.moves[count].move;
        count++;
    }
    return count;
}

static bool read_games(Openings *o, FILE *in, Message *message) {
    const int plies = o->spec.plies > 0 ? o->spec.plies : OPENING_PLIES_MAX;
    PgnReader *reader = pgn_reader_new(in, o->spec.file_name);
    PgnGame *game = malloc(sizeof *game);
    Position *array = malloc(sizeof *array);
    bool read = reader != NULL && game != NULL && array != NULL;
    PgnStatus status = PGN_GAME;
    if (!read)
        message_set(message, "no memory");
    else {
        pgn_game_init(game, o->rules);
        position_set_start(array, o->rules);
    }
    while (read && (status = pgn_read(reader, o->rules, game, message)) == PGN_GAME) {
        Move moves[OPENING_PLIES_MAX];
        char fen[FEN_SIZE];
        if (game->start.rules != o->rules) {
            read = message_set(message, "%s: game %ld is %s, but this match plays %s",
                               o->spec.file_name, game->number, game->start.rules->name,
                               o->rules->name);
            break;
        }
        if (position_game_state(&game->start) != GAME_ONGOING) {
            read = message_set(message, "%s: game %ld is over where it begins", o->spec.file_name,
                               game->number);
            break;
        }
        const int count = first_moves(game, plies, moves);
        fen_write(&game->start, fen);
        read = add_entry(o, game->start.state.key == array->state.key ? NULL : fen, moves, count,
                         message);
    }
    read = read && status == PGN_END;
    if (game != NULL && array != NULL && reader != NULL)
        pgn_game_clear(game);
    free(game);
    free(array);
    pgn_reader_free(reader);
    return read;
}

static bool is_pgn(const OpeningsSpec *spec) {
    const size_t length = strlen(spec->file_name);
    return spec->format == OPENING_FORMAT_PGN ||
           (spec->format == OPENING_FORMAT_BY_NAME && length > 4 &&
            strcasecmp(spec->file_name + length - 4, ".pgn") == 0);
}

static bool is_book(const OpeningsSpec *spec) {
    return spec->format == OPENING_FORMAT_BY_NAME && wbook_is_one(spec->file_name);
}

static bool open_book(Openings *o, Message *message) {
    o->book = wbook_open(o->spec.file_name, message);
    if (o->book == NULL)
        return false;
    if (wbook_rules(o->book) != o->rules)
        return message_set(message, "%.120s is a book of %s, but this match plays %s",
                           o->spec.file_name, wbook_rules(o->book)->name, o->rules->name);
    const uint64_t fingerprint = wbook_fingerprint(o->book);
    mix(o, &fingerprint, sizeof fingerprint);
    return true;
}

static bool read_file(Openings *o, Message *message) {
    if (is_book(&o->spec))
        return open_book(o, message);
    FILE *in = fopen(o->spec.file_name, "r");
    if (in == NULL)
        return message_set(message, "the openings '%.200s' cannot be opened: %s", o->spec.file_name,
                           strerror(errno));
    const bool read = is_pgn(&o->spec) ? read_games(o, in, message) : read_lines(o, in, message);
    fclose(in);
    if (read && o->count == 0)
        return message_set(message, "%.200s: there are no openings in it", o->spec.file_name);
    return read;
}

static bool shuffle(Openings *o, Message *message) {
    o->order = malloc((o->count + 1) * sizeof *o->order);
    if (o->order == NULL)
        return message_set(message, "no memory for %zu openings", o->count);
    RandomSource random = random_source(o->spec.seed, 0);
    for (uint64_t i = 0; i < o->count; i++) { /* inside out, R. Durstenfeld's way */
        const uint64_t j = random_number(&random, i + 1);
        o->order[i] = o->order[j];
        o->order[j] = i;
    }
    return true;
}

Openings *openings_open(const OpeningsSpec *spec, const RuleSet *rules, Message *message) {
    Openings *o = calloc(1, sizeof *o);
    if (o == NULL) {
        message_set(message, "no memory");
        return NULL;
    }
    o->spec = *spec;
    o->rules = rules;
    o->fingerprint = FINGERPRINT_BEGIN;
    o->all_from_array = true;
    if (spec->kind == OPENINGS_FILE &&
        (!read_file(o, message) || (spec->shuffled && o->book == NULL && !shuffle(o, message)))) {
        openings_free(o);
        return NULL;
    }
    return o;
}

void openings_free(Openings *o) {
    if (o == NULL)
        return;
    for (size_t i = 0; i < o->count; i++) {
        free(o->entries[i].fen);
        free(o->entries[i].moves);
    }
    free(o->entries);
    wbook_close(o->book);
    free(o->order);
    free(o);
}

uint64_t openings_count(const Openings *o) {
    return o->spec.kind == OPENINGS_ARRAY ? 1 : o->count;
}
uint64_t openings_fingerprint(const Openings *o) {
    return o->fingerprint;
}
bool openings_from_array(const Openings *o) {
    return o->all_from_array && !o->spec.without_castling;
}

/* ---- Handing them out ---- */

/* Takes the castling rights away, if this match is played without. */
static void drop_castling(const Openings *o, Opening *opening) {
    bool castles = false;
    if (!o->spec.without_castling)
        return;
    for (int i = 0; i < opening->move_count; i++)
        castles = castles || move_kind(opening->moves[i]) == MOVE_CASTLING;
    if (castles) { /* such a line is played up to its end first */
        Position end;
        opening_final_position(opening, &end);
        position_finish(&end); /* it begins here, without what was before */
        opening->start = end;
        opening->move_count = 0;
        opening->from_array = false;
    }
    if (opening->start.state.castling == 0)
        return;
    opening->start.state.castling = 0;
    position_finish(&opening->start);
    opening->from_array = false;
}

static bool play_random(const Openings *o, RandomSource *random, Opening *opening, Position *pos) {
    position_set_start(&opening->start, o->rules);
    opening->from_array = true;
    opening->move_count = 0;
    drop_castling(o, opening);
    *pos = opening->start;
    for (int i = 0; i < o->spec.plies; i++) {
        MoveList list;
        Undo undo;
        generate_legal(pos, &list);
        const Move move = list.moves[random_number(random, (uint64_t)list.count)];
        opening->moves[opening->move_count++] = move;
        position_make(pos, move, &undo);
        if (position_game_state(pos) != GAME_ONGOING)
            return false;
    }
    return true;
}

/* Draws lines until one is balanced; of a hundred that are not, the last is taken.  Very long lines
 * seldom last: their games are over before. */
static bool draw(const Openings *o, uint64_t index, Engine *engine, Opening *opening,
                 Message *message) {
    enum { LINES_MAX = 100, ATTEMPTS_MAX = 2000 };
    RandomSource random = random_source(o->spec.seed, index + 1);
    Position pos;
    int lines = 0;
    for (int attempt = 0; attempt < ATTEMPTS_MAX && lines < LINES_MAX; attempt++) {
        if (!play_random(o, &random, opening, &pos))
            continue;
        lines++;
        const SearchLimits limits = {.nodes = o->spec.nodes};
        engine_clear(engine);
        engine_set_position(engine, &pos);
        engine_go(engine, &limits, NULL);
        const Score score = engine_wait(engine).score;
        if (score <= o->spec.window && score >= -o->spec.window)
            return true;
    }
    return lines > 0 ||
           message_set(message, "no random opening of %d plies: games end before; take fewer",
                       o->spec.plies);
}

bool openings_need_judge(const Openings *o, Engine **judge, Message *message) {
    if (*judge != NULL || o->spec.kind != OPENINGS_RANDOM)
        return true;
    *judge = engine_new(message);
    return *judge != NULL && engine_set_hash(*judge, 1, message);
}

/* From a book: a line for each number, by the seed. */
static bool draw_from_book(const Openings *o, uint64_t index, Opening *opening, Message *message) {
    RandomSource random = random_source(o->spec.seed, index + o->spec.skip + 1);
    return wbook_draw_line(o->book, &opening->start, &random, opening->moves,
                           o->spec.plies > 0 ? o->spec.plies : OPENING_PLIES_MAX,
                           &opening->move_count, message);
}

bool openings_get(const Openings *o, uint64_t index, Engine *engine, Opening *opening,
                  Message *message) {
    if (o->spec.kind == OPENINGS_RANDOM)
        return draw(o, index, engine, opening, message);
    position_set_start(&opening->start, o->rules);
    opening->from_array = true;
    opening->move_count = 0;
    if (o->book != NULL) {
        if (!draw_from_book(o, index, opening, message))
            return false;
    } else if (o->spec.kind == OPENINGS_FILE) {
        const uint64_t place = (index + o->spec.skip) % o->count;
        const Entry *e = &o->entries[o->order != NULL ? o->order[place] : place];
        if (e->fen != NULL && !fen_parse(e->fen, o->rules, &opening->start, NULL, message))
            return false;
        opening->from_array = e->fen == NULL;
        opening->move_count = e->move_count;
        if (e->move_count > 0)
            memcpy(opening->moves, e->moves, (size_t)e->move_count * sizeof(Move));
    }
    drop_castling(o, opening);
    return true;
}
