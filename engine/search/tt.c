#include "engine/search/tt.h"

#include <errno.h>
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

/* ---- Memory ---- */

static size_t machine_mib(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (size_t)pages / 1024 * (size_t)page / 1024 : SIZE_MAX >> 20;
}

/*
 * The table with another size, MAP_FAILED if it cannot be had: it is grown or cut where it is, so
 * that old and new need not have room side by side, and nothing is lost if there is no room.
 */
static void *remap(const TranspositionTable *tt, size_t bytes) {
    if (tt->buckets == NULL)
        return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mremap(tt->buckets, tt->mib << 20, bytes, MREMAP_MAYMOVE);
}

bool tt_resize(TranspositionTable *tt, size_t mib, Message *message) {
    const size_t machine = machine_mib(), bytes = mib << 20;
    if (mib == 0 || mib > machine)
        return message_set(message,
                           "a hash table of %zu MiB cannot be had: the machine has %zu MiB; it "
                           "stays at %zu MiB",
                           mib, machine, tt->mib);
    void *memory = remap(tt, bytes);
    if (memory == MAP_FAILED)
        return message_set(message,
                           "a hash table of %zu MiB cannot be had: %s (the machine has %zu MiB); "
                           "it stays at %zu MiB",
                           mib, strerror(errno), machine, tt->mib);
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    const bool used = atomic_load_explicit(&tt->used, memory_order_relaxed);
    tt->buckets = memory;
    tt->count = bytes / sizeof(TTBucket);
    tt->mib = mib;
    /* Gives back what the old table used: the pages come again, zeroed, as they are touched. */
    if (used && madvise(memory, bytes, MADV_DONTNEED) != 0)
        memset(memory, 0, bytes);
    tt_cleared(tt);
    return true;
}

void tt_free(TranspositionTable *tt) {
    if (tt->buckets != NULL)
        munmap(tt->buckets, tt->mib << 20);
    tt->buckets = NULL;
    tt->count = tt->mib = 0;
}

/*
 * By writing: giving the pages back to the system is quicker (with huge pages 8 GiB in 10 ms
 * instead of 400 on two cores), but the next search then pays for all of them again, on its own
 * clock (1.0 s with huge pages, 11 s without, where writing costs 0.75 s at most).
 */
void tt_clear_part(TranspositionTable *tt, int part, int parts) {
    if (!atomic_load_explicit(&tt->used, memory_order_relaxed))
        return;
    const size_t share = tt->count / (size_t)parts, first = (size_t)part * share;
    const size_t end = part == parts - 1 ? tt->count : first + share;
    memset(&tt->buckets[first], 0, (end - first) * sizeof(TTBucket));
}

void tt_cleared(TranspositionTable *tt) {
    atomic_store_explicit(&tt->used, false, memory_order_relaxed);
    tt->age = 0;
}

void tt_clear(TranspositionTable *tt) {
    tt_clear_part(tt, 0, 1);
    tt_cleared(tt);
}

/* ---- Use ---- */

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
    enum { EMPTY_WORTH = -10000 }; /* less than the oldest entry */
    if (data == 0)
        return EMPTY_WORTH;
    return unpack(data).depth - 4 * (uint8_t)(tt->age - (uint8_t)check);
}

/* Where an entry of that key belongs: its own slot, or the one whose entry is worth least. */
static TTSlot *find_slot(const TranspositionTable *tt, Key key, uint64_t *check, uint64_t *data) {
    TTBucket *bucket = bucket_of(tt, key);
    TTSlot *victim = NULL;
    int least = 0;
    for (int i = 0; i < TT_BUCKET; i++) {
        TTSlot *slot = &bucket->slot[i];
        const uint64_t c = load(&slot->check), d = load(&slot->data);
        const bool same = d != 0 && same_key(c, d, key);
        const int value = worth(tt, c, d);
        if (same || victim == NULL || value < least) {
            victim = slot;
            least = value;
            *check = c;
            *data = d;
        }
        if (same)
            break;
    }
    return victim;
}

static void fill_slot(TranspositionTable *tt, TTSlot *slot, Key key, uint64_t data, uint8_t age) {
    store(&slot->data, data);
    store(&slot->check, ((key ^ data) & ~(uint64_t)0xff) | age);
    if (!atomic_load_explicit(&tt->used, memory_order_relaxed))
        atomic_store_explicit(&tt->used, true, memory_order_relaxed);
}

void tt_store(TranspositionTable *tt, Key key, const TTEntry *entry) {
    uint64_t check, data;
    TTSlot *slot = find_slot(tt, key, &check, &data);
    TTEntry fresh = *entry;
    if (data != 0 && same_key(check, data, key)) {
        const TTEntry old = unpack(data);
        if (fresh.move == MOVE_NONE)
            fresh.move = old.move;
        /* A much shallower result does not displace what is known of the same position. */
        if (fresh.bound != BOUND_EXACT && fresh.depth < old.depth - 3 && (uint8_t)check == tt->age)
            return;
    }
    fill_slot(tt, slot, key, pack(&fresh), tt->age);
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

/* ---- Entries outside a table ---- */

int tt_export(const TranspositionTable *tt, size_t bucket, TTRecord records[TT_BUCKET]) {
    int count = 0;
    for (int i = 0; i < TT_BUCKET; i++) {
        const TTSlot *slot = &tt->buckets[bucket].slot[i];
        const uint64_t check = load(&slot->check), data = load(&slot->data);
        const Key key = (check ^ data) & ~(uint64_t)0xff;
        const TTRecord record = {.key_and_age = key | (uint8_t)(tt->age - (uint8_t)check),
                                 .data = data};
        /* A torn entry's key is of no position, and hardly ever leads to where it stands.  (The
         * key's lowest bits may decide between two neighbours.) */
        const bool in_place = bucket_of(tt, key) <= &tt->buckets[bucket] &&
                              bucket_of(tt, key | 0xff) >= &tt->buckets[bucket];
        if (data != 0 && in_place && tt_record_is_sound(&record))
            records[count++] = record;
    }
    return count;
}

uint64_t tt_layout(void) {
    return pack(
        &(TTEntry){.move = move_make_kind(1, 2, MOVE_EN_PASSANT) | move_make_promotion(0, 0, QUEEN),
                   .score = score_mate_in(3),
                   .eval = -4,
                   .depth = 5,
                   .bound = BOUND_LOWER});
}

bool tt_record_is_sound(const TTRecord *record) {
    const TTEntry entry = unpack(record->data);
    return record->data >> 62 == 0 && entry.bound != BOUND_NONE && entry.depth >= 0 &&
           entry.depth <= MAX_PLY && entry.score >= -SCORE_MATE && entry.score <= SCORE_MATE &&
           (entry.eval == SCORE_NONE ||
            (entry.eval >= -SCORE_MAX_EVAL && entry.eval <= SCORE_MAX_EVAL));
}

void tt_import(TranspositionTable *tt, const TTRecord *record) {
    const Key key = record->key_and_age & ~(uint64_t)0xff;
    const uint8_t age = (uint8_t)(tt->age - (uint8_t)record->key_and_age);
    uint64_t check, data;
    TTSlot *slot = find_slot(tt, key, &check, &data);
    if (worth(tt, age, record->data) > worth(tt, check, data))
        fill_slot(tt, slot, key, record->data, age);
}
