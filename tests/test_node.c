/*
 * What happens at one node of the search, and that scores are what they claim to be.
 */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "engine/search/mate_search.h"
#include "engine/search/node.h"
#include "tests/support/listen.h"
#include "tests/support/lone_worker.h"

/* ---- Scores and the table ---- */

static void test_mates_are_counted_from_the_position(void **state) {
    (void)state;
    for (int ply = 0; ply < MAX_PLY; ply++)
        for (int left = 0; left < 300; left++) {
            assert_int_equal(score_to_table(score_mate_in(ply + left), ply), score_mate_in(left));
            assert_int_equal(score_to_table(score_mated_in(ply + left), ply), score_mated_in(left));
            assert_int_equal(score_from_table(score_mate_in(left), ply), score_mate_in(ply + left));
            assert_int_equal(score_from_table(score_mated_in(left), ply),
                             score_mated_in(ply + left));
        }
    const Score plain[] = {0, 1, -1, SCORE_MAX_EVAL, -SCORE_MAX_EVAL};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        assert_int_equal(score_to_table(plain[i], 9), plain[i]);
        assert_int_equal(score_from_table(plain[i], 9), plain[i]);
        assert_false(score_is_mate(plain[i]));
    }
    assert_int_equal(score_from_table(SCORE_NONE, 9), SCORE_NONE);
    assert_true(score_is_mate(SCORE_MATE_BOUND) && score_is_mate(-SCORE_MATE_BOUND));
    assert_int_equal(score_mate_moves(score_mate_in(1)), 1);
    assert_int_equal(score_mate_moves(score_mate_in(5)), 3);
    assert_int_equal(score_mate_moves(score_mated_in(0)), 0);
    assert_int_equal(score_mate_moves(score_mated_in(4)), -2);
}

static bool settles(Bound bound, Score score, Score beta, int clock) {
    static Position pos;
    const TTEntry entry = {.hit = true, .score = score, .bound = bound};
    pos.state.halfmove_clock = (uint16_t)clock;
    return table_score_settles(&entry, score, beta, &pos);
}

static void test_when_the_table_settles(void **state) {
    (void)state;
    for (Score score = 8; score <= 12; score++) {
        assert_true(settles(BOUND_EXACT, score, 10, 0));
        assert_true(settles(BOUND_LOWER, score, 10, 0) == (score >= 10));
        assert_true(settles(BOUND_UPPER, score, 10, 0) == (score < 10));
    }
    assert_false(settles(BOUND_EXACT, SCORE_NONE, 10, 0));
    /* Not in the last eight half-moves before the 50-move rule. */
    for (int clock = 0; clock < 120; clock++)
        assert_true(settles(BOUND_EXACT, 50, 10, clock) == (clock < 92));
    /* A mate that would come after the 100th half-move is none. */
    for (int plies = 1; plies < 60; plies++)
        for (int clock = 0; clock < 92; clock++) {
            const bool in_time = clock + plies <= 100;
            assert_true(settles(BOUND_EXACT, score_mate_in(plies), 10, clock) == in_time);
            assert_true(settles(BOUND_EXACT, score_mated_in(plies), 10, clock) == in_time);
        }
}

static void test_late_clocks_have_keys_of_their_own(void **state) {
    (void)state;
    for (unsigned clock = 0; clock < 24; clock++)
        assert_true(clock_key(clock) == 0);
    for (unsigned a = 24; a < 120; a++)
        for (unsigned b = 0; b <= a; b++)
            assert_true((clock_key(a) == clock_key(b)) == (b >= 24 && a / 8 == b / 8));
}

/* ---- Scores and evaluations ---- */

/* What the end of a line is worth, seen from its beginning: `*score` if it can be told by looking
 * at it, and that is returned. */
static bool value_of_line(const Position *root, const Move *line, int length, Score *score) {
    static Position pos;
    pos = *root;
    for (int i = 0; i < length; i++) {
        Undo undo;
        assert_true(position_is_legal(&pos, line[i]));
        position_make(&pos, line[i], &undo);
    }
    const GameState end = position_game_state(&pos);
    const bool lost =
        end == GAME_CHECKMATE || (end == GAME_STALEMATE && pos.rules->stalemate_loses);
    if (end == GAME_ONGOING && position_in_check(&pos))
        return false;
    *score = lost                  ? score_mated_in(length)
             : end != GAME_ONGOING ? SCORE_DRAW
                                   : evaluate(&pos, NULL);
    if (length % 2 == 1)
        *score = -*score;
    return true;
}

typedef Score Scorer(Worker *w, Move *line, int *length);

static Score by_quiescence(Worker *w, Move *line, int *length) {
    return worker_quiesce(w, line, length);
}

/* A first iteration, as nothing has been learnt that would correct evaluations. */
static Score by_first_iteration(Worker *w, Move *line, int *length) {
    w->shared->limits = (SearchLimits){.depth = 1};
    worker_search(w);
    *length = w->root[0].pv_length;
    memcpy(line, w->root[0].pv, (size_t)*length * sizeof(Move));
    return w->root[0].score;
}

/* A score found with an open window is the evaluation at the end of its line. */
static void expect_scores_of_lines(Scorer *scorer, uint64_t seed, int amount) {
    Sampler sampler;
    LoneWorker *lone = lone_worker_open(1);
    int compared = 0, longest = 0;
    sampler_open(&sampler, seed);
    for (int i = 0; i < amount; i++) {
        static Position pos;
        static Move line[MAX_PLY + 2];
        SlowBoard board;
        char fen[SLOW_TEXT];
        int length;
        Score value;
        sampler_next_of(&sampler, i % 4 == 0 ? SAMPLE_STREWN : SAMPLE_GAME, &board);
        board.clock = 0;
        bridge_position(&board, &pos);
        if (position_game_state(&pos) != GAME_ONGOING)
            continue;
        const Score score = scorer(lone_worker_set(lone, &pos), line, &length);
        if (!value_of_line(&pos, line, length, &value))
            continue;
        /* The same position with another clock may have stood in the table. */
        if (abs(score - value) > abs(value) / 20 + 1)
            fail_msg("%s, %s: %d, but after %d half-moves it is %d", pos.rules->short_name,
                     bridge_fen(&pos, fen), score, length, value);
        compared++;
        longest = length > longest ? length : longest;
    }
    assert_true(compared > amount / 2 && longest > 4);
    sampler_close(&sampler);
    lone_worker_close(lone);
}

static void test_scores_of_quiescence(void **state) {
    (void)state;
    expect_scores_of_lines(by_quiescence, 51, test_amount(1000, 30000));
}

static void test_scores_of_first_iterations(void **state) {
    (void)state;
    expect_scores_of_lines(by_first_iteration, 52, test_amount(1000, 30000));
}

/* ---- A node without one of its moves ---- */

/* If that was the only one, nothing is known of the others: the node fails low, it is no mate. */
static void test_only_move_left_out(void **state) {
    (void)state;
    static Position pos;
    LoneWorker *lone = lone_worker_open(1);
    Sampler sampler;
    int found = 0;
    sampler_open(&sampler, 53);
    while (found < 5) {
        SlowBoard board;
        MoveList list;
        sampler_next_of(&sampler, SAMPLE_STREWN, &board);
        board.clock = 0;
        bridge_position(&board, &pos);
        generate_legal(&pos, &list);
        if (list.count != 1 || position_is_dead(&pos))
            continue;
        Worker *w = lone_worker_set(lone, &pos);
        w->finished_depth = 1;
        pass(w, stack_at(w, 0));
        stack_at(w, 1)->excluded = list.moves[0];
        for (Score limit = -300; limit <= 300; limit += 100)
            assert_int_equal(search_node(w, limit - 1, limit, 3, 1, false), limit - 1);
        stack_at(w, 1)->excluded = MOVE_NONE;
        found++;
    }
    sampler_close(&sampler);
    lone_worker_close(lone);
}

/* ---- Proofs of mates ---- */

static void test_proofs_end_with_their_nodes(void **state) {
    (void)state;
    static Position pos;
    LoneWorker *lone = lone_worker_open(1);
    MateSearch search;
    position_set_start(&pos, &RULES[0]);
    Worker *w = lone_worker_set(lone, &pos);
    worker_set_nodes(w, 100);
    mate_search_begin(&search, w, 50, false);
    for (uint64_t nodes = 100; nodes < 150; nodes++) {
        worker_set_nodes(w, nodes);
        assert_false(mate_search_gives_up(&search));
    }
    worker_set_nodes(w, 150);
    assert_true(mate_search_gives_up(&search));
    lone_worker_close(lone);
}

/* What the table has kept of a proof is as true the next time, be it asked for more moves or for
 * fewer, and whatever other searches have replaced. */
static void test_proofs_are_remembered(void **state) {
    (void)state;
    LoneWorker *lone = lone_worker_open(1);
    MateSuite *suite = mate_suite_open(1, 1);
    int proven = 0;
    while (mate_suite_next(suite)) {
        if (suite->c.moves != 3)
            continue;
        Worker *w = lone_worker_set(lone, &suite->c.pos);
        MateSearch search;
        mate_search_begin(&search, w, UINT64_C(1) << 40, false);
        static const int asked[] = {1, 2, 3, 2, 1, 3, 2, 2, 3};
        for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
            Move winner = MOVE_NONE;
            tt_new_search(&lone->tt);
            const MateVerdict verdict = mate_search_wins(&search, asked[i], &winner);
            assert_int_equal(verdict, asked[i] >= suite->c.moves ? MATE_PROVEN : MATE_DENIED);
            if (verdict == MATE_PROVEN)
                assert_int_equal(mate_search_after(&search, winner, asked[i]), MATE_PROVEN);
        }
        if (++proven == test_amount(6, 1000))
            break;
    }
    assert_true(proven >= 6);
    mate_suite_close(suite);
    lone_worker_close(lone);
}

/* `go mate N`: what is proved comes with the whole line, one that neither side can better. */
static void test_proofs_have_lines(void **state) {
    (void)state;
    LoneWorker *lone = lone_worker_open(4);
    MateSuite *suite = mate_suite_open(1, 1);
    int proven = 0;
    while (proven < test_amount(12, 1000) && mate_suite_next(suite)) {
        enum { MOVES = 3 };
        if (suite->c.moves != MOVES)
            continue;
        lone->shared.limits = (SearchLimits){.mate = MOVES};
        Worker *w = lone_worker_set(lone, &suite->c.pos);
        worker_search(w);
        const RootMove *best = &w->root[0];
        assert_int_equal(best->score, score_mate_in(2 * MOVES - 1));
        assert_int_equal(best->bound, BOUND_EXACT);
        assert_int_equal(best->pv_length, 2 * MOVES - 1);
        assert_true(listen_line_mates(&suite->c.pos, best->pv, best->pv_length));
        proven++;
    }
    assert_true(proven >= 12);
    mate_suite_close(suite);
    lone_worker_close(lone);
}

/* That there is no such mate ends a search that has no other limit; one that has uses it up. */
static void test_denied_mate_leaves_other_limits(void **state) {
    (void)state;
    enum { NODES = 3000 };
    static Position pos;
    LoneWorker *lone = lone_worker_open(1);
    position_set_start(&pos, &RULES[0]);
    lone->shared.limits = (SearchLimits){.mate = 1};
    Worker *w = lone_worker_set(lone, &pos);
    worker_search(w);
    assert_true(w->finished_depth == 1 && worker_nodes(w) < NODES);
    lone->shared.limits = (SearchLimits){.mate = 1, .nodes = NODES};
    w = lone_worker_set(lone, &pos);
    worker_search(w);
    assert_true(worker_nodes(w) >= NODES);
    lone->shared.limits = (SearchLimits){.mate = 1, .depth = 4};
    w = lone_worker_set(lone, &pos);
    worker_search(w);
    assert_int_equal(w->finished_depth, 4);
    lone_worker_close(lone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mates_are_counted_from_the_position),
        cmocka_unit_test(test_when_the_table_settles),
        cmocka_unit_test(test_late_clocks_have_keys_of_their_own),
        cmocka_unit_test(test_scores_of_quiescence),
        cmocka_unit_test(test_scores_of_first_iterations),
        cmocka_unit_test(test_only_move_left_out),
        cmocka_unit_test(test_proofs_end_with_their_nodes),
        cmocka_unit_test(test_proofs_are_remembered),
        cmocka_unit_test(test_proofs_have_lines),
        cmocka_unit_test(test_denied_mate_leaves_other_limits),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
