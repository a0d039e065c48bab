/*
 * brindle pgn to-epd: positions of games as EPD lines.
 */
#include "engine/commands/pgn/pgn_action.h"

#include "engine/epd.h"
#include "engine/key_set.h"
#include <limits.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { LAST_POSITION, EVERY_POSITION, ONE_PLY } Choice;

typedef struct {
    Choice choice;
    int64_t ply;
    bool unique;
    KeySet seen; /* what has been written */
} Epd;

/* ---- Lines ---- */

/* A name in quotes, which EPD has no way to write a quote in. */
static void write_name(FILE *out, const char *name) {
    for (; *name != '\0'; name++)
        putc(*name == '"' ? '\'' : *name, out);
}

static bool write_position(PgnTask *task, const PgnGame *game, const Position *pos, int ply,
                           Message *message) {
    Epd *epd = task->state;
    bool is_new = true;
    if (epd->unique && !key_set_add_position(&epd->seen, pos, &is_new))
        return message_set(message, "no memory for so many positions");
    if (!is_new)
        return true;
    epd_write(task->out, pos);
    fputs(" id \"", task->out);
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
        key_set_free(&epd->seen);
    free(epd);
}

const PgnAction PGN_TO_EPD = {
    .spec = {"to-epd", PGN_FILES, 1, INT_MAX}, .begin = begin, .take = take, .release = release};
