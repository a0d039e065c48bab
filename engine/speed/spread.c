#include "engine/speed/spread.h"

#include <stdlib.h>

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of sorted numbers, the one that `quarters` quarters of the way lead to. */
static double quartile(const double *sorted, int count, int quarters) {
    const int steps = (count - 1) * quarters, below = steps / 4, rest = steps % 4;
    const double next = sorted[below + (rest > 0)];
    return sorted[below] + (next - sorted[below]) * rest / 4;
}

Spread spread_of(double *numbers, int count) {
    if (count <= 0)
        return (Spread){0, 0, 0};
    qsort(numbers, (size_t)count, sizeof *numbers, compare);
    return (Spread){.median = quartile(numbers, count, 2),
                    .low = quartile(numbers, count, 1),
                    .high = quartile(numbers, count, 3)};
}

double spread_percent(const Spread *s) {
    return s->median == 0 ? 0 : (s->high - s->low) / 2 / s->median * 100;
}
