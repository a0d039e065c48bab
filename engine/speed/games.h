/*
 * Positions of real games, to measure speed on: the speed test, the scaling report, the comparison
 * with peers and the micro-benchmarks all use these.
 *
 * A few whole games of both rule sets, so that positions come in their order, as in play: the hash
 * table holds what was found out about the one before.
 */
#ifndef BRINDLE_ENGINE_SPEED_GAMES_H
#define BRINDLE_ENGINE_SPEED_GAMES_H

#include "bitboard/position.h"

enum {
    SPEED_GAMES = 5,
    SPEED_FIRST_PLY = 10, /* of each game, the position after so many half-moves … */
    SPEED_STEP = 12,      /* … and then after every so many more */
    SPEED_PLIES_MAX = 160
};

typedef struct {
    int game;
    Position start; /* the array of the game's rule set */
    int move_count;
    Move moves[SPEED_PLIES_MAX]; /* from there … */
    Position pos;                /* … to here */
} SpeedPosition;

const RuleSet *speed_game_rules(int game);
/* The `number`-th position of a game, from 0; false if it has no such position. */
bool speed_position(int game, int number, SpeedPosition *position);
int speed_positions_of_game(int game);
/* Of all games together. */
int speed_position_count(void);

#endif
