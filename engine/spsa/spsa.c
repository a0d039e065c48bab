#include "engine/spsa/spsa.h"

#include "bitboard/random.h"

#include <math.h>
#include <stdbool.h>

/* The openings are drawn by the same seed and must not go along with the coins. */
#define COINS UINT64_C(0x5350534100000000)

static const double LEAST_C = 0.5;

SpsaGains spsa_gains(const SpsaPlan *plan, int parameter, uint64_t iteration) {
    const SpsaParameter *p = &plan->parameters[parameter];
    const double n = (double)plan->iterations, k = (double)iteration + 1;
    const double stability = plan->a_ratio * n;
    const double a =
        p->r_end * p->c_end * p->c_end * pow((stability + n) / (stability + k), plan->alpha);
    const double c = fmax(p->c_end * pow(n / k, plan->gamma), LEAST_C);
    return (SpsaGains){c, a / c};
}

void spsa_start(const SpsaPlan *plan, double *theta) {
    for (int i = 0; i < plan->count; i++)
        theta[i] = (double)plan->parameters[i].start;
}

/* What chance says about a parameter in an iteration. */
typedef struct {
    int delta;       /* -1 or +1 */
    double fraction; /* 0 <= fraction < 1 */
} Coin;

static RandomSource coins_of(const SpsaPlan *plan, uint64_t iteration) {
    return random_source(plan->seed ^ COINS, iteration);
}

static Coin throw_coin(RandomSource *coins) {
    Coin coin;
    coin.delta = random_bits(coins) >> 63 != 0 ? 1 : -1;
    coin.fraction = (double)(random_bits(coins) >> 11) * 0x1p-53;
    return coin;
}

static double clipped(const SpsaParameter *p, double value) {
    return fmin(fmax(value, (double)p->least), (double)p->most);
}

void spsa_values(const SpsaPlan *plan, uint64_t iteration, const double *theta, int64_t *plus,
                 int64_t *minus) {
    RandomSource coins = coins_of(plan, iteration);
    for (int i = 0; i < plan->count; i++) {
        const SpsaParameter *p = &plan->parameters[i];
        const Coin coin = throw_coin(&coins);
        const double away = spsa_gains(plan, i, iteration).c * coin.delta;
        plus[i] = (int64_t)clipped(p, floor(theta[i] + away + coin.fraction));
        minus[i] = (int64_t)clipped(p, floor(theta[i] - away + coin.fraction));
    }
}

void spsa_update(const SpsaPlan *plan, uint64_t iteration, int result, double *theta) {
    RandomSource coins = coins_of(plan, iteration);
    for (int i = 0; i < plan->count; i++) {
        const Coin coin = throw_coin(&coins);
        const double step = spsa_gains(plan, i, iteration).step;
        theta[i] = clipped(&plan->parameters[i], theta[i] + step * result * coin.delta);
    }
}

int64_t spsa_rounded(double theta) {
    return llround(theta);
}
