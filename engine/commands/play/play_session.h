/*
 * A person at the terminal, playing: what the files of `brindle play` share.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_PLAY_PLAY_SESSION_H
#define BRINDLE_ENGINE_COMMANDS_PLAY_PLAY_SESSION_H

#include "engine/commands/play/game_file.h"
#include "engine/commands/play/line_input.h"
#include "engine/play/play_game.h"
#include "engine/terminal_style.h"

typedef struct {
    Engine *engine;
    Engine *adviser; /* for hints, always at full strength; NULL until the first */
    PlayGame game;
    Position start;            /* of new games */
    PlayTime time;             /* of new games */
    bool engine_plays[COLORS]; /* at most one of the two */
    int level;
    uint64_t nodes; /* for each of the engine's moves; 0: no such limit */
    const char *name;
    GameFile file; /* what is saved after each move; no path: none */
    bool saved;    /* all of the game is in some file */
    Score score;   /* that the engine's last search found, for itself; SCORE_NONE */

    LineInput input;
    bool typed; /* by a person at a terminal, who sees it as it is typed */
    bool shown; /* on a terminal */
    DiagramStyle style;
    bool board_wanted;     /* before the next prompt */
    bool end_told;         /* how the game ended has been said */
    bool leaving;          /* said once to somebody who has not saved the game */
    int64_t turn_began_ms; /* of the person to move, on clock_ms; -1: it has yet to begin */
    bool over;             /* the session */
    int status;            /* exit status */
} PlaySession;

/* ---- The session ---- */

/* A new game by s->start and s->time, and what belongs to it. */
void play_session_begin(PlaySession *s);
/* Plays until somebody leaves. */
void play_session_run(PlaySession *s);
void play_session_free(PlaySession *s);
/* Says how the level and the book … are set: at the beginning of a game. */
void play_session_introduce(const PlaySession *s);
/* The game has changed: the board is shown again, and the game is saved. */
void play_session_changed(PlaySession *s);
void play_session_set_level(PlaySession *s, int level);
/* The game as it is written to files.  False, and a message, if memory is out. */
bool play_session_to_pgn(const PlaySession *s, PgnGame *pgn, Message *message);
/* Goes on with a game that was read; the sides as its tags say, if they do. */
bool play_session_take_game(PlaySession *s, const PgnGame *pgn, Message *message);

/* ---- Orders ---- */

/* Does what a line says: an order, or else a move.  Changes the line. */
void play_orders_obey(PlaySession *s, char *line);
/* Plays a move of the person's, by coordinates or SAN.  False, and a message that says why not. */
bool play_session_move(PlaySession *s, const char *text, Message *message);
/* Takes back, or plays again, until it is the person's turn once more. */
bool play_session_back(PlaySession *s, int times, Message *message);
bool play_session_again(PlaySession *s, int times, Message *message);

/* ---- What is shown ---- */

void play_screen_board(const PlaySession *s);
void play_screen_prompt(const PlaySession *s);
/* "12. Nc3 Wd8 …": the moves of the game. */
void play_screen_moves(const PlaySession *s);
/* Words with line ends before column 80. */
void play_screen_wrap(const char *text);
/* While the engine thinks. */
void play_screen_tick(void *session, int64_t elapsed_ms);
void play_screen_clear_tick(const PlaySession *s);

#endif
