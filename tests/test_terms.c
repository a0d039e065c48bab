/*
 * Each term of the evaluation: how often it counts, held against a second, slow evaluation
 * (slow_terms.h), and what the counts add up to.
 */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "eval/evaluate.h"
#include "tests/support/slow_terms.h"

static const WeightTerm *term_of(int weight) {
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++) {
        const WeightTerm *term = &WEIGHT_TERMS[t];
        if (weight >= term->first && weight < term->first + term->rows * term->columns)
            return term;
    }
    return NULL;
}

static void expect_same(const SlowBoard *board, EvaluationCache *cache) {
    static Position pos;
    static SlowTerms wanted;
    static EvaluationTrace trace;
    char fen[SLOW_TEXT];
    slow_terms(board, &wanted);
    bridge_position(board, &pos);
    slow_fen(board, fen);
    evaluate_trace(&pos, &trace);
    for (int c = 0; c < COLORS; c++)
        for (int i = 0; i < WEIGHT_COUNT; i++)
            if (trace.count[c][i] != wanted.count[c][i]) {
                const WeightTerm *term = term_of(i);
                fail_msg("%s, %s: %s[%d] of %s counts %d times, and should %d times",
                         pos.rules->short_name, fen, term->name, i - term->first,
                         c == WHITE ? "White" : "Black", trace.count[c][i], wanted.count[c][i]);
            }
    if (trace.phase != wanted.phase || trace.scale != wanted.scale || trace.total != wanted.total)
        fail_msg("%s, %s: %d with phase %d and scale %d; it should be %d with %d and %d",
                 pos.rules->short_name, fen, trace.total, trace.phase, trace.scale, wanted.total,
                 wanted.phase, wanted.scale);
    /* Filling the caches, and from them; then with other clocks, which the score kept fades by. */
    for (int again = 0; again < 2; again++)
        assert_int_equal(evaluate(&pos, cache), wanted.total);
    assert_int_equal(evaluate(&pos, NULL), wanted.total);
}

static void run(SampleKind kind, uint64_t seed, int amount) {
    Sampler sampler;
    SlowBoard board;
    EvaluationCache *cache = calloc(1, sizeof *cache);
    assert_non_null(cache);
    sampler_open(&sampler, seed);
    for (int i = 0; i < amount; i++) {
        sampler_next_of(&sampler, kind, &board);
        expect_same(&board, cache);
        board.clock = 90 + random_below(&sampler.random, 20);
        expect_same(&board, cache);
    }
    sampler_close(&sampler);
    free(cache);
}

static void test_games(void **state) {
    (void)state;
    run(SAMPLE_GAME, 71, test_amount(600, 20000));
}
static void test_strewn(void **state) {
    (void)state;
    run(SAMPLE_STREWN, 72, test_amount(400, 10000));
    run(SAMPLE_CROWDED, 73, test_amount(20, 1000));
}
static void test_castling(void **state) {
    (void)state;
    run(SAMPLE_CASTLING, 74, test_amount(100, 5000));
}
static void test_endings(void **state) {
    (void)state;
    run(SAMPLE_ENDING, 75, test_amount(500, 20000));
}

/* Kings, a piece or none on each side, and a few pawns: runs for promotion, pieces that never meet,
 * small advantages. */
static void test_few_men(void **state) {
    (void)state;
    Random random = {76};
    EvaluationCache *cache = calloc(1, sizeof *cache);
    assert_non_null(cache);
    for (int i = 0; i < test_amount(3000, 50000);) {
        static const char *const mixtures[] = {"KkPpPp", "KkBcPPpp", "KkbbPp", "KkCcP", "KkP",
                                               "KkRrPp", "KkQrp",    "KkWb",   "KkNn",  "KkRN"};
        SlowBoard board = {.standard = random_below(&random, 2) == 0,
                           .black_to_move = random_below(&random, 2) == 0,
                           .number = 1};
        memset(board.man, '.', sizeof board.man);
        for (const char *man = mixtures[random_below(&random, 10)]; *man != '\0'; man++) {
            const bool pawn = *man == 'P' || *man == 'p';
            const int rank = random_below(&random, pawn ? 8 : 10) + pawn;
            char *square = &board.man[rank][random_below(&random, SLOW_FILES)];
            if (*square == '.' || *man == 'k')
                *square = *man;
        }
        if (memchr(board.man, 'K', sizeof board.man) == NULL ||
            slow_in_check(&board, !board.black_to_move))
            continue;
        expect_same(&board, cache);
        i++;
    }
    free(cache);
}

/* The two halves of a weight do not disturb each other. */
static void test_weights_are_pairs(void **state) {
    (void)state;
    Random random = {77};
    for (int i = 0; i < 10000; i++) {
        const int a = random_below(&random, 200001) - 100000;
        const int b = random_below(&random, 200001) - 100000;
        const int c = random_below(&random, 2001) - 1000, d = random_below(&random, 2001) - 1000;
        const Weight w = WEIGHT(a, b) + WEIGHT(c, d) * 7 - WEIGHT(d, c);
        assert_int_equal(weight_middlegame(w), a + 7 * c - d);
        assert_int_equal(weight_endgame(w), b + 7 * d - c);
    }
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),    cmocka_unit_test(test_strewn),
        cmocka_unit_test(test_castling), cmocka_unit_test(test_endings),
        cmocka_unit_test(test_few_men),  cmocka_unit_test(test_weights_are_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
