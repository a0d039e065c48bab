/*
 * Searches of fixed positions to a fixed depth: the total of nodes is the search's signature (the
 * same on every machine for one thread), the time its speed.
 */
#ifndef BRINDLE_ENGINE_BENCH_H
#define BRINDLE_ENGINE_BENCH_H

#include "engine/search/engine.h"

enum { BENCH_POSITIONS_MAX = 32, BENCH_DEPTH = 13, BENCH_HASH_MIB = 16 };

typedef struct {
    int depth, threads;
    size_t hash_mib;
    /* Told after each position; may be NULL. */
    void (*on_position)(void *context, const Position *pos, const SearchResult *result);
    void *context;
} BenchOptions;

typedef struct {
    int positions;
    uint64_t nodes;
    int64_t time_ms; /* of the searches alone */
} BenchResult;

/* The fixed positions of a rule set, as FEN. */
int bench_position_count(const RuleSet *rules);
const char *bench_position(const RuleSet *rules, int index);

/* False, and a message, if threads or memory could not be had. */
bool bench_run(const BenchOptions *options, BenchResult *result, Message *message);

#endif
