/*
 * How long the engine thinks: the shares of all sorts of clocks, what scales them, and searches by
 * a clock that goes by the number of its readings.
 */
#include "tests/support/suite.h"

#include <time.h>

#include "engine/search/time.h"
#include "tests/support/engines.h"
#include "tests/support/fake_clock.h"
#include "tests/support/run.h"

static TimeParameters parameters(void) {
#define X(name, value, least, most) .name = (value),
    return (TimeParameters){TIME_PARAMETERS(X)};
#undef X
}

static SearchLimits clock_limits(int64_t left, int64_t increment, int moves_to_go) {
    return (SearchLimits){.has_clock = true,
                          .time_ms = {left, 12345},
                          .increment_ms = {increment, 678},
                          .moves_to_go = moves_to_go};
}

static TimeBudget budget_of(int64_t left, int64_t increment, int moves_to_go, int overhead) {
    const SearchLimits limits = clock_limits(left, increment, moves_to_go);
    const TimeParameters p = parameters();
    return time_budget(&limits, WHITE, overhead, &p);
}

/* ---- Budgets ---- */

static void expect_sane(const TimeBudget *b, int64_t left, int overhead) {
    const int64_t most = left - overhead > 1 ? left - overhead : 1;
    assert_true(b->soft >= 1 && b->soft <= b->hard && b->hard <= most);
}

/* What a clock gives is shared evenly, and the overhead of the moves to come is set aside unless
 * the increment pays for it. */
static void test_shares(void **state) {
    (void)state;
    const TimeParameters p = parameters();
    /* 0: no control in sight, and nobody knows how many overheads there will be. */
    for (int to_go = 0; to_go <= p.time_moves_left; to_go += to_go == 0 ? 2 : 1)
        for (int overhead = 0; overhead <= 60; overhead += 20)
            for (int increment = 0; increment <= 60; increment += 20) {
                const int moves = to_go > 0 ? to_go : p.time_moves_left;
                const int64_t lost = to_go > 0 && overhead > increment ? overhead - increment : 0;
                const int64_t share = (100000 - overhead - lost * (moves - 1)) / moves +
                                      increment * p.time_increment_percent / 100;
                const TimeBudget b = budget_of(100000, increment, to_go, overhead);
                assert_int_equal(b.soft, share * p.time_soft_percent / 100);
            }
}

/* The system's clock goes on, and never back. */
static void test_system_clock(void **state) {
    (void)state;
    const int64_t before = clock_ms(), between = SYSTEM_CLOCK.now_ms(SYSTEM_CLOCK.context);
    assert_true(before > 0 && before <= between && between <= clock_ms());
    while (SYSTEM_CLOCK.now_ms(SYSTEM_CLOCK.context) == between)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    assert_true(clock_ms() > between);
}

static void test_budget_table(void **state) {
    (void)state;
    static const struct {
        int64_t left, increment;
        int moves_to_go, overhead;
        int64_t soft_least, soft_most, hard_least, hard_most;
    } table[] = {
        /* Bullet, blitz, slow, days. */
        {1000, 10, 0, 20, 15, 50, 60, 200},
        {500, 5, 0, 20, 6, 25, 25, 100},
        {180000, 2000, 0, 20, 3000, 8000, 12000, 40000},
        {7200000, 30000, 0, 20, 100000, 300000, 400000, 1500000},
        {INT64_C(30) * 86400000, 0, 0, 20, 30000000, 100000000, 100000000, 400000000},
        /* Time controls: the fewer moves, the more for each; all but a rest for the last. */
        {60000, 0, 40, 20, 800, 2500, 3000, 9000},
        {60000, 0, 2, 20, 10000, 30000, 20000, 30000},
        {60000, 0, 1, 20, 30000, 55000, 50000, 55000},
        {60000, 0, 10000, 20, 800, 2500, 3000, 9000},
        /* Almost nothing, nothing and less. */
        {10, 0, 0, 0, 1, 1, 1, 5},
        {10, 0, 0, 20, 1, 1, 1, 1},
        {10, 10000, 0, 0, 1, 5, 5, 5},
        {0, 0, 0, 20, 1, 1, 1, 1},
        {-5000, 100, 3, 20, 1, 1, 1, 1},
        {INT64_MIN, INT64_MIN, 1, 5000, 1, 1, 1, 1},
        {1000, -100, 0, 0, 5, 40, 40, 200},
        /* An overhead as great as the clock. */
        {4000, 100, 0, 5000, 1, 1, 1, 1},
        {6000, 100, 0, 5000, 20, 100, 100, 500},
        {INT64_MAX, INT64_MAX, 1, 0, INT64_C(1) << 48, INT64_MAX, INT64_C(1) << 49, INT64_MAX},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const TimeBudget b =
            budget_of(table[i].left, table[i].increment, table[i].moves_to_go, table[i].overhead);
        if (b.soft < table[i].soft_least || b.soft > table[i].soft_most ||
            b.hard < table[i].hard_least || b.hard > table[i].hard_most)
            fail_msg("row %zu: soft %lld, hard %lld", i, (long long)b.soft, (long long)b.hard);
        if (table[i].left > 0)
            expect_sane(&b, table[i].left, table[i].overhead);
    }
}

/* What is larger in one clock and the same in all else never gives less. */
static void test_budgets_are_monotone(void **state) {
    (void)state;
    Random random = {99};
    for (int i = 0; i < 20000; i++) {
        const int64_t left = random_below(&random, 3) == 0 ? random_below(&random, 50)
                                                           : random_below(&random, 1 << 22);
        const int64_t increment = random_below(&random, 5000), more = random_below(&random, 1000);
        const int overhead = random_below(&random, 200), moves = 1 + random_below(&random, 50);
        const TimeBudget base = budget_of(left, increment, moves, overhead),
                         endless = budget_of(left, increment, 0, overhead);
        const TimeBudget greater[] = {
            budget_of(left + more, increment, moves, overhead),
            budget_of(left, increment + more, moves, overhead),
            budget_of(left, increment, moves > 1 ? moves - 1 : 1, overhead),
            budget_of(left, increment, moves, overhead / 2),
        };
        expect_sane(&base, left, overhead);
        if (overhead <= increment)
            assert_true(endless.soft <= base.soft && endless.hard <= base.hard);
        for (size_t k = 0; k < sizeof greater / sizeof greater[0]; k++)
            assert_true(greater[k].soft >= base.soft && greater[k].hard >= base.hard);
    }
}

static void test_other_limits(void **state) {
    (void)state;
    const TimeParameters p = parameters();
    SearchLimits limits = {.move_time_ms = 500};
    assert_int_equal(time_budget(&limits, WHITE, 20, &p).hard, 480);
    assert_int_equal(time_budget(&limits, WHITE, 700, &p).hard, 1);
    limits = (SearchLimits){.move_time_ms = INT64_MAX};
    assert_true(time_budget(&limits, WHITE, 20, &p).hard > INT64_C(1) << 49);
    limits = (SearchLimits){.depth = 9, .nodes = 5, .time_ms = {7, 7}};
    assert_true(time_budget(&limits, WHITE, 20, &p).hard == INT64_MAX);
    assert_true(time_budget(&limits, WHITE, 20, &p).soft == INT64_MAX);
    /* The clock of the side to move; and with both, whichever is shorter. */
    limits = clock_limits(60000, 0, 0);
    assert_true(time_budget(&limits, BLACK, 20, &p).hard <
                time_budget(&limits, WHITE, 20, &p).hard);
    limits.move_time_ms = 100;
    assert_int_equal(time_budget(&limits, WHITE, 20, &p).hard, 80);
    limits.move_time_ms = 100000;
    assert_true(time_budget(&limits, WHITE, 20, &p).hard < 10000);
}

/*
 * Games in which every move takes twice its soft limit (few do) and arrives late by the whole
 * overhead: the clock holds.
 */
static void test_games_by_the_clock(void **state) {
    (void)state;
    static const struct {
        int64_t base, increment;
        int moves, overhead, game;
    } games[] = {
        {1000, 10, 0, 2, 300},      {500, 5, 0, 1, 300},    {10000, 100, 0, 20, 300},
        {60000, 0, 0, 20, 110},     {3000, 30, 0, 20, 300}, {300000, 0, 40, 20, 400},
        {1000, 0, 40, 5, 400},      {60000, 0, 1, 50, 50},  {100, 10, 0, 2, 300},
        {7200000, 0, 40, 100, 400},
    };
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        int64_t left = games[g].base;
        for (int move = 0; move < games[g].game; move++) {
            const int to_go = games[g].moves > 0 ? games[g].moves - move % games[g].moves : 0;
            const TimeBudget b = budget_of(left, games[g].increment, to_go, games[g].overhead);
            left -= (2 * b.soft < b.hard ? 2 * b.soft : b.hard) + games[g].overhead;
            if (left < 0)
                fail_msg("game %zu: late at move %d", g, move + 1);
            left += games[g].increment + (to_go == 1 ? games[g].base : 0);
        }
    }
}

/* ---- What scales them ---- */

static const TimeSigns QUIET = {.stable_iterations = 3,
                                .score = 20,
                                .trend = 20,
                                .score_of_move_before = 20,
                                .effort_permille = 500};
static const TimeBudget MINUTE = {.soft = 60000, .hard = 600000};

static int64_t scaled(TimeSigns signs) {
    const TimeParameters p = parameters();
    return time_soft_limit(&MINUTE, &signs, &p);
}

static void test_signs(void **state) {
    (void)state;
    const int64_t quiet = scaled(QUIET);
    TimeSigns signs = QUIET;
    assert_in_range(quiet, MINUTE.soft * 9 / 10, MINUTE.soft * 13 / 10);
    /* A new best move, a lower score and divided effort ask for more, their contraries for less. */
    signs.stable_iterations = 0;
    assert_true(scaled(signs) > quiet);
    signs.stable_iterations = 8;
    assert_true(scaled(signs) < quiet);
    signs = QUIET;
    signs.score = -30;
    assert_true(scaled(signs) > quiet);
    signs.score = 70;
    assert_true(scaled(signs) < quiet);
    signs = QUIET;
    signs.trend = SCORE_NONE;
    assert_int_equal(scaled(signs), quiet);
    signs.score_of_move_before = 120;
    assert_true(scaled(signs) > quiet);
    signs.score_of_move_before = SCORE_NONE;
    assert_int_equal(scaled(signs), quiet);
    signs = QUIET;
    signs.effort_permille = 100;
    assert_true(scaled(signs) > quiet);
    signs.effort_permille = 950;
    assert_true(scaled(signs) < quiet);
    /* Who is winning by a rook or mated anyway does not take fright. */
    signs = QUIET;
    signs.trend = signs.score_of_move_before = score_mate_in(5);
    signs.score = 2500;
    assert_int_equal(scaled(signs), quiet);
}

static void test_scale_is_bounded(void **state) {
    (void)state;
    Random random = {7};
    const TimeParameters p = parameters();
    for (int i = 0; i < 20000; i++) {
        const Score scores[] = {SCORE_NONE, random_below(&random, 64001) - 32000,
                                random_below(&random, 801) - 400};
        const TimeSigns signs = {.stable_iterations = random_below(&random, 250),
                                 .score = scores[1 + random_below(&random, 2)],
                                 .trend = scores[random_below(&random, 3)],
                                 .score_of_move_before = scores[random_below(&random, 3)],
                                 .effort_permille = random_below(&random, 1002) - 1};
        const TimeBudget b = {.soft = 1 + random_below(&random, 1 << 20), .hard = 1 << 20};
        const int64_t soft = time_soft_limit(&b, &signs, &p);
        assert_true(soft >= b.soft * 2 / 5 && soft <= b.soft * 5 / 2 && soft <= b.hard);
    }
    const TimeBudget none = {INT64_MAX, INT64_MAX};
    assert_true(time_soft_limit(&none, &QUIET, &p) == INT64_MAX);
    const TimeBudget ages = budget_of(INT64_MAX, 0, 1, 0);
    assert_true(time_soft_limit(&ages, &QUIET, &p) > INT64_C(1) << 48);
}

/* ---- Searches by that clock ---- */

static Engine *make_engine(FakeClock *clock, const char *fen) {
    Engine *engine = new_engine(4, 1);
    const EngineClock engine_clock = fake_clock_engine(clock);
    engine_set_clock(engine, &engine_clock);
    if (fen != NULL)
        set_fen(engine, fen, &RULES[0]);
    return engine;
}

static void test_searches_keep_their_limits(void **state) {
    (void)state;
    static const int64_t clocks[][3] = {{1000, 10, 0}, {10, 0, 0},      {-100, 0, 0},
                                        {5000, 0, 1},  {100000, 0, 40}, {3600000, 1000, 0}};
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        FakeClock clock;
        const SearchLimits limits = clock_limits(clocks[i][0], clocks[i][1], (int)clocks[i][2]);
        const TimeBudget b =
            budget_of(clocks[i][0], clocks[i][1], (int)clocks[i][2], DEFAULT_MOVE_OVERHEAD_MS);
        fake_clock_init(&clock, 77, b.hard / 100 + 1);
        Engine *engine = make_engine(&clock, NULL);
        const SearchResult result = engine_run(engine, &limits, NULL);
        assert_true(position_is_legal(engine_position(engine), result.best));
        /* The first iteration is finished in any case; then two readings more at the most. */
        assert_true(result.depth >= 1 && result.time_ms >= b.soft * 2 / 5);
        if (b.hard > 100)
            assert_true(result.time_ms <= b.hard + 3 * clock.step_ms);
        engine_free(engine);
    }
}

/* A queen that may be taken for nothing: no use to think long; what nobody threatens takes longer.
 */
static void test_clear_moves_are_quick(void **state) {
    (void)state;
    const char *fens[] = {
        "r4k4r/ppp2ppp1pp/11/3c3q3/11/11/2W4C3/7Q3/PP1PPP2PPP/R4K4R w KAka - 0 1",
        "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1"};
    const SearchLimits limits = clock_limits(600000, 0, 0);
    int64_t took[2];
    for (int i = 0; i < 2; i++) {
        FakeClock clock;
        fake_clock_init(&clock, 0, 150);
        Engine *engine = make_engine(&clock, fens[i]);
        took[i] = engine_run(engine, &limits, NULL).time_ms;
        engine_free(engine);
    }
    assert_true(took[0] < budget_of(600000, 0, 0, DEFAULT_MOVE_OVERHEAD_MS).soft * 9 / 10);
    assert_true(took[0] < took[1]);
}

static void test_forced_moves_are_played(void **state) {
    (void)state;
    const char *fen = "k10/3Q7/11/11/11/11/11/11/11/10K b - - 0 1";
    FakeClock clock;
    fake_clock_init(&clock, 0, 1);
    Engine *engine = make_engine(&clock, fen);
    MoveList list;
    SearchLimits limits = clock_limits(3600000, 0, 0);
    limits.time_ms[BLACK] = 3600000;
    generate_legal(engine_position(engine), &list);
    assert_int_equal(list.count, 1);
    assert_int_equal(engine_run(engine, &limits, NULL).depth, 1);
    /* Analysis wants to know more. */
    engine_set_analyse_mode(engine, true);
    limits.depth = 5;
    assert_int_equal(engine_run(engine, &limits, NULL).depth, 5);
    engine_free(engine);
}

static void hear_status(void *context, const SearchStatus *status) {
    (void)context;
    (void)status;
}

/* An hour of pondering costs nothing; after the hit the clock runs, and the iteration under way
 * does not have to be finished. */
static void test_pondering_is_free(void **state) {
    (void)state;
    enum { HOUR_MS = 3600000, LEFT_MS = 180000 };
    FakeClock clock;
    fake_clock_init(&clock, 0, 40000);
    Engine *engine = make_engine(&clock, NULL);
    /* With somebody to tell, the clock is read (and so goes on) while pondering, too. */
    const SearchListener listener = {.on_status = hear_status};
    SearchLimits limits = clock_limits(LEFT_MS, 0, 0);
    limits.ponder = true;
    engine_go(engine, &limits, &listener);
    while (fake_clock_now(&clock) < HOUR_MS)
        test_pause_ms(1);
    assert_true(engine_is_searching(engine));
    const int64_t hit_ms = fake_clock_now(&clock);
    engine_ponder_hit(engine);
    const SearchResult result = engine_wait(engine);
    assert_true(result.time_ms >= HOUR_MS);
    /* Its readings: the hit's own, and those of the search until it has seen that time is up. */
    const int64_t spent = fake_clock_now(&clock) - hit_ms;
    assert_true(spent <= budget_of(LEFT_MS, 0, 0, 20).hard + 40 * clock.step_ms);
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_system_clock),
        cmocka_unit_test(test_budget_table),
        cmocka_unit_test(test_budgets_are_monotone),
        cmocka_unit_test(test_other_limits),
        cmocka_unit_test(test_games_by_the_clock),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_scale_is_bounded),
        cmocka_unit_test(test_searches_keep_their_limits),
        cmocka_unit_test(test_clear_moves_are_quick),
        cmocka_unit_test(test_forced_moves_are_played),
        cmocka_unit_test(test_pondering_is_free),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
