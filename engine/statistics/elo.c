#include "engine/statistics/elo.h"

#include <math.h>

double elo_to_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double elo_from_score(double score) {
    return 400 * log10(score / (1 - score));
}

double elo_superiority(double difference, double deviation) {
    if (!(deviation > 0))
        return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
    return erfc(-difference / deviation / sqrt(2)) / 2;
}

/* The outcomes of both kinds in one list. */
enum { MOST_KINDS = PAIR_SCORES + 3 };
typedef struct {
    int count;
    struct {
        double times, games, points;
    } kind[MOST_KINDS];
    double games, points, middle, total;
} Sample;

static void add_outcomes(Sample *s, const Outcomes *o, double games) {
    for (int i = 0; i < o->count; i++) {
        const double points = games * i / (o->count - 1);
        s->kind[s->count].times = o->times[i];
        s->kind[s->count].games = games;
        s->kind[s->count].points = points;
        s->count++;
        s->games += games * o->times[i];
        s->points += points * o->times[i];
    }
    s->middle += o->times[o->count / 2];
    s->total += o->total;
}

/* The variance of a game; exactly 0 if all outcomes are alike. */
static double game_variance(const Sample *s, double mean) {
    double sum = 0;
    int different = 0;
    for (int i = 0; i < s->count; i++) {
        const double e = s->kind[i].points - s->kind[i].games * mean;
        sum += s->kind[i].times * e * e;
        different += s->kind[i].times > 0;
    }
    return different > 1 ? sum / s->games : 0;
}

static void estimate_elo(EloEstimate *e, double sigma, double games) {
    const double reach = ELO_95_PERCENT * sigma / sqrt(games);
    const double low = e->score - reach, high = e->score + reach;
    e->elo = elo_from_score(e->score);
    if (sigma > 0 && low > 0 && high < 1)
        e->elo_error = (elo_from_score(high) - elo_from_score(low)) / 2;
}

/*
 * t = (mean - 1/2) / sigma.  With z = e / sigma, an outcome pulls the mean by sigma z / G and
 * sigma^2 by sigma^2 (z^2 - g - 2 tie z) / G, and so t by (z - t (z^2 - g - 2 tie z) / 2) / G.
 * `tie` is how sigma^2 follows the mean, (sum of g z) / G: 0 but for pairs and single games
 * together.  Outcomes are independent: the squares of their pulls add up to the variance of t.
 */
static void estimate_normalized(EloEstimate *e, const Sample *s, double sigma) {
    const double scale = 800 / log(10), above = e->score - 0.5;
    double z[MOST_KINDS], tie = 0, sum = 0;
    if (sigma <= 0) {
        e->normalized = above == 0 ? 0 : copysign(INFINITY, above);
        return;
    }
    const double t = above / sigma;
    for (int i = 0; i < s->count; i++) {
        z[i] = (s->kind[i].points - s->kind[i].games * e->score) / sigma;
        tie += s->kind[i].times * s->kind[i].games * z[i] / s->games;
    }
    for (int i = 0; i < s->count; i++) {
        const double pull = z[i] - t * (z[i] * z[i] - s->kind[i].games - 2 * tie * z[i]) / 2;
        sum += s->kind[i].times * pull * pull;
    }
    e->normalized = scale * t;
    e->normalized_error = scale * ELO_95_PERCENT * sqrt(sum) / s->games;
}

static double superiority(const Sample *s) {
    double sum = 0, squares = 0;
    for (int i = 0; i < s->count; i++) {
        const double above = s->kind[i].points - s->kind[i].games / 2;
        sum += s->kind[i].times * above;
        squares += s->kind[i].times * above * above;
    }
    return elo_superiority(sum, sqrt(squares));
}

/* Two numbers of games may each fit into 64 bits and their sum not. */
static int64_t whole(double games) {
    return games < 9e18 ? (int64_t)games : INT64_MAX;
}

static EloEstimate estimate(const Sample *s) {
    EloEstimate e = {.games = whole(s->games),
                     .score = 0.5,
                     .elo_error = INFINITY,
                     .normalized_error = INFINITY,
                     .los = 0.5};
    if (s->games <= 0)
        return e;
    e.score = s->points / s->games;
    e.draw_rate = s->middle / s->total;
    e.los = superiority(s);
    const double sigma = sqrt(game_variance(s, e.score));
    estimate_elo(&e, sigma, s->games);
    estimate_normalized(&e, s, sigma);
    return e;
}

EloEstimate elo_from_games(const GameCounts *counts) {
    const PairCounts none = {{0}};
    return elo_from_both(&none, counts);
}

EloEstimate elo_from_pairs(const PairCounts *counts) {
    const GameCounts none = {0, 0, 0};
    return elo_from_both(counts, &none);
}

EloEstimate elo_from_both(const PairCounts *pairs, const GameCounts *singles) {
    const Outcomes of_pairs = outcomes_of_pairs(pairs), of_games = outcomes_of_games(singles);
    Sample s = {.count = 0};
    add_outcomes(&s, &of_pairs, 2);
    add_outcomes(&s, &of_games, 1);
    return estimate(&s);
}
