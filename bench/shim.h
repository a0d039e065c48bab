/*
 * Google Benchmark for C: registration, the loop, counters, arguments.  shim.cc is all the C++
 * there is; the benchmarks are C.
 *
 * A benchmark is a function that sets up, then loops
 *
 *     while (bench_loop(state, 1024))
 *         … do it 1024 times …
 *
 * and tidies up.  Only the loop is timed, and a figure is for one of the 1024: the call that asks
 * whether to go on costs nanoseconds, as much as what some benchmarks time, so they do many things
 * between two calls.
 */
#ifndef BRINDLE_BENCH_SHIM_H
#define BRINDLE_BENCH_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BenchState BenchState;
typedef struct BenchCase BenchCase;
/* `context` is what it was registered with. */
typedef void BenchFunction(BenchState *state, const void *context);

/* Registers a benchmark; `name` is copied.  Call before bench_main. */
BenchCase *bench_register(const char *name, BenchFunction *function, const void *context);
/* The benchmark runs once for each argument it has been given; they become part of its name. */
void bench_add_argument(BenchCase *benchmark, int64_t argument);
void bench_name_argument(BenchCase *benchmark, const char *name);
/* Times in milliseconds, instead of nanoseconds. */
void bench_in_milliseconds(BenchCase *benchmark);

/* True while the loop is to go on for `count` things more. */
bool bench_loop(BenchState *state, int64_t count);
int64_t bench_argument(const BenchState *state);
/* A number beside the times; a rate is divided by the seconds, over all things looped over. */
void bench_counter(BenchState *state, const char *name, double value);
void bench_rate(BenchState *state, const char *name, double value_of_each);
/* Instead of looping: it cannot be run here, and why. */
void bench_skip(BenchState *state, const char *why);

/* Google Benchmark's own command line (--benchmark_filter, --benchmark_out, …).  Returns the exit
 * status.  `name` and `value` pairs, up to a NULL, are noted in its output. */
int bench_main(int argc, char **argv, const char *const *notes);

/* The compiler must have worked `value` out. */
static inline void bench_keep(uint64_t value) {
    __asm__ volatile("" : : "r"(value) : "memory");
}

#ifdef __cplusplus
}
#endif

#endif
