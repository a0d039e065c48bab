#include "bench/sample_times.h"

#include <stdlib.h>
#include <time.h>

int64_t sample_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static int compare_times(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

void sample_sort(int64_t *times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare_times);
}
