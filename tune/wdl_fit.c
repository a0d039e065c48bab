#include "tune/wdl_fit.h"

#include <math.h>
#include <string.h>

enum { NUMBERS = 2 * WDL_COEFFICIENTS, STEPS_MAX = 300 };
enum { CENTRE, WIDTH, CURVES };

/* What no fit leaves, at any material: with less there are no draws, or no doubt. */
static const double CENTRE_LEAST = 0.01, WIDTH_LEAST = 1;

/* ---- One position ---- */

/* A score seen by curves. */
typedef struct {
    double x, k; /* score and centre in widths */
    double p[WDL_OUTCOMES];
} Chances;

/*
 * With F(k - x) - F(-k - x) = F(k - x) F(k + x) (1 - exp(-2k)) no nearly equal numbers are
 * subtracted: a draw at a high score has its small chance to many digits.
 */
static Chances chances_of(const WdlCurves *c, double even, double score) {
    Chances chances = {.x = score / c->width, .k = c->centre / c->width};
    const double behind = 1 / (1 + exp(chances.x - chances.k));
    const double lost = 1 / (1 + exp(chances.x + chances.k));
    chances.p[WDL_WIN] = 1 - behind;
    chances.p[WDL_DRAW] = behind * (1 - lost) * even;
    chances.p[WDL_LOSS] = lost;
    return chances;
}

/* 1 - exp(-2k), the same for all scores. */
static double even_of(const WdlCurves *c) {
    return -expm1(-2 * c->centre / c->width);
}

void wdl_probabilities(const WdlCurves *c, double score, double p[WDL_OUTCOMES]) {
    const Chances chances = chances_of(c, even_of(c), score);
    memcpy(p, chances.p, sizeof chances.p);
}

/* The derivatives of ln p by centre and width. */
static void log_slopes(const WdlCurves *c, double even, const Chances *chances,
                       double slope[WDL_OUTCOMES][CURVES]) {
    const double won = chances->p[WDL_WIN], lost = chances->p[WDL_LOSS];
    const double by_x[WDL_OUTCOMES] = {
        [WDL_LOSS] = lost - 1, [WDL_DRAW] = lost - won, [WDL_WIN] = 1 - won};
    const double by_k[WDL_OUTCOMES] = {[WDL_LOSS] = lost - 1,
                                       [WDL_DRAW] = won + lost + 2 * (1 - even) / even,
                                       [WDL_WIN] = won - 1};
    for (int o = 0; o < WDL_OUTCOMES; o++) {
        slope[o][CENTRE] = by_k[o] / c->width;
        slope[o][WIDTH] = -(by_x[o] * chances->x + by_k[o] * chances->k) / c->width;
    }
}

/* ---- All of one material ---- */

/* Sums over positions with the same curves. */
typedef struct {
    WdlLoss sum;
    double gradient[CURVES], information[CURVES][CURVES];
} Share;

static void add_cell(Share *share, const WdlCurves *c, double even, int score,
                     const WdlCount *count) {
    const Chances chances = chances_of(c, even, score);
    double slope[WDL_OUTCOMES][CURVES], positions = 0;
    log_slopes(c, even, &chances, slope);
    for (int o = 0; o < WDL_OUTCOMES; o++)
        positions += count->of[o];
    for (int o = 0; o < WDL_OUTCOMES; o++) {
        const double expected = positions * chances.p[o];
        if (count->of[o] > 0)
            share->sum.loss -= count->of[o] * log(chances.p[o]);
        for (int i = 0; i < CURVES; i++) {
            share->gradient[i] -= count->of[o] * slope[o][i];
            for (int j = 0; j < CURVES; j++)
                share->information[i][j] += expected * slope[o][i] * slope[o][j];
        }
    }
    share->sum.positions += positions;
}

/* The cells from `*next` on that have its material. */
static Share share_of_material(const WdlTable *t, const WdlModel *model, size_t *next) {
    Share share = {.sum = {0, 0}};
    const int material = t->cells[*next].material;
    const WdlCurves c = wdl_curves(model, material);
    const double even = even_of(&c);
    for (; *next < t->cell_count && t->cells[*next].material == material; ++*next)
        add_cell(&share, &c, even, t->cells[*next].score, &t->counts[*next]);
    return share;
}

/* ---- All positions ---- */

typedef struct {
    WdlLoss sum;
    double gradient[NUMBERS], information[NUMBERS][NUMBERS];
} Slope;

/* By the chain rule: both curves are linear in their coefficients. */
static void add_share(Slope *slope, const Share *share, int material) {
    const double x = sqrt((double)material / WDL_MATERIAL);
    double power[NUMBERS];
    power[0] = 1;
    for (int i = 1; i < NUMBERS; i++)
        power[i] = power[i - 1] * x;
    for (int i = 0; i < NUMBERS; i++) {
        const int curve = i / WDL_COEFFICIENTS, n = i % WDL_COEFFICIENTS;
        slope->gradient[i] += share->gradient[curve] * power[n];
        for (int j = 0; j < NUMBERS; j++)
            slope->information[i][j] +=
                share->information[curve][j / WDL_COEFFICIENTS] * power[n + j % WDL_COEFFICIENTS];
    }
    slope->sum.loss += share->sum.loss;
    slope->sum.positions += share->sum.positions;
}

static Slope slope_of(const WdlTable *t, const WdlModel *model) {
    Slope slope = {.sum = {0, 0}};
    for (size_t next = 0; next < t->cell_count;) {
        const int material = t->cells[next].material;
        const Share share = share_of_material(t, model, &next);
        add_share(&slope, &share, material);
    }
    return slope;
}

void wdl_gradient(const WdlTable *t, const WdlModel *model, double gradient[NUMBERS]) {
    const Slope slope = slope_of(t, model);
    memcpy(gradient, slope.gradient, sizeof slope.gradient);
}

WdlLoss wdl_loss(const WdlTable *t, const WdlModel *model) {
    return slope_of(t, model).sum;
}

/* ---- The fit ---- */

/* Whether the model makes sense at every material, not only at those that occur. */
static bool is_allowed(const WdlModel *model) {
    for (int material = 0; material <= WDL_MATERIAL; material++) {
        const WdlCurves c = wdl_curves(model, material);
        if (!(c.centre >= CENTRE_LEAST) || !(c.width > WIDTH_LEAST) || isinf(c.centre + c.width))
            return false;
    }
    return true;
}

/*
 * The step to the least of the parabola: Cholesky's decomposition.  A little is added to the
 * diagonal, so that coefficients that the positions do not tell apart have a solution, too.
 * `degree`: higher coefficients stay 0.
 */
static void solve(const Slope *s, int degree, double step[NUMBERS]) {
    static const double RIDGE = 1e-10;
    double lower[NUMBERS][NUMBERS] = {{0}}, y[NUMBERS];
    int index[NUMBERS] = {0}, n = 0;
    for (int i = 0; i < NUMBERS; i++)
        if (i % WDL_COEFFICIENTS <= degree)
            index[n++] = i;
    for (int i = 0; i < n; i++) {
        y[i] = -s->gradient[index[i]];
        for (int j = 0; j <= i; j++) {
            double rest = s->information[index[i]][index[j]];
            if (i == j)
                rest += RIDGE * rest + RIDGE;
            const double pivot = rest;
            for (int k = 0; k < j; k++)
                rest -= lower[i][k] * lower[j][k];
            if (i == j)
                lower[i][i] = sqrt(rest > RIDGE * pivot ? rest : RIDGE * pivot);
            else
                lower[i][j] = rest / lower[j][j];
        }
        for (int k = 0; k < i; k++)
            y[i] -= lower[i][k] * y[k];
        y[i] /= lower[i][i];
    }
    memset(step, 0, NUMBERS * sizeof *step);
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            y[i] -= lower[k][i] * step[index[k]];
        step[index[i]] = y[i] / lower[i][i];
    }
}

static WdlModel moved(const WdlModel *from, const double step[NUMBERS], double length) {
    WdlModel to = *from;
    for (int i = 0; i < WDL_COEFFICIENTS; i++) {
        to.centre[i] += length * step[i];
        to.width[i] += length * step[WDL_COEFFICIENTS + i];
    }
    return to;
}

/* Goes as far in a direction as something is gained; false if that is nowhere. */
static bool advance(const WdlTable *t, const double step[NUMBERS], WdlModel *model, Slope *slope) {
    enum { HALVINGS = 30 };
    for (int i = 0; i < HALVINGS; i++) {
        const WdlModel to = moved(model, step, ldexp(1, -i));
        if (!is_allowed(&to))
            continue;
        const Slope there = slope_of(t, &to);
        if (there.sum.loss < slope->sum.loss) {
            *model = to;
            *slope = there;
            return true;
        }
    }
    return false;
}

WdlModel wdl_fit_start(const WdlTable *t) {
    double sum = 0, positions = 0;
    for (size_t i = 0; i < t->cell_count; i++)
        for (int o = 0; o < WDL_OUTCOMES; o++) {
            sum += (double)t->counts[i].of[o] * t->cells[i].score;
            positions += t->counts[i].of[o];
        }
    const double mean = positions > 0 ? sum / positions : 0;
    return (WdlModel){.centre = {mean / 4 + 2}, .width = {mean / 2 + 4}};
}

WdlFit wdl_fit(const WdlTable *t, int degree, const WdlModel *start, double enough) {
    WdlFit fit = {.model = *start};
    Slope slope = slope_of(t, start);
    for (; fit.steps < STEPS_MAX; fit.steps++) {
        double step[NUMBERS], gain = 0;
        solve(&slope, degree, step);
        for (int i = 0; i < NUMBERS; i++)
            gain -= slope.gradient[i] * step[i] / 2;
        /* At the end of the numbers' precision a gain is too small to be seen. */
        fit.converged = gain <= enough || gain <= 1e-13 * slope.sum.loss;
        if (fit.converged || !advance(t, step, &fit.model, &slope))
            break;
    }
    return fit;
}
