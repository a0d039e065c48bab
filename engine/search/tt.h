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
    TTBucket *buckets; /* NULL if there is no table */
    size_t count;      /* of buckets */
    size_t mib;
    atomic_bool used; /* something has been stored since the table was new or cleared */
    uint8_t age;      /* of the present search */
} TranspositionTable;

typedef struct {
    bool hit;
    Move move;   /* MOVE_NONE if none is known */
    Score score; /* mates counted from the position itself */
    Score eval;  /* static evaluation, SCORE_NONE if it is not known */
    int depth;
    Bound bound;
} TTEntry;

/* An entry outside a table: what a file keeps of it. */
typedef struct {
    uint64_t key_and_age; /* the key's upper 56 bits; in the lowest 8 how many searches old it is */
    uint64_t data;        /* as in TTSlot */
} TTRecord;

/*
 * Makes the table `mib` MiB large, empty.  Its memory is the system's until it is used, so even a
 * huge table is there at once.  On failure (too little memory) the old table stays, with all that
 * is in it, and the message says what was asked for and what the machine has.
 */
bool tt_resize(TranspositionTable *tt, size_t mib, Message *message);
void tt_free(TranspositionTable *tt);
/*
 * Empties the table; one that has not been used is left alone.  Several threads do it together with
 * tt_clear_part, each for another `part` of `parts`, and tt_cleared once all are done.
 */
void tt_clear(TranspositionTable *tt);
void tt_clear_part(TranspositionTable *tt, int part, int parts);
void tt_cleared(TranspositionTable *tt);
/* A new search begins: what earlier ones left is replaced first. */
void tt_new_search(TranspositionTable *tt);

TTEntry tt_probe(const TranspositionTable *tt, Key key);
void tt_store(TranspositionTable *tt, Key key, const TTEntry *entry);
void tt_prefetch(const TranspositionTable *tt, Key key);
/* How much of the table the present search has filled, in permille of a sample. */
int tt_hash_permille(const TranspositionTable *tt);

/*
 * The entries of a bucket; returns how many there are.  What two writers have torn is left out, and
 * so is what a search that goes on has half written.
 */
int tt_export(const TranspositionTable *tt, size_t bucket, TTRecord records[TT_BUCKET]);
/* A number that changes with the meaning of a record's bits. */
uint64_t tt_layout(void);
/* Whether a record can have come from a table. */
bool tt_record_is_sound(const TTRecord *record);
/* Puts a sound record into a table of any size, unless everything in its place is worth more. */
void tt_import(TranspositionTable *tt, const TTRecord *record);

#endif
