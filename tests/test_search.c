/*
 * The engine as its callers see it: it finds mates and stalemates that win, knows draws, obeys its
 * limits, gives the same answer twice, and works with several threads, lines and engines.
 */
#include "tests/support/suite.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/bench.h"
#include "engine/perft.h"
#include "engine/search/engine.h"
#include "engine/search/tt.h"
#include "tests/support/engines.h"

static Engine *make_engine(int threads) {
    return new_engine(4, threads);
}

static SearchResult search_depth(Engine *engine, int depth) {
    const SearchLimits limits = {.depth = depth};
    engine_go(engine, &limits, NULL);
    return engine_wait(engine);
}

/* ---- What it finds ---- */

typedef struct {
    const RuleSet *rules;
    const char *fen;
    int depth;
    const char *best;
    int mate; /* in moves, as score_mate_moves; 0: the game is over */
} Puzzle;

static void test_puzzles(void **state) {
    (void)state;
    static const Puzzle puzzles[] = {
        /* A rook mates on the last rank. */
        {&RULES[0], "5k5/1R9/11/11/11/11/11/11/11/R4K5 w - - 0 1", 5, "a1a10", 1},
        {&RULES[1], "5k5/1R9/11/11/11/11/11/11/11/R4K5 w - - 0 1", 5, "a1a10", 1},
        /* A stalemate wins under one rule set only (tests/data/cases/endings.tsv, one move before).
         */
        {&RULES[0], "k10/11/1K1Q7/11/11/11/11/4W6/11/11 b - - 1 1", 3, "(none)", 0},
        {&RULES[1], "k10/11/1K1Q7/11/11/11/11/4W6/11/11 b - - 1 1", 3, "(none)", 0},
    };
    Engine *engine = make_engine(1);
    for (size_t i = 0; i < sizeof puzzles / sizeof puzzles[0]; i++) {
        const Puzzle *p = &puzzles[i];
        char text[MOVE_TEXT_SIZE];
        engine_clear(engine);
        set_fen(engine, p->fen, p->rules);
        const SearchResult result = search_depth(engine, p->depth);
        assert_string_equal(move_write(result.best, text), p->best);
        if (p->mate != 0)
            assert_int_equal(score_mate_moves(result.score), p->mate);
    }
    engine_free(engine);
}

/* The side to move has no move and is not in check: lost under one rule set, drawn under the other.
 */
static void test_stalemate_scores(void **state) {
    (void)state;
    const char *fen = "k10/11/1K1Q7/11/11/11/11/4W6/11/11 b - - 1 1";
    Engine *engine = make_engine(1);
    set_fen(engine, fen, &RULES[0]);
    assert_int_equal(search_depth(engine, 4).score, score_mated_in(0));
    set_fen(engine, fen, &RULES[1]);
    assert_int_equal(search_depth(engine, 4).score, SCORE_DRAW);
    engine_free(engine);
}

/* One move before a stalemate: worth everything, or to be avoided. */
static void test_stalemating_move(void **state) {
    (void)state;
    const char *fen = "k10/11/1K9/11/11/11/11/3QW6/11/11 w - - 0 1";
    Engine *engine = make_engine(1);
    set_fen(engine, fen, &RULES[0]);
    const SearchResult wins = search_depth(engine, 4);
    assert_true(score_is_mate(wins.score) && wins.score > 0);
    assert_int_equal(score_mate_moves(wins.score), 1);
    set_fen(engine, fen, &RULES[1]);
    const SearchResult mates = search_depth(engine, 6);
    Position pos = *engine_position(engine);
    Undo undo;
    position_make(&pos, mates.best, &undo);
    assert_int_not_equal(position_game_state(&pos), GAME_STALEMATE);
    engine_free(engine);
}

static void test_draws_are_scored(void **state) {
    (void)state;
    static const struct {
        int rules;
        const char *fen;
    } draws[] = {
        {1, "11/4k6/11/11/5N5/11/11/3K7/11/11 w - - 0 1"},   /* dead */
        {1, "11/4k6/11/11/11/11/11/3K2R4/11/11 w - - 99 1"}, /* whatever is played is the 100th
                                                                half-move */
        {0, "11/4k6/11/11/11/11/11/3K7/11/11 w - - 0 1"},
    };
    Engine *engine = make_engine(1);
    for (size_t i = 0; i < sizeof draws / sizeof draws[0]; i++) {
        set_fen(engine, draws[i].fen, &RULES[draws[i].rules]);
        assert_int_equal(search_depth(engine, 6).score, SCORE_DRAW);
    }
    engine_free(engine);
}

/* King and wildebeest against king is won in one rule set, and drawn in the other (RULES.md). */
static void test_wildebeest_against_king(void **state) {
    (void)state;
    const char *fen = "11/11/4k6/11/6W4/11/11/3K7/11/11 w - - 0 1";
    Engine *engine = make_engine(1);
    set_fen(engine, fen, &RULES[0]);
    assert_true(search_depth(engine, 6).score > 300);
    set_fen(engine, fen, &RULES[1]);
    assert_true(search_depth(engine, 6).score < 100);
    engine_free(engine);
}

/* A board on which captures never end still gets a line and a score, and stops when it is told to.
 */
static void test_crowded_board(void **state) {
    (void)state;
    Engine *engine = make_engine(1);
    set_fen(engine,
            "kq1q2qQQ2/qq1Q2q3Q/1QqQQq3q1/2QQ5qQ/5Q2qq1/1qQqQ6/1q1Q6Q/qq6q2/5Qq1QQQ/2Qq3q1QK w - - "
            "0 1",
            &RULES[0]);
    const SearchResult result = search_depth(engine, 1);
    assert_int_equal(result.depth, 1);
    assert_true(position_is_legal(engine_position(engine), result.best));
    const SearchLimits limits = {.infinite = true};
    engine_go(engine, &limits, NULL);
    engine_stop(engine);
    assert_true(engine_wait(engine).depth >= 1);
    engine_free(engine);
}

/* ---- Limits ---- */

typedef struct {
    int reports, results, deepest;
    Move first_moves[8];
    Position root;
} Heard;

static void hear_report(void *context, const SearchReport *r) {
    Heard *heard = context;
    Position pos = heard->root;
    heard->reports++;
    assert_int_equal(heard->results, 0);
    if (r->depth > heard->deepest)
        heard->deepest = r->depth;
    if (r->multipv <= 8)
        heard->first_moves[r->multipv - 1] = r->pv[0];
    assert_in_range(r->pv_length, 1, MAX_PLY + 1);
    for (int i = 0; i < r->pv_length; i++) {
        Undo undo;
        assert_true(position_is_legal(&pos, r->pv[i]));
        position_make(&pos, r->pv[i], &undo);
    }
}

static void hear_result(void *context, const SearchResult *result) {
    Heard *heard = context;
    (void)result;
    heard->results++;
}

static SearchResult search_and_hear(Engine *engine, const SearchLimits *limits, Heard *heard) {
    memset(heard, 0, sizeof *heard);
    heard->root = *engine_position(engine);
    const SearchListener listener = {
        .on_report = hear_report, .on_result = hear_result, .context = heard};
    engine_go(engine, limits, &listener);
    return engine_wait(engine);
}

static void test_limits(void **state) {
    (void)state;
    Engine *engine = make_engine(1);
    Heard *heard = malloc(sizeof *heard);
    assert_non_null(heard);
    SearchLimits limits = {.depth = 5};
    assert_int_equal(search_and_hear(engine, &limits, heard).depth, 5);
    assert_int_equal(heard->deepest, 5);
    assert_int_equal(heard->results, 1);

    engine_clear(engine);
    limits = (SearchLimits){.nodes = 3000};
    assert_int_equal(search_and_hear(engine, &limits, heard).nodes, 3000);

    /* Only what is allowed is searched. */
    Position pos = *engine_position(engine);
    limits = (SearchLimits){.depth = 3, .root_move_count = 1};
    assert_true(move_parse(&pos, "a2a3", &limits.root_moves[0], NULL));
    assert_int_equal(search_and_hear(engine, &limits, heard).best, limits.root_moves[0]);

    /* A mate in one ends a search that looks for one, however deep it might go. */
    set_fen(engine, "5k5/1R9/11/11/11/11/11/11/11/R4K5 w - - 0 1", &RULES[0]);
    limits = (SearchLimits){.mate = 1};
    assert_true(search_and_hear(engine, &limits, heard).depth < 10);
    free(heard);
    engine_free(engine);
}

static void test_multipv(void **state) {
    (void)state;
    Engine *engine = make_engine(1);
    Heard *heard = malloc(sizeof *heard);
    assert_non_null(heard);
    engine_set_multipv(engine, 4);
    const SearchLimits limits = {.depth = 5};
    search_and_hear(engine, &limits, heard);
    assert_int_equal(heard->reports, 4 * 5);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++)
            assert_int_not_equal(heard->first_moves[i], heard->first_moves[j]);
    free(heard);
    engine_free(engine);
}

static void test_stop(void **state) {
    (void)state;
    Engine *engine = make_engine(3);
    SearchLimits limits = {.infinite = true};
    for (int i = 0; i < 10; i++) {
        engine_go(engine, &limits, NULL);
        assert_true(engine_is_searching(engine));
        engine_stop(engine);
        assert_int_not_equal(engine_wait(engine).best, MOVE_NONE);
        assert_false(engine_is_searching(engine));
    }
    engine_free(engine);
}

static void hear_first_report(void *context, const SearchReport *r) {
    (void)r;
    atomic_store((atomic_int *)context, 1);
}
static void hear_end(void *context, const SearchResult *result) {
    (void)result;
    atomic_store((atomic_int *)context, 2);
}

/* A search that may not answer yet does not, though it has long come to its depth; also if the one
 * before it was stopped. */
static void test_answers_wait(void **state) {
    (void)state;
    static const SearchLimits kinds[] = {{.depth = 1, .ponder = true},
                                         {.depth = 1, .infinite = true}};
    Engine *engine = make_engine(1);
    for (int i = 0; i < 6; i++) {
        const SearchLimits *limits = &kinds[i % 2];
        atomic_int heard = 0; /* 1: a line, 2: the answer */
        const SearchListener listener = {
            .on_report = hear_first_report, .on_result = hear_end, .context = &heard};
        engine_go(engine, limits, &listener);
        while (atomic_load(&heard) == 0)
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        /* Time enough for an answer that must not come. */
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        assert_int_equal(atomic_load(&heard), 1);
        assert_true(engine_is_searching(engine));
        if (limits->ponder && i < 4)
            engine_ponder_hit(engine);
        else
            engine_stop(engine);
        assert_int_not_equal(engine_wait(engine).best, MOVE_NONE);
        assert_int_equal(atomic_load(&heard), 2);
        assert_false(engine_is_searching(engine));
    }
    engine_free(engine);
}

/* ---- Repeatable ---- */

static void test_same_answer_twice(void **state) {
    (void)state;
    Engine *one = make_engine(1), *other = make_engine(1);
    for (int r = 0; r < RULE_SETS; r++)
        for (int i = 0; i < test_amount(6, bench_position_count(&RULES[r])); i++) {
            SearchResult results[3];
            Engine *engines[3] = {one, other, one};
            for (int k = 0; k < 3; k++) {
                engine_clear(engines[k]);
                set_fen(engines[k], bench_position(&RULES[r], i), &RULES[r]);
                results[k] = search_depth(engines[k], test_amount(5, 8));
            }
            for (int k = 1; k < 3; k++) {
                assert_int_equal(results[k].best, results[0].best);
                assert_int_equal(results[k].score, results[0].score);
                assert_int_equal(results[k].nodes, results[0].nodes);
            }
        }
    engine_free(one);
    engine_free(other);
}

static void test_bench_positions(void **state) {
    (void)state;
    for (int r = 0; r < RULE_SETS; r++) {
        assert_true(bench_position_count(&RULES[r]) >= 20);
        for (int i = 0; i < bench_position_count(&RULES[r]); i++) {
            Position pos;
            Message message;
            if (!fen_parse(bench_position(&RULES[r], i), &RULES[r], &pos, NULL, &message))
                fail_msg("%s: %s", bench_position(&RULES[r], i), message.text);
            assert_int_equal(position_game_state(&pos), GAME_ONGOING);
        }
    }
}

/* ---- The parts ---- */

static void test_table_keeps_entries(void **state) {
    (void)state;
    TranspositionTable tt = {0};
    Message message;
    Random random = {12345};
    assert_true(tt_resize(&tt, 1, &message));
    for (int i = 0; i < 20000; i++) {
        const Key key = random_next(&random);
        const TTEntry stored = {.move = (Move)random_below(&random, 1 << 20),
                                .score = random_below(&random, 64001) - 32000,
                                .eval = random_below(&random, 40001) - 20000,
                                .depth = random_below(&random, MAX_PLY),
                                .bound = (Bound)(1 + random_below(&random, 3))};
        tt_new_search(&tt);
        tt_store(&tt, key, &stored);
        const TTEntry found = tt_probe(&tt, key);
        assert_true(found.hit);
        assert_int_equal(found.move, stored.move);
        assert_int_equal(found.score, stored.score);
        assert_int_equal(found.eval, stored.eval);
        assert_int_equal(found.depth, stored.depth);
        assert_int_equal(found.bound, stored.bound);
        assert_false(tt_probe(&tt, key ^ 1u << 20).hit);
    }
    assert_false(tt_resize(&tt, (size_t)1 << 40, &message));
    assert_int_equal(tt.mib, 1);
    assert_non_null(strstr(message.text, "1099511627776"));
    tt_free(&tt);
}

static void test_perft_ways(void **state) {
    (void)state;
    static const PerftOptions ways[] = {{.depth = 3, .threads = 1},
                                        {.depth = 3, .threads = 3},
                                        {.depth = 3, .threads = PERFT_MAX_THREADS + 50},
                                        {.depth = 3, .threads = 1, .make_leaves = true},
                                        {.depth = 3, .threads = 2, .hash_mib = 1}};
    PerftResult *result = malloc(sizeof *result);
    assert_non_null(result);
    for (int r = 0; r < RULE_SETS; r++)
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
            Position pos;
            Message message;
            uint64_t sum = 0;
            position_set_start(&pos, &RULES[r]);
            assert_true(perft_run(&pos, &ways[i], NULL, result, &message));
            for (int m = 0; m < result->move_count; m++)
                sum += result->counts[m];
            assert_int_equal(result->nodes, r == 0 ? 95829 : 62751);
            assert_int_equal(sum, result->nodes);
        }
    Position pos;
    PerftProgress progress;
    memset(&progress, 0, sizeof progress);
    atomic_store(&progress.stop, true);
    position_set_start(&pos, &RULES[0]);
    assert_false(
        perft_run(&pos, &(PerftOptions){.depth = 5, .threads = 2}, &progress, result, NULL));
    free(result);
}

/* Several threads on one small table, and two engines at once: what the thread sanitizer looks at.
 */
static void test_many_threads(void **state) {
    (void)state;
    Engine *engine = make_engine(4), *other = make_engine(2);
    for (int i = 0; i < test_amount(4, 20); i++) {
        const SearchLimits limits = {.nodes = 20000};
        set_fen(engine, bench_position(&RULES[0], i), &RULES[0]);
        set_fen(other, bench_position(&RULES[1], i), &RULES[1]);
        engine_go(engine, &limits, NULL);
        engine_go(other, &limits, NULL);
        assert_true(position_is_legal(engine_position(engine), engine_wait(engine).best));
        assert_true(position_is_legal(engine_position(other), engine_wait(other).best));
    }
    Message message;
    assert_true(engine_set_threads(engine, 2, &message));
    assert_false(engine_set_threads(engine, 0, &message));
    assert_int_equal(engine_threads(engine), 2);
    engine_free(engine);
    engine_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_puzzles),
        cmocka_unit_test(test_stalemate_scores),
        cmocka_unit_test(test_stalemating_move),
        cmocka_unit_test(test_draws_are_scored),
        cmocka_unit_test(test_wildebeest_against_king),
        cmocka_unit_test(test_crowded_board),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_multipv),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_answers_wait),
        cmocka_unit_test(test_same_answer_twice),
        cmocka_unit_test(test_bench_positions),
        cmocka_unit_test(test_table_keeps_entries),
        cmocka_unit_test(test_perft_ways),
        cmocka_unit_test(test_many_threads),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
