#include "engine/search/worker.h"

/*
 * 1024 * log2(n) in integers, so that every machine and compiler searches the same tree: the
 * integer part is the highest bit, and each squaring of what is left gives one more bit of the
 * fraction.
 */
static int log2_1024(uint64_t n) {
    const int whole = 63 - __builtin_clzll(n);
    uint64_t mantissa = (n << 30) >> whole; /* 1.0 = 2^30 */
    int result = whole;
    for (int bit = 0; bit < 10; bit++) {
        mantissa = mantissa * mantissa >> 30;
        result *= 2;
        if (mantissa >= (uint64_t)1 << 31) {
            mantissa >>= 1;
            result++;
        }
    }
    return result;
}

void reductions_init(ReductionTable *table) {
    table->log2_1024[0] = 0;
    for (int n = 1; n < REDUCTION_SIZE; n++)
        table->log2_1024[n] = log2_1024((uint64_t)n);
}
