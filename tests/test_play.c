/*
 * Games against a person: times and clocks as text, moves taken back and played again, ends, PGN.
 */
#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/draw_offer.h"
#include "engine/play/play_game.h"
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

/* ---- Times ---- */

static void test_times_are_read(void **state) {
    PlayTime time;
    Message message;
    char text[PLAY_TIME_SIZE];
    (void)state;
    assert_true(play_time_read("5+3", &time, &message));
    assert_true(time.has_clock);
    assert_int_equal(time.base_ms, 300000);
    assert_int_equal(time.increment_ms, 3000);
    assert_string_equal(play_time_write_tag(&time, text), "300+3");
    assert_true(play_time_read("0.5+0", &time, &message));
    assert_int_equal(time.base_ms, 30000);
    assert_int_equal(time.increment_ms, 0);
    assert_true(play_time_read("2.5", &time, &message));
    assert_false(time.has_clock);
    assert_int_equal(time.move_time_ms, 2500);
    assert_string_equal(play_time_write_tag(&time, text), "-");
    assert_true(play_time_read("none", &time, &message));
    assert_false(time.has_clock);
    assert_int_equal(time.move_time_ms, 0);
}

static void test_bad_times_are_refused(void **state) {
    static const char *const bad[] = {"",     "+",   "5+",  "+3",   "x",    "5+3+1", "5 + 3",
                                      "-5+3", "0+3", "0",   "-1",   "nan",  "inf+1", "1e99+1",
                                      "5:00", "1/2", "5+x", "5+-1", "0.0+0"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        PlayTime time;
        Message message = {""};
        if (play_time_read(bad[i], &time, &message))
            fail_msg("'%s' was read", bad[i]);
        assert_true(message.text[0] != '\0');
    }
}

static void test_tags_and_comments_are_read(void **state) {
    PlayTime time;
    (void)state;
    assert_true(play_time_read_tag("300+3", &time));
    assert_int_equal(time.base_ms, 300000);
    assert_int_equal(time.increment_ms, 3000);
    assert_true(play_time_read_tag("60", &time));
    assert_int_equal(time.increment_ms, 0);
    static const char *const none[] = {"-", "", "?", "40/60", "300+", "300+3x", "-5", "1e300"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        if (play_time_read_tag(none[i], &time))
            fail_msg("'%s' was read", none[i]);
    assert_int_equal(clock_read_comment("[%clk 0:04:57.3]"), 297300);
    assert_int_equal(clock_read_comment("well played [%clk 1:00:00] indeed"), 3600000);
    static const char *const no_clock[] = {"",
                                           "[%clk ]",
                                           "[%clk 1:2]",
                                           "[%clk 1:2:3",
                                           "[%clk -1:00:00]",
                                           "clk 0:00:01",
                                           "[%clk 9e9:0:0]"};
    for (size_t i = 0; i < sizeof no_clock / sizeof no_clock[0]; i++)
        assert_int_equal(clock_read_comment(no_clock[i]), -1);
    assert_int_equal(clock_read_comment(NULL), -1);
}

static void test_clocks_are_written(void **state) {
    static const struct {
        int64_t ms;
        const char *text, *exact;
    } cases[] = {{0, "0:00.0", "0:00:00.0"},        {-500, "0:00.0", "0:00:00.0"},
                 {9340, "0:09.3", "0:00:09.3"},     {19999, "0:19.9", "0:00:19.9"},
                 {20000, "0:20", "0:00:20.0"},      {297300, "4:57", "0:04:57.3"},
                 {3600000, "1:00:00", "1:00:00.0"}, {3897050, "1:04:57", "1:04:57.0"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[CLOCK_TEXT_SIZE], comment[CLOCK_TEXT_SIZE + 8];
        assert_string_equal(clock_write(cases[i].ms, text), cases[i].text);
        assert_string_equal(clock_write_exact(cases[i].ms, text), cases[i].exact);
        snprintf(comment, sizeof comment, "[%%clk %s]", text);
        const int64_t ms = cases[i].ms > 0 ? cases[i].ms : 0;
        assert_int_equal(clock_read_comment(comment), ms / 100 * 100);
    }
}

/* ---- Games ---- */

static void begin(PlayGame *game, const RuleSet *rules, const char *fen, const char *time) {
    Position start;
    PlayTime read;
    Message message;
    if (fen == NULL)
        position_set_start(&start, rules);
    else
        assert_true(fen_parse(fen, rules, &start, NULL, &message));
    assert_true(play_time_read(time, &read, &message));
    memset(game, 0, sizeof *game);
    play_game_begin(game, &start, &read);
}

static void play(PlayGame *game, const char *san, int64_t left_ms) {
    Move move;
    Message message;
    if (!san_parse(&game->pos, san, &move, &message))
        fail_msg("%s", message.text);
    assert_true(play_game_play(game, move, left_ms));
}

static void test_moves_come_back(void **state) {
    PlayGame game;
    char fen[FEN_SIZE], then[FEN_SIZE];
    (void)state;
    begin(&game, &RULES[0], NULL, "5+3");
    play(&game, "e4", 301000);
    play(&game, "e7", 302000);
    play(&game, "Nc3", 290000);
    fen_write(&game.pos, fen);
    assert_int_equal(play_game_left_ms(&game, WHITE), 290000);
    assert_int_equal(play_game_left_ms(&game, BLACK), 302000);
    play_game_back(&game, 2);
    assert_int_equal(game.count, 1);
    assert_int_equal(play_game_left_ms(&game, WHITE), 301000);
    assert_int_equal(play_game_left_ms(&game, BLACK), 300000);
    play_game_again(&game, 1);
    assert_int_equal(game.undone, 1);
    play_game_again(&game, 5); /* there is but one */
    fen_write(&game.pos, then);
    assert_string_equal(fen, then);
    /* The same move keeps what comes after it; another one does not. */
    play_game_back(&game, 3);
    play(&game, "e4", 301000);
    assert_int_equal(game.undone, 2);
    play(&game, "d7", 299000);
    assert_int_equal(game.undone, 0);
    play_game_back(&game, 99);
    assert_int_equal(game.count, 0);
    assert_true(play_game_last(&game) == MOVE_NONE);
    play_game_free(&game);
}

static void test_games_end(void **state) {
    static const struct {
        int rules;
        const char *fen, *move, *result, *words;
    } cases[] = {
        {0, "5k5/11/5K5/11/11/11/11/11/11/R10 w - - 0 1", "Ra10", "1-0", "Checkmate: White wins"},
        {1, "5k5/11/5K5/11/11/11/11/11/11/R10 w - - 0 1", "Ra10", "1-0", "Checkmate: White wins"},
        {0, "k10/11/1K9/11/11/11/11/11/11/2Q8 w - - 0 1", "Qc9", "1-0", "in wildebeest, loses"},
        {1, "k10/11/1K9/11/11/11/11/11/11/2Q8 w - - 0 1", "Qc9", "1/2-1/2",
         "no legal move. A draw"},
        {0, "k10/11/11/11/11/11/11/11/4r6/4K6 w - - 0 1", "Kxe2", "1/2-1/2", "Nobody can win"},
        {0, "10k/11/11/11/11/11/11/11/R10/4K6 w - - 99 90", "Ra1", "1/2-1/2", "Fifty moves"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        PlayGame game;
        char text[PLAY_END_SIZE];
        begin(&game, &RULES[cases[i].rules], cases[i].fen, "none");
        assert_string_equal(play_game_result(&game), "*");
        play(&game, cases[i].move, 0);
        assert_int_equal(game.end, PLAY_ENDED_BY_RULE);
        assert_string_equal(play_game_result(&game), cases[i].result);
        if (strstr(play_game_end_write(&game, text), cases[i].words) == NULL)
            fail_msg("'%s' does not say '%s'", text, cases[i].words);
        /* What the rules have decided nobody can give up. */
        play_game_end(&game, PLAY_RESIGNED, WHITE);
        assert_string_equal(play_game_result(&game), cases[i].result);
        play_game_back(&game, 1);
        assert_int_equal(game.end, PLAY_GOES_ON);
        play_game_end(&game, PLAY_TIME_IS_UP, WHITE);
        assert_string_equal(play_game_result(&game), "0-1");
        play_game_end(&game, PLAY_RESIGNED, BLACK);
        assert_string_equal(play_game_result(&game), "1-0");
        play_game_end(&game, PLAY_DRAW_AGREED, WHITE);
        assert_string_equal(play_game_result(&game), "1/2-1/2");
        play_game_free(&game);
    }
}

static void test_games_go_through_pgn(void **state) {
    const PlayTags tags = {.white = "A", .black = "Brindle", .date = "2026.11.30", .level = 3};
    PlayGame game, read = {.count = 0};
    PgnGame pgn;
    (void)state;
    begin(&game, &RULES[1], "5k5/11/5K5/11/11/11/11/11/11/R10 w - - 0 1", "1+2");
    play(&game, "Ra5", 61000);
    play(&game, "Ke10", 58500);
    pgn_game_init(&pgn, &RULES[0]);
    assert_true(play_game_to_pgn(&game, &tags, &pgn));
    assert_string_equal(pgn.result, "*");
    assert_string_equal(pgn_tag(&pgn, "BrindleLevel"), "3");
    assert_string_equal(pgn_tag(&pgn, "TimeControl"), "60+2");
    assert_true(play_game_from_pgn(&pgn, &read));
    assert_ptr_equal(read.pos.rules, &RULES[1]);
    assert_true(read.pos.state.key == game.pos.state.key);
    assert_int_equal(read.count, 2);
    assert_int_equal(play_game_left_ms(&read, WHITE), 61000);
    assert_int_equal(play_game_left_ms(&read, BLACK), 58500);
    assert_true(read.time.has_clock);
    pgn_game_clear(&pgn);
    play_game_free(&game);
    play_game_free(&read);
}

static void test_draws_are_taken_when_it_is_worse(void **state) {
    (void)state;
    assert_false(draw_offer_is_welcome(SCORE_NONE, 100));
    assert_true(draw_offer_is_welcome(-150, 0));
    assert_false(draw_offer_is_welcome(-149, 0));
    assert_true(draw_offer_is_welcome(0, 31));
    assert_false(draw_offer_is_welcome(0, 30));
    assert_false(draw_offer_is_welcome(1, 100));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times_are_read),
        cmocka_unit_test(test_bad_times_are_refused),
        cmocka_unit_test(test_tags_and_comments_are_read),
        cmocka_unit_test(test_clocks_are_written),
        cmocka_unit_test(test_moves_come_back),
        cmocka_unit_test(test_games_end),
        cmocka_unit_test(test_games_go_through_pgn),
        cmocka_unit_test(test_draws_are_taken_when_it_is_worse),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
