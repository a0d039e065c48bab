/*
 * Lines as they are told: legal to their end, each another move, best first, whatever the limits,
 * near the 50-move rule and with a history behind the position; and what MultiPV promises.
 * The checks that every report must pass stand in tests/support/listen.c.
 */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "bitboard/fen.h"
#include "engine/bench.h"
#include "engine/search/mate_line.h"
#include "engine/search/worker.h"
#include "tests/support/listen.h"
#include "tests/support/lone_worker.h"
#include "tests/support/mate_solver.h"

/* ---- Positions ---- */

static void bench_at(Random *random, Position *pos) {
    const RuleSet *rules = &RULES[random_below(random, RULE_SETS)];
    Message message;
    const char *fen = bench_position(rules, random_below(random, bench_position_count(rules)));
    if (!fen_parse(fen, rules, pos, NULL, &message))
        fail_msg("%s: %s", fen, message.text);
}

/* Moves by pieces and kings back and forth, so that positions have occurred before. */
static void shuffle(Random *random, Position *pos) {
    for (int round = random_below(random, 3); round > 0; round--) {
        MoveList list;
        Undo undo;
        generate_legal(pos, &list);
        if (list.count == 0)
            return;
        const Move out = list.moves[random_below(random, list.count)];
        const Move home = move_make(move_to(out), move_from(out));
        if (position_is_tactical(pos, out) || move_kind(out) != MOVE_NORMAL)
            continue;
        Position tried = *pos;
        Move replies[2] = {MOVE_NONE, MOVE_NONE};
        position_make(&tried, out, &undo);
        generate_legal(&tried, &list);
        for (int i = 0; i < list.count && replies[1] == MOVE_NONE; i++) {
            Position after = tried;
            replies[0] = list.moves[i];
            replies[1] = move_make(move_to(replies[0]), move_from(replies[0]));
            position_make(&after, replies[0], &undo);
            const bool back =
                position_is_legal(&after, home) && !position_is_tactical(&after, home);
            if (back)
                position_make(&after, home, &undo);
            if (!back || !position_is_legal(&after, replies[1]) ||
                position_is_tactical(&after, replies[1])) {
                replies[1] = MOVE_NONE;
                continue;
            }
            position_make(&after, replies[1], &undo);
            *pos = after;
        }
    }
}

static void random_position(Random *random, Sampler *sampler, Position *pos) {
    switch (random_below(random, 3)) {
    case 0: {
        SlowBoard board;
        sampler_next(sampler, &board);
        bridge_position(&board, pos);
        break;
    }
    default: bench_at(random, pos); break;
    }
    if (random_below(random, 3) == 0) {
        pos->state.halfmove_clock = (uint16_t)(88 + random_below(random, 14));
        position_finish(pos);
    } else {
        shuffle(random, pos);
    }
}

static void random_limits(Random *random, const Position *pos, SearchLimits *limits) {
    MoveList list;
    *limits = (SearchLimits){.nodes = (uint64_t)(1 + random_below(random, 4000))};
    if (random_below(random, 3) == 0)
        *limits = (SearchLimits){.depth = 1 + random_below(random, 4), .nodes = 20000};
    if (random_below(random, 8) == 0)
        limits->mate = 1 + random_below(random, 3);
    generate_legal(pos, &list);
    if (random_below(random, 3) == 0)
        for (int i = 0; i < list.count && limits->root_move_count < 6; i++)
            if (random_below(random, 4) == 0)
                limits->root_moves[limits->root_move_count++] = list.moves[i];
}

/* ---- Tests ---- */

static void test_random_searches(void **state) {
    (void)state;
    Random random = {77};
    Sampler sampler;
    Engine *engine = listen_engine(1, 2);
    Heard *heard = malloc(sizeof *heard);
    assert_non_null(heard);
    sampler_open(&sampler, 31);
    for (int i = 0; i < test_amount(120, 20000); i++) {
        Position pos;
        SearchLimits limits;
        random_position(&random, &sampler, &pos);
        random_limits(&random, &pos, &limits);
        if (random_below(&random, 4) == 0)
            engine_clear(engine);
        listen_search(engine, &pos, &limits, 1 + random_below(&random, 5), heard);
    }
    sampler_close(&sampler);
    free(heard);
    engine_free(engine);
}

/* The same with several threads, and searches that are told to stop at any moment. */
static void test_interrupted_searches(void **state) {
    (void)state;
    Random random = {78};
    Sampler sampler;
    Engine *engine = listen_engine(3, 2);
    Heard *heard = malloc(sizeof *heard);
    assert_non_null(heard);
    sampler_open(&sampler, 32);
    for (int i = 0; i < test_amount(30, 3000); i++) {
        Position pos;
        SearchLimits limits;
        random_position(&random, &sampler, &pos);
        random_limits(&random, &pos, &limits);
        limits.infinite = random_below(&random, 2) == 0;
        listen_begin(engine, &pos, &limits, 1 + random_below(&random, 3), heard);
        if (limits.infinite)
            engine_stop(engine);
        listen_end(engine, heard);
    }
    sampler_close(&sampler);
    free(heard);
    engine_free(engine);
}

/* Mates, cut short at any moment: the last line shows the mate, or its score is a bound. */
static void test_mates_cut_short(void **state) {
    (void)state;
    MateSuite *suite = mate_suite_open(1, 1);
    MateCase *const c = &suite->c;
    Random random = {79};
    Engine *engines[2] = {listen_engine(1, 2), listen_engine(2, 2)};
    Heard *const heard = &suite->heard;
    int complete = 0, bounds = 0;
    while (mate_suite_next(suite))
        for (int i = 0; i < test_amount(1, 40); i++) {
            const SearchLimits limits = {.nodes = (uint64_t)(1 + random_below(&random, 6000))};
            engine_clear(engines[i % 2]);
            listen_search(engines[i % 2], &c->pos, &limits, 1 + random_below(&random, 3), heard);
            if (!score_is_mate(heard->last[0].score))
                continue;
            complete += heard->last[0].bound == BOUND_EXACT;
            bounds += heard->last[0].bound != BOUND_EXACT;
        }
    assert_true(complete > 10 * bounds && complete > 20);
    engine_free(engines[0]);
    engine_free(engines[1]);
    mate_suite_close(suite);
}

/* An iteration that is cut short tells the lines that it has finished, though no answer hangs on
 * them. */
static void test_finished_lines_are_told(void **state) {
    (void)state;
    Random random = {81};
    Engine *engine = listen_engine(1, 2);
    Heard *heard = malloc(sizeof *heard);
    int told = 0;
    assert_non_null(heard);
    for (int i = 0; i < test_amount(40, 400); i++) {
        Position pos;
        bench_at(&random, &pos);
        const SearchLimits limits = {.nodes = (uint64_t)(1000 + random_below(&random, 8000))};
        engine_clear(engine);
        listen_search(engine, &pos, &limits, 4, heard);
        /* Of the present iteration: lines before the one that was being searched. */
        bool more = true;
        for (int line = 0; line < 4; line++) {
            const bool newer = heard->last[line].depth > heard->result.depth;
            assert_true(more || !newer);
            more = newer;
        }
        told += heard->last[1].depth > heard->result.depth;
    }
    assert_true(told > 5);
    free(heard);
    engine_free(engine);
}

/*
 * Lines that break off: a worker searches, then forgets the end of its line, and (every other time)
 * all that its table knew.  What the line still says must lead it to the mate again, as long as a
 * few moves are missing.
 */
static void test_broken_lines_are_completed(void **state) {
    (void)state;
    MateSuite *suite = mate_suite_open(1, 1);
    MateCase *const c = &suite->c;
    LoneWorker *lone = lone_worker_open(4);
    int tried[2] = {0, 0}, completed[2] = {0, 0};
    lone->shared.limits.nodes = 30000;
    while (mate_suite_next(suite)) {
        if (c->number % test_amount(8, 1) != 0)
            continue;
        Worker *w = lone_worker_set(lone, &c->pos);
        worker_search(w);
        const RootMove whole = w->root[0];
        if (!score_is_mate(whole.score) || whole.score < 0)
            continue;
        for (int forget = 0; forget < 2; forget++) {
            if (forget == 1)
                tt_clear(&lone->tt);
            for (int length = 1; length < whole.pv_length; length++) {
                w->root[0] = whole;
                w->root[0].pv_length = length;
                const uint64_t nodes = worker_nodes(w);
                mate_lines_complete(w, 1);
                const RootMove *line = &w->root[0];
                assert_int_equal(worker_nodes(w), nodes);
                assert_memory_equal(&w->pos, &c->pos, sizeof c->pos);
                assert_int_equal(line->score, whole.score);
                tried[forget]++;
                if (line->bound == BOUND_LOWER)
                    continue;
                completed[forget]++;
                assert_int_equal(line->bound, BOUND_EXACT);
                assert_int_equal(line->pv_length, SCORE_MATE - line->score);
                assert_true(listen_line_mates(&c->pos, line->pv, line->pv_length));
            }
        }
    }
    /* With its table nearly every line is completed; without it, at least the short ones. */
    assert_true(tried[0] > 20 && completed[0] * 10 > tried[0] * 9);
    assert_true(completed[1] * 3 > tried[1] * 2);
    lone_worker_close(lone);
    mate_suite_close(suite);
}

/* In a search to a depth every line is of that depth and exact; as many as were asked for or as
 * there are moves. */
static void test_lines_of_a_depth(void **state) {
    (void)state;
    Random random = {80};
    Engine *engine = listen_engine(1, 4);
    Heard *heard = malloc(sizeof *heard);
    assert_non_null(heard);
    for (int i = 0; i < test_amount(5, 400); i++) {
        Position pos;
        MoveList list;
        const int depth = 1 + random_below(&random, 5), lines = 1 + random_below(&random, 5);
        bench_at(&random, &pos);
        generate_legal(&pos, &list);
        const SearchLimits limits = {.depth = depth};
        engine_clear(engine);
        listen_search(engine, &pos, &limits, lines, heard);
        const int expected = lines < list.count ? lines : list.count;
        assert_int_equal(heard->reports, expected * depth);
        for (int j = 0; j < expected; j++) {
            assert_int_equal(heard->last[j].depth, depth);
            assert_int_equal(heard->last[j].bound, BOUND_EXACT);
        }
        assert_int_equal(heard->result.score, heard->last[0].score);
    }
    free(heard);
    engine_free(engine);
}

/* Every move that mates at once is a line of its own with that score, before all others; and a move
 * alone (searchmoves) gets the score that it has among the lines. */
static void test_all_mating_moves(void **state) {
    (void)state;
    MateSuite *suite = mate_suite_open(1, 4);
    MateCase *const c = &suite->c;
    Heard *const heard = &suite->heard, *alone = malloc(sizeof *alone);
    MateSolver solver;
    assert_non_null(alone);
    solver_open(&solver);
    while (mate_suite_next(suite)) {
        MoveList list;
        int mates = 0;
        if (c->moves != 1)
            continue;
        generate_legal(&c->pos, &list);
        for (int i = 0; i < list.count; i++) {
            Undo undo;
            position_make(&c->pos, list.moves[i], &undo);
            mates += solver_loses(&solver, &c->pos, 0);
            position_unmake(&c->pos, list.moves[i], &undo);
        }
        SearchLimits limits = {.depth = 2};
        mate_suite_search(suite, &c->pos, &limits, LISTEN_LINES);
        for (int i = 0; i < list.count; i++)
            assert_int_equal(heard->last[i].score == score_mate_in(1), i < mates);
        limits.root_move_count = 1;
        for (int i = 0; i < mates; i++) {
            limits.root_moves[0] = heard->last[i].pv[0];
            engine_clear(suite->engine);
            listen_search(suite->engine, &c->pos, &limits, 1, alone);
            assert_int_equal(alone->result.score, score_mate_in(1));
        }
    }
    solver_close(&solver);
    free(alone);
    mate_suite_close(suite);
}

/* With the 100th half-move due, whatever is not a capture, a pawn's move or a mate is a draw, and
 * the lines say so. */
static void test_at_move_hundred(void **state) {
    (void)state;
    Random random = {81};
    Engine *engine = listen_engine(1, 4);
    Heard *heard = malloc(sizeof *heard);
    assert_non_null(heard);
    for (int i = 0; i < test_amount(12, 200); i++) {
        Position pos;
        bench_at(&random, &pos);
        pos.state.halfmove_clock = 99;
        position_finish(&pos);
        const SearchLimits limits = {.depth = test_amount(3, 5)};
        engine_clear(engine);
        listen_search(engine, &pos, &limits, LISTEN_LINES, heard);
        for (int j = 0; j < LISTEN_LINES && heard->last[j].pv_length > 0; j++) {
            const SearchReport *r = &heard->last[j];
            Position after = pos;
            Undo undo;
            position_make(&after, r->pv[0], &undo);
            if (position_game_state(&after) == GAME_FIFTY_MOVES) {
                assert_int_equal(r->score, SCORE_DRAW);
                assert_int_equal(r->pv_length, 1);
            }
        }
    }
    free(heard);
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_searches),  cmocka_unit_test(test_interrupted_searches),
        cmocka_unit_test(test_mates_cut_short),  cmocka_unit_test(test_broken_lines_are_completed),
        cmocka_unit_test(test_lines_of_a_depth), cmocka_unit_test(test_all_mating_moves),
        cmocka_unit_test(test_at_move_hundred),  cmocka_unit_test(test_finished_lines_are_told),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
