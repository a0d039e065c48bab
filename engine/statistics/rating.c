#include "engine/statistics/rating.h"

#include "engine/statistics/elo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Inside, ratings are in natural units: expected score = 1 / (1 + e^-difference).  Matrices are
 * square, row by row.
 */
typedef struct {
    int n;
    const GameCounts *counts;
    double prior;        /* its precision, 1 / variance */
    double *rating;      /* n */
    double *gradient;    /* n: of the log-likelihood */
    double *step;        /* n */
    double *trial;       /* n */
    double *information; /* n * n: minus the second derivatives, or its Cholesky factor */
    double *spread;      /* n * n: V + prior */
    double *covariance;  /* n * n */
} Fit;

static double nats_per_elo(void) {
    return log(10) / 400;
}

static const GameCounts *between(const Fit *f, int i, int j) {
    return &f->counts[(size_t)i * (size_t)f->n + (size_t)j];
}

static double games_between(const Fit *f, int i, int j) {
    const GameCounts *c = between(f, i, j);
    return (double)c->wins + (double)c->draws + (double)c->losses;
}

static double points_between(const Fit *f, int i, int j) {
    const GameCounts *c = between(f, i, j);
    return (double)c->wins + (double)c->draws / 2;
}

static double expected(double difference) {
    return 1 / (1 + exp(-difference));
}

static double *row(double *matrix, const Fit *f, int i) {
    return &matrix[(size_t)i * (size_t)f->n];
}

/* ---- The maximum of likelihood ---- */

/* ln(1 + e^x) without overflow. */
static double softplus(double x) {
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static double log_likelihood(const Fit *f, const double *rating) {
    double sum = 0;
    for (int i = 0; i < f->n; i++) {
        sum -= f->prior * rating[i] * rating[i] / 2;
        for (int j = i + 1; j < f->n; j++) {
            const double games = games_between(f, i, j), points = points_between(f, i, j);
            const double d = rating[i] - rating[j];
            if (games > 0)
                sum -= points * softplus(-d) + (games - points) * softplus(d);
        }
    }
    return sum;
}

/* Adds a weight between two engines to a matrix that only sees differences. */
static void add_edge(Fit *f, double *matrix, int i, int j, double weight) {
    row(matrix, f, i)[i] += weight;
    row(matrix, f, j)[j] += weight;
    row(matrix, f, i)[j] -= weight;
    row(matrix, f, j)[i] -= weight;
}

static void clear_matrix(const Fit *f, double *matrix, double diagonal) {
    memset(matrix, 0, (size_t)f->n * (size_t)f->n * sizeof *matrix);
    for (int i = 0; i < f->n; i++)
        row(matrix, f, i)[i] = diagonal;
}

/*
 * All ratings moved alike is a direction that games know nothing about and in which gradients and
 * steps are 0.  Information made up there changes no result, and brings the condition of the matrix
 * from that of the prior to that of the games.
 */
static void stiffen_mean(Fit *f) {
    double sum = 0;
    for (int i = 0; i < f->n; i++)
        sum += row(f->information, f, i)[i];
    const double each = sum / f->n / f->n;
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            row(f->information, f, i)[j] += each;
}

static void differentiate(Fit *f) {
    clear_matrix(f, f->information, f->prior);
    for (int i = 0; i < f->n; i++)
        f->gradient[i] = -f->prior * f->rating[i];
    for (int i = 0; i < f->n; i++)
        for (int j = i + 1; j < f->n; j++) {
            const double games = games_between(f, i, j), points = points_between(f, i, j);
            const double d = f->rating[i] - f->rating[j];
            if (games <= 0)
                continue;
            const double surplus = points - games * expected(d);
            f->gradient[i] += surplus;
            f->gradient[j] -= surplus;
            add_edge(f, f->information, i, j, games * expected(d) * expected(-d));
        }
    stiffen_mean(f);
}

/* The lower triangle of a positive definite matrix becomes its Cholesky factor. */
static void factor(Fit *f, double *matrix) {
    for (int i = 0; i < f->n; i++) {
        double *a = row(matrix, f, i);
        for (int j = 0; j <= i; j++) {
            const double *b = row(matrix, f, j);
            double sum = a[j];
            for (int k = 0; k < j; k++)
                sum -= a[k] * b[k];
            /* No pivot of an exact factor is smaller than the prior. */
            a[j] = i == j ? sqrt(fmax(sum, f->prior)) : sum / b[j];
        }
    }
}

/* Solves factor * factor^T * x = b in place. */
static void solve(Fit *f, double *factored, double *b) {
    for (int i = 0; i < f->n; i++) {
        const double *a = row(factored, f, i);
        for (int k = 0; k < i; k++)
            b[i] -= a[k] * b[k];
        b[i] /= a[i];
    }
    for (int i = f->n - 1; i >= 0; i--) {
        const double *a = row(factored, f, i);
        b[i] /= a[i];
        for (int k = 0; k < i; k++)
            b[k] -= a[k] * b[i];
    }
}

/* The mean of the maximum is 0; keeping to it on the way leaves no room to rounding. */
static void center(int n, double *rating) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += rating[i];
    for (int i = 0; i < n; i++)
        rating[i] -= sum / n;
}

/*
 * Newton's method on a strictly concave function.  A step is halved until the likelihood rises by
 * a part of what its slope promises, which makes it converge from anywhere.
 */
static void maximize(Fit *f) {
    enum { MOST_STEPS = 200, MOST_HALVINGS = 60 };
    const double good_enough = 1e-11, least_part = 1e-4;
    double now = log_likelihood(f, f->rating);
    for (int i = 0; i < MOST_STEPS; i++) {
        double longest = 0, promised = 0, length = 1;
        differentiate(f);
        factor(f, f->information);
        memcpy(f->step, f->gradient, (size_t)f->n * sizeof *f->step);
        solve(f, f->information, f->step);
        for (int k = 0; k < f->n; k++) {
            longest = fmax(longest, fabs(f->step[k]));
            promised += f->step[k] * f->gradient[k];
        }
        for (int halving = 0; halving < MOST_HALVINGS; halving++, length /= 2) {
            for (int k = 0; k < f->n; k++)
                f->trial[k] = f->rating[k] + length * f->step[k];
            const double then = log_likelihood(f, f->trial);
            /* Near the maximum a gain is less than what rounding leaves of the sum. */
            if (then >= now + least_part * length * promised - 1e-13 * fabs(now)) {
                now = then;
                break;
            }
        }
        memcpy(f->rating, f->trial, (size_t)f->n * sizeof *f->rating);
        center(f->n, f->rating);
        if (longest * length <= good_enough)
            return;
    }
}

/* ---- The errors ---- */

/* The squared deviations of games from the expected score. */
static double squared_deviations(const Fit *f, int i, int j) {
    const GameCounts *c = between(f, i, j);
    const double p = expected(f->rating[i] - f->rating[j]);
    const double q = expected(f->rating[j] - f->rating[i]);
    return (double)c->wins * q * q + (double)c->draws * (0.5 - p) * (0.5 - p) +
           (double)c->losses * p * p;
}

static double model_variance(const Fit *f, int i, int j) {
    const double d = f->rating[i] - f->rating[j];
    return expected(d) * expected(-d);
}

/* What part of the model's variance all games together show; one game that shows it wholly is
 * added, so that it is never 0. */
static double overall_part(const Fit *f) {
    double seen = 0.25, modelled = 0.25;
    for (int i = 0; i < f->n; i++)
        for (int j = i + 1; j < f->n; j++) {
            seen += squared_deviations(f, i, j);
            modelled += games_between(f, i, j) * model_variance(f, i, j);
        }
    return seen / modelled;
}

static void fill_spread(Fit *f) {
    const double part = overall_part(f);
    clear_matrix(f, f->spread, f->prior);
    for (int i = 0; i < f->n; i++)
        for (int j = i + 1; j < f->n; j++) {
            const double games = games_between(f, i, j);
            const double seen = squared_deviations(f, i, j) + part * model_variance(f, i, j);
            if (games > 0)
                add_edge(f, f->spread, i, j, seen * games / (games + 1));
        }
}

/* Rows of I^-1 X, for a symmetric X, are columns of X I^-1: twice the same makes I^-1 X I^-1. */
static void fill_covariance(Fit *f) {
    const int n = f->n;
    differentiate(f);
    factor(f, f->information);
    fill_spread(f);
    for (int i = 0; i < n; i++)
        solve(f, f->information, row(f->spread, f, i));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            row(f->covariance, f, i)[j] = row(f->spread, f, j)[i];
    for (int i = 0; i < n; i++)
        solve(f, f->information, row(f->covariance, f, i));
}

/* Errors are against the mean of all: the uncertainty of that mean is not part of them. */
static void center_covariance(Fit *f) {
    for (int i = 0; i < f->n; i++)
        center(f->n, row(f->covariance, f, i));
    for (int j = 0; j < f->n; j++) {
        double sum = 0;
        for (int i = 0; i < f->n; i++)
            sum += row(f->covariance, f, i)[j];
        for (int i = 0; i < f->n; i++)
            row(f->covariance, f, i)[j] -= sum / f->n;
    }
}

/* ---- The list ---- */

typedef struct {
    int index;
    double elo;
} Place;

static int compare_places(const void *a, const void *b) {
    const Place *x = a, *y = b;
    if (x->elo != y->elo)
        return x->elo > y->elo ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static void fill_ratings(Fit *f, Place *places, Rating *ratings) {
    const double nats = nats_per_elo();
    for (int i = 0; i < f->n; i++) {
        const double variance = fmax(row(f->covariance, f, i)[i], 0);
        ratings[i] = (Rating){
            .elo = f->rating[i] / nats, .error = ELO_95_PERCENT * sqrt(variance) / nats, .los = 1};
        places[i] = (Place){i, ratings[i].elo};
    }
    qsort(places, (size_t)f->n, sizeof *places, compare_places);
    for (int i = 0; i + 1 < f->n; i++) {
        const int a = places[i].index, b = places[i + 1].index;
        const double *of_a = row(f->covariance, f, a), *of_b = row(f->covariance, f, b);
        const double variance = of_a[a] + of_b[b] - of_a[b] - of_b[a];
        ratings[a].los = elo_superiority(f->rating[a] - f->rating[b], sqrt(fmax(variance, 0)));
    }
}

/* The prior, but never so weak against the games that it drowns in rounding. */
static double prior_precision(const Fit *f) {
    const double deviation = RATING_PRIOR_ELO * nats_per_elo(), drowning = 1e-13;
    double most = 0;
    for (int i = 0; i < f->n; i++) {
        double games = 0;
        for (int j = 0; j < f->n; j++)
            games += i == j ? 0 : games_between(f, i < j ? i : j, i < j ? j : i);
        most = fmax(most, games);
    }
    return fmax(1 / (deviation * deviation), drowning * most);
}

bool ratings_compute(int engines, const GameCounts *counts, Rating *ratings, Message *message) {
    if (engines > RATING_MAX_ENGINES)
        return message_set(message, "%d engines are too many for a rating list: %d at most",
                           engines, RATING_MAX_ENGINES);
    const size_t n = (size_t)engines;
    double *memory = calloc(4 * n + 3 * n * n, sizeof *memory);
    Place *places = calloc(n, sizeof *places);
    const bool enough = memory != NULL && places != NULL;
    if (enough) {
        Fit f = {.n = engines,
                 .counts = counts,
                 .rating = memory,
                 .gradient = memory + n,
                 .step = memory + 2 * n,
                 .trial = memory + 3 * n,
                 .information = memory + 4 * n,
                 .spread = memory + 4 * n + n * n,
                 .covariance = memory + 4 * n + 2 * n * n};
        f.prior = prior_precision(&f);
        maximize(&f);
        fill_covariance(&f);
        center_covariance(&f);
        fill_ratings(&f, places, ratings);
    }
    free(places);
    free(memory);
    return enough || message_set(message, "no memory for a rating list of %d engines", engines);
}
