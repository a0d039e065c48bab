/*
 * A rating list of many engines by maximum likelihood.
 *
 * The Bradley-Terry model on the Elo scale, a draw counted as half a win and half a loss
 * (R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", 1952).
 *
 * The prior.  A weak normal prior of mean 0 and deviation RATING_PRIOR_ELO on each rating makes the
 * maximum unique and finite whatever the results: an engine with 0% or 100% ends up as far out as
 * the number of its games allows, and groups that never met each other have the mean 0 each, with
 * errors that say that nothing is known between them.  In an ordinary tournament it moves ratings
 * by less than a thousandth of their errors.
 *
 * The errors.  The inverse of the information matrix, corrected for the variance that games were
 * seen to have (draws make it smaller than the model's, which knows wins and losses alone): C =
 * I^-1 (V + prior) I^-1 (H. White, "Maximum likelihood estimation of misspecified models", 1982).
 * For each two engines V holds the squared deviations of their games from the expected score, and
 * one game more with the variance of all games taken together, so that a few results that happen
 * to be alike do not make the errors vanish.  All games are taken as independent: pairs of games
 * with one opening usually make the true errors a little smaller.
 */
#ifndef BRINDLE_ENGINE_STATISTICS_RATING_H
#define BRINDLE_ENGINE_STATISTICS_RATING_H

#include "engine/statistics/score_counts.h"

#define RATING_PRIOR_ELO 4000.0

enum { RATING_MAX_ENGINES = 4096 };

typedef struct {
    double elo;   /* the mean of all engines is 0 */
    double error; /* half-width of a 95% interval against that mean */
    double los;   /* likelihood of being stronger than the next one down the list; 1 for the last.
                     Among equals the one that was given first stands above. */
} Rating;

/*
 * `counts[i * engines + j]` is what engine i scored against engine j, from i's side; only i < j is
 * read.  Fills in `ratings[engines]`, in the order of the engines, which are 1 …
 * RATING_MAX_ENGINES.  False, and a message, if memory is out or there are too many engines.
 */
bool ratings_compute(int engines, const GameCounts *counts, Rating *ratings, Message *message);

#endif
