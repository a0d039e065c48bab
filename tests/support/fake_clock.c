#include "tests/support/fake_clock.h"

static int64_t read_clock(void *context) {
    FakeClock *clock = context;
    return atomic_fetch_add(&clock->now_ms, clock->step_ms) + clock->step_ms;
}

void fake_clock_init(FakeClock *clock, int64_t now_ms, int64_t step_ms) {
    atomic_init(&clock->now_ms, now_ms);
    clock->step_ms = step_ms;
}

EngineClock fake_clock_engine(FakeClock *clock) {
    return (EngineClock){.now_ms = read_clock, .context = clock};
}

int64_t fake_clock_now(const FakeClock *clock) {
    return atomic_load(&clock->now_ms);
}
