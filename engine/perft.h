/*
 * Perft: the number of move sequences of a given length, for testing and timing the move generator.
 *
 * Counts legal moves only: repetition, the 50-move rule and dead positions do not end a line.
 */
#ifndef BRINDLE_ENGINE_PERFT_H
#define BRINDLE_ENGINE_PERFT_H

#include "bitboard/message.h"
#include "bitboard/movegen.h"

#include <stdatomic.h>
#include <stddef.h>

enum { PERFT_MAX_DEPTH = 64, PERFT_MAX_THREADS = 256, PERFT_MAX_HASH_MIB = 1 << 20 };

typedef struct {
    int depth;        /* 0 counts the position itself: 1 */
    int threads;      /* at least 1; more than PERFT_MAX_THREADS count as so many */
    size_t hash_mib;  /* 0: no hash table */
    bool make_leaves; /* make and unmake the last ply's moves too, instead of counting the
                         generator's list */
} PerftOptions;

/* Written by the workers as they go, so that another thread can watch and stop them. */
typedef struct {
    atomic_bool stop;
    _Atomic uint64_t nodes; /* counted so far, in finished pieces of work */
    atomic_int done, total; /* pieces of work */
} PerftProgress;

typedef struct {
    uint64_t nodes;
    int move_count;
    Move moves[MAX_MOVES];      /* the legal moves, in the generator's order … */
    uint64_t counts[MAX_MOVES]; /* … and what follows each; only for depth >= 1 */
} PerftResult;

/*
 * Counts.  `progress` may be NULL, and must be zeroed otherwise.
 * False, and a message, if threads or memory could not be had or `progress->stop` ended it early.
 */
bool perft_run(const Position *pos, const PerftOptions *options, PerftProgress *progress,
               PerftResult *result, Message *message);

#endif
