/*
 * Where games begin: files that are read strictly, orders that depend on the seed alone, and random
 * lines that are the same whoever asks for them.
 */
#include "tests/support/suite.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/match/openings.h"
#include "tests/support/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const RuleSet *wildebeest(void) {
    return &RULES[0];
}

static Openings *open_text(const char *name, const char *text, OpeningsSpec spec,
                           const RuleSet *rules) {
    Message message = {""};
    file_write(name, text);
    spec.kind = OPENINGS_FILE;
    spec.file_name = name;
    Openings *o = openings_open(&spec, rules, &message);
    if (o == NULL)
        fail_msg("%s: %s", name, message.text);
    return o;
}

static void get(const Openings *o, uint64_t index, Opening *opening) {
    Message message = {""};
    if (!openings_get(o, index, NULL, opening, &message))
        fail_msg("opening %d: %s", (int)index, message.text);
}

/* Its first position as FEN, and its moves. */
static char *describe(const Opening *opening, char *text, size_t size) {
    char fen[FEN_SIZE], move[MOVE_TEXT_SIZE];
    fen_write(&opening->start, fen);
    snprintf(text, size, "%s%s", opening->from_array ? "array " : "", fen);
    for (int i = 0; i < opening->move_count; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, " %s", move_write(opening->moves[i], move));
    }
    return text;
}

static void expect_same(const Opening *a, const Opening *b) {
    char one[8192], other[8192];
    assert_string_equal(describe(a, one, sizeof one), describe(b, other, sizeof other));
}

/* ---- Files ---- */

static const char EPD[] = "# a comment\n"
                          "\n"
                          "5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1\n"
                          "  r4k4r/11/11/11/11/11/11/11/11/5K5 b ka -\n"
                          "\t\n"
                          "5k5/10P/11/11/11/11/11/11/11/5K5 w - - id \"a pawn\";\r\n"
                          "5k5/11/11/11/11/6Pp3/5p5/11/11/5K5 b - g3g4 12 34";

static void test_positions_of_a_file(void **state) {
    (void)state;
    static const char *const fens[] = {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1",
                                       "r4k4r/11/11/11/11/11/11/11/11/5K5 b ka - 0 1",
                                       "5k5/10P/11/11/11/11/11/11/11/5K5 w - - 0 1",
                                       "5k5/11/11/11/11/6Pp3/5p5/11/11/5K5 b - g3g4 12 34"};
    scratch_enter();
    for (uint64_t skip = 0; skip < 9; skip++) {
        const OpeningsSpec spec = {.skip = skip};
        Openings *o = open_text("some.epd", EPD, spec, wildebeest());
        assert_int_equal(openings_count(o), 4);
        assert_false(openings_from_array(o));
        for (uint64_t i = 0; i < 10; i++) { /* counted round */
            Opening opening;
            char fen[FEN_SIZE];
            get(o, i, &opening);
            fen_write(&opening.start, fen);
            assert_string_equal(fen, fens[(i + skip) % 4]);
            assert_false(opening.from_array);
            assert_int_equal(opening.move_count, 0);
        }
        openings_free(o);
    }
    scratch_leave();
}

static const char PGN[] = "[Event \"one\"]\n\n1. g2g5 e9e7 2. Nc3 *\n\n"
                          "[Event \"two\"]\n\n*\n\n"
                          "[Event \"three\"]\n[SetUp \"1\"]\n"
                          "[FEN \"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1\"]\n\n"
                          "1. Rb1 Ke9 2. Rc1 1-0\n";

static void test_games_of_a_file(void **state) {
    (void)state;
    static const struct {
        int plies;
        int counts[3];
    } cases[] = {{0, {3, 0, 3}}, {2, {2, 0, 2}}, {3, {3, 0, 3}}, {512, {3, 0, 3}}};
    scratch_enter();
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const OpeningsSpec spec = {.plies = cases[c].plies};
        Openings *o = open_text("some.PGN", PGN, spec, wildebeest());
        assert_int_equal(openings_count(o), 3);
        assert_false(openings_from_array(o));
        for (uint64_t i = 0; i < 3; i++) {
            Opening opening;
            Position end;
            get(o, i, &opening);
            assert_int_equal(opening.move_count, cases[c].counts[i]);
            assert_int_equal(opening.from_array, i < 2);
            opening_final_position(&opening, &end);
            bridge_expect_sound(&end, "after an opening");
        }
        openings_free(o);
    }
    /* The name does not matter if the format is said. */
    const OpeningsSpec spec = {.format = OPENING_FORMAT_PGN};
    Openings *o = open_text("games.txt", "1. g2g5 *\n", spec, wildebeest());
    assert_true(openings_from_array(o));
    openings_free(o);
    /* What the game decided on the board is not played again: the mating move goes. */
    o = open_text("mate.pgn",
                  "[SetUp \"1\"]\n[FEN \"k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1\"]\n\n"
                  "1. Rg10# 1-0\n",
                  (OpeningsSpec){.plies = 0}, wildebeest());
    Opening opening;
    get(o, 0, &opening);
    assert_int_equal(opening.move_count, 0);
    openings_free(o);
    scratch_leave();
}

static void test_bad_files(void **state) {
    (void)state;
    static const struct {
        const char *name, *text;
        const char *messages[3];
    } cases[] = {
        {"a.epd", "", {"a.epd", "there are no openings"}},
        {"a.epd", "# nothing\n\n", {"a.epd", "there are no openings"}},
        {"a.epd", "5k5/11/11/11/11/11/11/11/R10/5K5 w - - 0 1\n\n5k5 w\n", {"a.epd, line 3: FEN"}},
        {"a.epd", "k1Q8/11/1K9/3W7/11/11/11/11/11/11 b - - 0 1\n", {"line 1: the game is over"}},
        {"a.fen", "5k5/11/11/11/11/11/11/11/11/5K5 w KA - 0 1\n", {"a.fen, line 1:", "castling"}},
        {"a.pgn", "", {"a.pgn", "there are no openings"}},
        {"a.pgn", "1. g2g5 *\n1. g2g6 *\n", {"a.pgn: game 2", "g2g6"}},
        {"a.pgn",
         "[Variant \"standard-wildebeest\"]\n\n1. g2g4 *\n",
         {"a.pgn: game 1 is standard"}},
        {"a.pgn",
         "[SetUp \"1\"]\n[FEN \"k1Q8/11/1K9/3W7/11/11/11/11/11/11 b - - 0 1\"]\n\n1-0\n",
         {"a.pgn: game 1 is over where it begins"}},
    };
    scratch_enter();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Message message = {""};
        const OpeningsSpec spec = {.kind = OPENINGS_FILE, .file_name = cases[i].name};
        file_write(cases[i].name, cases[i].text);
        Openings *o = openings_open(&spec, wildebeest(), &message);
        if (o != NULL)
            fail_msg("case %d was read", (int)i);
        for (int m = 0; m < 3 && cases[i].messages[m] != NULL; m++)
            if (strstr(message.text, cases[i].messages[m]) == NULL)
                fail_msg("case %d: %s", (int)i, message.text);
    }
    static const char *const unreadable[] = {"missing.epd", "missing.pgn", "/", "/tmp", ""};
    for (size_t i = 0; i < sizeof unreadable / sizeof unreadable[0]; i++) {
        Message message = {""};
        const OpeningsSpec spec = {.kind = OPENINGS_FILE, .file_name = unreadable[i]};
        assert_null(openings_open(&spec, wildebeest(), &message));
        assert_non_null(strstr(message.text, unreadable[i]));
    }
    scratch_leave();
}

/* ---- Orders ---- */

static void write_many(const char *name, int count) {
    FILE *out = fopen(name, "w");
    assert_non_null(out);
    for (int i = 0; i < count; i++)
        fprintf(out, "5k5/11/11/11/11/11/11/11/R10/5K5 w - - 0 %d\n", i + 1);
    fclose(out);
}

/* Which line of the file each opening is. */
static void read_order(uint64_t seed, uint64_t skip, int count, int *lines) {
    Message message;
    const OpeningsSpec spec = {.kind = OPENINGS_FILE,
                               .file_name = "many.epd",
                               .shuffled = true,
                               .seed = seed,
                               .skip = skip};
    Openings *o = openings_open(&spec, wildebeest(), &message);
    assert_non_null(o);
    for (int i = 0; i < count; i++) {
        Opening opening;
        get(o, (uint64_t)i, &opening);
        lines[i] = (int)opening.start.fullmove - 1;
    }
    openings_free(o);
}

static void test_shuffled(void **state) {
    (void)state;
    enum { COUNT = 500 };
    int first[COUNT], again[COUNT], other[COUNT], skipped[COUNT], seen[COUNT] = {0};
    scratch_enter();
    write_many("many.epd", COUNT);
    read_order(1, 0, COUNT, first);
    read_order(1, 0, COUNT, again);
    read_order(2, 0, COUNT, other);
    read_order(1, 7, COUNT, skipped);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, other, sizeof first);
    int in_place = 0;
    for (int i = 0; i < COUNT; i++) {
        seen[first[i]]++;
        in_place += first[i] == i;
        assert_int_equal(skipped[i], first[(i + 7) % COUNT]);
    }
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(seen[i], 1);
    assert_in_range(in_place, 0, 10); /* one is expected */
    /* Of one opening there is one order. */
    write_many("many.epd", 1);
    read_order(9, 0, 3, first);
    assert_int_equal(first[0] + first[1] + first[2], 0);
    scratch_leave();
}

static uint64_t fingerprint(const char *text, OpeningsSpec spec) {
    Openings *o = open_text("print.epd", text, spec, wildebeest());
    const uint64_t print = openings_fingerprint(o);
    openings_free(o);
    return print;
}

static void test_fingerprints(void **state) {
    (void)state;
    static const char a[] = "5k5/11/11/11/11/11/11/11/R10/5K5 w - - 0 1\n"
                            "5k5/11/11/11/11/11/11/11/R10/4K6 w - - 0 1\n";
    static const char b[] = "5k5/11/11/11/11/11/11/11/R10/4K6 w - - 0 1\n"
                            "5k5/11/11/11/11/11/11/11/R10/5K5 w - - 0 1\n";
    const OpeningsSpec plain = {.plies = 0};
    scratch_enter();
    assert_true(fingerprint(a, plain) == fingerprint(a, plain));
    assert_true(fingerprint(a, plain) != fingerprint(b, plain));
    scratch_leave();
}

/* ---- Without castling ---- */

static void test_without_castling(void **state) {
    (void)state;
    const OpeningsSpec spec = {.without_castling = true};
    Opening opening;
    Position end;
    char fen[FEN_SIZE];
    scratch_enter();
    Openings *o = open_text("a.epd", EPD, spec, wildebeest());
    for (uint64_t i = 0; i < 4; i++) {
        get(o, i, &opening);
        assert_int_equal(opening.start.state.castling, 0);
        bridge_expect_sound(&opening.start, "without castling");
    }
    openings_free(o);
    o = open_text("a.pgn", PGN, spec, wildebeest());
    assert_false(openings_from_array(o));
    get(o, 0, &opening);
    assert_false(opening.from_array);
    assert_int_equal(opening.move_count, 3);
    assert_int_equal(opening.start.state.castling, 0);
    openings_free(o);
    /* A line with a castle in it is played to its end first; what it repeated there is forgotten.
     */
    o = open_text("b.pgn",
                  "[SetUp \"1\"]\n[FEN \"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1\"]\n\n"
                  "1. O-O-i1 Kf9 2. Kj1 Kf10 3. Ki1 Kf9 4. Kj1 Kf10 *\n",
                  spec, wildebeest());
    get(o, 0, &opening);
    assert_int_equal(opening.move_count, 0);
    opening_final_position(&opening, &end);
    fen_write(&end, fen);
    assert_non_null(strstr(fen, " w - - "));
    assert_int_equal(end.ply, 0);
    bridge_expect_sound(&end, "after a castle");
    openings_free(o);
    /* The array, too. */
    Message message;
    const OpeningsSpec array = {.kind = OPENINGS_ARRAY, .without_castling = true};
    o = openings_open(&array, wildebeest(), &message);
    assert_non_null(o);
    assert_int_equal(openings_count(o), 1);
    get(o, 0, &opening);
    assert_false(opening.from_array);
    fen_write(&opening.start, fen);
    assert_non_null(strstr(fen, " w - - 0 1"));
    openings_free(o);
    scratch_leave();
}

static void test_array(void **state) {
    (void)state;
    for (int r = 0; r < RULE_SETS; r++) {
        Message message;
        Opening opening;
        const OpeningsSpec spec = {.kind = OPENINGS_ARRAY};
        Openings *o = openings_open(&spec, &RULES[r], &message);
        assert_non_null(o);
        assert_true(openings_from_array(o));
        get(o, 123456789, &opening);
        assert_true(opening.from_array);
        assert_int_equal(opening.move_count, 0);
        assert_ptr_equal(opening.start.rules, &RULES[r]);
        openings_free(o);
    }
}

/* ---- Random ones ---- */

enum { RANDOM_COUNT = 12, RANDOM_THREADS = 3 };

typedef struct {
    const Openings *openings;
    int first;                   /* begins with this one … */
    int step;                    /* … and goes on by so many */
    Opening found[RANDOM_COUNT]; /* by index */
    bool failed;
} Asker;

static Engine *new_judge(void) {
    Message message;
    Engine *engine = engine_new(&message);
    if (engine != NULL && !engine_set_hash(engine, 1, &message)) {
        engine_free(engine);
        return NULL;
    }
    return engine;
}

static void *ask(void *argument) {
    Asker *a = argument;
    Message message;
    Engine *judge = new_judge();
    a->failed = judge == NULL;
    for (int i = 0; i < RANDOM_COUNT && !a->failed; i++) {
        const int index = (a->first + i * a->step) % RANDOM_COUNT;
        a->failed = !openings_get(a->openings, (uint64_t)index, judge, &a->found[index], &message);
    }
    engine_free(judge);
    return NULL;
}

static void test_random(void **state) {
    (void)state;
    static const int steps[RANDOM_THREADS] = {1, 5, 7};
    const OpeningsSpec spec = {
        .kind = OPENINGS_RANDOM, .seed = 5, .plies = 7, .window = 60, .nodes = 300};
    Message message;
    Openings *o = openings_open(&spec, wildebeest(), &message);
    Asker *askers = calloc(RANDOM_THREADS, sizeof *askers);
    pthread_t threads[RANDOM_THREADS];
    assert_non_null(o);
    assert_non_null(askers);
    assert_int_equal(openings_count(o), 0);
    assert_true(openings_from_array(o));
    for (int t = 0; t < RANDOM_THREADS; t++) {
        askers[t].openings = o;
        askers[t].first = 4 * t;
        askers[t].step = steps[t];
        assert_int_equal(pthread_create(&threads[t], NULL, ask, &askers[t]), 0);
    }
    for (int t = 0; t < RANDOM_THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
        assert_false(askers[t].failed);
    }
    int alike = 0;
    for (int i = 0; i < RANDOM_COUNT; i++) {
        const Opening *opening = &askers[0].found[i];
        Position end;
        assert_int_equal(opening->move_count, 7);
        opening_final_position(opening, &end);
        bridge_expect_sound(&end, "after a random opening");
        for (int t = 1; t < RANDOM_THREADS; t++)
            expect_same(opening, &askers[t].found[i]);
        for (int j = 0; j < i; j++) {
            char one[8192], other[8192];
            alike += strcmp(describe(opening, one, sizeof one),
                            describe(&askers[0].found[j], other, sizeof other)) == 0;
        }
    }
    assert_int_equal(alike, 0);
    openings_free(o);
    free(askers);
}

static void test_random_of_other_seeds(void **state) {
    (void)state;
    Opening one, other;
    Message message;
    OpeningsSpec spec = {
        .kind = OPENINGS_RANDOM, .seed = 5, .plies = 6, .window = 32000, .nodes = 1};
    Engine *judge = new_judge();
    assert_non_null(judge);
    Openings *a = openings_open(&spec, wildebeest(), &message);
    spec.seed = 6;
    Openings *b = openings_open(&spec, wildebeest(), &message);
    assert_true(openings_get(a, 0, judge, &one, &message));
    assert_true(openings_get(b, 0, judge, &other, &message));
    char text[2][8192];
    assert_string_not_equal(describe(&one, text[0], sizeof text[0]),
                            describe(&other, text[1], sizeof text[1]));
    openings_free(a);
    openings_free(b);
    /* Without castling, by the other rules, and without any moves. */
    spec.without_castling = true;
    a = openings_open(&spec, wildebeest(), &message);
    assert_false(openings_from_array(a));
    for (uint64_t i = 0; i < 5; i++) {
        assert_true(openings_get(a, i, judge, &one, &message));
        assert_int_equal(one.start.state.castling, 0);
        assert_int_equal(one.move_count, 6);
    }
    openings_free(a);
    spec.without_castling = false;
    spec.plies = 0;
    a = openings_open(&spec, &RULES[1], &message);
    assert_true(openings_get(a, 3, judge, &one, &message));
    assert_int_equal(one.move_count, 0);
    openings_free(a);
    /* A window that nothing fits: some line comes out all the same. */
    spec.plies = 4;
    spec.window = 0;
    a = openings_open(&spec, wildebeest(), &message);
    assert_true(openings_get(a, 0, judge, &one, &message));
    assert_int_equal(one.move_count, 4);
    openings_free(a);
    engine_free(judge);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_of_a_file),
        cmocka_unit_test(test_games_of_a_file),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_shuffled),
        cmocka_unit_test(test_fingerprints),
        cmocka_unit_test(test_without_castling),
        cmocka_unit_test(test_array),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_random_of_other_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
