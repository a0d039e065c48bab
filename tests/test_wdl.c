/*
 * What scores mean: chances that are chances, for both rule sets, all material and all scores, and
 * how UCI shows them.
 */
#include "tests/support/suite.h"

#include "bitboard/fen.h"
#include "engine/protocol/uci_info.h"
#include "engine/search/wdl.h"
#include "tests/support/long_report.h"

#include <string.h>

static void expect_chances(const WinDrawLoss *c, Score score) {
    if (c->win < 0 || c->draw < 0 || c->loss < 0 || c->win + c->draw + c->loss != 1000)
        fail_msg("score %d: %d %d %d", score, c->win, c->draw, c->loss);
}

static void expect_the_opposite(const WinDrawLoss *a, const WinDrawLoss *b, Score score) {
    if (a->win != b->loss || a->draw != b->draw || a->loss != b->win)
        fail_msg("scores %d and %d: %d %d %d and %d %d %d", score, -score, a->win, a->draw, a->loss,
                 b->win, b->draw, b->loss);
}

/* All scores from mated to mate in steps that become wider with the distance from 0. */
static Score next_score(Score score) {
    const int distance = score < 0 ? -score : score;
    const int step = distance < 1200 ? 1 : 1 + distance / 100;
    return score + step <= SCORE_MATE ? score + step
           : score < SCORE_MATE       ? SCORE_MATE
                                      : SCORE_INFINITE;
}

static void expect_sense(const WdlCurves *curves) {
    WinDrawLoss before = wdl_of_curves(curves, -SCORE_MATE);
    for (Score s = -SCORE_MATE; s <= SCORE_MATE; s = next_score(s)) {
        const WinDrawLoss now = wdl_of_curves(curves, s), opposite = wdl_of_curves(curves, -s);
        expect_chances(&now, s);
        expect_the_opposite(&now, &opposite, s);
        if (now.win < before.win || now.loss > before.loss)
            fail_msg("score %d, centre %g, width %g: %d %d %d after %d %d %d", s, curves->centre,
                     curves->width, now.win, now.draw, now.loss, before.win, before.draw,
                     before.loss);
        before = now;
    }
    const WinDrawLoss even = wdl_of_curves(curves, 0), won = wdl_of_curves(curves, SCORE_MATE - 3),
                      lost = wdl_of_curves(curves, 3 - SCORE_MATE);
    assert_int_equal(even.win, even.loss);
    assert_int_equal(won.win, 1000);
    assert_int_equal(lost.loss, 1000);
}

static void test_models_in_force(void **state) {
    (void)state;
    const int step = test_amount(10, 1);
    for (int rules = 0; rules < RULE_SETS; rules++)
        for (int material = 0; material <= WDL_MATERIAL; material += step) {
            const WdlCurves c = wdl_curves(&WDL_MODELS[rules], material);
            assert_true(c.centre >= 0 && c.width >= 1);
            expect_sense(&c);
            /* The centre wins every other game. */
            const WinDrawLoss half = wdl_of_curves(&c, (Score)(c.centre + 0.5));
            assert_in_range(half.win, 495, 505);
        }
}

/* Curves as no fit makes them, and models that go wild. */
static void test_any_curves(void **state) {
    (void)state;
    static const WdlCurves EXTREMES[] = {{0, 1},      {0, 140}, {0.2, 1},   {0.4, 900}, {3000, 1},
                                         {31000, 50}, {7, 1e9}, {1e9, 1e9}, {12.5, 3.7}};
    static const WdlModel WILD = {.centre = {500, -3000, 1500, 400}, .width = {-90, 10, 400, -300}};
    for (size_t i = 0; i < sizeof EXTREMES / sizeof EXTREMES[0]; i++)
        expect_sense(&EXTREMES[i]);
    for (int material = 0; material <= WDL_MATERIAL; material += 5) {
        const WdlCurves c = wdl_curves(&WILD, material);
        assert_true(c.centre >= 0 && c.width >= 1);
        expect_sense(&c);
    }
}

static void test_polynomials(void **state) {
    (void)state;
    const WdlModel model = {.centre = {1, 20, 300, 4000}, .width = {5, 6, 7, 8}};
    const WdlCurves none = wdl_curves(&model, 0), quarter = wdl_curves(&model, WDL_MATERIAL / 4),
                    all = wdl_curves(&model, WDL_MATERIAL);
    assert_true(none.centre == 1 && none.width == 5);
    assert_true(quarter.centre == 1 + 10 + 75 + 500 && quarter.width == 5 + 3 + 1.75 + 1);
    assert_true(all.centre == 4321 && all.width == 26);
}

/* ---- Positions ---- */

static int material_of(const char *fen) {
    Position pos;
    Message message;
    if (!fen_parse_position(fen, &RULES[0], &pos, &message))
        fail_msg("%s", message.text);
    return wdl_material(&pos);
}

static void test_material(void **state) {
    (void)state;
    for (int rules = 0; rules < RULE_SETS; rules++)
        assert_int_equal(material_of(RULES[rules].start_fen), WDL_MATERIAL);
    assert_int_equal(material_of("k10/11/11/11/11/11/11/11/11/10K w - - 0 1"), 0);
    assert_int_equal(material_of("k10/p10/11/11/11/11/11/11/11/5Q4K w - - 0 1"), 3 + 4);
    assert_int_equal(material_of("k10/1wnb7/11/11/11/11/11/11/1PRC7/10K w - - 0 1"), 5 + 3 + 2 + 1);
    /* As many queens as a FEN may hold, and more than the arrays' material. */
    assert_int_equal(
        material_of(
            "k10/qqqqqqqqqqq/qqqqqqqqqq1/11/11/11/11/QQQQQQQQQQ1/QQQQQQQQQQQ/10K w - - 0 1"),
        WDL_MATERIAL);
}

/* Whatever board, whoever moves: chances. */
static void test_positions(void **state) {
    (void)state;
    const int tries = test_amount(3000, 50000);
    Sampler sampler;
    sampler_open(&sampler, 91);
    for (int i = 0; i < tries; i++) {
        SlowBoard board;
        Position pos;
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        const Score score = random_below(&sampler.random, 8001) - 4000;
        const WinDrawLoss now = wdl_of_score(&pos, score), opposite = wdl_of_score(&pos, -score);
        expect_chances(&now, score);
        expect_the_opposite(&now, &opposite, score);
        pos.side ^= 1;
        const WinDrawLoss other = wdl_of_score(&pos, score);
        assert_memory_equal(&other, &now, sizeof now);
    }
    sampler_close(&sampler);
}

/* An advantage that wins with all men on the board is a draw more often in an ending, and a pawn
 * does not win like a queen: what the fit is to have found in games of any engine. */
static void test_what_games_say(void **state) {
    (void)state;
    for (int rules = 0; rules < RULE_SETS; rules++) {
        const WdlModel *model = &WDL_MODELS[rules];
        const WdlCurves few = wdl_curves(model, 6), all = wdl_curves(model, WDL_MATERIAL);
        const WinDrawLoss ending = wdl_of_curves(&few, 150), opening = wdl_of_curves(&all, 150),
                          queen = wdl_of_curves(&all, 1300);
        assert_true(ending.draw > opening.draw && ending.loss < opening.loss);
        assert_true(queen.win > 900 && queen.win > opening.win && opening.win > opening.loss);
    }
}

/* ---- As UCI shows them ---- */

static void test_uci_shows_the_root(void **state) {
    (void)state;
    char text[UCI_SCORE_SIZE], wanted[UCI_SCORE_SIZE], line[UCI_INFO_SIZE];
    Position start, ending;
    Message message;
    position_set_start(&start, &RULES[0]);
    assert_true(fen_parse_position("k10/p10/11/11/11/11/11/11/11/5R4K w - - 0 1", &RULES[1],
                                   &ending, &message));
    const Position *const positions[] = {&start, &ending};
    for (int i = 0; i < 2; i++) {
        const WinDrawLoss c = wdl_of_score(positions[i], 150);
        snprintf(wanted, sizeof wanted, "cp 150 wdl %d %d %d", c.win, c.draw, c.loss);
        assert_string_equal(uci_score_write(150, positions[i], text), wanted);
    }
    assert_string_equal(uci_score_write(150, NULL, text), "cp 150");
    assert_string_equal(uci_score_write(score_mate_in(5), &ending, text), "mate 3 wdl 1000 0 0");
    assert_string_equal(uci_score_write(-SCORE_MATE, &start, text), "mate 0 wdl 0 0 1000");
    /* The longest there is. */
    assert_true(strlen(uci_score_write(-SCORE_MAX_EVAL, &ending, text)) + 1 < UCI_SCORE_SIZE);

    const SearchReport report = long_report(&start);
    uci_score_write(report.score, &start, wanted);
    assert_non_null(strstr(uci_info_report(&report, &start, line), wanted));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models_in_force),    cmocka_unit_test(test_any_curves),
        cmocka_unit_test(test_polynomials),        cmocka_unit_test(test_material),
        cmocka_unit_test(test_positions),          cmocka_unit_test(test_what_games_say),
        cmocka_unit_test(test_uci_shows_the_root),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
