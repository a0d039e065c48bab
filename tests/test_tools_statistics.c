/*
 * Likelihood ratios, Elo estimates and rating lists: against figures worked out elsewhere, against
 * what they must satisfy, and against simulated matches whose truth is known.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/suite.h"

#include "engine/statistics/elo.h"
#include "engine/statistics/rating.h"
#include "engine/statistics/sprt.h"

static const SprtModel MODELS[] = {SPRT_LOGISTIC, SPRT_NORMALIZED};
static const char *const MODEL_NAMES[] = {"logistic", "normalized"};

static Sprt test_of(double elo0, double elo1, SprtModel model) {
    return (Sprt){.elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05, .model = model};
}

/* Within `tolerance`: absolute, or relative above 1. */
static bool near(double a, double b, double tolerance) {
    return fabs(a - b) <= tolerance * fmax(1, fabs(b));
}

static void expect_near(const char *what, double got, double wanted, double tolerance) {
    if (!near(got, wanted, tolerance))
        fail_msg("%s is %.17g, not %.17g", what, got, wanted);
}

/* Counts of either kind, the least points first. */
typedef struct {
    int count;
    int64_t n[PAIR_SCORES];
} Tally;

static GameCounts games_of(const Tally *t) {
    return (GameCounts){.wins = t->n[2], .draws = t->n[1], .losses = t->n[0]};
}

static PairCounts pairs_of(const Tally *t) {
    PairCounts pairs;
    memcpy(pairs.by_half_points, t->n, sizeof pairs.by_half_points);
    return pairs;
}

static double llr_of(const Sprt *test, const Tally *t) {
    const GameCounts games = games_of(t);
    const PairCounts pairs = pairs_of(t);
    return t->count == 3 ? sprt_llr_games(test, &games) : sprt_llr_pairs(test, &pairs);
}

static EloEstimate elo_of(const Tally *t) {
    const GameCounts games = games_of(t);
    const PairCounts pairs = pairs_of(t);
    return t->count == 3 ? elo_from_games(&games) : elo_from_pairs(&pairs);
}

static Tally mirrored(const Tally *t) {
    Tally other = *t;
    for (int i = 0; i < t->count; i++)
        other.n[i] = t->n[t->count - 1 - i];
    return other;
}

static double uniform(Random *random) {
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

/* Counts as they come, of very different sizes, many of them 0. */
static Tally random_tally(Random *random) {
    Tally t = {.count = random_below(random, 2) == 0 ? 3 : PAIR_SCORES};
    const double size = 6 * uniform(random);
    for (int i = 0; i < t.count; i++)
        t.n[i] = random_below(random, 3) == 0 ? 0 : (int64_t)pow(10, size * uniform(random));
    return t;
}

static const char *tally_text(const Tally *t, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < t->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%lld", i > 0 ? " " : "",
                                 (long long)t->n[i]);
    return text;
}

/* ---- Log-likelihood ratios ---- */

static void read_tally(const char *kind, char *text, Tally *t) {
    t->count = strcmp(kind, "games") == 0 ? 3 : PAIR_SCORES;
    memset(t->n, 0, sizeof t->n);
    for (int i = 0; i < t->count; i++)
        t->n[i] = strtoll(text, &text, 10);
}

static void test_llr_table(void **state) {
    char line[512], *f[6];
    int rows = 0;
    double worst = 0;
    FILE *file = data_open("llr.tsv");
    (void)state;
    while (data_line(file, line, sizeof line)) {
        Tally tally;
        assert_int_equal(data_fields(line, f, 6), 6);
        char counts[128];
        snprintf(counts, sizeof counts, "%s", f[4]);
        read_tally(f[0], f[4], &tally);
        const bool logistic = strcmp(f[1], MODEL_NAMES[SPRT_LOGISTIC]) == 0;
        const Sprt test = test_of(strtod(f[2], NULL), strtod(f[3], NULL),
                                  logistic ? SPRT_LOGISTIC : SPRT_NORMALIZED);
        const double wanted = strtod(f[5], NULL), got = llr_of(&test, &tally);
        if (!near(got, wanted, 1e-9))
            fail_msg("%s of %s, %s [%s, %s]: %.17g, not %s", f[0], counts, f[1], f[2], f[3], got,
                     f[5]);
        worst = fmax(worst, fabs(got - wanted) / fmax(1, fabs(wanted)));
        rows++;
    }
    fclose(file);
    assert_true(rows >= 60);
    print_message("%d ratios, the worst off by %.1e\n", rows, worst);
}

/* Exchanging the sides turns everything round; tests in a row add up to the test from end to end.
 */
static void test_llr_laws(void **state) {
    Random random = {31};
    (void)state;
    for (int i = 0; i < test_amount(1500, 100000); i++) {
        const Tally t = random_tally(&random), other = mirrored(&t);
        const SprtModel model = MODELS[random_below(&random, 2)];
        const double elo0 = 300 * uniform(&random) - 200,
                     elo1 = elo0 + 100 * uniform(&random) + 0.01;
        const double elo2 = elo1 + 100 * uniform(&random) + 0.01;
        const Sprt first = test_of(elo0, elo1, model), second = test_of(elo1, elo2, model);
        const Sprt whole = test_of(elo0, elo2, model), turned = test_of(-elo1, -elo0, model);
        const double a = llr_of(&first, &t), b = llr_of(&second, &t), c = llr_of(&whole, &t);
        const double scale = fmax(fabs(a), fabs(b));
        char text[128];
        if (!near(llr_of(&turned, &other), -a, 1e-9))
            fail_msg("%s, %s [%g, %g]: %.17g, but %.17g from the other side",
                     tally_text(&t, text, sizeof text), MODEL_NAMES[model], elo0, elo1, a,
                     llr_of(&turned, &other));
        if (fabs(a + b - c) > 1e-9 * fmax(1, scale))
            fail_msg("%s, %s [%g, %g, %g]: %.17g and %.17g do not add up to %.17g",
                     tally_text(&t, text, sizeof text), MODEL_NAMES[model], elo0, elo1, elo2, a, b,
                     c);
    }
}

/* Every mixture of nothing, little and very much. */
static void test_llr_extremes(void **state) {
    static const int64_t sizes[] = {0, 1, 1000, 1000000000000, INT64_MAX / 8};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    static const double elos[][2] = {
        {0, 5}, {-SPRT_MAX_ELO, SPRT_MAX_ELO}, {-1e-9, 1e-9}, {499, SPRT_MAX_ELO}, {-30, 0}};
    enum { ELOS = sizeof elos / sizeof elos[0] };
    (void)state;
    for (int kind = 3; kind <= PAIR_SCORES; kind += 2) {
        const int all = kind == 3 ? SIZES * SIZES * SIZES : SIZES * SIZES * SIZES * SIZES * SIZES;
        for (int code = 0; code < all; code++) {
            Tally t = {.count = kind};
            for (int i = 0, rest = code; i < kind; i++, rest /= SIZES)
                t.n[i] = sizes[rest % SIZES];
            /* The short form takes one range each, in turn. */
            for (int e = test_amount(code % ELOS, 0); e < ELOS; e += test_amount(ELOS, 1))
                for (int m = 0; m < 2; m++) {
                    const Sprt test = test_of(elos[e][0], elos[e][1], MODELS[m]);
                    const double llr = llr_of(&test, &t);
                    char text[128];
                    if (!isfinite(llr) || (code == 0 && llr != 0))
                        fail_msg("%s, %s [%g, %g]: %g", tally_text(&t, text, sizeof text),
                                 MODEL_NAMES[m], test.elo0, test.elo1, llr);
                }
        }
    }
}

static void test_llr_one_sided(void **state) {
    (void)state;
    for (int m = 0; m < 2; m++) {
        const Sprt test = test_of(0, 5, MODELS[m]);
        double before = 0;
        for (int64_t n = 1; n < 1000000; n *= 3) {
            const double won = sprt_llr_games(&test, &(GameCounts){.wins = n});
            const double lost = sprt_llr_games(&test, &(GameCounts){.losses = n});
            const double both = sprt_llr_pairs(&test, &(PairCounts){{0, 0, 0, 0, n}});
            assert_true(won > before);
            assert_true(lost < -before);
            assert_true(both > 0);
            before = won;
        }
        assert_true(sprt_llr_games(&test, &(GameCounts){.draws = 50}) < 0);
    }
}

/* ---- Bounds, decisions, refusals ---- */

static void test_bounds(void **state) {
    const Sprt test = {0, 5, 0.05, 0.1, SPRT_LOGISTIC};
    (void)state;
    expect_near("the lower bound", sprt_lower_bound(&test), -2.251291798606495, 1e-14);
    expect_near("the upper bound", sprt_upper_bound(&test), 2.890371757896165, 1e-14);
    assert_int_equal(sprt_decide(&test, 0), SPRT_CONTINUE);
    assert_int_equal(sprt_decide(&test, -2.25), SPRT_CONTINUE);
    assert_int_equal(sprt_decide(&test, 2.89), SPRT_CONTINUE);
    assert_int_equal(sprt_decide(&test, -2.26), SPRT_ACCEPT_H0);
    assert_int_equal(sprt_decide(&test, 2.9), SPRT_ACCEPT_H1);
    assert_int_equal(sprt_decide(&test, sprt_lower_bound(&test)), SPRT_ACCEPT_H0);
    assert_int_equal(sprt_decide(&test, sprt_upper_bound(&test)), SPRT_ACCEPT_H1);
}

static void test_refusals(void **state) {
    static const struct {
        double elo0, elo1, alpha, beta;
        const char *names; /* in the message; NULL: a good test */
    } cases[] = {
        {0, 5, 0.05, 0.05, NULL},           {-SPRT_MAX_ELO, SPRT_MAX_ELO, 1e-9, 0.9, NULL},
        {5, 5, 0.05, 0.05, "elo0"},         {5, 0, 0.05, 0.05, "elo0"},
        {NAN, 5, 0.05, 0.05, "elo0"},       {0, NAN, 0.05, 0.05, "elo1"},
        {0, INFINITY, 0.05, 0.05, "elo1"},  {-501, 5, 0.05, 0.05, "elo0"},
        {0, 5, 0, 0.05, "alpha"},           {0, 5, 1, 0.05, "alpha"},
        {0, 5, NAN, 0.05, "alpha"},         {0, 5, 0.05, -0.1, "beta"},
        {0, 5, 0.5, 0.5, "alpha and beta"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Sprt test = {cases[i].elo0, cases[i].elo1, cases[i].alpha, cases[i].beta,
                           SPRT_LOGISTIC};
        Message message = {""};
        assert_int_equal(sprt_check(&test, &message), cases[i].names == NULL);
        if (cases[i].names != NULL && strstr(message.text, cases[i].names) == NULL)
            fail_msg("the message \"%s\" does not name %s", message.text, cases[i].names);
    }
}

/* ---- Simulated matches ---- */

/* Probabilities of outcomes, the least points first. */
typedef struct {
    int count;
    double p[PAIR_SCORES];
} Truth;

/* What a match between these two is about: the mean, or the t-value, in Elo. */
static double truth_elo(const Truth *truth, SprtModel model) {
    double mean = 0, square = 0;
    for (int i = 0; i < truth->count; i++) {
        const double points = (double)i / (truth->count - 1);
        mean += truth->p[i] * points;
        square += truth->p[i] * points * points;
    }
    const double sigma = sqrt((square - mean * mean) * (truth->count == 3 ? 1 : 2));
    return model == SPRT_LOGISTIC ? elo_from_score(mean) : (mean - 0.5) / sigma * 800 / log(10);
}

/* A given distribution, tilted until its Elo is right. */
static Truth tilted(const Truth *shape, SprtModel model, double elo) {
    double low = -20, high = 20;
    Truth truth = *shape;
    while (high - low > 1e-13) {
        const double tilt = (low + high) / 2;
        double sum = 0;
        for (int i = 0; i < shape->count; i++)
            sum += truth.p[i] = shape->p[i] * exp(tilt * i);
        for (int i = 0; i < shape->count; i++)
            truth.p[i] /= sum;
        *(truth_elo(&truth, model) < elo ? &low : &high) = tilt;
    }
    return truth;
}

static int random_outcome(Random *random, const Truth *truth) {
    double rest = uniform(random);
    for (int i = 0; i + 1 < truth->count; i++) {
        rest -= truth->p[i];
        if (rest < 0)
            return i;
    }
    return truth->count - 1;
}

typedef struct {
    int accepted_h1, matches;
    double outcomes; /* in all matches */
} Course;

/* The ratio is looked at after every `stride` outcomes. */
static Course simulate(const Sprt *test, const Truth *truth, int matches, int stride,
                       uint64_t seed) {
    Random random = {seed};
    Course course = {.matches = matches};
    for (int i = 0; i < matches; i++) {
        Tally t = {.count = truth->count};
        SprtDecision decision = SPRT_CONTINUE;
        while (decision == SPRT_CONTINUE) {
            for (int k = 0; k < stride; k++)
                t.n[random_outcome(&random, truth)]++;
            course.outcomes += stride;
            decision = sprt_decide(test, llr_of(test, &t));
        }
        course.accepted_h1 += decision == SPRT_ACCEPT_H1;
    }
    return course;
}

static const Truth SHAPES[] = {
    {3, {0.27, 0.46, 0.27}},
    {5, {0.12, 0.1, 0.5, 0.2, 0.08}},
    {3, {0.2, 0.5, 0.3}},
    {5, {0.05, 0.22, 0.46, 0.22, 0.05}},
};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof SHAPES[0] };

/*
 * 1,000 matches at elo0 and 1,000 at elo1, by games and by pairs, in both models (in the short form
 * each in one of them).  The bounds are alpha and beta with two standard deviations of such a
 * count.  The ratio is looked at after every sixteenth outcome, which costs no more than a little
 * overshooting; the long form looks after each one, and has more shapes of results.
 */
static void test_error_rates(void **state) {
    enum { MATCHES = 1000 };
    const double slack = 0.014;
    (void)state;
    for (int s = 0; s < test_amount(2, SHAPE_COUNT); s++)
        for (int m = test_amount(s, 0); m < 2; m += test_amount(2, 1)) {
            const Sprt test = {0, 40, 0.05, 0.05, MODELS[m]};
            const uint64_t seed = 1000 * (uint64_t)s + (uint64_t)m;
            const Truth at0 = tilted(&SHAPES[s], MODELS[m], test.elo0);
            const Truth at1 = tilted(&SHAPES[s], MODELS[m], test.elo1);
            const int stride = test_amount(16, 1);
            const Course h0 = simulate(&test, &at0, MATCHES, stride, seed + 100);
            const Course h1 = simulate(&test, &at1, MATCHES, stride, seed + 200);
            const double wrong0 = (double)h0.accepted_h1 / MATCHES;
            const double wrong1 = 1 - (double)h1.accepted_h1 / MATCHES;
            print_message("%s, %d outcomes: wrong %.3f and %.3f, %.0f and %.0f outcomes a match\n",
                          MODEL_NAMES[m], SHAPES[s].count, wrong0, wrong1, h0.outcomes / MATCHES,
                          h1.outcomes / MATCHES);
            assert_true(wrong0 <= test.alpha + slack);
            assert_true(wrong1 <= test.beta + slack);
        }
}

/* ---- Forecasts ---- */

static Tally expected_tally(const Truth *truth) {
    Tally t = {.count = truth->count};
    for (int i = 0; i < truth->count; i++)
        t.n[i] = (int64_t)(truth->p[i] * 1e6);
    return t;
}

static SprtForecast forecast_of(const Sprt *test, const Tally *t, double elo) {
    const GameCounts games = games_of(t);
    const PairCounts pairs = pairs_of(t);
    return t->count == 3 ? sprt_forecast_games(test, &games, elo)
                         : sprt_forecast_pairs(test, &pairs, elo);
}

/* What the forecast leaves out, steps beyond a bound, makes these tests about 7% longer. */
static void test_forecasts(void **state) {
    (void)state;
    for (int s = 0; s < 2; s++)
        for (int m = 0; m < 2; m++) {
            const Sprt test = {0, 40, 0.05, 0.1, MODELS[m]};
            const Tally t = expected_tally(&SHAPES[s]);
            const double none = forecast_of(&test, &t, 20 - 1e-9).games;
            expect_near("alpha", forecast_of(&test, &t, 0).accept_h1, 0.05, 1e-12);
            expect_near("1 - beta", forecast_of(&test, &t, 40).accept_h1, 0.9, 1e-3);
            expect_near("games", none / forecast_of(&test, &t, 20 + 1e-4).games, 1, 1e-3);
            assert_true(forecast_of(&test, &t, 10).games < none);
            assert_true(forecast_of(&test, &t, -500).games > 0);
            assert_true(forecast_of(&test, &t, 500).accept_h1 <= 1);
            assert_true(forecast_of(&test, &t, -500).accept_h1 >= 0);
            const int most = test_amount(MODELS[m] == SPRT_LOGISTIC ? 40 : 0, 40);
            for (int e = 0; e <= most; e += 20) {
                const int matches = test_amount(60, 4000);
                const Truth truth = tilted(&SHAPES[s], MODELS[m], e);
                const SprtForecast f = forecast_of(&test, &t, e);
                const Course c = simulate(&test, &truth, matches, 1, 77);
                const double games = c.outcomes / c.matches * (t.count == 3 ? 1 : 2);
                const double h1 = (double)c.accepted_h1 / c.matches;
                /* A hundredth of the matches scatters more. */
                const bool near = fabs(games / f.games - 1.07) <= (test_is_full() ? 0.16 : 0.3) &&
                                  fabs(h1 - f.accept_h1) <= (test_is_full() ? 0.08 : 0.15);
                if (!near)
                    fail_msg("%s at %d: %.0f games were expected and %.0f needed, H1 with %.3f, "
                             "but %.3f",
                             MODEL_NAMES[m], e, f.games, games, f.accept_h1, h1);
            }
        }
    const Sprt test = test_of(0, 5, SPRT_LOGISTIC);
    const GameCounts no_games = {0, 0, 0};
    const PairCounts no_pairs = {{0}};
    assert_true(isfinite(sprt_forecast_games(&test, &no_games, 2).games));
    expect_near("pairs", sprt_forecast_pairs(&test, &no_pairs, 2).games,
                sprt_forecast_games(&test, &no_games, 2).games, 1e-12);
}

/* ---- Elo ---- */

static void expect_elo(const EloEstimate *e, const double wanted[6]) {
    expect_near("the score", e->score, wanted[0], 1e-13);
    expect_near("Elo", e->elo, wanted[1], 1e-11);
    expect_near("its error", e->elo_error, wanted[2], 1e-11);
    expect_near("normalised Elo", e->normalized, wanted[3], 1e-11);
    expect_near("its error", e->normalized_error, wanted[4], 1e-11);
    expect_near("LOS", e->los, wanted[5], 1e-13);
}

/* Worked out with 40 digits, the errors of normalised Elo by numerical differentiation of the
 * estimate by each of the counts. */
static void test_elo_figures(void **state) {
    static const struct {
        Tally tally;
        double wanted[6];
    } cases[] = {
        {{3, {500, 980, 520}},
         {0.505, 3.4744716740370636, 10.877653988392725, 4.8655483468282569, 15.228666161471015,
          0.73441608172699297}},
        {{3, {30, 61, 80}},
         {0.64619883040935673, 104.64276134746425, 42.798037190910141, 136.02455760234056,
          58.110543659311786, 0.99999906650402226}},
        {{3, {3, 4, 5}},
         {0.58333333333333333, 58.45121427129521, 176.66650187310754, 72.445327537821931,
          203.44431002342006, 0.76024993890652327}},
        {{3, {1, 200, 2}},
         {0.50246305418719212, 1.7115191917099947, 5.8060542418376837, 14.090373608718749,
          45.862042615931127, 0.71814856917461349}},
        {{3, {900, 50, 100}},
         {0.11904761904761905, -347.69268789239048, 30.767999751719085, -434.08257924028152,
          52.219764161883995, 0}},
        {{5, {12, 240, 490, 245, 13}},
         {0.50175, 1.2160295147991778, 8.2364261058839929, 2.2485243580326723, 15.22689748693723,
          0.61386785427702682}},
        {{5, {3, 11, 40, 30, 9}},
         {0.58333333333333333, 58.45121427129521, 33.511641909394486, 89.039793863955213,
          53.342490606835064, 0.99949188309528183}},
        {{5, {20, 31, 44, 10, 2}},
         {0.36682242990654206, -94.827855386068797, 34.148966106575694, -136.30933881754309,
          50.431189061936007, 2.602873996178101e-7}},
        {{5, {1, 2, 3, 2, 9}},
         {0.73529411764705882, 177.47899969308509, 153.79374684302124, 177.21347089498928,
          156.14594556742878, 0.99206933363011349}},
    };
    static const double mixed[] = {0.58780487804878049, 61.652135184477938, 32.715970590375577,
                                   91.814777000831832,  50.833756935226271, 0.99981774642187871};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const EloEstimate e = elo_of(&cases[i].tally);
        expect_elo(&e, cases[i].wanted);
    }
    const PairCounts pairs = {{3, 11, 40, 30, 9}};
    const GameCounts singles = {9, 6, 4};
    const EloEstimate e = elo_from_both(&pairs, &singles);
    expect_elo(&e, mixed);
    assert_int_equal(e.games, 205);
    expect_near("the draw rate", e.draw_rate, 46.0 / 112, 1e-14);
}

static void test_elo_edges(void **state) {
    const EloEstimate none = elo_from_games(&(GameCounts){0, 0, 0});
    const EloEstimate won = elo_from_games(&(GameCounts){10, 0, 0});
    const EloEstimate lost = elo_from_pairs(&(PairCounts){{4, 0, 0, 0, 0}});
    const EloEstimate drawn = elo_from_games(&(GameCounts){0, 30, 0});
    const EloEstimate few = elo_from_games(&(GameCounts){1, 0, 1});
    const EloEstimate vast = elo_from_pairs(&(PairCounts){{INT64_MAX / 8, 1, 2, 3, INT64_MAX / 4}});
    (void)state;
    assert_int_equal(none.games, 0);
    assert_true(none.score == 0.5 && none.elo == 0 && none.normalized == 0 && none.los == 0.5);
    assert_true(isinf(none.elo_error) && isinf(none.normalized_error) && none.draw_rate == 0);
    assert_true(won.score == 1 && isinf(won.elo) && won.elo > 0 && isinf(won.elo_error));
    assert_true(isinf(won.normalized) && won.normalized > 0 && isinf(won.normalized_error));
    expect_near("LOS of ten wins", won.los, 0.99921729887099452, 1e-13);
    assert_true(lost.score == 0 && isinf(lost.elo) && lost.elo < 0 && lost.los < 0.03);
    assert_int_equal(lost.games, 8);
    assert_true(drawn.elo == 0 && drawn.normalized == 0 && drawn.los == 0.5);
    assert_true(drawn.draw_rate == 1 && isinf(drawn.elo_error) && isinf(drawn.normalized_error));
    assert_true(few.elo == 0 && isinf(few.elo_error) && isfinite(few.normalized_error));
    assert_true(vast.games > 0 && isfinite(vast.elo) && isfinite(vast.elo_error));
    assert_true(isfinite(vast.normalized_error) && vast.los == 1);
    assert_true(elo_superiority(1, 0) == 1 && elo_superiority(0, 0) == 0.5);
    assert_true(elo_superiority(-1, 0) == 0);
}

static void test_elo_symmetry(void **state) {
    Random random = {41};
    (void)state;
    for (int i = 0; i < 2000; i++) {
        const Tally t = random_tally(&random), other = mirrored(&t);
        const EloEstimate a = elo_of(&t), b = elo_of(&other);
        assert_true(a.games == b.games && a.draw_rate == b.draw_rate);
        expect_near("the score", a.score, 1 - b.score, 1e-14);
        expect_near("LOS", a.los, 1 - b.los, 1e-14);
        if (isfinite(a.elo))
            expect_near("Elo", a.elo, -b.elo, 1e-9);
        if (isfinite(a.elo_error) || isfinite(b.elo_error))
            expect_near("its error", a.elo_error, b.elo_error, 1e-9);
        if (isfinite(a.normalized_error) || isfinite(b.normalized_error)) {
            expect_near("normalised Elo", a.normalized, -b.normalized, 1e-9);
            expect_near("its error", a.normalized_error, b.normalized_error, 1e-9);
        }
    }
    for (int elo = -900; elo <= 900; elo += 37)
        expect_near("Elo", elo_from_score(elo_to_score(elo)), elo, 1e-11);
    expect_near("the score", elo_to_score(100), 0.64006499980288512, 1e-15);
    expect_near("Elo", elo_from_score(0.75), 190.84850188786497, 1e-14);
}

/* 95% of intervals hold the truth. */
static void test_elo_coverage(void **state) {
    enum { TRIALS = 4000 };
    Random random = {43};
    (void)state;
    for (int s = 0; s < SHAPE_COUNT; s++) {
        int held = 0, normalized_held = 0;
        const Truth truth = tilted(&SHAPES[s], SPRT_LOGISTIC, 60);
        for (int i = 0; i < TRIALS; i++) {
            Tally t = {.count = truth.count};
            for (int k = 0; k < 150; k++)
                t.n[random_outcome(&random, &truth)]++;
            const EloEstimate e = elo_of(&t);
            held += fabs(e.elo - truth_elo(&truth, SPRT_LOGISTIC)) <= e.elo_error;
            normalized_held +=
                fabs(e.normalized - truth_elo(&truth, SPRT_NORMALIZED)) <= e.normalized_error;
        }
        print_message("%d outcomes: %.3f and, normalised, %.3f of the intervals hold\n",
                      truth.count, (double)held / TRIALS, (double)normalized_held / TRIALS);
        assert_true(held > 0.935 * TRIALS && held < 0.965 * TRIALS);
        assert_true(normalized_held > 0.935 * TRIALS && normalized_held < 0.965 * TRIALS);
    }
}

/* ---- Rating lists ---- */

enum { MOST_ENGINES = 60 };
typedef struct {
    int n;
    double truth[MOST_ENGINES]; /* the mean is 0 */
    GameCounts counts[MOST_ENGINES * MOST_ENGINES];
    Rating ratings[MOST_ENGINES];
} Tournament;

static void choose_truth(Tournament *t, Random *random, int n, double range) {
    double mean = 0;
    memset(t, 0, sizeof *t);
    t->n = n;
    for (int i = 0; i < n; i++)
        mean += t->truth[i] = range * uniform(random);
    for (int i = 0; i < n; i++)
        t->truth[i] -= mean / n;
}

/* Draws get rarer as the difference grows. */
static void play(Tournament *t, Random *random, int i, int j, int games) {
    const double score = elo_to_score(t->truth[i] - t->truth[j]);
    const double draws = 2 * score * (1 - score);
    GameCounts *c = &t->counts[i * t->n + j];
    for (int k = 0; k < games; k++) {
        const double point = uniform(random);
        c->wins += point < score - draws / 2;
        c->draws += point >= score - draws / 2 && point < score + draws / 2;
        c->losses += point >= score + draws / 2;
    }
}

static void play_all(Tournament *t, Random *random, int games) {
    for (int i = 0; i < t->n; i++)
        for (int j = i + 1; j < t->n; j++)
            play(t, random, i, j, games);
}

static void rate(Tournament *t) {
    Message message = {""};
    double sum = 0;
    if (!ratings_compute(t->n, t->counts, t->ratings, &message))
        fail_msg("%s", message.text);
    for (int i = 0; i < t->n; i++) {
        assert_true(isfinite(t->ratings[i].elo) && isfinite(t->ratings[i].error));
        assert_true(t->ratings[i].error >= 0);
        assert_true(t->ratings[i].los >= 0 && t->ratings[i].los <= 1);
        sum += t->ratings[i].elo;
    }
    assert_true(fabs(sum) < 1e-6 * t->n);
}

/* At the maximum of likelihood everybody has scored what the ratings expect. */
static void expect_points(const Tournament *t, double tolerance) {
    for (int i = 0; i < t->n; i++) {
        double scored = 0, expected = 0;
        for (int j = 0; j < t->n; j++) {
            const GameCounts *c = &t->counts[(i < j ? i : j) * t->n + (i < j ? j : i)];
            const double games = (double)(c->wins + c->draws + c->losses);
            scored += (double)(i < j ? c->wins : c->losses) + (double)c->draws / 2;
            expected += games * elo_to_score(t->ratings[i].elo - t->ratings[j].elo);
        }
        if (fabs(scored - expected) > tolerance)
            fail_msg("engine %d scored %g, its rating expects %g", i, scored, expected);
    }
}

static void test_ratings_recover(void **state) {
    static Tournament t;
    Random random = {51};
    (void)state;
    choose_truth(&t, &random, 30, 600);
    play_all(&t, &random, 2000);
    rate(&t);
    expect_points(&t, 0.01);
    for (int i = 0; i < t.n; i++)
        if (fabs(t.ratings[i].elo - t.truth[i]) > 2 * t.ratings[i].error || t.ratings[i].error > 4)
            fail_msg("engine %d: %.1f +- %.1f, in truth %.1f", i, t.ratings[i].elo,
                     t.ratings[i].error, t.truth[i]);
}

static void test_ratings_coverage(void **state) {
    static Tournament t;
    Random random = {52};
    const int trials = test_amount(300, 3000);
    int held = 0, all = 0, above = 0;
    double sure = 0;
    (void)state;
    for (int k = 0; k < trials; k++) {
        choose_truth(&t, &random, 10, 400);
        play_all(&t, &random, 12);
        rate(&t);
        expect_points(&t, 0.02);
        for (int i = 0; i < t.n; i++) {
            int next = -1;
            held += fabs(t.ratings[i].elo - t.truth[i]) <= t.ratings[i].error;
            all++;
            for (int j = 0; j < t.n; j++)
                if (t.ratings[j].elo < t.ratings[i].elo &&
                    (next < 0 || t.ratings[j].elo > t.ratings[next].elo))
                    next = j;
            if (next >= 0) {
                sure += t.ratings[i].los;
                above += t.truth[i] > t.truth[next];
            }
        }
    }
    print_message("%.4f of the intervals hold; LOS %.3f on the average, %.3f in truth\n",
                  (double)held / all, sure / (all - trials), (double)above / (all - trials));
    assert_true(held > 0.935 * all && held < 0.965 * all);
    assert_true(fabs(sure - above) < 0.06 * all);
}

/* Two engines are the case of elo.c; there the difference is rated, here each against the mean. */
static void test_ratings_of_two(void **state) {
    static const GameCounts cases[] = {{520, 980, 500}, {80, 61, 30}, {300, 10, 700}, {0, 400, 30}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        GameCounts counts[4] = {{0}};
        Rating ratings[2];
        const EloEstimate e = elo_from_games(&cases[i]);
        counts[1] = cases[i];
        assert_true(ratings_compute(2, counts, ratings, NULL));
        const double difference = ratings[0].elo - ratings[1].elo;
        expect_near("the difference", difference, e.elo, 1e-3);
        expect_near("its error", 2 * ratings[0].error, e.elo_error, 0.02);
        expect_near("its error", ratings[0].error, ratings[1].error, 1e-9);
        expect_near("LOS", ratings[difference > 0 ? 0 : 1].los, fmax(e.los, 1 - e.los), 2e-3);
        assert_true(ratings[difference > 0 ? 1 : 0].los == 1);
    }
}

/* The order in which engines are given does not matter. */
static void test_ratings_order(void **state) {
    static Tournament t, turned;
    Random random = {53};
    (void)state;
    choose_truth(&t, &random, 12, 300);
    play_all(&t, &random, 20);
    rate(&t);
    turned.n = t.n;
    for (int i = 0; i < t.n; i++)
        for (int j = i + 1; j < t.n; j++) {
            const GameCounts *c = &t.counts[i * t.n + j];
            turned.counts[(t.n - 1 - j) * t.n + t.n - 1 - i] =
                (GameCounts){.wins = c->losses, .draws = c->draws, .losses = c->wins};
        }
    rate(&turned);
    for (int i = 0; i < t.n; i++) {
        expect_near("Elo", turned.ratings[t.n - 1 - i].elo, t.ratings[i].elo, 1e-8);
        expect_near("its error", turned.ratings[t.n - 1 - i].error, t.ratings[i].error, 1e-8);
    }
}

static void test_ratings_edges(void **state) {
    static Tournament t;
    Random random = {54};
    (void)state;
    /* Nobody wins or loses everything against a field without ending up somewhere. */
    choose_truth(&t, &random, 8, 200);
    for (int i = 0; i < t.n; i++)
        for (int j = i + 1; j < t.n; j++)
            if (i == 0)
                t.counts[j].wins = 10;
            else if (j == t.n - 1)
                t.counts[i * t.n + j].wins = 10;
            else
                play(&t, &random, i, j, 10);
    rate(&t);
    for (int i = 1; i + 1 < t.n; i++) {
        assert_true(t.ratings[0].elo > t.ratings[i].elo + 400);
        assert_true(t.ratings[t.n - 1].elo < t.ratings[i].elo - 400);
        assert_true(t.ratings[0].error > 3 * t.ratings[i].error);
    }
    assert_true(t.ratings[0].elo < 4000 && t.ratings[0].los > 0.7);

    /* Two groups that never met: each has the mean 0, and what is between them is not known. */
    choose_truth(&t, &random, 10, 200);
    for (int i = 0; i < t.n; i++)
        for (int j = i + 2; j < t.n; j += 2)
            play(&t, &random, i, j, 500);
    rate(&t);
    double even = 0;
    for (int i = 0; i < t.n; i += 2)
        even += t.ratings[i].elo;
    assert_true(fabs(even) < 1e-3);
    assert_true(t.ratings[0].error > 1000);

    /* Games of nobody, of one, without a decision, without end. */
    memset(&t, 0, sizeof t);
    t.n = 5;
    rate(&t);
    assert_true(t.ratings[3].elo == 0 && t.ratings[3].error > 1000);
    t.n = 1;
    rate(&t);
    assert_true(t.ratings[0].elo == 0 && t.ratings[0].los == 1);
    t.n = 2;
    t.counts[1].draws = 4;
    rate(&t);
    assert_true(t.ratings[0].elo == 0 && t.ratings[0].los == 0.5 && t.ratings[0].error > 10);
    for (int64_t games = 1; games < INT64_MAX / 100; games *= 17) {
        t.counts[1] = (GameCounts){.wins = games};
        rate(&t);
        assert_true(t.ratings[0].elo > t.ratings[1].elo);
        t.counts[1] = (GameCounts){.wins = 3 * games, .draws = games, .losses = games};
        rate(&t);
        if (games > 1000)
            expect_near("the difference", 2 * t.ratings[0].elo, elo_from_score(0.7), 1e-4);
    }

    Message message = {""};
    assert_false(ratings_compute(RATING_MAX_ENGINES + 1, t.counts, t.ratings, &message));
    assert_non_null(strstr(message.text, "too many"));
}

/* A chain: only neighbours meet, and the ends differ by thousands. */
static void test_ratings_chain(void **state) {
    static Tournament t;
    (void)state;
    memset(&t, 0, sizeof t);
    t.n = MOST_ENGINES;
    for (int i = 0; i + 1 < t.n; i++)
        t.counts[i * t.n + i + 1] = (GameCounts){.wins = 7000, .draws = 1000, .losses = 2000};
    rate(&t);
    for (int i = 0; i + 1 < t.n; i++) {
        expect_near("a link", t.ratings[i].elo - t.ratings[i + 1].elo, elo_from_score(0.75), 0.02);
        assert_true(t.ratings[i].los > 0.999999);
    }
    assert_true(t.ratings[0].error > t.ratings[t.n / 2].error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_llr_table),       cmocka_unit_test(test_llr_laws),
        cmocka_unit_test(test_llr_extremes),    cmocka_unit_test(test_llr_one_sided),
        cmocka_unit_test(test_bounds),          cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_error_rates),     cmocka_unit_test(test_forecasts),
        cmocka_unit_test(test_elo_figures),     cmocka_unit_test(test_elo_edges),
        cmocka_unit_test(test_elo_symmetry),    cmocka_unit_test(test_elo_coverage),
        cmocka_unit_test(test_ratings_recover), cmocka_unit_test(test_ratings_coverage),
        cmocka_unit_test(test_ratings_of_two),  cmocka_unit_test(test_ratings_order),
        cmocka_unit_test(test_ratings_edges),   cmocka_unit_test(test_ratings_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
