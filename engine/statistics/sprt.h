/*
 * The sequential probability ratio test: has the first engine proved to be stronger by elo1 rather
 * than by elo0?
 *
 * The log-likelihood ratio is that of the generalised test (M. Van den Bergh, "The generalized
 * maximum likelihood ratio for the expectation value of a distribution" and "Comments on normalized
 * Elo"): both hypotheses are fitted to the observed frequencies by maximum likelihood.
 *
 * What is computed, exactly.  An outcome i of a game (loss, draw, win) or of a pair of games (0,
 * 1/2, 1, 3/2, 2 points) is worth a_i = i / (outcomes - 1), its points a game.  With counts n_i,
 *
 *     LLR = max over H1 of sum n_i ln p_i  -  max over H0 of sum n_i ln p_i,
 *
 * where p runs through all distributions on the outcomes (multinomial: nothing is supposed about
 * draws) that have
 *
 *   logistic:    the mean  sum p_i a_i = 1 / (1 + 10^(-elo / 400));
 *   normalised:  the t-value  (mean - 1/2) / sigma = elo * ln 10 / 800  for single games, and
 *                sqrt(2) * elo * ln 10 / 800  for pairs, sigma being the standard deviation of p
 *                itself.  (Normalised Elo is measured by the spread of single games; two
 *                independent games have sigma_game / sqrt(2) as the deviation of their mean.)
 *
 * Zero counts: an outcome that has not been seen is counted 0.001 times (ZERO_COUNT in sprt.c), so
 * that no hypothesis becomes impossible because of what has not happened yet; n_i above and the
 * total include it.  Where there is no game at all, the LLR is 0.
 */
#ifndef BRINDLE_ENGINE_STATISTICS_SPRT_H
#define BRINDLE_ENGINE_STATISTICS_SPRT_H

#include "engine/statistics/score_counts.h"

typedef enum { SPRT_LOGISTIC, SPRT_NORMALIZED } SprtModel;
typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtDecision;

/* The largest elo0 and elo1, either sign. */
#define SPRT_MAX_ELO 500.0

typedef struct {
    double elo0, elo1;  /* elo0 < elo1, in logistic or in normalised Elo */
    double alpha, beta; /* probabilities of accepting H1 under elo0, and H0 under elo1 */
    SprtModel model;
} Sprt;

/*
 * False, and a message, if the numbers make no test: all must be finite, elo0 < elo1 and both
 * within ±SPRT_MAX_ELO, alpha and beta at least 1e-9, their sum less than 1.
 */
bool sprt_check(const Sprt *test, Message *message);
/* H0 is accepted at or below `lower`, H1 at or above `upper` (A. Wald, "Sequential Analysis"):
 * ln(beta / (1 - alpha)) and ln((1 - beta) / alpha). */
double sprt_lower_bound(const Sprt *test);
double sprt_upper_bound(const Sprt *test);
/*
 * The log-likelihood ratio of what was counted: pairs of games, or single games.  For a test that
 * sprt_check accepts it is finite, whatever the counts.  Ratios of independent counts (some pairs,
 * and single games besides) add up.
 */
double sprt_llr_pairs(const Sprt *test, const PairCounts *counts);
double sprt_llr_games(const Sprt *test, const GameCounts *counts);
SprtDecision sprt_decide(const Sprt *test, double llr);

/* What a test of engines with a given difference will be like, from its first game on. */
typedef struct {
    double accept_h1; /* the probability that H1 is accepted, 0 … 1 */
    double games;     /* the expected number of games until the decision */
} SprtForecast;

/*
 * By Brownian motion: the LLR is taken to drift and spread evenly, and to stop exactly on a bound
 * (A. Wald's formulas for the operating characteristic and the sample number; drift and spread as
 * for a normal distribution, which is near the truth where elo0 and elo1 are).  Overshooting makes
 * real tests a little longer.  `elo` is in the test's model and within ±SPRT_MAX_ELO.  In the
 * logistic model the spread of a game is needed and is taken from the counts, with zero counts
 * treated as above; without any games one in two is taken to be drawn.
 */
SprtForecast sprt_forecast_pairs(const Sprt *test, const PairCounts *counts, double elo);
SprtForecast sprt_forecast_games(const Sprt *test, const GameCounts *counts, double elo);

#endif
