/*
 * How the toy engine chooses its moves: by a hash, and greed.
 */
#ifndef BRINDLE_TESTS_TOY_PLAYER_H
#define BRINDLE_TESTS_TOY_PLAYER_H

#include "bitboard/movegen.h"
#include "tests/toy/toy_settings.h"

enum { TUNABLES = 3 };

typedef struct {
    Style style;
    uint64_t seed;
    int64_t tunable[TUNABLES]; /* 0 … 100; the options A, B and C */
} Player;

/*
 * A legal move, MOVE_NONE if there is none: always the same for the same position, player and
 * `only`.  `only`, if not NULL, holds the legal moves to choose from.
 */
Move player_choose(const Player *player, const Position *pos, const MoveList *only);

/* Material as the side to move sees it, in centipawns. */
int player_score(const Position *pos);

#endif
