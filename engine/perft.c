#include "engine/perft.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/*
 * A count that is known already.  `check` is the key mixed with the other word, so that an entry
 * torn by two threads is not recognised.
 */
typedef struct {
    _Atomic uint64_t check, count_and_depth; /* count in the upper 56 bits */
} PerftSlot;

/* A piece of work: the moves after two moves (or one, at depth 1). */
typedef struct {
    int first; /* index of the first move */
    Move second;
} PerftUnit;

typedef struct {
    const Position *root;
    const PerftOptions *options;
    PerftProgress *progress;
    PerftSlot *slots;
    size_t slot_count;
    PerftUnit *units;
    int unit_count;
    atomic_int next_unit;
    PerftResult *result;
    uint64_t *unit_nodes; /* by unit */
} PerftJob;

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static PerftSlot *slot_of(const PerftJob *job, Key key, int depth) {
    const uint64_t mixed = (key ^ (uint64_t)depth * 0x9e3779b97f4a7c15u) >> 7;
    return &job->slots[mixed % job->slot_count];
}

static bool probe(const PerftJob *job, Key key, int depth, uint64_t *count) {
    const PerftSlot *slot = slot_of(job, key, depth);
    const uint64_t word = load(&slot->count_and_depth);
    if ((load(&slot->check) ^ word) != key || (int)(word & 0xff) != depth)
        return false;
    *count = word >> 8;
    return true;
}

static void remember(const PerftJob *job, Key key, int depth, uint64_t count) {
    if (count >> 56 != 0)
        return;
    PerftSlot *slot = slot_of(job, key, depth);
    const uint64_t word = count << 8 | (uint64_t)depth;
    atomic_store_explicit(&slot->count_and_depth, word, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ word, memory_order_relaxed);
}

static bool is_stopped(const PerftJob *job) {
    return atomic_load_explicit(&job->progress->stop, memory_order_relaxed);
}

static uint64_t count_moves(const PerftJob *job, Position *pos, int depth) {
    if (depth == 0)
        return 1;
    uint64_t nodes = 0;
    const bool hashed = job->slots != NULL && depth >= 2;
    if (hashed && probe(job, pos->state.key, depth, &nodes))
        return nodes;
    Move moves[MAX_MOVES];
    const Move *end = generate(pos, GENERATE_ALL, moves);
    if (depth == 1 && !job->options->make_leaves)
        return (uint64_t)(end - moves);
    for (const Move *m = moves; m < end; m++) {
        Undo undo;
        position_make(pos, *m, &undo);
        nodes += count_moves(job, pos, depth - 1);
        position_unmake(pos, *m, &undo);
        if (depth >= 4 && is_stopped(job))
            return 0;
    }
    if (hashed && !is_stopped(job))
        remember(job, pos->state.key, depth, nodes);
    return nodes;
}

/* What each thread does: unit after unit, until none is left. */
static void *work(void *argument) {
    PerftJob *job = argument;
    Position *pos = malloc(sizeof *pos);
    if (pos == NULL)
        return NULL;
    *pos = *job->root;
    for (;;) {
        const int i = atomic_fetch_add(&job->next_unit, 1);
        if (i >= job->unit_count || is_stopped(job))
            break;
        const Move first = job->result->moves[job->units[i].first], second = job->units[i].second;
        Undo undo_first, undo_second;
        position_make(pos, first, &undo_first);
        position_make(pos, second, &undo_second);
        job->unit_nodes[i] = count_moves(job, pos, job->options->depth - 2);
        position_unmake(pos, second, &undo_second);
        position_unmake(pos, first, &undo_first);
        atomic_fetch_add(&job->progress->nodes, job->unit_nodes[i]);
        atomic_fetch_add(&job->progress->done, 1);
    }
    free(pos);
    return NULL;
}

/* Two plies deep there are enough units of like size for any number of threads. */
static bool make_units(PerftJob *job) {
    PerftResult *result = job->result;
    size_t room = 0;
    Position pos = *job->root;
    for (int i = 0; i < result->move_count; i++) {
        Move replies[MAX_MOVES];
        Undo undo;
        position_make(&pos, result->moves[i], &undo);
        const int count = (int)(generate(&pos, GENERATE_ALL, replies) - replies);
        position_unmake(&pos, result->moves[i], &undo);
        if ((size_t)job->unit_count + (size_t)count > room) {
            room = (room + (size_t)count) * 2;
            PerftUnit *units = realloc(job->units, room * sizeof *units);
            if (units == NULL)
                return false;
            job->units = units;
        }
        for (int j = 0; j < count; j++)
            job->units[job->unit_count++] = (PerftUnit){i, replies[j]};
    }
    job->unit_nodes = calloc((size_t)job->unit_count + 1, sizeof *job->unit_nodes);
    return job->unit_nodes != NULL;
}

static bool run_threads(PerftJob *job, Message *message) {
    pthread_t ids[PERFT_MAX_THREADS];
    const int wanted = job->options->threads;
    const int threads = wanted < PERFT_MAX_THREADS ? wanted : PERFT_MAX_THREADS;
    int started = 0;
    for (; started < threads - 1; started++)
        if (pthread_create(&ids[started], NULL, work, job) != 0)
            break;
    work(job);
    for (int i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
    if (is_stopped(job))
        return message_set(message, "perft was stopped");
    if (atomic_load(&job->progress->done) < job->unit_count)
        return message_set(message, "no memory for perft");
    return true;
}

static bool run_units(PerftJob *job, Message *message) {
    PerftResult *result = job->result;
    if (!make_units(job))
        return message_set(message, "no memory for perft");
    atomic_store(&job->progress->total, job->unit_count);
    if (!run_threads(job, message))
        return false;
    for (int i = 0; i < job->unit_count; i++)
        result->counts[job->units[i].first] += job->unit_nodes[i];
    for (int i = 0; i < result->move_count; i++)
        result->nodes += result->counts[i];
    return true;
}

bool perft_run(const Position *pos, const PerftOptions *options, PerftProgress *progress,
               PerftResult *result, Message *message) {
    PerftProgress unwatched;
    memset(&unwatched, 0, sizeof unwatched);
    PerftJob job = {.root = pos,
                    .options = options,
                    .result = result,
                    .progress = progress != NULL ? progress : &unwatched};
    memset(result, 0, sizeof *result);
    if (options->depth == 0) {
        result->nodes = 1;
        return true;
    }
    result->move_count = (int)(generate(pos, GENERATE_ALL, result->moves) - result->moves);
    if (options->depth == 1) {
        for (int i = 0; i < result->move_count; i++)
            result->counts[i] = 1;
        result->nodes = (uint64_t)result->move_count;
        return true;
    }
    if (options->hash_mib > 0) {
        job.slot_count = (options->hash_mib << 20) / sizeof(PerftSlot);
        job.slots = calloc(job.slot_count, sizeof(PerftSlot));
        if (job.slots == NULL)
            return message_set(message, "a perft hash table of %zu MiB cannot be had",
                               options->hash_mib);
    }
    const bool done = run_units(&job, message);
    free(job.unit_nodes);
    free(job.units);
    free(job.slots);
    return done;
}
