/*
 * Positions without games behind them: random play, judged by an evaluation that is known.
 *
 * What the tuner finds in them is known beforehand, which is what they are for: to test it, and to
 * see how fast it is where there are no games yet.
 */
#ifndef BRINDLE_TUNE_SYNTHETIC_H
#define BRINDLE_TUNE_SYNTHETIC_H

#include "tune/loading.h"

typedef struct {
    uint64_t seed;
    double k;             /* of the odds that the results are drawn with */
    const Weights *judge; /* of the evaluation that judges */

    /* Its own. */
    uint64_t game;
    int ply;
    Position pos;
} SyntheticGames;

/*
 * Games of both rule sets in turn, which never end.  Their moves are random, with a liking for
 * captures, so that all kinds of unequal material arise.  A position's score is its evaluation, and
 * its result is that of two fair draws with the odds that the score gives: expected points are just
 * what the model says.
 */
SyntheticGames synthetic_games(uint64_t seed, double k, const Weights *judge);
PositionSource synthetic_source(SyntheticGames *games);

#endif
