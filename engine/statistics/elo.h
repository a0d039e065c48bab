/*
 * Elo differences with their errors, from counts.
 */
#ifndef BRINDLE_ENGINE_STATISTICS_ELO_H
#define BRINDLE_ENGINE_STATISTICS_ELO_H

#include "engine/statistics/score_counts.h"

/*
 * Errors are half-widths of 95% intervals; infinite where the counts allow no estimate: no game,
 * all results alike, or an interval that reaches a score of 0 or 1.
 *
 * G games, g of them in an outcome (1, or 2 in a pair), come in outcomes that are independent of
 * one another.  With mean = points / G, an outcome deviates by e = points - g * mean, and
 * sigma^2 = (sum of e^2) / G is the variance of a game, as the outcomes tell it.
 */
typedef struct {
    int64_t games;
    double score; /* mean points a game, 0 … 1; 1/2 without games */
    /* Logistic: elo_from_score(score), infinite for 0 and 1.  The error is half the length of the
     * interval (longer away from 0) that mean +- 1.96 sigma / sqrt(G) becomes on the Elo scale. */
    double elo, elo_error;
    /* Normalised Elo, (800 / ln 10) (mean - 1/2) / sigma (M. Van den Bergh, "Comments on normalized
     * Elo"), infinite if sigma is 0 and the score not even.  The error is by the delta method, with
     * the uncertainty of sigma, and of the two together, in it. */
    double normalized, normalized_error;
    /* The likelihood of superiority, 0 … 1: the normal distribution up to S / sqrt(sum of s^2), s
     * being an outcome's points above an even score and S their sum; of games that is
     * (wins - losses) / sqrt(wins + losses).  1/2 without decisive outcomes. */
    double los;
    double draw_rate; /* 0 … 1; of pairs: the share of pairs with one point */
} EloEstimate;

EloEstimate elo_from_games(const GameCounts *counts);
/* The variance within pairs tells more than that of single games. */
EloEstimate elo_from_pairs(const PairCounts *counts);
/* Pairs of games, and other games that belong to no pair. */
EloEstimate elo_from_both(const PairCounts *pairs, const GameCounts *singles);

/* Expected points a game of a side that is better by `elo`, and the other way (-inf for 0, inf for
 * 1). */
double elo_to_score(double elo);
double elo_from_score(double score);

/* How likely a normally distributed difference with that deviation is above 0: 0 … 1.  With
 * deviation 0: 0, 1/2 or 1. */
double elo_superiority(double difference, double deviation);

/* 95% of a normal distribution lie within so many standard deviations. */
#define ELO_95_PERCENT 1.959963984540054

#endif
