/*
 * Games as records: when they are adjudicated, how they travel as JSON and stand in PGN, and how
 * they are counted.
 */
#include "tests/support/suite.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "bitboard/random.h"
#include "engine/match/adjudication.h"
#include "engine/match/record.h"
#include "engine/match/standings.h"
#include "engine/pgn/pgn.h"
#include "engine/players/clean_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Adjudication ---- */

/* Scores of White and Black in turn ("-" for none); the number of the half-move that ends it. */
static void test_adjudication(void **state) {
    (void)state;
    static const struct {
        AdjudicationRules rules;
        int first_move;
        const char *scores;
        int ends_at; /* half-move, from 1; 0: never */
        Adjudication verdict;
        Color loser;
    } cases[] = {
        {{.draw_move_number = 0}, 1, "0 0 0 0 9999 -9999 9999 -9999", 0, ADJUDICATE_NOT, WHITE},
        {{0, 2, 10, 0, 0, false, 0}, 1, "10 -10 5 0 0", 4, ADJUDICATE_DRAW, WHITE},
        {{0, 2, 10, 0, 0, false, 0}, 1, "10 -11 5 0 0 0", 6, ADJUDICATE_DRAW, WHITE},
        {{0, 2, 10, 0, 0, false, 0}, 1, "10 - 5 0 0 0", 6, ADJUDICATE_DRAW, WHITE},
        {{0, 2, 10, 0, 0, false, 0}, 1, "0 11 0 0 0 -11 0 0 0 0", 10, ADJUDICATE_DRAW, WHITE},
        {{3, 1, 0, 0, 0, false, 0}, 1, "0 0 0 0 0 0", 5, ADJUDICATE_DRAW, WHITE},
        {{40, 1, 0, 0, 0, false, 0}, 40, "1 0 0", 3, ADJUDICATE_DRAW, WHITE},
        {{0, 0, 0, 2, 500, false, 0}, 1, "-500 0 -501 0", 3, ADJUDICATE_RESIGNATION, WHITE},
        {{0, 0, 0, 2, 500, false, 0},
         1,
         "0 -500 0 -499 0 -600 0 -600",
         8,
         ADJUDICATE_RESIGNATION,
         BLACK},
        {{0, 0, 0, 2, 500, false, 0}, 1, "-900 0 - 0 -900 0 - 0", 0, ADJUDICATE_NOT, WHITE},
        {{0, 0, 0, 2, 500, false, 0}, 1, "900 0 900 0 900 0", 0, ADJUDICATE_NOT, WHITE},
        {{0, 0, 0, 2, 500, true, 0}, 1, "-900 0 -900 0 -900 0", 0, ADJUDICATE_NOT, WHITE},
        {{0, 0, 0, 2, 500, true, 0},
         1,
         "-900 0 -900 500 -900 500",
         6,
         ADJUDICATE_RESIGNATION,
         WHITE},
        {{0, 0, 0, 1, 500, true, 0}, 1, "700 -700", 2, ADJUDICATE_RESIGNATION, BLACK},
        {{0, 0, 0, 0, 0, false, 2}, 1, "- - - - -", 4, ADJUDICATE_LENGTH, WHITE},
        {{0, 2, 10, 0, 0, false, 2}, 1, "0 0 0 0", 4, ADJUDICATE_DRAW, WHITE},
        /* Mates are scores, too. */
        {{0, 0, 0, 1, 500, false, 0}, 1, "-31990", 1, ADJUDICATE_RESIGNATION, WHITE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Adjudicator a;
        char scores[128], *rest = scores;
        int ended = 0, played = 0;
        snprintf(scores, sizeof scores, "%s", cases[i].scores);
        adjudicator_start(&a, &cases[i].rules);
        for (const char *word; ended == 0 && (word = strtok_r(rest, " ", &rest)) != NULL;) {
            const Color mover = played % 2 == 0 ? WHITE : BLACK;
            const int fullmove = cases[i].first_move + played / 2;
            Color loser = WHITE;
            const Score score =
                word[0] == '-' && word[1] == '\0' ? SCORE_NONE : (Score)strtol(word, NULL, 10);
            const Adjudication v = adjudicator_judge(&a, mover, score, fullmove, ++played, &loser);
            if (v == ADJUDICATE_NOT)
                continue;
            ended = played;
            if (v != cases[i].verdict || (v == ADJUDICATE_RESIGNATION && loser != cases[i].loser))
                fail_msg("case %d: another verdict", (int)i);
        }
        if (ended != cases[i].ends_at)
            fail_msg("case %d ended at %d, not %d", (int)i, ended, cases[i].ends_at);
    }
}

/* ---- Texts of engines ---- */

static void test_clean_text(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", ""},
        {"Gnu 1.0", "Gnu 1.0"},
        {"Größe ≥ 𝄞", "Größe ≥ 𝄞"},
        {"a\tb\x1b[2J\x7f", "a?b?[2J?"},
        {"\xff\xfe!", "?"
                      "?!"},
        {"\xc3", ""}, /* cut off */
        {"ab\xe2\x89", "ab"},
        {"\xc3(", "?("},
        {"\xc0\x80\xed\xa0\x80.", "?"
                                  "?"
                                  "?"
                                  "?"
                                  "?."},
        {"\x80", "?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", cases[i][0]);
        assert_string_equal(clean_text(text), cases[i][1]);
    }
    static const char *const blanks[][2] = {
        {"", ""},   {"  ", ""},   {"\t", ""},
        {"a", "a"}, {" a ", "a"}, {"info \t depth\t 3  ", "info depth 3"},
    };
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", blanks[i][0]);
        assert_string_equal(single_blanks(text), blanks[i][1]);
    }
}

/* ---- Records ---- */

static MoveRecord *add(GameRecord *r, Position *now, const char *text) {
    MoveRecord *m = record_add_move(r);
    Message message;
    Undo undo;
    assert_non_null(m);
    if (!move_parse(now, text, &m->move, &message))
        fail_msg("%s", message.text);
    position_make(now, m->move, &undo);
    return m;
}

static void fill(GameRecord *r, const RuleSet *rules) {
    Position now;
    record_init(r);
    r->number = 41;
    r->round = 20;
    r->opening = 20;
    r->engine[WHITE] = 1;
    snprintf(r->name[WHITE], sizeof r->name[WHITE], "Größe \"1\" \\");
    snprintf(r->name[BLACK], sizeof r->name[BLACK], "{B};%%");
    snprintf(r->tc[WHITE], sizeof r->tc[WHITE], "10+0.1");
    snprintf(r->tc[BLACK], sizeof r->tc[BLACK], "- nodes=500");
    position_set_start(&r->start, rules);
    r->from_array = true;
    now = r->start;
    add(r, &now, "b1c3");
    add(r, &now, "b10c8");
    r->opening_moves = 2;
    MoveRecord *m = add(r, &now, "c3b1");
    m->has_score = true;
    m->score = -35;
    m->depth = 12;
    m->selective_depth = 20;
    m->nodes = 123456789012;
    m->elapsed_us = 1234567;
    m = add(r, &now, "c8b10");
    m->has_score = true;
    m->score = score_mate_in(5);
    m->depth = 3;
    m = add(r, &now, "b1c3");
    m->has_score = true;
    m->score = score_mated_in(4);
    add(r, &now, "b10c8"); /* it said nothing */
    snprintf(r->result, sizeof r->result, "0-1");
    r->termination = TERMINATION_TIME;
    r->culprit = WHITE;
    snprintf(r->reason, sizeof r->reason, "White exceeds its time; (\"late\")");
    r->started_at = 1700000000;
    r->elapsed_ms = 3723004;
    r->outside_us = 12.5;
    r->runner_cpu_us = 99;
}

static void expect_same(const GameRecord *a, const GameRecord *b) {
    char fen[2][FEN_SIZE];
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->round, b->round);
    assert_int_equal(a->opening, b->opening);
    for (int c = 0; c < COLORS; c++) {
        assert_int_equal(a->engine[c], b->engine[c]);
        assert_string_equal(a->name[c], b->name[c]);
        assert_string_equal(a->tc[c], b->tc[c]);
    }
    fen_write(&a->start, fen[0]);
    fen_write(&b->start, fen[1]);
    assert_string_equal(fen[0], fen[1]);
    assert_ptr_equal(a->start.rules, b->start.rules);
    assert_int_equal(a->from_array, b->from_array);
    assert_int_equal(a->move_count, b->move_count);
    assert_int_equal(a->opening_moves, b->opening_moves);
    for (int i = 0; i < a->move_count; i++) {
        const MoveRecord *x = &a->moves[i], *y = &b->moves[i];
        assert_int_equal(x->move, y->move);
        assert_int_equal(x->has_score, y->has_score);
        assert_int_equal(x->score, y->score);
        assert_int_equal(x->depth, y->depth);
        assert_int_equal(x->selective_depth, y->selective_depth);
        assert_int_equal(x->nodes, y->nodes);
        assert_int_equal(x->elapsed_us, y->elapsed_us);
    }
    assert_string_equal(a->result, b->result);
    assert_int_equal(a->termination, b->termination);
    assert_int_equal(a->culprit, b->culprit);
    assert_string_equal(a->reason, b->reason);
    assert_int_equal(a->started_at, b->started_at);
    assert_int_equal(a->elapsed_ms, b->elapsed_ms);
    assert_true(a->outside_us == b->outside_us); /* NOLINT: written to the last bit */
    assert_int_equal(a->runner_cpu_us, b->runner_cpu_us);
}

static void test_json(void **state) {
    (void)state;
    for (int i = 0; i < RULE_SETS * TERMINATIONS; i++) {
        GameRecord r, again;
        Bytes json;
        Message message;
        fill(&r, &RULES[i % RULE_SETS]);
        r.termination = (Termination)(i / RULE_SETS);
        r.culprit = i % 3 - 1;
        assert_true(record_to_json(&r, &json));
        assert_null(memchr(json.data, '\n', json.size)); /* one line */
        if (!record_from_json(json.data, json.size, &again, &message))
            fail_msg("%s", message.text);
        expect_same(&r, &again);
        record_clear(&again);
        record_clear(&r);
        free(json.data);
    }
}

static void test_scores_in_json(void **state) {
    (void)state;
    static const Score scores[] = {0,     1,     -1,     SCORE_MAX_EVAL, -SCORE_MAX_EVAL, 31999,
                                   31997, 31001, -32000, -31998,         -31000};
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        GameRecord r, again;
        Bytes json;
        fill(&r, &RULES[0]);
        r.moves[2].score = scores[i];
        assert_true(record_to_json(&r, &json));
        assert_true(record_from_json(json.data, json.size, &again, NULL));
        assert_int_equal(again.moves[2].score, scores[i]);
        record_clear(&again);
        record_clear(&r);
        free(json.data);
    }
}

/* Replaces a text in a record's JSON. */
static char *changed(const Bytes *json, const char *what, const char *by) {
    char *text = malloc(json->size + strlen(by) + 1);
    char *copy = strndup(json->data, json->size), *at = strstr(copy, what);
    assert_non_null(text);
    assert_non_null(at);
    *at = '\0';
    sprintf(text, "%s%s%s", copy, by, at + strlen(what));
    free(copy);
    return text;
}

static void test_bad_json(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"{", "["},
        {"\"game\":41", "\"gam\":41"},
        {"\"game\":41", "\"game\":\"41\""},
        {"\"white_engine\":1", "\"white_engine\":-1"},
        {"\"charged_to\":0", "\"charged_to\":2"},
        {"\"charged_to\":0", "\"charged_to\":-2"},
        {"\"opening_moves\":2", "\"opening_moves\":7"},
        {"\"opening_moves\":2", "\"opening_moves\":-1"},
        {"\"result\":\"0-1\"", "\"result\":\"0-2\""},
        {"\"result\":\"0-1\"", "\"result\":\"*\""},
        {"\"result\":\"0-1\"", "\"result\":null"},
        {"\"variant\":\"wildebeest\"", "\"variant\":\"chess\""},
        {"\"fen\":\"rn", "\"fen\":\"xn"},
        {"b1c3", "b1c4"},
        {"[\"b1c3\"]", "[]"},
        {"[\"b1c3\"]", "3"},
        {"[\"b1c3\"]", "[null]"},
        {"\"moves\":[", "\"move\":["},
    };
    GameRecord r, again;
    Bytes json;
    fill(&r, &RULES[0]);
    assert_true(record_to_json(&r, &json));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = changed(&json, cases[i][0], cases[i][1]);
        Message message = {""};
        if (record_from_json(text, strlen(text), &again, &message))
            fail_msg("it was read with %s", cases[i][1]);
        assert_true(message.text[0] != '\0');
        assert_null(again.moves);
        free(text);
    }
    for (size_t cut = 0; cut < json.size; cut += 7) {
        Message message;
        assert_false(record_from_json(json.data, cut, &again, &message));
    }
    free(json.data);
    record_clear(&r);
}

static void test_pgn(void **state) {
    (void)state;
    for (int nodes = 0; nodes < 2; nodes++) {
        GameRecord r;
        Message message = {""};
        char *text = NULL;
        size_t size = 0;
        PgnGame game;
        fill(&r, &RULES[0]);
        FILE *out = open_memstream(&text, &size);
        if (!record_write_pgn(out, &r, "An \"event\"", nodes != 0, &message))
            fail_msg("%s", message.text);
        fclose(out);
        FILE *in = fmemopen(text, size, "r");
        PgnReader *reader = pgn_reader_new(in, "game");
        pgn_game_init(&game, &RULES[0]);
        assert_int_equal(pgn_read(reader, NULL, &game, &message), PGN_GAME);
        static const char *const tags[][2] = {
            {"Event", "An \"event\""},
            {"White", "Größe \"1\" \\"},
            {"Black", "{B};%"},
            {"Round", "21"},
            {"Result", "0-1"},
            {"Variant", "wildebeest"},
            {"PlyCount", "6"},
            {"UTCDate", "2023.11.14"},
            {"UTCTime", "22:13:20"},
            {"GameDuration", "01:02:03"},
            {"Termination", "time forfeit"},
            {"WhiteTimeControl", "10+0.1"},
            {"BlackTimeControl", "- nodes=500"},
        };
        for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
            const char *value = pgn_tag(&game, tags[i][0]);
            assert_non_null(value);
            assert_string_equal(value, tags[i][1]);
        }
        assert_string_equal(game.result, "0-1");
        assert_int_equal(game.line.count, 6);
        assert_string_equal(game.line.moves[0].comment, "book");
        assert_string_equal(game.line.moves[2].comment,
                            nodes ? "-0.35/12 1.235s, n=123456789012" : "-0.35/12 1.235s");
        assert_string_equal(game.line.moves[3].comment, "+M3/3 0.000s");
        assert_string_equal(game.line.moves[4].comment, "-M2/0 0.000s");
        assert_string_equal(game.line.moves[5].comment,
                            "0.000s, White exceeds its time; (\"late\")");
        pgn_game_clear(&game);
        pgn_reader_free(reader);
        fclose(in);
        free(text);
        record_clear(&r);
    }
}

/* A game that ended before its first move says why, too. */
static void test_pgn_without_moves(void **state) {
    (void)state;
    GameRecord r;
    Message message;
    char *text = NULL;
    size_t size = 0;
    record_init(&r);
    position_set_start(&r.start, &RULES[1]);
    r.from_array = true;
    snprintf(r.result, sizeof r.result, "1-0");
    snprintf(r.reason, sizeof r.reason, "engine 'B': it is gone");
    r.termination = TERMINATION_START;
    r.culprit = BLACK;
    FILE *out = open_memstream(&text, &size);
    assert_true(record_write_pgn(out, &r, "e", false, &message));
    fclose(out);
    assert_non_null(strstr(text, "{engine 'B': it is gone} 1-0"));
    assert_non_null(strstr(text, "[Termination \"not ready\"]"));
    free(text);
}

/* ---- Standings ---- */

/* A game of the schedule with that result, from White's side in half points. */
static void count(Standings *s, int white_half_points, int culprit) {
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    const ScheduledGame g = schedule_game(s->schedule, s->games);
    GameRecord r;
    Message message;
    fill(&r, &RULES[0]);
    r.number = g.number;
    r.engine[WHITE] = g.engine[WHITE];
    r.engine[BLACK] = g.engine[BLACK];
    r.culprit = culprit;
    r.outside_us = (double)(s->games % 3) * 100;
    snprintf(r.result, sizeof r.result, "%s", results[white_half_points]);
    assert_true(standings_add(s, &r, &message));
    record_clear(&r);
}

static void test_standings_of_two(void **state) {
    (void)state;
    const Schedule schedule = {.engines = 2, .rounds = 5, .games = 2, .repeat = true};
    Standings s;
    Message message;
    assert_true(standings_init(&s, &schedule, &message));
    /* The first engine's points in the two games of each pair, as half points. */
    static const int pairs[5][2] = {{2, 2}, {2, 0}, {1, 1}, {0, 1}, {0, 0}};
    for (int i = 0; i < 5; i++) {
        count(&s, pairs[i][0], -1);
        assert_int_equal(s.pairings[0].half_points, pairs[i][0]);
        count(&s, 2 - pairs[i][1], -1);
    }
    const GameCounts c = standings_between(&s, 0, 1);
    assert_int_equal(c.wins, 3);
    assert_int_equal(c.draws, 3);
    assert_int_equal(c.losses, 4);
    assert_int_equal(standings_between(&s, 1, 0).wins, 4);
    static const int64_t by_half_points[PAIR_SCORES] = {1, 1, 2, 0, 1};
    for (int i = 0; i < PAIR_SCORES; i++)
        assert_int_equal(s.pairings[0].pairs.by_half_points[i], by_half_points[i]);
    assert_int_equal(s.engines[0].games.wins, 3);
    assert_int_equal(s.engines[1].games.wins, 4);
    /* Four moves a game besides the opening's two. */
    assert_int_equal(s.engines[0].moves + s.engines[1].moves, 40);
    assert_int_equal(s.plies, 60);
    assert_true(standings_outside_us(&s) == 100); /* NOLINT: a whole number */
    standings_clear(&s);
}

static void test_standings_of_many(void **state) {
    (void)state;
    enum { ENGINES = 5 };
    const Schedule schedule = {.engines = ENGINES, .rounds = 7, .games = 2, .repeat = true};
    Standings s;
    Message message;
    Random random = {3};
    int64_t points[ENGINES] = {0}, games[ENGINES] = {0}, charged[ENGINES] = {0};
    assert_true(standings_init(&s, &schedule, &message));
    for (uint64_t n = schedule_games(&schedule); n > 0; n--) {
        const ScheduledGame g = schedule_game(&schedule, s.games);
        const int white = random_below(&random, 3), culprit = random_below(&random, 3) - 1;
        points[g.engine[WHITE]] += white;
        points[g.engine[BLACK]] += 2 - white;
        games[g.engine[WHITE]]++;
        games[g.engine[BLACK]]++;
        if (culprit >= 0)
            charged[g.engine[culprit]]++;
        count(&s, white, culprit);
    }
    for (int i = 0; i < ENGINES; i++) {
        const GameCounts *c = &s.engines[i].games;
        GameCounts sum = {0, 0, 0};
        for (int j = 0; j < ENGINES; j++) {
            const GameCounts between = standings_between(&s, i, j);
            sum.wins += between.wins;
            sum.draws += between.draws;
            sum.losses += between.losses;
        }
        assert_memory_equal(&sum, c, sizeof sum);
        assert_int_equal(2 * c->wins + c->draws, points[i]);
        assert_int_equal(c->wins + c->draws + c->losses, games[i]);
        assert_int_equal(s.engines[i].charged[TERMINATION_TIME], charged[i]);
    }
    standings_clear(&s);
}

/* Node counts that no computer reaches do not overflow the sum. */
static void test_boundless_claims(void **state) {
    (void)state;
    const Schedule schedule = {.engines = 2, .rounds = 1, .games = 2, .repeat = true};
    Standings s;
    Message message;
    GameRecord r;
    assert_true(standings_init(&s, &schedule, &message));
    for (int i = 0; i < 2; i++) {
        fill(&r, &RULES[0]);
        for (int m = 0; m < r.move_count; m++)
            r.moves[m].nodes = (uint64_t)INT64_MAX;
        r.engine[WHITE] = i;
        r.engine[BLACK] = 1 - i;
        assert_true(standings_add(&s, &r, &message));
        record_clear(&r);
    }
    assert_true(s.engines[0].nodes == INT64_MAX);
    standings_clear(&s);
}

/* ---- Random numbers ---- */

static void test_random_numbers(void **state) {
    (void)state;
    RandomSource a = random_source(1, 2), b = random_source(1, 2), c = random_source(2, 1);
    int counts[7] = {0};
    for (int i = 0; i < 7000; i++) {
        const uint64_t x = random_number(&a, 7);
        assert_true(x == random_number(&b, 7));
        counts[x]++;
    }
    for (int i = 0; i < 7; i++)
        assert_in_range(counts[i], 800, 1200);
    assert_true(random_bits(&a) == random_bits(&b));
    assert_true(random_bits(&a) != random_bits(&c));
    assert_int_equal(random_number(&a, 1), 0);
    assert_true(random_number(&a, UINT64_MAX) < UINT64_MAX);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adjudication),
        cmocka_unit_test(test_clean_text),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_scores_in_json),
        cmocka_unit_test(test_bad_json),
        cmocka_unit_test(test_pgn),
        cmocka_unit_test(test_pgn_without_moves),
        cmocka_unit_test(test_standings_of_two),
        cmocka_unit_test(test_standings_of_many),
        cmocka_unit_test(test_boundless_claims),
        cmocka_unit_test(test_random_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
