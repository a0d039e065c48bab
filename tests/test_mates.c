/*
 * The mate suite: forced mates, and stalemates that win, which the engine must find, and positions
 * without any, where it must not claim one.
 *
 * What is true of a position of mates.tsv is checked here first: for wins in up to three moves, and
 * for the positions without one, by trying everything (mate_solver.h); for longer ones by
 * retrograde tables (endings.h), those with four men in the long form of the test only.
 */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/endings.h"
#include "tests/support/listen.h"
#include "tests/support/mate_solver.h"

enum { SOLVED_BY_TRYING = 3, LONGEST_PLIES = 11 };

static int count_men(const Position *pos) {
    return bb_count(position_occupied(pos));
}

/* ---- The witnesses ---- */

/* The figures of RULES.md; the tables and the library agree on every move of some positions. */
static void test_endings_are_right(void **state) {
    (void)state;
    static const struct {
        const char *men;
        int rules, longest_moves;
        double won_percent;
    } known[] = {{"KCK", 0, 6, 0.30}, {"KWK", 1, 1, 0.01}, {"KNK", 0, 14, 0.25},
                 {"KBK", 0, 9, 1.13}, {"KQK", 0, 12, 100}, {"KQK", 1, 13, 100},
                 {"KRK", 0, 21, 100}, {"KRK", 1, 22, 100}, {"KWK", 0, 29, 100}};
    Endings *endings = malloc(sizeof *endings);
    assert_non_null(endings);
    for (int i = 0; i < test_amount(2, (int)(sizeof known / sizeof known[0])); i++) {
        endings_open(endings, &RULES[known[i].rules], ENDING_PLIES_MAX);
        const EndingCount count = endings_count(endings_table(endings, known[i].men), WHITE);
        const double percent = 100.0 * (double)count.won / (double)count.legal;
        assert_int_equal((count.longest + 1) / 2, known[i].longest_moves);
        assert_true(percent > known[i].won_percent - 0.006 &&
                    percent < known[i].won_percent + 0.006);
        endings_close(endings);
    }
    free(endings);
}

/* What the tables say of the positions after each move, put together. */
static int plies_by_moves(Endings *endings, Position *pos) {
    MoveList list;
    int win = -1, loss = -1;
    bool loses = true;
    generate_legal(pos, &list);
    if (list.count == 0)
        return position_in_check(pos) || pos->rules->stalemate_loses ? 0 : -1;
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        const int plies = endings_plies(endings, pos);
        position_unmake(pos, list.moves[i], &undo);
        if (plies >= 0 && plies % 2 == 0 && (win < 0 || plies + 1 < win))
            win = plies + 1;
        loses = loses && plies % 2 == 1;
        if (plies >= loss)
            loss = plies + 1;
    }
    const int plies = win >= 0 ? win : loses ? loss : -1;
    return plies <= endings->most_plies ? plies : -1;
}

static void test_endings_agree_with_moves(void **state) {
    (void)state;
    static const char *const men[] = {"KPK", "KNK", "KRK"};
    Random random = {2026};
    Endings *endings = malloc(sizeof *endings);
    assert_non_null(endings);
    for (int r = 0; r < RULE_SETS; r++) {
        endings_open(endings, &RULES[r], test_amount(LONGEST_PLIES, ENDING_PLIES_MAX));
        for (int i = 0; i < test_amount(300, 60000); i++) {
            const EndingTable *table =
                endings_table(endings, men[random_below(&random, test_amount(2, 3))]);
            Position pos;
            Square at[3];
            position_clear(&pos, &RULES[r]);
            for (int j = 0; j < 3; j++)
                at[j] = FILES + random_below(&random, SQUARES - 2 * FILES);
            if (at[0] == at[1] || at[0] == at[2] || at[1] == at[2])
                continue;
            for (int j = 0; j < 3; j++)
                position_place(&pos, table->man[j], at[j]);
            pos.side = (uint8_t)random_below(&random, COLORS);
            position_finish(&pos);
            if (position_attacked(&pos, pos.king[opponent((Color)pos.side)], (Color)pos.side,
                                  position_occupied(&pos)))
                continue;
            assert_int_equal(endings_plies(endings, &pos), plies_by_moves(endings, &pos));
        }
        endings_close(endings);
    }
    free(endings);
}

/* ---- The data ---- */

static void test_solver_confirms(void **state) {
    (void)state;
    MateSuite *suite = mate_suite_open(1, 1);
    MateCase *const c = &suite->c;
    MateSolver solver;
    int wins = 0;
    while (mate_suite_next(suite)) {
        wins += c->moves > 0;
        if (c->moves > SOLVED_BY_TRYING)
            continue;
        solver_open(&solver);
        const int found = solver_distance(&solver, &c->pos, SOLVED_BY_TRYING);
        if (found != c->moves)
            fail_msg("%s: %d by trying, %d in the file", c->fen, found, c->moves);
        solver_close(&solver);
    }
    assert_true(wins >= 60);
    mate_suite_close(suite);
}

/* The positions of one kind of ending, so that one kind's tables are in memory at a time. */
static int confirm_endings(MateSuite *suite, Endings *endings, int men, const char *what) {
    const MateCase *c = &suite->c;
    int count = 0;
    mate_suite_rewind(suite);
    endings_open(endings, NULL, LONGEST_PLIES);
    while (mate_suite_next(suite)) {
        if (c->moves <= SOLVED_BY_TRYING || count_men(&c->pos) != men ||
            (what != NULL && strcmp(c->what, what) != 0))
            continue;
        if (endings->rules != c->pos.rules) {
            endings_close(endings);
            endings_open(endings, c->pos.rules, LONGEST_PLIES);
        }
        const int plies = endings_plies(endings, &c->pos);
        if (plies != 2 * c->moves - 1)
            fail_msg("%s: %d half-moves in the table, %d moves in the file", c->fen, plies,
                     c->moves);
        count++;
    }
    endings_close(endings);
    return count;
}

static void test_tables_confirm(void **state) {
    (void)state;
    static const char *const four_men[] = {"KCCK", "KBNK", "KQKR", "KRKN", "KCNK", "KQKW"};
    MateSuite *suite = mate_suite_open(1, 1);
    MateCase *const c = &suite->c;
    Endings *endings = malloc(sizeof *endings);
    assert_non_null(endings);
    assert_true(confirm_endings(suite, endings, 3, NULL) >= 20);
    int four = 0, long_ones = 0;
    for (int i = 0; i < test_amount(0, (int)(sizeof four_men / sizeof four_men[0])); i++)
        four += confirm_endings(suite, endings, 4, four_men[i]);
    /* None is left out, by a misspelt name or by its number of men. */
    mate_suite_rewind(suite);
    while (mate_suite_next(suite)) {
        assert_true(c->moves <= SOLVED_BY_TRYING || count_men(&c->pos) <= 4);
        long_ones += c->moves > SOLVED_BY_TRYING && count_men(&c->pos) == 4;
    }
    assert_int_equal(four, test_amount(0, long_ones));
    free(endings);
    mate_suite_close(suite);
}

/* ---- The engine ---- */

/* `go mate N` finds the win, no longer than it need be, and ends by itself. */
static void test_mates_are_found(void **state) {
    (void)state;
    enum { NODES = 400000 };
    MateSuite *suite = mate_suite_open(1, 16);
    MateCase *const c = &suite->c;
    Heard *const heard = &suite->heard;
    while (mate_suite_next(suite)) {
        if (c->moves == 0 || (c->moves > SOLVED_BY_TRYING && c->number % test_amount(24, 1) != 0))
            continue;
        const SearchLimits limits = {.mate = c->moves, .nodes = NODES};
        mate_suite_search(suite, &c->pos, &limits, 1);
        const Score score = heard->result.score;
        if (!score_is_mate(score) || score < 0 || score_mate_moves(score) != c->moves)
            fail_msg("%s: a win in %d (%s), but the score is %d", c->fen, c->moves, c->what, score);
        assert_int_equal(heard->last[0].bound, BOUND_EXACT);
        assert_int_equal(heard->last[0].score, score);
        assert_true(heard->result.nodes < NODES);
    }
    mate_suite_close(suite);
}

/* A search without that limit claims no win sooner than there is one, whatever it is told to stop
 * at; and finds the short ones. */
static void test_no_mate_is_made_up(void **state) {
    (void)state;
    MateSuite *suite = mate_suite_open(1, 16);
    MateCase *const c = &suite->c;
    Heard *const heard = &suite->heard;
    while (mate_suite_next(suite)) {
        const SearchLimits limits = {.nodes = (uint64_t)test_amount(1200, 500000)};
        const int least = c->moves > 0 ? c->moves : SOLVED_BY_TRYING + 1;
        mate_suite_search(suite, &c->pos, &limits, 2);
        if (heard->fewest_moves != 0 && heard->fewest_moves < least)
            fail_msg("%s (%s): a mate in %d was claimed", c->fen, c->what, heard->fewest_moves);
        if (c->moves == 1)
            assert_int_equal(heard->fewest_moves, 1);
    }
    mate_suite_close(suite);
}

/* Where there is no such mate, `go mate N` says so by ending, and claims none. */
static void test_denied_mate_ends_search(void **state) {
    (void)state;
    MateSuite *suite = mate_suite_open(1, 16);
    MateCase *const c = &suite->c;
    Heard *const heard = &suite->heard;
    while (mate_suite_next(suite)) {
        if (c->moves == 1)
            continue;
        /* One move less than it takes. */
        const int most = c->moves == 0 ? 2 + test_is_full() : c->moves == 2 ? 1 : 2;
        const SearchLimits limits = {.mate = most};
        mate_suite_search(suite, &c->pos, &limits, 1);
        assert_true(heard->fewest_moves == 0 || heard->fewest_moves > most);
    }
    mate_suite_close(suite);
}

/* Searches the board with its clock at `clock` for so many nodes, with what was learnt before. */
static Score score_at(MateSuite *suite, int clock, uint64_t nodes) {
    const MateCase *c = &suite->c;
    const Heard *heard = &suite->heard;
    const SearchLimits limits = {.nodes = nodes};
    Position pos = c->pos;
    pos.state.halfmove_clock = (uint16_t)clock;
    listen_search(suite->engine, &pos, &limits, 1, &suite->heard);
    if (heard->fewest_moves != 0 && heard->fewest_moves < (clock <= 95 ? 3 : 4))
        fail_msg("%s: a mate in %d at %d", c->fen, heard->fewest_moves, clock);
    return heard->result.score;
}

/*
 * What was learnt of a board late in the count to the 50-move draw says nothing of the same board
 * earlier, and the other way round.  The boards here have a mate in three that is too late at 96.
 */
static void test_clock_in_table(void **state) {
    (void)state;
    enum { MANY = 30000 /* goes deep, so near to the draw */, FEW = 5000 };
    MateSuite *suite = mate_suite_open(1, 16);
    MateCase *const c = &suite->c;
    Heard *const heard = &suite->heard;
    int drawn = 0, won_earlier = 0;
    while (mate_suite_next(suite)) {
        if (c->pos.state.halfmove_clock != 96 || c->moves != 0)
            continue;
        engine_clear(suite->engine);
        if (score_at(suite, 96, MANY) == SCORE_DRAW) {
            drawn++;
            won_earlier += score_at(suite, 0, FEW) == score_mate_in(5);
            assert_int_equal(score_at(suite, 96, FEW), SCORE_DRAW);
        }
        const SearchLimits mate = {.mate = 3, .nodes = 400000};
        c->pos.state.halfmove_clock = 95;
        listen_search(suite->engine, &c->pos, &mate, 1, heard);
        assert_int_equal(heard->fewest_moves, 3);
    }
    assert_true(drawn >= 3 && 2 * won_earlier > drawn);
    mate_suite_close(suite);
}

/* The position after the moves that the tables call best for both sides. */
static void play_best(Endings *endings, Position *pos, int plies) {
    while (plies-- > 0) {
        MoveList list;
        Undo undo;
        const int wanted = endings_plies(endings, pos) - 1;
        generate_legal(pos, &list);
        for (int i = 0; i < list.count; i++) {
            position_make(pos, list.moves[i], &undo);
            if (endings_plies(endings, pos) == wanted)
                break;
            position_unmake(pos, list.moves[i], &undo);
        }
    }
}

/* Searches with every move as a line.  None is scored better than the table has it, and the short
 * wins exactly; returns how many of these there were. */
static int check_lines(MateSuite *suite, Endings *endings) {
    enum { EXACT_PLIES = 4 /* after the first move */ };
    const SearchLimits limits = {.depth = 10};
    const Position *pos = &suite->c.pos;
    const Heard *heard = &suite->heard;
    int exact = 0;
    mate_suite_search(suite, pos, &limits, LISTEN_LINES);
    for (int i = 0; i < LISTEN_LINES && heard->last[i].pv_length > 0; i++) {
        const SearchReport *r = &heard->last[i];
        Position after = *pos;
        Undo undo;
        position_make(&after, r->pv[0], &undo);
        const int plies = endings_plies(endings, &after);
        const bool wins = plies >= 0 && plies % 2 == 0;
        const int claimed = SCORE_MATE - r->score;
        if (score_is_mate(r->score) && claimed <= endings->most_plies)
            assert_true(wins && plies + 1 <= claimed);
        if (wins && plies <= EXACT_PLIES) {
            assert_int_equal(r->score, score_mate_in(plies + 1));
            exact++;
        }
    }
    return exact;
}

static void test_lines_against_tables(void **state) {
    (void)state;
    MateSuite *suite = mate_suite_open(1, 16);
    MateCase *const c = &suite->c;
    Endings *endings = malloc(sizeof *endings);
    const int limit_plies = test_amount(LONGEST_PLIES, ENDING_PLIES_MAX);
    int exact = 0;
    assert_non_null(endings);
    endings_open(endings, NULL, limit_plies);
    while (mate_suite_next(suite)) {
        if (c->moves <= SOLVED_BY_TRYING || count_men(&c->pos) != 3 ||
            (c->number % test_amount(28, 1) != 0))
            continue;
        if (endings->rules != c->pos.rules) {
            endings_close(endings);
            endings_open(endings, c->pos.rules, limit_plies);
        }
        play_best(endings, &c->pos, 2 * (c->moves - SOLVED_BY_TRYING));
        exact += check_lines(suite, endings);
    }
    assert_true(exact >= test_amount(2, 10));
    endings_close(endings);
    free(endings);
    mate_suite_close(suite);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_endings_are_right),
        cmocka_unit_test(test_endings_agree_with_moves),
        cmocka_unit_test(test_solver_confirms),
        cmocka_unit_test(test_tables_confirm),
        cmocka_unit_test(test_mates_are_found),
        cmocka_unit_test(test_no_mate_is_made_up),
        cmocka_unit_test(test_denied_mate_ends_search),
        cmocka_unit_test(test_clock_in_table),
        cmocka_unit_test(test_lines_against_tables),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
