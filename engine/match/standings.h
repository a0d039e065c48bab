/*
 * How a match stands after so many games.
 */
#ifndef BRINDLE_ENGINE_MATCH_STANDINGS_H
#define BRINDLE_ENGINE_MATCH_STANDINGS_H

#include "engine/match/record.h"
#include "engine/match/schedule.h"
#include "engine/statistics/score_counts.h"

/* What two engines scored against each other, from the first one's side. */
typedef struct {
    GameCounts games;
    PairCounts pairs;
    int half_points; /* of the first game of a pair whose second is still to come */
} PairingScore;

/* What an engine did in all its games. */
typedef struct {
    GameCounts games;
    int64_t moves, nodes, depth_sum, depth_moves;
    int64_t thinking_us, node_us;  /* of all moves; of those that came with a node count */
    int64_t charged[TERMINATIONS]; /* games lost for that reason */
} EngineScore;

typedef struct {
    const Schedule *schedule;
    PairingScore *pairings;
    EngineScore *engines;
    uint64_t games; /* counted so far: numbers 0 … games - 1 */
    int64_t plies, game_ms, runner_cpu_us;
    float *outside_us; /* each game's median */
    uint64_t outside_room;
} Standings;

/* False, and a message, if memory is out. */
bool standings_init(Standings *standings, const Schedule *schedule, Message *message);
void standings_clear(Standings *standings);
/* Counts the next game, number `standings->games`.  False, and a message, if memory is out. */
bool standings_add(Standings *standings, const GameRecord *record, Message *message);
/* What engine i scored against engine j, from i's side. */
GameCounts standings_between(const Standings *standings, int i, int j);
/* The median over all games of the time between an engine's answer and the next one's turn. */
double standings_outside_us(const Standings *standings);

#endif
