#include "bench/shim.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <vector>

/* The C types are Google Benchmark's own objects, seen from outside. */
static benchmark::State *state_of(BenchState *state) {
    return reinterpret_cast<benchmark::State *>(state);
}
static benchmark::internal::Benchmark *case_of(BenchCase *benchmark) {
    return reinterpret_cast<benchmark::internal::Benchmark *>(benchmark);
}

extern "C" {

BenchCase *bench_register(const char *name, BenchFunction *function, const void *context) {
    return reinterpret_cast<BenchCase *>(
        benchmark::RegisterBenchmark(name, [function, context](benchmark::State &state) {
            function(reinterpret_cast<BenchState *>(&state), context);
        }));
}

void bench_add_argument(BenchCase *benchmark, int64_t argument) {
    case_of(benchmark)->Arg(argument);
}

void bench_name_argument(BenchCase *benchmark, const char *name) {
    case_of(benchmark)->ArgName(name);
}

void bench_in_milliseconds(BenchCase *benchmark) {
    case_of(benchmark)->Unit(benchmark::kMillisecond);
}

bool bench_loop(BenchState *state, int64_t count) {
    return state_of(state)->KeepRunningBatch(count);
}

int64_t bench_argument(const BenchState *state) {
    return reinterpret_cast<const benchmark::State *>(state)->range(0);
}

void bench_counter(BenchState *state, const char *name, double value) {
    state_of(state)->counters[name] = value;
}

void bench_rate(BenchState *state, const char *name, double value_of_each) {
    state_of(state)->counters[name] =
        benchmark::Counter(value_of_each, benchmark::Counter::kIsIterationInvariantRate);
}

void bench_skip(BenchState *state, const char *why) {
    state_of(state)->SkipWithError(why);
}

int bench_main(int argc, char **argv, const char *const *notes) {
    for (; notes[0] != nullptr; notes += 2)
        benchmark::AddCustomContext(notes[0], notes[1]);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    const size_t count = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    if (count == 0)
        std::fprintf(stderr, "brindle-bench: no benchmark fits the filter\n");
    return count == 0 ? 1 : 0;
}

} // extern "C"
