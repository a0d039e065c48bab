/*
 * Time as matches measure it.
 */
#ifndef BRINDLE_ENGINE_PLAYERS_CLOCK_H
#define BRINDLE_ENGINE_PLAYERS_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds of a clock that only ever goes forward. */
static inline int64_t clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

enum { NS_PER_US = 1000, NS_PER_MS = 1000000 };
#define NS_PER_SECOND INT64_C(1000000000)
#define NO_DEADLINE   INT64_MAX

#endif
