/*
 * brindle pgn to-epd: positions of games as EPD lines.
 */
#include "bitboard/fen.h"
#include "engine/commands/pgn/pgn_action.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_KEYS = 1 << 12 };

typedef enum { LAST_POSITION, EVERY_POSITION, ONE_PLY } Choice;

/* Positions that have been written, by their keys; 64 bits tell any number of them apart. */
typedef struct {
    Key *keys; /* a hash table; 0: empty */
    size_t count, room;
} KeySet;

typedef struct {
    Choice choice;
    int64_t ply;
    bool unique;
    KeySet seen;
} Epd;

/* ---- Positions seen ---- */

static size_t find_key(const KeySet *set, Key key) {
    size_t slot = (size_t)key & (set->room - 1);
    while (set->keys[slot] != 0 && set->keys[slot] != key)
        slot = (slot + 1) & (set->room - 1);
    return slot;
}

static bool grow(KeySet *set) {
    const KeySet old = *set;
    set->room = old.room > 0 ? 2 * old.room : FIRST_KEYS;
    set->keys = calloc(set->room, sizeof *set->keys);
    if (set->keys == NULL) {
        *set = old;
        return false;
    }
    for (size_t i = 0; i < old.room; i++)
        if (old.keys[i] != 0)
            set->keys[find_key(set, old.keys[i])] = old.keys[i];
    free(old.keys);
    return true;
}

/* Sets `is_new`; false if memory is out. */
static bool remember(KeySet *set, const Position *pos, bool *is_new) {
    if (2 * set->count >= set->room && !grow(set))
        return false;
    /* The two games share their keys; an empty slot is 0. */
    Key key = pos->state.key ^ (pos->rules == &RULES[0] ? 0 : 0x9e3779b97f4a7c15u);
    if (key == 0)
        key = 1;
    const size_t slot = find_key(set, key);
    *is_new = set->keys[slot] == 0;
    set->keys[slot] = key;
    set->count += *is_new;
    return true;
}

/* ---- Lines ---- */

/* The first four fields of a FEN; `rest` points to the clocks. */
static void split_fen(char *fen, char **rest) {
    char *p = fen;
    for (int field = 0; field < 4; field++) {
        p += strcspn(p, " ");
        p += *p == ' ';
    }
    if (p > fen && p[-1] == ' ')
        p[-1] = '\0';
    *rest = p;
}

/* A name in quotes, which EPD has no way to write a quote in. */
static void write_name(FILE *out, const char *name) {
    for (; *name != '\0'; name++)
        putc(*name == '"' ? '\'' : *name, out);
}

static bool write_position(PgnTask *task, const PgnGame *game, const Position *pos, int ply,
                           Message *message) {
    Epd *epd = task->state;
    char fen[FEN_SIZE], *rest;
    bool is_new = true;
    if (epd->unique && !remember(&epd->seen, pos, &is_new))
        return message_set(message, "no memory for so many positions");
    if (!is_new)
        return true;
    fen_write(pos, fen);
    split_fen(fen, &rest);
    fprintf(task->out, "%s hmvc %u; fmvn %u; variant \"%s\"; id \"", fen,
            (unsigned)pos->state.halfmove_clock, (unsigned)pos->fullmove, pos->rules->name);
    write_name(task->out, task->file);
    fprintf(task->out, ", game %ld, ply %d\";\n", game->number, ply);
    task->written++;
    return ferror(task->out) == 0 || message_set(message, "the output could not be written");
}

/* ---- The action ---- */

static bool begin(PgnTask *task, Message *message) {
    const Arguments *arguments = task->arguments;
    const char *ply = arguments_value(arguments, "--ply");
    const bool every = arguments_value(arguments, "--every") != NULL,
               last = arguments_value(arguments, "--last") != NULL;
    if ((ply != NULL) + every + last > 1)
        return message_set(message, "only one of --ply, --every and --last can be given");
    Epd *epd = calloc(1, sizeof *epd);
    if (epd == NULL)
        return message_set(message, "no memory");
    task->state = epd;
    epd->choice = ply != NULL ? ONE_PLY : every ? EVERY_POSITION : LAST_POSITION;
    epd->unique = arguments_value(arguments, "--unique") != NULL;
    return arguments_number(arguments, "--ply", 0, PGN_MAX_MOVES, &epd->ply, message);
}

static bool take(PgnTask *task, PgnGame *game, Message *message) {
    const Epd *epd = task->state;
    const int count = game->line.count;
    Position pos = game->start;
    for (int ply = 0; ply <= count; ply++) {
        Undo undo;
        const bool wanted = epd->choice == EVERY_POSITION ||
                            (epd->choice == LAST_POSITION && ply == count) ||
                            (epd->choice == ONE_PLY && ply == epd->ply);
        if (wanted && !write_position(task, game, &pos, ply, message))
            return false;
        if (ply < count)
            position_make(&pos, game->line.moves[ply].move, &undo);
    }
    return true;
}

static void release(PgnTask *task) {
    Epd *epd = task->state;
    if (epd != NULL)
        free(epd->seen.keys);
    free(epd);
}

const PgnAction PGN_TO_EPD = {.name = "to-epd", .begin = begin, .take = take, .release = release};
