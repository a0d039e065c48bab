/*
 * What an analysis is made of: lines of EPD as test positions, the lines of a search gathered by
 * depth, results as EPD and as annotated PGN.
 */
#include "tests/support/suite.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/analysis/epd_result.h"
#include "engine/epd.h"
#include "engine/report/annotate.h"
#include "engine/report/text_report.h"
#include "tests/support/engines.h"
#include "tests/support/reviewed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka -"

static void read_test(TestPosition *test, const char *line) {
    Message message = {""};
    if (!test_position_read(test, line, 7, &RULES[0], &message))
        fail_msg("'%s': %s", line, message.text);
}

static Move move_of(const Position *pos, const char *text) {
    Move move;
    Message message;
    if (!san_parse(pos, text, &move, &message))
        fail_msg("%s", message.text);
    return move;
}

/* ---- EPD lines ---- */

static void test_line_is_read(void **state) {
    (void)state;
    TestPosition test;
    Position pos;
    char fen[FEN_SIZE];
    read_test(&test, ARRAY " id \"a; b\"; bm d3 Ni3; am e4; dm 4; max_depth 6; max_time 1.5;"
                           " hmvc 12; fmvn 30;");
    assert_string_equal(test.id, "a; b");
    assert_int_equal(test.best_count, 2);
    assert_int_equal(test.avoid_count, 1);
    assert_int_equal(test.mate, 4);
    assert_true(test.has_limits);
    assert_int_equal(test.depth, 6);
    assert_int_equal(test.nodes, 0);
    assert_int_equal(test.time_ms, 1500);
    test_position_place(&test, &pos);
    fen_write(&pos, fen);
    assert_string_equal(fen, ARRAY " 12 30");
    assert_true(test.best[1] == move_of(&pos, "Ni3"));
    test_position_free(&test);
}

static void test_rule_set_of_a_line(void **state) {
    (void)state;
    TestPosition test;
    read_test(&test, "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - "
                     "variant \"standard-wildebeest\"; bm e4;");
    assert_string_equal(test.rules->name, "standard-wildebeest");
    assert_false(test.has_limits);
    test_position_free(&test);
}

static void test_wrong_lines(void **state) {
    (void)state;
    static const struct {
        const char *operations, *says;
    } wrong[] = {{" bm Kk10;", "bm: "},
                 {" bm;", "bm: no move is named"},
                 {" am xyz;", "am: "},
                 {" dm 0;", "dm: 0"},
                 {" max_depth 300;", "max_depth: 300"},
                 {" max_nodes -1;", "max_nodes: -1"},
                 {" max_time soon;", "max_time: 'soon'"},
                 {" hmvc x;", "hmvc"},
                 {" variant \"chess\";", "chess"},
                 {" bm d3", "'bm d3' is no operation"},
                 {" ;", "is no operation"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[256];
        TestPosition test;
        Message message = {""};
        snprintf(line, sizeof line, "%s%s", ARRAY, wrong[i].operations);
        assert_false(test_position_read(&test, line, 1, &RULES[0], &message));
        if (strstr(message.text, wrong[i].says) == NULL)
            fail_msg("'%s': '%s'", wrong[i].operations, message.text);
    }
}

/* ---- Judging ---- */

static SearchReport report_of(int multipv, int depth, Move move, Score score) {
    return (SearchReport){.depth = depth,
                          .selective_depth = depth + 2,
                          .multipv = multipv,
                          .score = score,
                          .bound = BOUND_EXACT,
                          .nodes = (uint64_t)depth * 100,
                          .time_ms = depth,
                          .pv_length = 1,
                          .pv = {move}};
}

static void test_right_moves_are_followed(void **state) {
    (void)state;
    TestPosition test;
    Position pos;
    Solution solution = {.solved = false};
    read_test(&test, ARRAY " bm d3;");
    test_position_place(&test, &pos);
    const Move right = move_of(&pos, "d3"), wrong = move_of(&pos, "e4");
    const Move seen[] = {wrong, right, wrong, right, right};
    for (int depth = 1; depth <= 5; depth++) {
        const SearchReport r = report_of(1, depth, seen[depth - 1], 10);
        const SearchReport other = report_of(2, depth, right, 5);
        test_position_follow(&test, &r, &solution);
        test_position_follow(&test, &other, &solution); /* a second line says nothing */
    }
    SearchResult result = {.best = right, .depth = 5, .nodes = 999};
    test_position_settle(&test, &result, &solution);
    assert_true(solution.solved);
    assert_int_equal(solution.depth, 4);
    assert_int_equal(solution.nodes, 400);
    /* Changed its mind in the end. */
    result.best = wrong;
    test_position_settle(&test, &result, &solution);
    assert_false(solution.solved);
    test_position_free(&test);
}

static void test_what_is_right(void **state) {
    (void)state;
    TestPosition test;
    Position pos;
    read_test(&test, ARRAY " am d3 e4; dm 3;");
    test_position_place(&test, &pos);
    const Move bad = move_of(&pos, "e4"), good = move_of(&pos, "Ni3");
    assert_false(test_position_judge(&test, bad, score_mate_in(3)));
    assert_true(test_position_judge(&test, good, score_mate_in(5)));
    assert_false(test_position_judge(&test, good, score_mate_in(7)));
    assert_false(test_position_judge(&test, good, 500));
    assert_false(test_position_judge(&test, good, score_mated_in(4)));
    test_position_free(&test);
    read_test(&test, ARRAY " id \"nothing\";");
    assert_false(test_position_is_test(&test));
    test_position_free(&test);
}

/* ---- Gathering lines ---- */

static void test_depths_are_complete(void **state) {
    (void)state;
    Position pos;
    LineCollector lines;
    AnalysedPosition found;
    const SearchLimits limits = {.depth = 0};
    position_set_start(&pos, &RULES[0]);
    const Move a = move_of(&pos, "d3"), b = move_of(&pos, "e4"), c = move_of(&pos, "Ni3");
    assert_true(line_collector_init(&lines, &pos, &limits, 2));
    const SearchReport told[] = {report_of(1, 1, a, 10), report_of(2, 1, b, 5),
                                 report_of(1, 2, b, 20), report_of(2, 2, a, 15)};
    assert_false(line_collector_take(&lines, &told[0]));
    assert_true(line_collector_take(&lines, &told[1]));
    assert_false(line_collector_take(&lines, &told[2]));
    assert_true(line_collector_take(&lines, &told[3]));
    /* A bound does not complete a depth; an iteration that is cut short has a say all the same. */
    SearchReport bound = report_of(1, 3, a, 90);
    bound.bound = BOUND_UPPER;
    assert_false(line_collector_take(&lines, &bound));
    const SearchReport better = report_of(1, 3, c, 40);
    assert_false(line_collector_take(&lines, &better));
    assert_true(line_collector_depth(&lines, &found));
    assert_int_equal(found.depth, 2);
    assert_int_equal(found.line_count, 2);
    assert_true(found.lines[0].moves[0] == b);
    analysed_position_clear(&found);
    const SearchResult result = {.best = c, .score = 40, .depth = 2, .nodes = 250};
    assert_true(line_collector_finish(&lines, &result, &found));
    assert_int_equal(found.line_count, 2);
    assert_true(found.lines[0].moves[0] == c && found.lines[1].moves[0] == b);
    analysed_position_clear(&found);
    line_collector_free(&lines);
}

static void test_fewer_moves_than_lines(void **state) {
    (void)state;
    Position pos;
    LineCollector lines;
    position_set_start(&pos, &RULES[0]);
    SearchLimits limits = {.root_move_count = 2};
    limits.root_moves[0] = limits.root_moves[1] = move_of(&pos, "d3");
    assert_true(line_collector_init(&lines, &pos, &limits, 3));
    assert_int_equal(lines.wanted, 1);
    const SearchReport only = report_of(1, 1, limits.root_moves[0], 1);
    assert_true(line_collector_take(&lines, &only));
    line_collector_free(&lines);
}

/* ---- EPD out ---- */

static char *epd_of(const TestPosition *test, const AnalysedPosition *found) {
    char *text = NULL;
    size_t size = 0;
    Position pos;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    test_position_place(test, &pos);
    epd_result_write(out, &pos, test, found);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void test_results_as_epd(void **state) {
    (void)state;
    TestPosition test, again;
    Position pos;
    AnalysedPosition found = {.depth = 9, .nodes = 1234};
    read_test(&test, ARRAY " c0 \"x; y\"; ce 5; acd 1; pv e4;  noop ;");
    test_position_place(&test, &pos);
    const Move line[] = {move_of(&pos, "d3")};
    char *text = epd_of(&test, &found);
    assert_string_equal(text,
                        ARRAY " hmvc 0; fmvn 1; variant \"wildebeest\"; c0 \"x; y\"; noop ;\n");
    free(text);
    assert_true(analysed_position_add(&found, score_mate_in(5), line, 1));
    text = epd_of(&test, &found);
    assert_string_equal(text, ARRAY " hmvc 0; fmvn 1; variant \"wildebeest\"; c0 \"x; y\"; noop ;"
                                    " bm d3; acd 9; acn 1234; ce 32762; pv d3;\n");
    /* It is read again, and is a test then. */
    text[strlen(text) - 1] = '\0';
    read_test(&again, text);
    assert_true(again.best_count == 1 && again.best[0] == line[0]);
    free(text);
    test_position_free(&again);
    test_position_free(&test);
    analysed_position_clear(&found);
}

/* ---- Annotated games ---- */

static char *pgn_of(const PgnGame *game) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_true(pgn_write(out, game));
    assert_int_equal(fclose(out), 0);
    return text;
}

static void expect_text(const char *text, const char *wanted) {
    if (strstr(text, wanted) == NULL)
        fail_msg("'%s' is not in: %s", wanted, text);
}

/* The moves' text has line ends where there is room for them. */
static char *on_one_line(char *text) {
    for (char *c = text; *c != '\0'; c++)
        *c = *c == '\n' ? ' ' : *c;
    return text;
}

static void test_annotations(void **state) {
    (void)state;
    PgnGame game;
    GameReview review;
    Position pos;
    Undo undo;
    pgn_game_init(&game, &RULES[0]);
    pos = game.start;
    const Move e4 = move_of(&pos, "e4"), d3 = move_of(&pos, "d3");
    position_make(&pos, e4, &undo);
    const Move e7 = move_of(&pos, "e7");
    PgnMove *first = pgn_add_move(&game.line, e4);
    assert_non_null(first);
    assert_true(pgn_set_comment(first, "bold"));
    assert_non_null(pgn_add_move(&game.line, e7));
    reviewed_init(&review, &game);
    /* White throws the game away; Black answers with the best move. */
    reviewed_set(&review, 0, 30, 8, &d3, 1);
    reviewed_set(&review, 1, 900, 7, &e7, 1);
    reviewed_set(&review, 2, score_mated_in(6), 6, &e7, 0);
    assert_true(annotate_game(&game, &review, "Somebody"));
    char *text = on_one_line(pgn_of(&game));
    expect_text(text, "[Annotator \"Somebody\"]");
    expect_text(text, "1. e4 $4 {bold [%eval -9.00,7] Blunder. d3 was best.} "
                      "(1. d3 {[%eval 0.30,8]}) 1... e7 {[%eval #-3,6]} *");
    free(text);
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_true(text_report_write(out, &review));
    assert_int_equal(fclose(out), 0);
    expect_text(text, "White – Black, 2 half-moves");
    expect_text(text, "1. e4              -9.00     7  ??");
    expect_text(text, "White: 0 inaccuracies, 0 mistakes, 1 blunder;");
    expect_text(text, "Black: 0 inaccuracies, 0 mistakes, 0 blunders");
    free(text);
    reviewed_free(&review);
    pgn_game_clear(&game);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line_is_read),
        cmocka_unit_test(test_rule_set_of_a_line),
        cmocka_unit_test(test_wrong_lines),
        cmocka_unit_test(test_right_moves_are_followed),
        cmocka_unit_test(test_what_is_right),
        cmocka_unit_test(test_depths_are_complete),
        cmocka_unit_test(test_fewer_moves_than_lines),
        cmocka_unit_test(test_results_as_epd),
        cmocka_unit_test(test_annotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
