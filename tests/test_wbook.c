/*
 * Published books: what positions are known by, how a file is written and read back, and what is
 * said of files that are no books, or no longer.
 */
#include "tests/support/suite.h"

#include "bitboard/notation.h"
#include "engine/fingerprint.h"
#include "engine/wbook/own_book.h"
#include "engine/wbook/wbook_format.h"
#include "engine/wbook/wbook_writer.h"
#include "tests/support/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Keys ---- */

/* Published in share/formats.md, and computed for it by another program. */
static const struct {
    const char *position;
    uint64_t key;
} VECTORS[] = {
    {"rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka -",
     UINT64_C(0x4d851643b6ec701a)},
    {"rncwqkwcnr1/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNCWQKWCNR1 w - -",
     UINT64_C(0xf566231b29614a50)},
    {"rnccwkqbbnr/ppppppppppp/11/11/11/6P4/11/11/PPPPPP1PPPP/RNBBQKWCCNR b KAka -",
     UINT64_C(0x21b3c6c9d7644bbc)},
    {"rnccwkqbbnr/ppppp1ppppp/11/11/11/5pP4/11/11/PPPPPP1PPPP/RNBBQKWCCNR b KAka g4",
     UINT64_C(0xa06f1438f01cf0c1)},
    {"rnccwkqbbnr/ppppp1p1ppp/11/11/11/6P4/5p5/7p3/PPPPPP1PPPP/RNBBQKWCCNR b KAka g3",
     UINT64_C(0x22f1859a54657314)},
    {"5k5/11/11/11/11/5pPp3/5p5/11/11/5K5 b - g3g4", UINT64_C(0x7c0ddc2225b2c488)},
    {"11/11/11/11/11/R4pP2k1/11/11/11/5K5 b - -", UINT64_C(0x07ba2c7fac2a9b5e)},
    {"r4k4r/11/11/11/11/11/11/11/11/R4K4R w Ka -", UINT64_C(0xad21afb3ee51c309)},
    {"5k5/11/11/11/11/11/11/4P6/2W8/K10 w - -", UINT64_C(0x7be108f952fac32d)},
};
enum { VECTOR_COUNT = sizeof VECTORS / sizeof VECTORS[0] };

static Position position_of(const char *fen, const RuleSet *rules) {
    Position pos;
    Message message;
    if (!fen_parse(fen, rules, &pos, NULL, &message))
        fail_msg("%s: %s", fen, message.text);
    return pos;
}

static void test_vectors(void **state) {
    (void)state;
    for (int i = 0; i < VECTOR_COUNT; i++) {
        char text[FEN_SIZE];
        const Position pos = position_of(VECTORS[i].position, &RULES[i == 1]);
        if (book_key(&pos) != VECTORS[i].key)
            fail_msg("%s: %016llx", VECTORS[i].position, (unsigned long long)book_key(&pos));
        assert_string_equal(book_position_write(&pos, text), VECTORS[i].position);
    }
}

/* What RULES.md calls the same position, and nothing else. */
static void test_equality(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"11/11/11/11/11/R4pP2k1/11/11/11/5K5 b - g4 0 1", /* the capture opens the rank */
         "11/11/11/11/11/R4pP2k1/11/11/11/5K5 b - - 7 31", true},
        {"11/11/11/11/11/R4pP2k1/11/11/11/5K5 b - -", "11/11/11/11/11/R4pP2k1/11/11/11/5K5 w - -",
         false},
        {"5k5/11/11/11/11/5pP4/11/11/11/5K5 b - g4", "5k5/11/11/11/11/5pP4/11/11/11/5K5 b - -",
         false},
        {"5k5/11/11/11/11/5pPp3/5p5/11/11/5K5 b - g3g4",
         "5k5/11/11/11/11/5pPp3/5p5/11/11/5K5 b - g4", false},
        {"r4k4r/11/11/11/11/11/11/11/11/R4K4R w Ka -", "r4k4r/11/11/11/11/11/11/11/11/R4K4R w Aa -",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text_a[FEN_SIZE], text_b[FEN_SIZE];
        const Position a = position_of(cases[i].a, &RULES[0]),
                       b = position_of(cases[i].b, &RULES[0]);
        assert_int_equal(book_key(&a) == book_key(&b), cases[i].same);
        assert_int_equal(strcmp(book_position_write(&a, text_a), book_position_write(&b, text_b)) ==
                             0,
                         cases[i].same);
        const Position again = position_of(text_a, &RULES[0]); /* it can be read back */
        assert_true(book_key(&again) == book_key(&a));
    }
}

/* ---- Files ---- */

static uint64_t make_book(const char *path, const RuleSet *rules, const WbookEntry *entries,
                          size_t count) {
    Message message = {""};
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    WbookWriter *w = wbook_writer_new(out, path, rules, "A test", &message);
    assert_non_null(w);
    for (size_t i = 0; i < count; i++)
        if (!wbook_writer_add(w, &entries[i], &message))
            fail_msg("%s", message.text);
    assert_true(wbook_writer_finish(w, &message));
    const uint64_t written = wbook_writer_entries(w);
    wbook_writer_free(w);
    fclose(out);
    return written;
}

static Wbook *open_book(const char *path) {
    Message message = {""};
    Wbook *b = wbook_open(path, &message);
    if (b == NULL)
        fail_msg("%s", message.text);
    return b;
}

/* Everything that a reader may look at.  False, and a message, once something is wrong. */
static bool read_all(const char *path, Message *message) {
    Wbook *b = wbook_open(path, message);
    WbookEntry e, found[8];
    int count;
    bool good = b != NULL;
    for (uint64_t i = 0; good && i < wbook_entries(b); i++)
        good = wbook_entry(b, i, &e, message) && wbook_find(b, e.key, found, 8, &count, message);
    wbook_close(b);
    return good;
}

/* Entries as random as can be, in their order; some keys have many moves. */
static WbookEntry *random_entries(uint64_t seed, size_t count) {
    WbookEntry *entries = calloc(count, sizeof *entries);
    Random random = {seed};
    uint64_t key = 0;
    assert_non_null(entries);
    for (size_t i = 0; i < count; i++) {
        WbookEntry *e = &entries[i];
        const bool same = i > 0 && random_below(&random, 8) != 0 && (e - 1)->move < 0xff000;
        if (!same)
            key += random_next(&random) / count;
        *e = (WbookEntry){.key = key,
                          .move = same ? (e - 1)->move + 1 + (Move)random_below(&random, 100)
                                       : (Move)random_below(&random, 1000),
                          .weight = random_below(&random, 65536),
                          .learn = random_below(&random, 4) == 0
                                       ? SCORE_NONE
                                       : random_below(&random, 64001) - 32000};
    }
    return entries;
}

static void expect_same(const WbookEntry *a, const WbookEntry *b) {
    assert_true(a->key == b->key && a->move == b->move && a->weight == b->weight &&
                a->learn == b->learn);
}

static void test_round_trip(void **state) {
    (void)state;
    static const size_t counts[] = {0, 1, 2, 255, 256, 257, 512, 513, 20000};
    scratch_enter();
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        WbookEntry *entries = random_entries(c + 1, counts[c] + 1);
        assert_int_equal(make_book("a.wbook", &RULES[c % 2], entries, counts[c]), counts[c]);
        Message message;
        Wbook *b = open_book("a.wbook");
        assert_true(wbook_is_one("a.wbook"));
        assert_int_equal(wbook_entries(b), counts[c]);
        assert_ptr_equal(wbook_rules(b), &RULES[c % 2]);
        assert_string_equal(wbook_title(b), "A test");
        uint64_t positions = 0;
        for (size_t i = 0; i < counts[c];) { /* each key, with all its moves */
            WbookEntry found[MAX_MOVES], single;
            int count;
            assert_true(wbook_find(b, entries[i].key, found, MAX_MOVES, &count, &message));
            assert_true(count > 0);
            for (int j = 0; j < count; j++, i++) {
                expect_same(&found[j], &entries[i]);
                assert_true(wbook_entry(b, i, &single, &message));
                expect_same(&single, &entries[i]);
            }
            assert_true(i == counts[c] || entries[i].key != found[0].key);
            positions++;
        }
        assert_int_equal(wbook_positions(b), positions);
        for (size_t i = 0; i < 1000; i++) { /* keys that are not there */
            WbookEntry found[4];
            int count;
            Random random = {i};
            assert_true(wbook_find(b, random_next(&random), found, 4, &count, &message));
            assert_int_equal(count, 0);
        }
        wbook_close(b);
        free(entries);
    }
    scratch_leave();
}

static void test_writer_refuses(void **state) {
    (void)state;
    static const WbookEntry faults[] = {
        {.key = 4, .move = 9, .weight = 1, .learn = 0},       /* before the last */
        {.key = 5, .move = 7, .weight = 1, .learn = 0},       /* the last again */
        {.key = 6, .move = 1 << 20, .weight = 1, .learn = 0}, /* no move */
        {.key = 6, .move = 7, .weight = 65536, .learn = 0},   /* too much */
        {.key = 6, .move = 7, .weight = -1, .learn = 0},      /* too little */
        {.key = 6, .move = 7, .weight = 1, .learn = 32001},   /* no score */
    };
    scratch_enter();
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const WbookEntry first = {.key = 5, .move = 7, .weight = 1, .learn = SCORE_NONE};
        Message message = {""};
        FILE *out = fopen("a.wbook", "wb");
        WbookWriter *w = wbook_writer_new(out, "a.wbook", &RULES[0], "", &message);
        assert_true(wbook_writer_add(w, &first, &message));
        assert_false(wbook_writer_add(w, &faults[i], &message));
        assert_memory_equal(message.text, "a.wbook: ", 9);
        wbook_writer_free(w);
        fclose(out);
        assert_false(read_all("a.wbook", &message)); /* what is not finished is no book */
    }
    scratch_leave();
}

/* ---- Damage ---- */

typedef struct {
    unsigned char *bytes;
    size_t size;
} FileBytes;

static FileBytes bytes_of(const char *path) {
    FileBytes f = {malloc(1 << 20), 0};
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    assert_non_null(f.bytes);
    f.size = fread(f.bytes, 1, 1 << 20, in);
    fclose(in);
    return f;
}

static void put_bytes(const char *path, const unsigned char *bytes, size_t size) {
    unlink(path); /* some systems flush a file that is cut and written again */
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(out);
}

static void expect_refusal(const char *path, const char *says) {
    Message message = {""};
    if (read_all(path, &message) || strstr(message.text, says) == NULL ||
        strncmp(message.text, path, strlen(path)) != 0)
        fail_msg("'%s' instead of '%s'", message.text, says);
}

static void test_flipped_bits(void **state) {
    (void)state;
    scratch_enter();
    WbookEntry *entries = random_entries(7, 300);
    make_book("a.wbook", &RULES[0], entries, 260);
    const FileBytes f = bytes_of("a.wbook");
    const size_t step = test_is_full() ? 1 : 13;
    for (size_t bit = 0; bit < f.size * 8; bit += bit < WBOOK_HEADER_SIZE * 8 ? 1 : step) {
        f.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        put_bytes("b.wbook", f.bytes, f.size);
        Message message = {""};
        if (read_all("b.wbook", &message))
            fail_msg("bit %zu", bit);
        assert_memory_equal(message.text, "b.wbook: ", 9);
        f.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    for (size_t size = 0; size < f.size; size += test_is_full() ? 1 : 1 + size / 20) {
        put_bytes("b.wbook", f.bytes, size);
        expect_refusal("b.wbook", size == 0                  ? "it is empty"
                                  : size < WBOOK_WORD        ? "it is no .wbook file"
                                  : size < WBOOK_HEADER_SIZE ? "it ends within its header"
                                                             : "it is cut off");
    }
    free(f.bytes);
    free(entries);
    scratch_leave();
}

/* Makes header and checksums right again after a change, so that the next check is reached. */
static void seal(FileBytes f, bool blocks) {
    const size_t entries = (size_t)wbook_word(f.bytes + WBOOK_HEADER_ENTRIES * WBOOK_WORD);
    /* A header that lies about its entries has nothing behind it. */
    unsigned char *directory =
        blocks ? f.bytes + WBOOK_HEADER_SIZE + entries * WBOOK_ENTRY_SIZE : NULL;
    const size_t count = (size_t)wbook_blocks(entries);
    uint64_t sum;
    for (size_t i = 0; blocks && i < count; i++) {
        const size_t first = i * WBOOK_BLOCK_ENTRIES;
        const size_t many =
            entries - first < WBOOK_BLOCK_ENTRIES ? entries - first : WBOOK_BLOCK_ENTRIES;
        sum = htole64(
            wbook_checksum(f.bytes + WBOOK_HEADER_SIZE + first * WBOOK_ENTRY_SIZE, many * 2));
        memcpy(directory + i * 16 + 8, &sum, 8);
    }
    if (blocks) {
        sum = htole64(wbook_checksum(directory, count * 2));
        memcpy(f.bytes + WBOOK_HEADER_DIRECTORY * WBOOK_WORD, &sum, 8);
    }
    sum = htole64(wbook_checksum(f.bytes, WBOOK_HEADER_CHECKSUM));
    memcpy(f.bytes + WBOOK_HEADER_CHECKSUM * WBOOK_WORD, &sum, 8);
}

/* Files whose checksums are right, as somebody who means no good would make them. */
static void test_malice(void **state) {
    (void)state;
    enum { ENTRY = WBOOK_HEADER_SIZE };
    static const struct {
        size_t place;
        unsigned char byte;
        bool blocks;
        const char *says;
    } cases[] = {
        {8 * WBOOK_HEADER_VERSION, 2, false,
         "its format is version 2, this program reads version 1"},
        {8 * WBOOK_HEADER_VERSION + 4, 8, false, "of another size"},
        {8 * WBOOK_HEADER_RULES, 2, false, "it is about rule set 2"},
        {8 * WBOOK_HEADER_RULES + 4, 9, false, "its keys are of scheme 9"},
        {8 * WBOOK_HEADER_BLOCK + 1, 7, false, "of another size"},
        {8 * WBOOK_HEADER_ENTRIES + 7, 0xff, false, "more than a file can hold"},
        {8 * WBOOK_HEADER_ENTRIES + 1, 9, false, "it is cut off: "},
        {8 * WBOOK_HEADER_POSITIONS + 3, 1, false, "more than a file can hold"},
        {ENTRY + 16 * 3 + 7, 0, true, "is not sorted"},
        {ENTRY + 16 * 255 + 7, 0xff, true, "does not fit its directory"},
        {ENTRY + 16 * 300 + 7, 0, true, "is not sorted"},
        {ENTRY + 16 * 5 + 11, 1, true, "holds what is no entry"},
        {ENTRY + 7, 0xfe, true, "does not fit its directory"},
        {ENTRY + 16 * 400 + 7, 0xff, true, "its directory is not sorted"}, /* the directory's */
    };
    scratch_enter();
    WbookEntry entries[400];
    for (size_t i = 0; i < 400; i++)
        entries[i] = (WbookEntry){.key = (i + 1) << 54, .move = 5, .weight = 1, .learn = 0};
    make_book("a.wbook", &RULES[0], entries, 400);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const FileBytes f = bytes_of("a.wbook");
        f.bytes[cases[i].place] = cases[i].byte;
        seal(f, cases[i].blocks);
        put_bytes("b.wbook", f.bytes, f.size);
        expect_refusal("b.wbook", cases[i].says);
        free(f.bytes);
    }
    file_write("b.wbook", "rnccwkqbbnr/11/11 w KAka - bm e4; and so on, a text under that name\n");
    expect_refusal("b.wbook", "it is no .wbook file");
    FileBytes longer = bytes_of("a.wbook");
    longer.bytes[longer.size++] = 0;
    put_bytes("b.wbook", longer.bytes, longer.size);
    expect_refusal("b.wbook", "1 bytes follow behind its end");
    free(longer.bytes);
    expect_refusal("missing.wbook", "No such file");
    expect_refusal(".", "it is no regular file");
    scratch_leave();
}

/* Any number of bytes changed anywhere: refused, or what was written; never a crash. */
static void test_mutations(void **state) {
    (void)state;
    scratch_enter();
    Random random = {99};
    WbookEntry *entries = random_entries(8, 300);
    make_book("a.wbook", &RULES[0], entries, 280);
    const FileBytes f = bytes_of("a.wbook");
    unsigned char *copy = malloc(f.size);
    assert_non_null(copy);
    for (int i = 0; i < test_amount(3000, 1000000); i++) {
        Message message = {""};
        memcpy(copy, f.bytes, f.size);
        const size_t size =
            random_below(&random, 4) == 0 ? (size_t)random_below(&random, (int)f.size) : f.size;
        for (int n = random_below(&random, 4); n >= 0; n--)
            copy[random_below(&random, random_below(&random, 2) == 0 ? 256 : (int)f.size)] =
                (unsigned char)random_next(&random);
        const bool sealed = random_below(&random, 2) == 0;
        if (sealed) {
            FileBytes sealing = {copy, f.size};
            if (memcmp(copy + 24, f.bytes + 24, 8) == 0)
                seal(sealing, true);
        }
        put_bytes("b.wbook", copy, size);
        const bool good = read_all("b.wbook", &message);
        if (good && !sealed)
            assert_true(size == f.size && memcmp(copy, f.bytes, f.size) == 0);
        if (!good)
            assert_memory_equal(message.text, "b.wbook: ", 9);
    }
    free(copy);
    free(f.bytes);
    free(entries);
    scratch_leave();
}

/* ---- Playing ---- */

/* A book of three moves from the array, one of weight 0, and one move that is none there. */
static void make_small_book(void) {
    static const char *const texts[] = {"b1c3", "g2g5", "e2e4", "f2f4"};
    static const int weights[] = {300, 100, 0, 300};
    WbookEntry entries[5];
    Position pos;
    Message message;
    position_set_start(&pos, &RULES[0]);
    for (int i = 0; i < 4; i++) {
        Move move;
        if (!move_parse(&pos, texts[i], &move, &message))
            fail_msg("%s", message.text);
        entries[i] = (WbookEntry){book_key(&pos), move, weights[i], i == 3 ? 20 : 10};
    }
    entries[4] = (WbookEntry){book_key(&pos), move_make(60, 70), 60000, 0};
    for (int i = 1; i < 5; i++)
        for (int j = i; j > 0 && entries[j].move < entries[j - 1].move; j--) {
            const WbookEntry swap = entries[j];
            entries[j] = entries[j - 1];
            entries[j - 1] = swap;
        }
    make_book("small.wbook", &RULES[0], entries, 5);
}

static void test_probe(void **state) {
    (void)state;
    static const char *const order[] = {"f2f4", "b1c3", "g2g5", "e2e4"};
    WbookEntry found[MAX_MOVES];
    Position pos;
    Message message;
    char text[MOVE_TEXT_SIZE];
    int count;
    scratch_enter();
    make_small_book();
    Wbook *b = open_book("small.wbook");
    position_set_start(&pos, &RULES[0]);
    assert_true(wbook_probe(b, &pos, found, &count, &message));
    assert_int_equal(count, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(move_write(found[i].move, text), order[i]);
    position_set_start(&pos, &RULES[1]); /* the other rule set */
    assert_true(wbook_probe(b, &pos, found, &count, &message));
    assert_int_equal(count, 0);
    wbook_close(b);
    scratch_leave();
}

static void test_choice(void **state) {
    (void)state;
    WbookEntry chosen;
    Position pos;
    Message message;
    char text[MOVE_TEXT_SIZE];
    OwnBook own = {.depth = 1};
    scratch_enter();
    make_small_book();
    position_set_start(&pos, &RULES[0]);
    assert_false(own_book_open(&own, "missing.wbook", &message));
    assert_true(own_book_open(&own, "small.wbook", &message));
    assert_string_equal(message.text, "book 'small.wbook': wildebeest, 5 moves in 1 positions");
    assert_true(own_book_choose(&own, &pos, 1, &chosen, &message));
    assert_int_equal(chosen.move, MOVE_NONE); /* it is off */
    own.on = true;
    assert_true(own_book_choose(&own, &pos, 1, &chosen, &message));
    assert_string_equal(move_write(chosen.move, text), "f2f4");
    own.weighted = true;
    int counts[3] = {0, 0, 0};
    for (own.games = 0; own.games < 7000; own.games++) {
        WbookEntry again;
        assert_true(own_book_choose(&own, &pos, 5, &chosen, &message));
        assert_true(own_book_choose(&own, &pos, 5, &again, &message));
        assert_int_equal(chosen.move, again.move);
        move_write(chosen.move, text);
        counts[strcmp(text, "f2f4") == 0 ? 0 : strcmp(text, "b1c3") == 0 ? 1 : 2]++;
        assert_true(chosen.weight > 0);
    }
    assert_in_range(counts[0], 2800, 3200);
    assert_in_range(counts[1], 2800, 3200);
    assert_in_range(counts[2], 850, 1150);
    own.depth = 0;
    assert_true(own_book_choose(&own, &pos, 5, &chosen, &message));
    assert_int_equal(chosen.move, MOVE_NONE);
    assert_true(own_book_open(&own, "<empty>", &message));
    assert_null(own.book);
    scratch_leave();
}

/* Several threads touch the same blocks for the first time. */
static void *read_in_thread(void *context) {
    const Wbook *b = context;
    Message message;
    WbookEntry e;
    for (uint64_t i = 0; i < wbook_entries(b); i++)
        if (!wbook_entry(b, i, &e, &message))
            return context;
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    scratch_enter();
    WbookEntry *entries = random_entries(3, 5000);
    make_book("a.wbook", &RULES[0], entries, 5000);
    Wbook *b = open_book("a.wbook");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, read_in_thread, b), 0);
    for (int i = 0; i < THREADS; i++) {
        void *fault;
        pthread_join(threads[i], &fault);
        assert_null(fault);
    }
    wbook_close(b);
    free(entries);
    scratch_leave();
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),      cmocka_unit_test(test_equality),
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_writer_refuses),
        cmocka_unit_test(test_flipped_bits), cmocka_unit_test(test_malice),
        cmocka_unit_test(test_mutations),    cmocka_unit_test(test_probe),
        cmocka_unit_test(test_choice),       cmocka_unit_test(test_threads)};
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
