/*
 * The transposition table: its sizes, what several threads at once make of it, and its files, whole
 * and damaged.
 */
#include "tests/support/suite.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bitboard/fen.h"
#include "engine/bench.h"
#include "engine/options.h"
#include "engine/search/tt.h"
#include "engine/search/tt_file.h"
#include "tests/support/run.h"

static TranspositionTable make_table(size_t mib) {
    TranspositionTable tt = {.buckets = NULL};
    Message message;
    if (!tt_resize(&tt, mib, &message))
        fail_msg("%s", message.text);
    return tt;
}

/* What is stored about a key follows from the key and a number: a mixture of two is noticed. */
static TTEntry entry_of(Key key, int number) {
    Random random = {key ^ (uint64_t)number};
    return (TTEntry){.hit = true,
                     .move = (Move)random_below(&random, 1 << 20),
                     .score = random_below(&random, 64001) - 32000,
                     .eval = random_below(&random, 40001) - 20000,
                     .depth = number,
                     .bound = (Bound)(1 + random_below(&random, 3))};
}

static bool same_entry(const TTEntry *a, const TTEntry *b) {
    return a->hit == b->hit && a->move == b->move && a->score == b->score && a->eval == b->eval &&
           a->depth == b->depth && a->bound == b->bound;
}

static Key nth_key(uint64_t seed, int n) {
    Random random = {seed + (uint64_t)n};
    return random_next(&random);
}

/* Stores `count` entries in several searches, so that they differ in age. */
static void fill(TranspositionTable *tt, uint64_t seed, int count) {
    for (int i = 0; i < count; i++) {
        if (i % (count / 4 + 1) == 0)
            tt_new_search(tt);
        const Key key = nth_key(seed, i);
        const TTEntry entry = entry_of(key, i % 50);
        tt_store(tt, key, &entry);
    }
}

/* How many of them are still there; none may be another than what was stored. */
static int count_kept(const TranspositionTable *tt, uint64_t seed, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const Key key = nth_key(seed, i);
        const TTEntry found = tt_probe(tt, key), stored = entry_of(key, i % 50);
        if (found.hit) {
            assert_true(same_entry(&found, &stored));
            kept++;
        }
    }
    return kept;
}

/* ---- Sizes and clearing ---- */

static void test_sizes(void **state) {
    (void)state;
    static const size_t sizes[] = {3, 1, 17, 17, 2, 64, 5};
    TranspositionTable tt = make_table(1);
    Message message;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        fill(&tt, i, 10000);
        assert_true(count_kept(&tt, i, 10000) > 9000);
        assert_true(tt_resize(&tt, sizes[i], &message));
        assert_int_equal(tt.count, (sizes[i] << 20) / sizeof(TTBucket));
        assert_int_equal(count_kept(&tt, i, 10000), 0);
        /* Nothing is left anywhere, also not where the old table did not reach. */
        for (size_t b = 0; b < tt.count; b++) {
            TTRecord records[TT_BUCKET];
            assert_int_equal(tt_export(&tt, b, records), 0);
        }
    }
    tt_free(&tt);
}

static size_t address_space(void) {
    char *text = file_read("/proc/self/statm");
    const size_t pages = strtoull(text, NULL, 10);
    free(text);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* What cannot be had leaves the old table as it was, entries and all. */
static void test_failed_allocation(void **state) {
    (void)state;
    TranspositionTable tt = make_table(2);
    Message none, much;
    struct rlimit before, less;
    fill(&tt, 7, 5000);
    const int kept = count_kept(&tt, 7, 5000);
    assert_false(tt_resize(&tt, (size_t)1 << 40, &much));
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    less = before;
    less.rlim_cur = address_space() + ((size_t)16 << 20);
    assert_int_equal(setrlimit(RLIMIT_AS, &less), 0);
    const bool grown = tt_resize(&tt, 512, &none);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_false(grown);
    assert_non_null(strstr(none.text, "512 MiB"));
    assert_non_null(strstr(none.text, strerror(ENOMEM)));
    assert_non_null(strstr(none.text, "stays at 2 MiB"));
    assert_non_null(strstr(much.text, "1099511627776 MiB"));
    assert_int_equal(tt.mib, 2);
    assert_int_equal(count_kept(&tt, 7, 5000), kept);
    tt_free(&tt);
}

static void test_clearing(void **state) {
    (void)state;
    TranspositionTable tt = make_table(1);
    for (int parts = 1; parts <= 7; parts++) {
        fill(&tt, 3, 30000);
        assert_true(tt_hash_permille(&tt) > 0);
        for (int part = parts - 1; part >= 0; part--)
            tt_clear_part(&tt, part, parts);
        tt_cleared(&tt);
        assert_int_equal(count_kept(&tt, 3, 30000), 0);
        assert_int_equal(tt_hash_permille(&tt), 0);
    }
    /* A single entry is enough to be worth a clearing. */
    const Key key = nth_key(1, 1);
    const TTEntry entry = entry_of(key, 1);
    tt_store(&tt, key, &entry);
    assert_true(tt_probe(&tt, key).hit);
    tt_clear(&tt);
    assert_false(tt_probe(&tt, key).hit);
    tt_free(&tt);
}

/* Old entries go before new ones, shallow ones before deep ones, and empty slots before all. */
static void test_replacement(void **state) {
    (void)state;
    TranspositionTable tt = make_table(1);
    const Key first = (Key)77 << 40; /* keys that share their upper bits share a bucket */
    TTEntry entry = {.move = 1, .bound = BOUND_EXACT};
    for (int i = 0; i < TT_BUCKET; i++) {
        entry.depth = 10 + i;
        tt_store(&tt, first + ((Key)i << 8), &entry);
    }
    for (int i = 0; i < TT_BUCKET; i++)
        assert_true(tt_probe(&tt, first + ((Key)i << 8)).hit);
    entry.depth = 1;
    tt_store(&tt, first + (100 << 8), &entry);
    assert_false(tt_probe(&tt, first).hit);
    assert_true(tt_probe(&tt, first + (1 << 8)).hit);
    for (int i = 0; i < 10; i++)
        tt_new_search(&tt);
    for (int i = 0; i < TT_BUCKET; i++)
        tt_store(&tt, first + ((Key)(200 + i) << 8), &entry);
    for (int i = 0; i < TT_BUCKET; i++)
        assert_true(tt_probe(&tt, first + ((Key)(200 + i) << 8)).hit);
    /* A much shallower bound does not displace what the same search knows better. */
    entry.depth = 20;
    tt_store(&tt, first, &entry);
    entry.depth = 2;
    entry.bound = BOUND_LOWER;
    tt_store(&tt, first, &entry);
    assert_int_equal(tt_probe(&tt, first).depth, 20);
    /* The move outlives a result that has none. */
    entry.bound = BOUND_EXACT;
    entry.move = MOVE_NONE;
    tt_store(&tt, first, &entry);
    assert_int_equal(tt_probe(&tt, first).depth, 2);
    assert_int_equal(tt_probe(&tt, first).move, 1);
    tt_free(&tt);
}

/* ---- Several threads on the same few buckets ---- */

enum { HAMMERS = 4, HAMMERED_KEYS = 24 };

typedef struct {
    TranspositionTable *tt;
    int number, rounds, hits;
    bool mixed;
} Hammer;

static Key hammered_key(int i) {
    return nth_key(99, i % 3) + ((Key)i << 8); /* three buckets, eight keys in each */
}

static void *hammer(void *argument) {
    Hammer *h = argument;
    Random random = {(uint64_t)h->number};
    for (int i = 0; i < h->rounds; i++) {
        const Key key = hammered_key(random_below(&random, HAMMERED_KEYS));
        const TTEntry stored = entry_of(key, random_below(&random, 8));
        tt_store(h->tt, key, &stored);
        const Key other = hammered_key(random_below(&random, HAMMERED_KEYS));
        const TTEntry found = tt_probe(h->tt, other);
        if (!found.hit)
            continue;
        const TTEntry expected = entry_of(other, found.depth);
        h->mixed = h->mixed || !same_entry(&found, &expected);
        h->hits++;
    }
    return NULL;
}

static void test_torn_entries(void **state) {
    (void)state;
    TranspositionTable tt = make_table(1);
    pthread_t threads[HAMMERS];
    Hammer hammers[HAMMERS];
    for (int i = 0; i < HAMMERS; i++) {
        hammers[i] = (Hammer){.tt = &tt, .number = i, .rounds = test_amount(20000, 2000000)};
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, &hammers[i]), 0);
    }
    for (int i = 0; i < HAMMERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_false(hammers[i].mixed);
        assert_true(hammers[i].hits > 0);
    }
    tt_free(&tt);
}

/* The same on purpose: each half of an entry with the other half of another one. */
static void test_halves_do_not_fit(void **state) {
    (void)state;
    TranspositionTable tt = make_table(1);
    for (int i = 0; i < 2000; i++) {
        const Key one = nth_key(5, i), other = nth_key(5, i) + (1 << 8);
        const TTEntry first = entry_of(one, 5), second = entry_of(other, 6);
        tt_clear(&tt);
        tt_store(&tt, one, &first);
        tt_store(&tt, other, &second);
        TTRecord records[TT_BUCKET];
        TTSlot *slot = NULL;
        for (size_t b = 0; b < tt.count && slot == NULL; b++)
            if (tt_export(&tt, b, records) == 2)
                slot = tt.buckets[b].slot;
        assert_non_null(slot);
        const size_t bucket = (size_t)((TTBucket *)slot - tt.buckets);
        const uint64_t data = atomic_load(&slot[0].data);
        atomic_store(&slot[0].data, atomic_load(&slot[1].data));
        atomic_store(&slot[1].data, data);
        assert_false(tt_probe(&tt, one).hit);
        assert_false(tt_probe(&tt, other).hit);
        assert_int_equal(tt_export(&tt, bucket, records), 0);
        if (i == 20 && !test_is_full())
            break;
    }
    tt_free(&tt);
}

/* ---- Files ---- */

enum { IN_FILE = 6000, FILE_SEED = 11 };

typedef struct {
    TranspositionTable tt;
    unsigned char *bytes; /* of the file "good" */
    size_t size;
} Files;

static unsigned char *read_bytes(const char *name, size_t *size) {
    struct stat about;
    FILE *in = fopen(name, "rb");
    assert_non_null(in);
    assert_int_equal(fstat(fileno(in), &about), 0);
    *size = (size_t)about.st_size;
    unsigned char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, in), *size);
    fclose(in);
    return bytes;
}

static void write_bytes(const char *name, const unsigned char *bytes, size_t size) {
    FILE *out = fopen(name, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

static int make_files(void **state) {
    Files *f = calloc(1, sizeof *f);
    Message message;
    assert_non_null(f);
    scratch_enter();
    f->tt = make_table(1);
    fill(&f->tt, FILE_SEED, IN_FILE);
    if (!tt_save(&f->tt, &RULES[0], "good", &message))
        fail_msg("%s", message.text);
    f->bytes = read_bytes("good", &f->size);
    *state = f;
    return 0;
}

static int remove_files(void **state) {
    Files *f = *state;
    tt_free(&f->tt);
    free(f->bytes);
    free(f);
    scratch_leave();
    return 0;
}

static void test_round_trip(void **state) {
    Files *f = *state;
    static const size_t sizes[] = {1, 2, 33};
    const int kept = count_kept(&f->tt, FILE_SEED, IN_FILE);
    Message message;
    char number[32];
    assert_true(kept > IN_FILE * 9 / 10);
    snprintf(number, sizeof number, "%d entries", kept);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        TranspositionTable tt = make_table(sizes[i]);
        fill(&tt, 12345, 300);
        assert_true(tt_load(&tt, &RULES[0], "good", &message));
        assert_non_null(strstr(message.text, number));
        assert_non_null(strstr(message.text, "1 MiB"));
        assert_int_equal(count_kept(&tt, FILE_SEED, IN_FILE), kept);
        assert_int_equal(count_kept(&tt, 12345, 300), 0);
        /* Saved again it is the same file, but for the size in the header. */
        assert_true(tt_save(&tt, &RULES[0], "again", &message));
        size_t size;
        unsigned char *bytes = read_bytes("again", &size);
        assert_int_equal(size, f->size);
        if (sizes[i] == 1)
            assert_memory_equal(bytes, f->bytes, size);
        free(bytes);
        tt_free(&tt);
    }
}

/* More than fits: what is worth most stays.  Several chunks. */
static void test_into_a_smaller_table(void **state) {
    (void)state;
    TranspositionTable big = make_table(8), small = make_table(1);
    Message message;
    const int count = 200000;
    fill(&big, 21, count);
    const int in_big = count_kept(&big, 21, count);
    assert_true(tt_save(&big, &RULES[1], "big", &message));
    assert_true(tt_load(&small, &RULES[1], "big", &message));
    const int in_small = count_kept(&small, 21, count);
    assert_true(in_small > (1 << 20) / 16 * 9 / 10);
    assert_true(in_small < in_big);
    tt_clear(&big);
    assert_true(tt_load(&big, &RULES[1], "big", &message));
    assert_int_equal(count_kept(&big, 21, count), in_big);
    tt_free(&small);
    tt_free(&big);
}

static void test_empty_table(void **state) {
    Files *f = *state;
    TranspositionTable empty = make_table(4);
    Message message;
    assert_true(tt_save(&empty, &RULES[0], "empty", &message));
    assert_true(tt_load(&f->tt, &RULES[0], "empty", &message));
    assert_int_equal(count_kept(&f->tt, FILE_SEED, IN_FILE), 0);
    tt_free(&empty);
}

/* The table stays as it was, and the message names the file. */
static void expect_refused(Files *f, const char *name, const RuleSet *rules, const char *why) {
    Message message;
    const int kept = count_kept(&f->tt, FILE_SEED, IN_FILE);
    if (tt_load(&f->tt, rules, name, &message))
        fail_msg("%s was loaded", name);
    assert_int_equal(count_kept(&f->tt, FILE_SEED, IN_FILE), kept);
    assert_non_null(strstr(message.text, name));
    if (strstr(message.text, why) == NULL)
        fail_msg("'%s' does not say '%s'", message.text, why);
}

static void test_damage(void **state) {
    Files *f = *state;
    Random random = {4};
    const size_t header = 104;
    for (int i = 0; i < test_amount(150, 3000); i++) {
        /* The header's bytes one after the other, then the end, then anywhere. */
        const size_t at = (size_t)i < header        ? (size_t)i
                          : (size_t)i < header + 24 ? f->size - 1 - ((size_t)i - header)
                                                    : random_next(&random) % f->size;
        const unsigned char change = (unsigned char)(1 + random_below(&random, 255));
        f->bytes[at] ^= change;
        write_bytes("damaged", f->bytes, f->size);
        f->bytes[at] ^= change;
        expect_refused(f, "damaged", &RULES[0], "");
    }
    /* Two records, or two whole chunks, in each other's places. */
    unsigned char *swapped = malloc(f->size);
    assert_non_null(swapped);
    memcpy(swapped, f->bytes, f->size);
    memcpy(swapped + header + 16, f->bytes + header + 32, 16);
    memcpy(swapped + header + 32, f->bytes + header + 16, 16);
    write_bytes("damaged", swapped, f->size);
    free(swapped);
    expect_refused(f, "damaged", &RULES[0], "damaged");
}

static void test_cut_short(void **state) {
    Files *f = *state;
    Random random = {5};
    for (int i = 0; i < test_amount(60, 1000); i++) {
        const size_t size = i < 40 ? f->size * (size_t)i / 40 : random_next(&random) % f->size;
        write_bytes("short", f->bytes, size);
        expect_refused(f, "short", &RULES[0], size < 104 ? "no hash file" : "cut short");
    }
    unsigned char *longer = calloc(1, f->size + 1);
    assert_non_null(longer);
    memcpy(longer, f->bytes, f->size);
    write_bytes("long", longer, f->size + 1);
    free(longer);
    expect_refused(f, "long", &RULES[0], "follows");
}

static void test_foreign_files(void **state) {
    Files *f = *state;
    expect_refused(f, "absent", &RULES[0], strerror(ENOENT));
    expect_refused(f, ".", &RULES[0], "regular");
    expect_refused(f, "/dev/zero", &RULES[0], "regular");
    expect_refused(f, "good", &RULES[1], "standard-wildebeest");
    file_write("text", "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                       "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n*\n");
    expect_refused(f, "text", &RULES[0], "no hash file");
    /* The next version of the format says so, whatever else it may hold. */
    f->bytes[8]++;
    write_bytes("newer", f->bytes, f->size);
    f->bytes[8]--;
    expect_refused(f, "newer", &RULES[0], "version 2");
}

/* A file that is there but cannot be opened: no descriptor is left. */
static void test_file_that_does_not_open(void **state) {
    Files *f = *state;
    Message message;
    struct rlimit before, none;
    const int kept = count_kept(&f->tt, FILE_SEED, IN_FILE);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = before;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const bool loaded = tt_load(&f->tt, &RULES[0], "good", &message);
    const bool saved = tt_save(&f->tt, &RULES[0], "other", &message);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_false(loaded);
    assert_false(saved);
    assert_non_null(strstr(message.text, strerror(EMFILE)));
    assert_int_equal(count_kept(&f->tt, FILE_SEED, IN_FILE), kept);
}

static void test_impossible_records(void **state) {
    Files *f = *state;
    const Key key = nth_key(FILE_SEED, 0);
    const TTEntry entry = entry_of(key, 9);
    TTRecord good = {.key_and_age = 0, .data = 0};
    tt_clear(&f->tt);
    tt_store(&f->tt, key, &entry);
    for (size_t b = 0; b < f->tt.count && good.data == 0; b++) {
        TTRecord records[TT_BUCKET];
        if (tt_export(&f->tt, b, records) == 1)
            good = records[0];
    }
    assert_int_equal(good.key_and_age, key & ~(uint64_t)0xff);
    assert_true(tt_record_is_sound(&good));
    const uint64_t wrong[] = {
        good.data | (uint64_t)1 << 62,                                   /* beyond all fields */
        good.data & ~((uint64_t)3 << 60),                                /* no bound */
        (good.data & ~((uint64_t)0xffff << 20)) | (uint64_t)32001 << 20, /* score */
        (good.data & ~((uint64_t)0xffff << 36)) | (uint64_t)31000 << 36, /* evaluation */
        (good.data & ~((uint64_t)0xff << 52)) | (uint64_t)255 << 52,     /* depth */
        good.data & ~((uint64_t)0xff << 52),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const TTRecord record = {.key_and_age = good.key_and_age, .data = wrong[i]};
        assert_false(tt_record_is_sound(&record));
    }
}

/* What cannot be written leaves nothing behind, and what was there stays. */
static void test_failed_saving(void **state) {
    Files *f = *state;
    Message message;
    assert_false(tt_save(&f->tt, &RULES[0], "no/such/folder", &message));
    assert_non_null(strstr(message.text, "no/such/folder"));
    assert_false(tt_save(&f->tt, &RULES[0], ".", &message));
    struct rlimit before, less;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    less = before;
    less.rlim_cur = 20000;
    void (*const handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &less), 0);
    const bool saved = tt_save(&f->tt, &RULES[0], "good", &message);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_false(saved);
    assert_non_null(strstr(message.text, strerror(EFBIG)));
    size_t size;
    unsigned char *bytes = read_bytes("good", &size);
    assert_int_equal(size, f->size);
    assert_memory_equal(bytes, f->bytes, size);
    free(bytes);
    char temporary[64];
    snprintf(temporary, sizeof temporary, "good.tmp-%ld", (long)getpid());
    assert_int_not_equal(access(temporary, F_OK), 0);
    /* A symbolic link stays one. */
    assert_int_equal(symlink("good", "link"), 0);
    assert_true(tt_save(&f->tt, &RULES[0], "link", &message));
    struct stat about;
    assert_int_equal(lstat("link", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
}

/* ---- Through the engine ---- */

static void set_fen(Engine *engine, int rules, int index) {
    Position pos;
    Message message;
    if (!fen_parse(bench_position(&RULES[rules], index), &RULES[rules], &pos, NULL, &message))
        fail_msg("%s", message.text);
    engine_set_position(engine, &pos);
}

static uint64_t count_nodes(Engine *engine, int depth) {
    const SearchLimits limits = {.depth = depth};
    engine_go(engine, &limits, NULL);
    return engine_wait(engine).nodes;
}

/* What was learnt is worth as much after the program has ended; button by button. */
static void test_engine_goes_on(void **state) {
    (void)state;
    Message message;
    Engine *engine = engine_new(&message);
    assert_non_null(engine);
    assert_false(engine_set_option(engine, "SaveHash", NULL, &message));
    assert_non_null(strstr(message.text, "HashFile"));
    assert_false(engine_set_option(engine, "LoadHash", NULL, &message));
    assert_true(engine_set_option(engine, "HashFile", "engine hash", &message));
    assert_string_equal(message.text, "");
    assert_false(engine_set_option(engine, "LoadHash", NULL, &message));
    set_fen(engine, 0, 7);
    count_nodes(engine, 7);
    assert_true(engine_set_option(engine, "SaveHash", NULL, &message));
    assert_non_null(strstr(message.text, "engine hash"));
    engine_free(engine);

    engine = engine_new(&message);
    assert_non_null(engine);
    assert_true(engine_set_option(engine, "HashFile", "engine hash", &message));
    set_fen(engine, 1, 7);
    assert_false(engine_set_option(engine, "LoadHash", NULL, &message));
    set_fen(engine, 0, 7);
    assert_true(engine_set_option(engine, "LoadHash", NULL, &message));
    /* All of it is there: saved once more it is the same file. */
    size_t size, size_again;
    unsigned char *once = read_bytes("engine hash", &size);
    assert_true(engine_set_option(engine, "HashFile", "again", &message));
    assert_true(engine_set_option(engine, "SaveHash", NULL, &message));
    unsigned char *again = read_bytes("again", &size_again);
    assert_true(size > 1000);
    assert_int_equal(size_again, size);
    assert_memory_equal(again, once, size);
    free(once);
    free(again);
    assert_true(engine_set_option(engine, "HashFile", "<empty>", &message));
    assert_false(engine_set_option(engine, "SaveHash", NULL, &message));
    engine_free(engine);
}

/* The keys of both rule sets are the same; what is true under one is not under the other. */
static void test_rule_sets_do_not_mix(void **state) {
    (void)state;
    const char *fen = "11/11/4k6/11/6W4/11/11/3K7/11/11 w - - 0 1";
    Message message;
    Position pos[RULE_SETS];
    Engine *engine = engine_new(&message);
    assert_non_null(engine);
    uint64_t nodes[4];
    for (int i = 0; i < 4; i++) {
        assert_true(fen_parse(fen, &RULES[i % 2], &pos[i % 2], NULL, &message));
        engine_set_position(engine, &pos[i % 2]);
        nodes[i] = count_nodes(engine, 6);
    }
    assert_int_equal(nodes[0], nodes[2]);
    assert_int_equal(nodes[1], nodes[3]);
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_failed_allocation),
        cmocka_unit_test(test_clearing),
        cmocka_unit_test(test_replacement),
        cmocka_unit_test(test_torn_entries),
        cmocka_unit_test(test_halves_do_not_fit),
        cmocka_unit_test_setup_teardown(test_round_trip, make_files, remove_files),
        cmocka_unit_test_setup_teardown(test_into_a_smaller_table, make_files, remove_files),
        cmocka_unit_test_setup_teardown(test_empty_table, make_files, remove_files),
        cmocka_unit_test_setup_teardown(test_damage, make_files, remove_files),
        cmocka_unit_test_setup_teardown(test_cut_short, make_files, remove_files),
        cmocka_unit_test_setup_teardown(test_foreign_files, make_files, remove_files),
        cmocka_unit_test_setup_teardown(test_file_that_does_not_open, make_files, remove_files),
        cmocka_unit_test_setup_teardown(test_impossible_records, make_files, remove_files),
        cmocka_unit_test_setup_teardown(test_failed_saving, make_files, remove_files),
        cmocka_unit_test_setup_teardown(test_engine_goes_on, make_files, remove_files),
        cmocka_unit_test(test_rule_sets_do_not_mix),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
