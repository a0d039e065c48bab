/*
 * Who plays whom: each number means the same game whoever asks, and everybody gets the same.
 */
#include "tests/support/suite.h"

#include "engine/match/schedule.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *what;
    Schedule schedule;
    int pairings;
} Case;

static const Case CASES[] = {
    {"two", {.engines = 2, .rounds = 3, .games = 2, .repeat = true}, 1},
    {"two, many games", {.engines = 2, .rounds = 2, .games = 100, .repeat = true}, 1},
    {"three", {.engines = 3, .rounds = 4, .games = 2, .repeat = true}, 3},
    {"seven", {.engines = 7, .rounds = 2, .games = 4, .repeat = true}, 21},
    {"gauntlet", {.engines = 5, .heads = 1, .rounds = 3, .games = 2, .repeat = true}, 4},
    {"two heads", {.engines = 6, .heads = 2, .rounds = 2, .games = 2, .repeat = true}, 8},
    {"no pairs", {.engines = 4, .rounds = 4, .games = 1}, 6},
    {"no pairs, three games", {.engines = 2, .rounds = 4, .games = 3}, 1},
    {"no pairs, gauntlet", {.engines = 3, .heads = 2, .rounds = 2, .games = 5}, 2},
    {"one game", {.engines = 2, .rounds = 1, .games = 1}, 1},
    {"all there may be", {.engines = 256, .rounds = 1, .games = 2, .repeat = true}, 32640},
};

enum { MOST_ENGINES = 256 };

typedef struct {
    int64_t games, white; /* of i against j; with White */
} Met;

static Met met[MOST_ENGINES][MOST_ENGINES];

static void check_game(const Case *c, const ScheduledGame *g, uint64_t number) {
    const Schedule *s = &c->schedule;
    assert_int_equal(g->number, number);
    assert_true(g->round < s->rounds);
    assert_in_range(g->pairing, 0, c->pairings - 1);
    assert_true(0 <= g->first && g->first < g->second && g->second < s->engines);
    assert_true((g->engine[WHITE] == g->first && g->engine[BLACK] == g->second) ||
                (g->engine[WHITE] == g->second && g->engine[BLACK] == g->first));
    if (s->heads > 0)
        assert_true(g->first < s->heads && g->second >= s->heads);
    assert_true(s->repeat || !g->ends_pair);
}

static void test_everybody_meets_as_often(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Case *c = &CASES[i];
        const Schedule *s = &c->schedule;
        assert_int_equal(schedule_pairings(s), c->pairings);
        const uint64_t games = schedule_games(s);
        assert_int_equal(games, s->rounds * s->games * (uint64_t)c->pairings);
        memset(met, 0, sizeof met);
        for (uint64_t n = 0; n < games; n++) {
            const ScheduledGame g = schedule_game(s, n);
            check_game(c, &g, n);
            met[g.engine[WHITE]][g.engine[BLACK]].games++;
            met[g.engine[BLACK]][g.engine[WHITE]].games++;
            met[g.engine[WHITE]][g.engine[BLACK]].white++;
        }
        const int64_t wanted = (int64_t)(s->rounds * s->games);
        for (int a = 0; a < s->engines; a++)
            for (int b = 0; b < s->engines; b++) {
                const bool meet = a != b && (s->heads == 0 || (a < s->heads) != (b < s->heads));
                assert_int_equal(met[a][b].games, meet ? wanted : 0);
                /* Colours differ by one game at most, and only if the number is odd. */
                if (llabs(met[a][b].white - met[b][a].white) > wanted % 2)
                    fail_msg("%s: engine %d has White %lld times against %d, Black %lld times",
                             c->what, a, (long long)met[a][b].white, b, (long long)met[b][a].white);
            }
    }
}

static void test_pairs_share_an_opening(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Schedule *s = &CASES[i].schedule;
        if (!s->repeat)
            continue;
        for (uint64_t n = 0; n < schedule_games(s); n += 2) {
            const ScheduledGame a = schedule_game(s, n), b = schedule_game(s, n + 1);
            assert_int_equal(a.opening, b.opening);
            assert_int_equal(a.round, b.round);
            assert_int_equal(a.pairing, b.pairing);
            assert_int_equal(a.engine[WHITE], b.engine[BLACK]);
            assert_int_equal(a.engine[BLACK], b.engine[WHITE]);
            assert_int_equal(a.engine[WHITE], a.first);
            assert_false(a.ends_pair);
            assert_true(b.ends_pair);
        }
    }
}

/* Each two engines get the openings 0, 1, 2, …, the same for all. */
static void test_openings_go_on(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Case *c = &CASES[i];
        const Schedule *s = &c->schedule;
        uint64_t *played = calloc((size_t)c->pairings, sizeof *played);
        uint64_t last_round = 0;
        assert_non_null(played);
        for (uint64_t n = 0; n < schedule_games(s); n++) {
            const ScheduledGame g = schedule_game(s, n);
            assert_true(g.round >= last_round); /* round by round */
            last_round = g.round;
            assert_int_equal(g.opening, s->repeat ? played[g.pairing] / 2 : played[g.pairing]);
            played[g.pairing]++;
        }
        free(played);
    }
}

static void test_large_numbers(void **state) {
    (void)state;
    const Schedule s = {.engines = 2, .rounds = 50000000, .games = 2, .repeat = true};
    const ScheduledGame g = schedule_game(&s, schedule_games(&s) - 1);
    assert_int_equal(g.round, 49999999);
    assert_int_equal(g.opening, 49999999);
    assert_true(g.ends_pair);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everybody_meets_as_often),
        cmocka_unit_test(test_pairs_share_an_opening),
        cmocka_unit_test(test_openings_go_on),
        cmocka_unit_test(test_large_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
