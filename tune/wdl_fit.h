/*
 * Fitting the curves of wdl.h: maximum likelihood of the outcomes, by Fisher scoring.
 *
 * With x = score / width and k = centre / width, and F the logistic function, a side wins with
 * probability F(x - k), loses with F(-x - k) and draws with the rest.  That is the ordered logit
 * model with a scale of its own for each material (P. McCullagh, "Regression Models for Ordinal
 * Data", 1980), and Fisher scoring is what he fits it with: Newton's method with the expected
 * curvature, which is never negative, in the place of the observed one.
 */
#ifndef BRINDLE_TUNE_WDL_FIT_H
#define BRINDLE_TUNE_WDL_FIT_H

#include "tune/wdl_data.h"

enum { WDL_DEGREES = WDL_COEFFICIENTS }; /* constant … cubic */

/* Cells, and how often each outcome occurred in them. */
typedef struct {
    const WdlCell *cells;
    const WdlCount *counts;
    size_t cell_count;
} WdlTable;

typedef struct {
    WdlModel model;
    int steps;
    /* Nothing more is to be gained.  Otherwise the way led to a model that no game can have: no
     * draws, or no doubt, at some material. */
    bool converged;
} WdlFit;

/* The probabilities of all outcomes, for the side that a score (not negative) favours. */
void wdl_probabilities(const WdlCurves *curves, double score, double p[WDL_OUTCOMES]);

/* Positions, and the sum of -ln p over what happened in them. */
typedef struct {
    double positions, loss;
} WdlLoss;

/* The loss is infinite if something happened that the model rules out. */
WdlLoss wdl_loss(const WdlTable *table, const WdlModel *model);

/* The gradient of that sum, by centre's coefficients, then width's.  For tests. */
void wdl_gradient(const WdlTable *table, const WdlModel *model,
                  double gradient[2 * WDL_COEFFICIENTS]);

/* Curves that are the same for all material, to begin a fit with. */
WdlModel wdl_fit_start(const WdlTable *table);
/* When a fit is good enough: so little does the next step promise to take from the sum of -ln p.  A
 * half is one standard error, if positions were independent. */
static const double WDL_FINE = 1e-6, WDL_ROUGH = 1e-3;
/* Fits both polynomials, of this degree, beginning with a model of at most this degree. */
WdlFit wdl_fit(const WdlTable *table, int degree, const WdlModel *start, double enough);

#endif
