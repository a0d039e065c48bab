/*
 * The file that a game is kept in while it is played: written anew after each move, so that nothing
 * is lost whatever happens to the program.  Games that were in it before stay as they are.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_PLAY_GAME_FILE_H
#define BRINDLE_ENGINE_COMMANDS_PLAY_GAME_FILE_H

#include "engine/pgn/pgn.h"

/* All zero is no file. */
typedef struct {
    char *path;
    char *before; /* what stands in front of the game */
    size_t before_size;
} GameFile;

/*
 * Reads the last game of a file into `game` (initialised or cleared).  False, and a message, if one
 * of its games is broken, or there is none.
 */
bool game_file_read_last(const char *path, const RuleSet *rules, PgnGame *game, Message *message);
/*
 * Takes a file to keep a game in.  If its last game is not finished, `*unfinished` is set and
 * `game` (initialised) is that one, which the first write replaces; otherwise the game will stand
 * behind the others.  `rules` are for games that do not say theirs.
 */
bool game_file_open(GameFile *file, const char *path, const RuleSet *rules, PgnGame *game,
                    bool *unfinished, Message *message);
/* Puts the game in the place of the one written last.  The file is always whole. */
bool game_file_write(const GameFile *file, const PgnGame *game, Message *message);
/* The next game will stand behind what the file holds now. */
bool game_file_next(GameFile *file, Message *message);
void game_file_close(GameFile *file);

#endif
