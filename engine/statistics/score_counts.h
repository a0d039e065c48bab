/*
 * What two engines scored against each other, counted by games and by pairs of games.
 *
 * All counts are seen from the first engine.
 */
#ifndef BRINDLE_ENGINE_STATISTICS_SCORE_COUNTS_H
#define BRINDLE_ENGINE_STATISTICS_SCORE_COUNTS_H

#include "bitboard/message.h"

#include <stdint.h>

/* None of the counts is negative. */
typedef struct {
    int64_t wins, draws, losses;
} GameCounts;

/* Pairs of games with the same opening and colours exchanged, by their points. */
enum { PAIR_SCORES = 5 };
typedef struct {
    int64_t by_half_points[PAIR_SCORES]; /* 0, 1/2, 1, 3/2, 2 points */
} PairCounts;

/* Games or pairs in the one shape that the statistics work on: how often each outcome came about,
 * the worst one first. */
typedef struct {
    int count; /* 3 for games, 5 for pairs; outcome i is worth i / (count - 1) points a game */
    double times[PAIR_SCORES];
    double total; /* the sum of all times */
} Outcomes;

Outcomes outcomes_of_games(const GameCounts *counts);
Outcomes outcomes_of_pairs(const PairCounts *counts);

#endif
