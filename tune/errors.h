/*
 * How far the pieces' values may be off: standard errors by a bootstrap over games.
 *
 * Positions of a game share its result and much of their boards, so what was drawn at random is
 * games: the bootstrap draws as many games as there are, with putting back, and asks what the fit
 * had found in those (B. Efron, R. Tibshirani, "An Introduction to the Bootstrap", 1993).  To fit
 * thousands of times is not necessary.  Near its minimum the loss is a parabola in the weights, of
 * which only the slope differs from draw to draw, so that one Newton step leads from our fit to
 * that of the drawn games.  A value v moves by a sum over the games drawn,
 *
 *   -z . (slope of the game's loss),  where z solves  (curvature of the whole loss) z =
 * dv/dweights,
 *
 * and z is found once for each value, by conjugate gradients (M. Hestenes, E. Stiefel, 1952) that
 * know the curvature only through passes over the samples.
 */
#ifndef BRINDLE_TUNE_ERRORS_H
#define BRINDLE_TUNE_ERRORS_H

#include "tune/fit.h"

typedef struct {
    double error[PIECE_VALUES][PAIR_LANES]; /* standard errors, in centipawns; 0: not tuned */
} PieceErrors;

typedef struct {
    int draws; /* of the bootstrap; at least 2 */
    uint64_t seed;
    /* Told how many of `total` parts are done; false: give up.  May be NULL. */
    bool (*listener)(void *context, int done, int total);
    void *context;
} ErrorPlan;

/*
 * The errors of a fit's best weights.  The same at any number of threads.  False, and a message, if
 * memory is out or the listener had enough.
 */
bool errors_find(const Fit *fit, const ErrorPlan *plan, PieceErrors *errors, Message *message);

#endif
