/*
 * Who plays whom, in which game, with which opening.
 *
 * Everything follows from the game's number, so that it does not matter who plays it, when.
 */
#ifndef BRINDLE_ENGINE_MATCH_SCHEDULE_H
#define BRINDLE_ENGINE_MATCH_SCHEDULE_H

#include "bitboard/types.h"

typedef struct {
    int engines;
    int heads; /* gauntlet: the first so many play all others; 0: all play all */
    uint64_t rounds;
    uint64_t games; /* of two engines in a round */
    bool repeat; /* games come in pairs with one opening and colours exchanged; `games` is even */
} Schedule;

typedef struct {
    uint64_t number, round;
    int pairing;        /* which two engines: 0 … schedule_pairings - 1 */
    int first, second;  /* these two; first < second */
    int engine[COLORS]; /* which of them plays which colour */
    uint64_t opening;   /* the same for all pairings of a round */
    bool ends_pair;     /* the second game of a pair */
} ScheduledGame;

int schedule_pairings(const Schedule *schedule);
/* In all rounds. */
uint64_t schedule_games(const Schedule *schedule);
/* `number` counts from 0. */
ScheduledGame schedule_game(const Schedule *schedule, uint64_t number);

#endif
