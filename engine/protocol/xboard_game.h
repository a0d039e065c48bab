/*
 * The game on XBoard's board: moves made, which can be taken back, and how it ends.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_XBOARD_GAME_H
#define BRINDLE_ENGINE_PROTOCOL_XBOARD_GAME_H

#include "bitboard/position.h"

typedef struct {
    Position pos; /* as it stands now */
    struct PlayedMove *played;
    int count, room;
} XboardGame;

/* A new game from that position (a copy of it); needs a game that is zeroed or was begun. */
void xboard_game_begin(XboardGame *game, const Position *pos);
void xboard_game_free(XboardGame *game);
/* Plays a legal move.  False if there is no memory to remember it. */
bool xboard_game_play(XboardGame *game, Move move);
/* Takes the last move back; false if there is none. */
bool xboard_game_take_back(XboardGame *game);
/* How many moves `side` has made. */
int xboard_game_moves_of(const XboardGame *game, Color side);
/* "1-0 {White mates}", as the protocol claims it; NULL while the game goes on. */
const char *xboard_game_claim(const XboardGame *game, char text[64]);

#endif
