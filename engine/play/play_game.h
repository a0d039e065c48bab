/*
 * A game that people play: its moves, which can be taken back and played again, the clocks after
 * each of them, and how it ended.
 */
#ifndef BRINDLE_ENGINE_PLAY_PLAY_GAME_H
#define BRINDLE_ENGINE_PLAY_PLAY_GAME_H

#include "engine/pgn/pgn.h"
#include "engine/play/play_time.h"

typedef enum {
    PLAY_GOES_ON,
    PLAY_ENDED_BY_RULE, /* position_game_state of the last position says how */
    PLAY_RESIGNED,
    PLAY_TIME_IS_UP,
    PLAY_DRAW_AGREED
} PlayEnd;

typedef struct {
    Move move;
    int64_t left_ms; /* on the mover's clock afterwards */
} PlayMove;

typedef struct {
    Position start, pos; /* pos: as it stands now */
    PlayMove *moves;     /* `count` have been played, `undone` more can be played again */
    int count, undone, room;
    PlayTime time;
    PlayEnd end;
    Color loser; /* of a game that was resigned or lost on time */
} PlayGame;

/* All zero is a game that can be begun. */
void play_game_begin(PlayGame *game, const Position *start, const PlayTime *time);
void play_game_free(PlayGame *game);
/*
 * Plays a legal move; the mover's clock, if there are clocks, then shows `left_ms`.  What was taken
 * back stays to be played again only if this is the same move.  False if memory is out.
 */
bool play_game_play(PlayGame *game, Move move, int64_t left_ms);
/* Takes `moves` back, at most those that were played, or plays so many again.  A game that had
 * ended goes on. */
void play_game_back(PlayGame *game, int moves);
void play_game_again(PlayGame *game, int moves);
/* The last move, or MOVE_NONE. */
Move play_game_last(const PlayGame *game);
/* What is left on the clock of `side`. */
int64_t play_game_left_ms(const PlayGame *game, Color side);

/* Ends the game, if the rules do not say already how it ended. */
void play_game_end(PlayGame *game, PlayEnd how, Color loser);
/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *play_game_result(const PlayGame *game);
enum { PLAY_END_SIZE = 160 };
/* How it ended, as a sentence: "Checkmate: White wins, 1-0."  Returns `text`. */
char *play_game_end_write(const PlayGame *game, char text[PLAY_END_SIZE]);

/* ---- As PGN ---- */

/* What stands in the tags beside what the game knows. */
typedef struct {
    const char *white, *black;
    const char *date; /* "2026.11.30" */
    int level;        /* the engine's; -1: it does not play */
} PlayTags;

/* Builds the game as PGN, clocks in comments.  False if memory is out. */
bool play_game_to_pgn(const PlayGame *game, const PlayTags *tags, PgnGame *pgn);
/* The other way; how it ended only if the rules say so.  False if memory is out. */
bool play_game_from_pgn(const PgnGame *pgn, PlayGame *game);

#endif
