#include "engine/search/tt.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { DEPTH_OFFSET = 8 }; /* so that quiescence's depths are not negative */

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}
static void store(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static uint64_t pack(const TTEntry *entry) {
    return (uint64_t)entry->move | (uint64_t)(uint16_t)(int16_t)entry->score << 20 |
           (uint64_t)(uint16_t)(int16_t)entry->eval << 36 |
           (uint64_t)(uint8_t)(entry->depth + DEPTH_OFFSET) << 52 | (uint64_t)entry->bound << 60;
}

static TTEntry unpack(uint64_t data) {
    return (TTEntry){.hit = true,
                     .move = (Move)(data & 0xfffff),
                     .score = (int16_t)(uint16_t)(data >> 20),
                     .eval = (int16_t)(uint16_t)(data >> 36),
                     .depth = (int)(uint8_t)(data >> 52) - DEPTH_OFFSET,
                     .bound = (Bound)(data >> 60 & 3)};
}

static bool same_key(uint64_t check, uint64_t data, Key key) {
    return ((check ^ data ^ key) & ~(uint64_t)0xff) == 0;
}

static TTBucket *bucket_of(const TranspositionTable *tt, Key key) {
    __extension__ typedef unsigned __int128 Product;
    return &tt->buckets[(size_t)((Product)key * tt->count >> 64)];
}

bool tt_resize(TranspositionTable *tt, size_t mib, Message *message) {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    const size_t machine_mib =
        pages > 0 && page > 0 ? (size_t)pages / 1024 * (size_t)page / 1024 : SIZE_MAX;
    const size_t bytes = mib << 20;
    /* Anonymous memory comes zeroed and page by page as it is touched, so even a huge table is
     * there at once. */
    void *memory = MAP_FAILED;
    if (mib > 0 && mib <= machine_mib)
        memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return message_set(
            message,
            "a hash table of %zu MiB cannot be had (the machine has %zu MiB); it stays at %zu", mib,
            machine_mib, tt->mib);
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    tt_free(tt);
    *tt = (TranspositionTable){.buckets = memory, .count = bytes / sizeof(TTBucket), .mib = mib};
    return true;
}

void tt_free(TranspositionTable *tt) {
    if (tt->buckets != NULL)
        munmap(tt->buckets, tt->mib << 20);
    tt->buckets = NULL;
}

void tt_clear(TranspositionTable *tt) {
    memset(tt->buckets, 0, tt->count * sizeof(TTBucket));
    tt->age = 0;
}

void tt_new_search(TranspositionTable *tt) {
    tt->age++;
}

TTEntry tt_probe(const TranspositionTable *tt, Key key) {
    TTBucket *bucket = bucket_of(tt, key);
    for (int i = 0; i < TT_BUCKET; i++) {
        const uint64_t check = load(&bucket->slot[i].check), data = load(&bucket->slot[i].data);
        if (data != 0 && same_key(check, data, key))
            return unpack(data);
    }
    return (TTEntry){.hit = false, .score = SCORE_NONE, .eval = SCORE_NONE};
}

/* What an entry is worth keeping: its depth, less for each search that it is old. */
static int worth(const TranspositionTable *tt, uint64_t check, uint64_t data) {
    if (data == 0)
        return -1000;
    return unpack(data).depth - 4 * (uint8_t)(tt->age - (uint8_t)check);
}

void tt_store(TranspositionTable *tt, Key key, const TTEntry *entry) {
    TTBucket *bucket = bucket_of(tt, key);
    TTSlot *victim = NULL;
    int least = 0;
    TTEntry fresh = *entry;
    for (int i = 0; i < TT_BUCKET; i++) {
        TTSlot *slot = &bucket->slot[i];
        const uint64_t check = load(&slot->check), data = load(&slot->data);
        if (data != 0 && same_key(check, data, key)) {
            const TTEntry old = unpack(data);
            if (fresh.move == MOVE_NONE)
                fresh.move = old.move;
            /* A much shallower result does not displace what is known of the same position. */
            if (fresh.bound != BOUND_EXACT && fresh.depth < old.depth - 3 &&
                (uint8_t)check == tt->age)
                return;
            victim = slot;
            break;
        }
        const int value = worth(tt, check, data);
        if (victim == NULL || value < least) {
            victim = slot;
            least = value;
        }
    }
    const uint64_t data = pack(&fresh);
    store(&victim->data, data);
    store(&victim->check, ((key ^ data) & ~(uint64_t)0xff) | tt->age);
}

void tt_prefetch(const TranspositionTable *tt, Key key) {
    __builtin_prefetch(bucket_of(tt, key));
}

int tt_hash_permille(const TranspositionTable *tt) {
    const size_t sample = tt->count < 250 ? tt->count : 250;
    int used = 0;
    if (sample == 0)
        return 0;
    for (size_t i = 0; i < sample; i++)
        for (int j = 0; j < TT_BUCKET; j++) {
            const TTSlot *slot = &tt->buckets[i].slot[j];
            used += load(&slot->data) != 0 && (uint8_t)load(&slot->check) == tt->age;
        }
    return used * 1000 / (int)(sample * TT_BUCKET);
}
