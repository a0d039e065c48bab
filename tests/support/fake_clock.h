/*
 * A clock for engines that goes by how often it is read, not by how fast the machine is.
 */
#ifndef BRINDLE_TESTS_SUPPORT_FAKE_CLOCK_H
#define BRINDLE_TESTS_SUPPORT_FAKE_CLOCK_H

#include <stdatomic.h>

#include "engine/search/engine.h"

typedef struct {
    _Atomic int64_t now_ms;
    int64_t step_ms; /* it goes on by so much with each reading */
} FakeClock;

/* Begins at `now_ms`. */
void fake_clock_init(FakeClock *clock, int64_t now_ms, int64_t step_ms);
/* The clock as engines have it. */
EngineClock fake_clock_engine(FakeClock *clock);
/* Looks at it without moving it. */
int64_t fake_clock_now(const FakeClock *clock);

#endif
