/*
 * The transposition table: what earlier searches found out about a position.
 *
 * Shared by all threads without locks.  An entry is two words, each a relaxed atomic; the first
 * carries the key mixed with the second, so that an entry torn by two writers is not recognised by
 * anybody.  tt_probe returns a copy.  A colliding key can still bring a move of another position:
 * its reader must test it with position_is_legal.
 */
#ifndef BRINDLE_ENGINE_SEARCH_TT_H
#define BRINDLE_ENGINE_SEARCH_TT_H

#include "bitboard/message.h"
#include "engine/search/engine.h"

#include <stdatomic.h>

enum { TT_BUCKET = 4 }; /* entries in one cache line */

typedef struct {
    /* The key's upper 56 bits, exclusive-or the upper 56 of `data`; age in the lowest 8. */
    _Atomic uint64_t check;
    /* Move (20 bits), score (16), static evaluation (16), depth (8), bound (2). */
    _Atomic uint64_t data;
} TTSlot;

typedef struct {
    _Alignas(64) TTSlot slot[TT_BUCKET];
} TTBucket;

typedef struct {
    TTBucket *buckets;
    size_t count; /* of buckets */
    size_t mib;
    uint8_t age; /* of the present search */
} TranspositionTable;

typedef struct {
    bool hit;
    Move move;   /* MOVE_NONE if none is known */
    Score score; /* mates counted from the position itself */
    Score eval;  /* static evaluation, SCORE_NONE if it is not known */
    int depth;
    Bound bound;
} TTEntry;

/*
 * Makes the table `mib` MiB large, empty.  On failure (too little memory) the old table stays and
 * the message says what was asked for and what the machine has.
 */
bool tt_resize(TranspositionTable *tt, size_t mib, Message *message);
void tt_free(TranspositionTable *tt);
void tt_clear(TranspositionTable *tt);
/* A new search begins: what earlier ones left is replaced first. */
void tt_new_search(TranspositionTable *tt);

TTEntry tt_probe(const TranspositionTable *tt, Key key);
void tt_store(TranspositionTable *tt, Key key, const TTEntry *entry);
void tt_prefetch(const TranspositionTable *tt, Key key);
/* How much of the table the present search has filled, in permille of a sample. */
int tt_hash_permille(const TranspositionTable *tt);

#endif
