#include "engine/statistics/sprt.h"

#include "engine/statistics/elo.h"

#include <math.h>

/* As often an outcome counts that was never seen.  Small enough not to speak for either hypothesis,
 * large enough to keep the fits away from the edge, where likelihoods are infinite. */
static const double ZERO_COUNT = 1e-3;
static const double LEAST_ERROR = 1e-9;

/* ---- The frequencies that a hypothesis is fitted to ---- */

/* `o` with unseen outcomes counted a little. */
static Outcomes without_zeros(Outcomes o) {
    o.total = 0;
    for (int i = 0; i < o.count; i++) {
        if (o.times[i] <= 0)
            o.times[i] = ZERO_COUNT;
        o.total += o.times[i];
    }
    return o;
}

static Outcomes mirrored(const Outcomes *o) {
    Outcomes other = *o;
    for (int i = 0; i < o->count; i++)
        other.times[i] = o->times[o->count - 1 - i];
    return other;
}

/* ---- A mean that is prescribed ---- */

/*
 * Outcomes with values, and the mean that their fitted distribution must have.  Everything is
 * scaled to 0 = the least value, 1 = the greatest; `low` and `high` are distances of each value,
 * and of the mean, to these two, each computed for itself so that neither loses digits.
 */
typedef struct {
    int count;
    double weight[PAIR_SCORES]; /* observed frequencies, all positive; the sum is 1 */
    double low[PAIR_SCORES], high[PAIR_SCORES];
    double above[PAIR_SCORES]; /* value minus mean */
    double mean_low, mean_high;
} MeanProblem;

/*
 * The likelihood is greatest for p_i = w_i / (1 + theta * (value_i - mean)), theta being Lagrange's
 * multiplier.  The denominator goes linearly from 1 - theta * mean at value 0 to 1 + theta * (1 -
 * mean) at value 1; with e^x for the ratio of these two ends it is
 *
 *     d_i = (high_i e^x + low_i) / (mean_high e^x + mean_low),
 *
 * positive for every real x: there is no edge to run into.  The mean is right if outcomes above it
 * pull as much as those below,
 *
 *     P(x) = sum over above_i > 0 of w_i above_i / (high_i e^x + low_i)  =  M(x) likewise, < 0,
 *
 * and ln(P / M) rises with a slope between 0 and 1, which is good company for Newton's method.
 */
static double balance(const MeanProblem *m, double x, double *slope) {
    const double r = exp(x);
    double plus = 0, minus = 0, plus_slope = 0, minus_slope = 0;
    for (int i = 0; i < m->count; i++) {
        const double d = m->high[i] * r + m->low[i];
        const double pull = m->weight[i] * m->above[i] / d;
        const double pull_slope = pull * (m->high[i] * r / d);
        if (pull > 0) {
            plus += pull;
            plus_slope += pull_slope;
        } else {
            minus -= pull;
            minus_slope -= pull_slope;
        }
    }
    *slope = minus_slope / minus - plus_slope / plus;
    return log(plus / minus);
}

/* Newton's method inside a bracket: steps that leave it, or that gain too little, halve it. */
static double solve_mean(const MeanProblem *m, double x) {
    enum { MOST_STEPS = 200 };
    const double good_enough = 1e-9; /* of a Newton step: the error behind it is its square */
    double low = -600, high = 600, last = INFINITY;
    for (int i = 0; i < MOST_STEPS; i++) {
        double slope;
        const double value = balance(m, x, &slope);
        if (value == 0)
            break;
        if (value > 0)
            high = x;
        else
            low = x;
        const double next = x - value / slope;
        /* Written so that a slope of 0 or a NaN halves, too. */
        if (next > low && next < high && fabs(value) <= last / 2) {
            if (fabs(next - x) <= good_enough)
                return next;
            x = next;
            last = fabs(value);
        } else {
            if (high - low <= good_enough)
                break;
            x = low / 2 + high / 2;
            last = INFINITY;
        }
    }
    return x;
}

/* ln(high * e^x + low), where high + low = 1, to full precision near x = 0 as well. */
static double log_mix(double high, double low, double x) {
    if (low == 0)
        return x;
    if (fabs(x) < 0.5)
        return log1p(high * expm1(x));
    return log(high * exp(x) + low);
}

/* The ln d_i of the fit at x. */
static double log_denominator(const MeanProblem *m, double x, int i) {
    return log_mix(m->high[i], m->low[i], x) - log_mix(m->mean_high, m->mean_low, x);
}

/* ---- The two kinds of hypothesis ---- */

/* What a fit costs against the observed frequencies: ln(w_i / p_i) for each outcome. */
typedef struct {
    double cost[PAIR_SCORES];
} Fit;

static Fit fit_of_problem(const MeanProblem *m, double x) {
    Fit fit = {{0}};
    for (int i = 0; i < m->count; i++)
        fit.cost[i] = log_denominator(m, x, i);
    return fit;
}

static Fit fit_score(const Outcomes *o, double elo) {
    MeanProblem m = {
        .count = o->count, .mean_low = elo_to_score(elo), .mean_high = elo_to_score(-elo)};
    for (int i = 0; i < o->count; i++) {
        m.weight[i] = o->times[i] / o->total;
        m.low[i] = (double)i / (o->count - 1);
        m.high[i] = (double)(o->count - 1 - i) / (o->count - 1);
        m.above[i] = m.low[i] - m.mean_low;
    }
    return fit_of_problem(&m, solve_mean(&m, 0));
}

/*
 * A t-value that is prescribed, t > 0.  Let b_i = a_i - 1/2 and v^2 = E b^2, the second moment
 * about an even score.  (mean - 1/2) / sigma = t is E b = k v with k = t / sqrt(1 + t^2).  At the
 * fitted distribution this may be replaced by its tangent, in which v stands still as a number:
 *
 *     E h = 0,  h_i = v b_i - k (b_i^2 + v^2) / 2,
 *
 * a prescribed mean again.  What is left is one equation in one unknown: the second moment of the
 * fit for v must be v^2.
 *
 * E b <= k v is a convex set, because v is concave in p.  So for observations on the far side of it
 * the fit is unique.  From within the set its border is seen from the hollow side, and there may be
 * several local maxima of likelihood (all pairs one point each: should the rare wins be by 3/2 or
 * by 2?).  They are all looked for, and the best one is taken.
 */
typedef struct {
    const Outcomes *outcomes;
    double k;
    double x; /* of the last fit: where the next one begins */
    MeanProblem problem;
} TangentFit;

static double offset_from_even(const Outcomes *o, int i) {
    return (double)(2 * i - (o->count - 1)) / (2 * (o->count - 1));
}

/* Fits for v = e^y; returns ln(second moment / v^2), or 1 where v is so small that no h reaches 0:
 * the excess is positive right above that. */
static double tangent_excess(TangentFit *f, double y) {
    const Outcomes *o = f->outcomes;
    MeanProblem *m = &f->problem;
    const double v = exp(y);
    double h[PAIR_SCORES], least = INFINITY, greatest = -INFINITY, moment = 0;
    for (int i = 0; i < o->count; i++) {
        const double b = offset_from_even(o, i);
        h[i] = v * b - f->k * (b * b + v * v) / 2;
        least = fmin(least, h[i]);
        greatest = fmax(greatest, h[i]);
    }
    if (greatest <= 0)
        return 1;
    m->count = o->count;
    m->mean_low = -least / (greatest - least);
    m->mean_high = greatest / (greatest - least);
    for (int i = 0; i < o->count; i++) {
        m->weight[i] = o->times[i] / o->total;
        m->low[i] = (h[i] - least) / (greatest - least);
        m->high[i] = (greatest - h[i]) / (greatest - least);
        m->above[i] = h[i] / (greatest - least);
    }
    f->x = solve_mean(m, f->x);
    const double r = exp(f->x);
    for (int i = 0; i < o->count; i++) {
        const double b = offset_from_even(o, i);
        const double p =
            m->weight[i] * (m->mean_high * r + m->mean_low) / (m->high[i] * r + m->low[i]);
        moment += p * b * b;
    }
    return log(moment / (v * v));
}

/* A stretch of y with the excess positive at `low` and not positive at `high`. */
typedef struct {
    double low, at_low, high, at_high;
} Bracket;

/* The root in a bracket, which every round at least halves (C. Ridders, "A new algorithm for
 * computing a single root of a real continuous function", 1979). */
static double solve_tangent(TangentFit *f, Bracket b) {
    enum { MOST_ROUNDS = 100 };
    const double good_enough = 1e-11; /* likelihood is flat here: its error is the square of this */
    for (int i = 0; i < MOST_ROUNDS && b.high - b.low > good_enough; i++) {
        const double middle = b.low / 2 + b.high / 2, at_middle = tangent_excess(f, middle);
        const double root = sqrt(at_middle * at_middle - b.at_low * b.at_high);
        if (!(root > 0))
            return middle;
        const double y = middle + (middle - b.low) * at_middle / root, at_y = tangent_excess(f, y);
        if (fabs(at_y) <= good_enough)
            return y;
        if (at_middle > 0) {
            b.low = middle;
            b.at_low = at_middle;
        } else {
            b.high = middle;
            b.at_high = at_middle;
        }
        if (at_y > 0 && y > b.low) {
            b.low = y;
            b.at_low = at_y;
        } else if (at_y <= 0 && y < b.high) {
            b.high = y;
            b.at_high = at_y;
        }
    }
    return b.low / 2 + b.high / 2;
}

/* What a fit costs in likelihood. */
static double total_cost(const Outcomes *o, const Fit *fit) {
    double sum = 0;
    for (int i = 0; i < o->count; i++)
        sum += o->times[i] * fit->cost[i];
    return sum;
}

typedef struct {
    Fit fit;
    double cost; /* infinite before the first fit */
} BestFit;

static void offer_bracket(BestFit *best, TangentFit *f, Bracket bracket) {
    /* Solving may end on another y than it last fitted for. */
    tangent_excess(f, solve_tangent(f, bracket));
    const Fit fit = fit_of_problem(&f->problem, f->x);
    const double cost = total_cost(f->outcomes, &fit);
    if (cost < best->cost)
        *best = (BestFit){fit, cost};
}

/*
 * Three points in a row with the excess on the same side of 0 and nearest to it in the middle: it
 * may touch or cross 0 in between.  Goes down to the extremum by the golden section and offers the
 * maximum of likelihood if there is a crossing.
 */
static void offer_dip(BestFit *best, TangentFit *f, const double y[3], const double at[3]) {
    enum { MOST_STEPS = 40 };
    const double golden = 0.38196601125010515;
    const bool positive = at[1] > 0;
    double low = y[0], middle = y[1], high = y[2], nearest = fabs(at[1]);
    for (int i = 0; i < MOST_STEPS; i++) {
        const bool right = high - middle > middle - low;
        const double next = middle + golden * (right ? high - middle : low - middle);
        const double value = tangent_excess(f, next);
        if (value > 0 && !positive)
            offer_bracket(best, f, (Bracket){next, value, y[2], at[2]});
        if (value <= 0 && positive)
            offer_bracket(best, f, (Bracket){y[0], at[0], next, value});
        if ((value > 0) != positive)
            return;
        if (fabs(value) < nearest) {
            *(right ? &low : &high) = middle;
            middle = next;
            nearest = fabs(value);
        } else {
            *(right ? &high : &low) = next;
        }
    }
}

/* Walks from one end to the other and offers every maximum of likelihood on the way. */
static void offer_all(BestFit *best, TangentFit *f, Bracket whole) {
    enum { MOST_STEPS = 64 };
    const double stride = 0.15; /* maxima that matter lie further apart: v differs by up to 2 */
    const int wanted = (int)fmin(ceil((whole.high - whole.low) / stride), MOST_STEPS);
    const int steps = wanted > 2 ? wanted : 2;
    double y[3] = {0, 0, whole.low}, at[3] = {0, 0, whole.at_low};
    for (int i = 1; i <= steps; i++) {
        y[0] = y[1];
        at[0] = at[1];
        y[1] = y[2];
        at[1] = at[2];
        y[2] = whole.low + (whole.high - whole.low) * i / steps;
        at[2] = i == steps ? whole.at_high : tangent_excess(f, y[2]);
        if (at[1] > 0 && at[2] <= 0)
            offer_bracket(best, f, (Bracket){y[1], at[1], y[2], at[2]});
        if (i > 1 && (at[0] > 0) == (at[1] > 0) && (at[1] > 0) == (at[2] > 0) &&
            fabs(at[1]) < fabs(at[0]) && fabs(at[1]) < fabs(at[2]))
            offer_dip(best, f, y, at);
    }
}

/* Is the t-value of what was observed at least t > 0? */
static bool observed_t_reaches(const Outcomes *o, double k) {
    double first = 0, second = 0;
    for (int i = 0; i < o->count; i++) {
        const double b = offset_from_even(o, i);
        first += o->times[i] / o->total * b;
        second += o->times[i] / o->total * b * b;
    }
    return first >= k * sqrt(second);
}

static Fit fit_positive_t(const Outcomes *o, double t) {
    TangentFit f = {.outcomes = o, .k = t / sqrt(1 + t * t)};
    BestFit best = {.cost = INFINITY};
    /* Below `low` not even the outcome just above even reaches h = 0.  No second moment is above
     * 1/4; rounding may make it look so. */
    const double ratio = f.k / (1 + sqrt(1 - f.k * f.k)), low = log(ratio / (o->count - 1));
    const double high = log(0.5), at_high = fmin(tangent_excess(&f, high), 0);
    const Bracket whole = {low, -2 * log(ratio), high, at_high};
    if (observed_t_reaches(o, f.k))
        offer_bracket(&best, &f, whole);
    else
        offer_all(&best, &f, whole);
    return best.fit;
}

/* Of games (3 outcomes) or of pairs of games. */
static double t_value(int outcomes, double normalized_elo) {
    return (outcomes == PAIR_SCORES ? sqrt(2) : 1) * normalized_elo * log(10) / 800;
}

static Fit fit_normalized(const Outcomes *o, double elo) {
    const double t = t_value(o->count, elo);
    if (t > 0)
        return fit_positive_t(o, t);
    if (t == 0)
        return fit_score(o, 0);
    const Outcomes other = mirrored(o);
    const Fit fit = fit_positive_t(&other, -t);
    Fit turned = fit;
    for (int i = 0; i < o->count; i++)
        turned.cost[i] = fit.cost[o->count - 1 - i];
    return turned;
}

/* ---- The test ---- */

static double ratio_of(const Sprt *test, Outcomes o) {
    if (o.total <= 0)
        return 0;
    o = without_zeros(o);
    const bool logistic = test->model == SPRT_LOGISTIC;
    const Fit h0 = logistic ? fit_score(&o, test->elo0) : fit_normalized(&o, test->elo0);
    const Fit h1 = logistic ? fit_score(&o, test->elo1) : fit_normalized(&o, test->elo1);
    double sum = 0;
    for (int i = 0; i < o.count; i++)
        sum += o.times[i] * (h0.cost[i] - h1.cost[i]);
    return sum;
}

double sprt_llr_pairs(const Sprt *test, const PairCounts *counts) {
    return ratio_of(test, outcomes_of_pairs(counts));
}

double sprt_llr_games(const Sprt *test, const GameCounts *counts) {
    return ratio_of(test, outcomes_of_games(counts));
}

double sprt_lower_bound(const Sprt *test) {
    return log(test->beta / (1 - test->alpha));
}

double sprt_upper_bound(const Sprt *test) {
    return log((1 - test->beta) / test->alpha);
}

SprtDecision sprt_decide(const Sprt *test, double llr) {
    if (llr <= sprt_lower_bound(test))
        return SPRT_ACCEPT_H0;
    return llr >= sprt_upper_bound(test) ? SPRT_ACCEPT_H1 : SPRT_CONTINUE;
}

static bool check_elo(const char *name, double elo, Message *message) {
    return (elo >= -SPRT_MAX_ELO && elo <= SPRT_MAX_ELO) ||
           message_set(message, "%s: %g is not within -%g … %g", name, elo, SPRT_MAX_ELO,
                       SPRT_MAX_ELO);
}

static bool check_error(const char *name, double error, Message *message) {
    return (error >= LEAST_ERROR && error < 1) ||
           message_set(message, "%s: %g is not within %g … 1", name, error, LEAST_ERROR);
}

bool sprt_check(const Sprt *test, Message *message) {
    if (!check_elo("elo0", test->elo0, message) || !check_elo("elo1", test->elo1, message) ||
        !check_error("alpha", test->alpha, message) || !check_error("beta", test->beta, message))
        return false;
    if (!(test->elo0 < test->elo1))
        return message_set(message, "elo0 (%g) must be less than elo1 (%g)", test->elo0,
                           test->elo1);
    return test->alpha + test->beta < 1 ||
           message_set(message, "alpha and beta (%g, %g) must add up to less than 1", test->alpha,
                       test->beta);
}

/* ---- What to expect ---- */

/* The standard deviation of an outcome's points a game. */
static double deviation(Outcomes o) {
    double mean = 0, variance = 0;
    if (o.total <= 0)
        /* One game in two drawn: variance 1/8, half of that for the mean of two games. */
        return o.count == PAIR_SCORES ? 0.25 : sqrt(0.125);
    o = without_zeros(o);
    for (int i = 0; i < o.count; i++)
        mean += o.times[i] / o.total * offset_from_even(&o, i);
    for (int i = 0; i < o.count; i++) {
        const double d = offset_from_even(&o, i) - mean;
        variance += o.times[i] / o.total * d * d;
    }
    return sqrt(variance);
}

/*
 * The LLR of a normal distribution with deviation 1 and hypothetical means d0, d1 drifts by
 * (d1 - d0) (d - (d0 + d1) / 2) an outcome if the mean is d, with the variance (d1 - d0)^2.
 */
static SprtForecast forecast(const Sprt *test, double d0, double d1, double d) {
    const double drift = (d1 - d0) * (d - (d0 + d1) / 2), variance = (d1 - d0) * (d1 - d0);
    const double lower = sprt_lower_bound(test), upper = sprt_upper_bound(test);
    const double q = 2 * drift / variance, span = upper - lower;
    /* Without drift the formulas below are 0/0, and near that they lose their digits. */
    if (fabs(q) * span < 1e-7)
        return (SprtForecast){-lower / span, -lower * upper / variance};
    /* exp(-q * LLR) keeps its expectation, 1; written so that no exponent is large. */
    const double accept = q > 0 ? expm1(q * lower) / expm1(-q * span)
                                : exp(q * upper) * expm1(-q * lower) / expm1(q * span);
    return (SprtForecast){accept, (accept * upper + (1 - accept) * lower) / drift};
}

/* The mean of an outcome above an even score, in standard deviations. */
static double standardized(const Sprt *test, const Outcomes *o, double elo) {
    if (test->model == SPRT_LOGISTIC)
        return (elo_to_score(elo) - 0.5) / deviation(*o);
    return t_value(o->count, elo);
}

static SprtForecast forecast_of(const Sprt *test, const Outcomes *o, double elo) {
    return forecast(test, standardized(test, o, test->elo0), standardized(test, o, test->elo1),
                    standardized(test, o, elo));
}

SprtForecast sprt_forecast_pairs(const Sprt *test, const PairCounts *counts, double elo) {
    const Outcomes o = outcomes_of_pairs(counts);
    SprtForecast f = forecast_of(test, &o, elo);
    f.games *= 2;
    return f;
}

SprtForecast sprt_forecast_games(const Sprt *test, const GameCounts *counts, double elo) {
    const Outcomes o = outcomes_of_games(counts);
    return forecast_of(test, &o, elo);
}
