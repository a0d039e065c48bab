/*
 * Simultaneous perturbation stochastic approximation: the mathematics, without games.
 *
 * Numbers theta are to be found with which a player is at its best.  All that can be measured is
 * whether one choice of them beats another in a few games, and that is mostly noise.  SPSA (J. C.
 * Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization",
 * IEEE Transactions on Aerospace and Electronic Systems 34, 1998) moves all of them at once:
 * iteration k throws a coin delta = +1 or -1 for each parameter, lets theta + c_k delta play
 * against theta - c_k delta, and takes a step towards the winner.  However many parameters there
 * are, an iteration costs one pair of games; what one of them did to the result is, over many
 * iterations, independent of the coins of the others and averages out.
 *
 * With `result` = wins - losses of the plus side in a pair of games (-2 … +2), a parameter moves by
 *
 *     theta += a_k / c_k * result * delta
 *
 * and the gains shrink from iteration to iteration (k counts from 1):
 *
 *     c_k = c / k^gamma             a_k = a / (A + k)^alpha
 *
 * Spall's exponents alpha = 0.602 and gamma = 0.101 are the smallest that his proof of convergence
 * admits, which keeps the late steps from vanishing; A, a tenth of the iterations, tames the first
 * ones.  (His gradient estimate has 2 c_k below the line.  The 2 is a matter of scale only, and is
 * left to a.)
 *
 * As gains are hard to choose in that form, parameters come as in OpenBench (A. Grant,
 * https://github.com/AndyGrant/OpenBench), by what they are to be in the last of N iterations:
 * c_end is c_N, the perturbation, and r_end is a_N / c_N^2, the part of it by which a point of the
 * result then moves the parameter.  So
 *
 *     c = c_end N^gamma     a_end = r_end c_end^2     a = a_end (A + N)^alpha
 *
 * and a point moves the parameter by r_end c_end in the last iteration.  As a rule of thumb c_end
 * is a change that is worth a few Elo, a twentieth of the range or so, and r_end 0.002.
 *
 * The parameters are whole numbers and theta is not.  What plays is theta +- c_k delta rounded at
 * random, up with the probability of its fraction, so that in the mean exactly theta +- c_k delta
 * plays; both sides share the random number, so that the distance between them has the least
 * noise.  c_k is never less than 1/2, with which the sides are never equal but at the end of a
 * range.
 *
 * All randomness follows from the seed and the number of the iteration, so that it does not matter
 * where and when it is played.
 */
#ifndef BRINDLE_ENGINE_SPSA_SPSA_H
#define BRINDLE_ENGINE_SPSA_SPSA_H

#include <stdint.h>

enum {
    SPSA_PARAMETERS_MAX = 1024,
    SPSA_NAME_SIZE = 64, /* bytes of a name, with its end */
    SPSA_RESULT_MAX = 2  /* results are -2 … +2 */
};

typedef struct {
    char name[SPSA_NAME_SIZE]; /* of the engine's option */
    int64_t start, least, most;
    double c_end, r_end;
} SpsaParameter;

typedef struct {
    SpsaParameter *parameters;
    int count;
    uint64_t iterations;
    double alpha, gamma;
    double a_ratio; /* A as a part of the iterations */
    uint64_t seed;
} SpsaPlan;

typedef struct {
    double c;    /* how far to both sides of theta the values are that play */
    double step; /* by how much a point of the result moves theta: a_k / c_k */
} SpsaGains;

/* Of a parameter, in an iteration that counts from 0. */
SpsaGains spsa_gains(const SpsaPlan *plan, int parameter, uint64_t iteration);

/* Theta before the first iteration; `theta` and all arrays below have an entry a parameter. */
void spsa_start(const SpsaPlan *plan, double *theta);
/* The values that play against each other in an iteration. */
void spsa_values(const SpsaPlan *plan, uint64_t iteration, const double *theta, int64_t *plus,
                 int64_t *minus);
/* Moves theta by the result of that iteration.  It stays within the parameters' ranges. */
void spsa_update(const SpsaPlan *plan, uint64_t iteration, int result, double *theta);
/* The whole numbers that theta stands for. */
int64_t spsa_rounded(double theta);

#endif
