/*
 * The hash table, by size, in huge pages and in the machine's ordinary ones.
 *
 * Keys are random: in a table that is larger than the caches each goes to memory, and beyond what
 * the translation buffers hold (which huge pages stretch 512 times) to the page tables first.
 */
#include "bench/shim.h"
#include "bench/subjects.h"

#include "bitboard/random.h"
#include "engine/search/tt.h"

#include <string.h>
#include <sys/mman.h>

enum { LOOPS = 1024, PREFETCH_AHEAD = 8, FILLED = 1 << 18, SEED = 5 };

typedef struct {
    bool huge;
    bool ahead; /* probes are prefetched */
} HashPlan;
static const HashPlan HUGE_PAGES = {true, false}, SMALL_PAGES = {false, false},
                      HUGE_AHEAD = {true, true}, SMALL_AHEAD = {false, true};

/* A table of the benchmark's size, all of its memory touched, some entries in it; false, and the
 * benchmark is left out, if it cannot be had. */
static bool make_table(BenchState *state, const HashPlan *plan, TranspositionTable *tt) {
    const size_t mib = (size_t)bench_argument(state);
    Message message;
    RandomSource random = random_source(SEED, mib);
    memset(tt, 0, sizeof *tt);
    if (!tt_resize(tt, mib, &message)) {
        bench_skip(state, message.text);
        return false;
    }
    /* Before anything is in it: pages keep the size that they are first touched with. */
    if (!plan->huge && madvise(tt->buckets, mib << 20, MADV_NOHUGEPAGE) != 0) {
        tt_free(tt);
        bench_skip(state, "the system cannot keep huge pages away");
        return false;
    }
    const TTEntry entry = {
        .move = move_make(1, 2), .score = 10, .eval = 12, .depth = 5, .bound = BOUND_LOWER};
    tt_store(tt, 1, &entry);
    tt_clear(tt); /* writes all of it */
    for (int i = 0; i < FILLED; i++)
        tt_store(tt, random_bits(&random), &entry);
    return true;
}

/*
 * Each key depends on what was found before it, so that the probes cannot overlap: the time that a
 * search waits which did not ask in time.  Prefetched, each key is known some probes ahead, as a
 * search knows it a move ahead.
 */
static void time_probe(BenchState *state, const void *context) {
    const HashPlan *plan = context;
    TranspositionTable tt;
    RandomSource random = random_source(SEED, 1);
    Key keys[PREFETCH_AHEAD];
    if (!make_table(state, plan, &tt))
        return;
    for (int i = 0; i < PREFETCH_AHEAD; i++)
        keys[i] = random_bits(&random);
    while (bench_loop(state, LOOPS))
        for (int i = 0; i < LOOPS; i++) {
            const Key next = random_bits(&random);
            Key key = next;
            if (plan->ahead) {
                tt_prefetch(&tt, next);
                key = keys[i % PREFETCH_AHEAD];
                keys[i % PREFETCH_AHEAD] = next;
            }
            const TTEntry entry = tt_probe(&tt, key);
            random.state += (uint64_t)entry.depth;
        }
    bench_keep(random.state);
    tt_free(&tt);
}

static void time_store(BenchState *state, const void *context) {
    TranspositionTable tt;
    RandomSource random = random_source(SEED, 3);
    TTEntry entry = {
        .move = move_make(1, 2), .score = 10, .eval = 12, .depth = 5, .bound = BOUND_EXACT};
    if (!make_table(state, context, &tt))
        return;
    while (bench_loop(state, LOOPS))
        for (int i = 0; i < LOOPS; i++) {
            entry.depth = i % 16;
            tt_store(&tt, random_bits(&random), &entry);
        }
    tt_free(&tt);
}

static void register_sizes(const char *name, BenchFunction *function, const HashPlan *plan) {
    BenchCase *benchmark = bench_register(name, function, plan);
    bench_name_argument(benchmark, "MiB");
    for (int64_t mib = 1; mib <= 4096; mib *= 4)
        bench_add_argument(benchmark, mib);
}

void register_hash(const Inputs *inputs) {
    (void)inputs;
    register_sizes("hash/probe/huge", time_probe, &HUGE_PAGES);
    register_sizes("hash/probe/small", time_probe, &SMALL_PAGES);
    register_sizes("hash/prefetched/huge", time_probe, &HUGE_AHEAD);
    register_sizes("hash/prefetched/small", time_probe, &SMALL_AHEAD);
    register_sizes("hash/store/huge", time_store, &HUGE_PAGES);
    register_sizes("hash/store/small", time_store, &SMALL_PAGES);
}
