/*
 * A bare king against a piece that wins, played out: the engine with few nodes a move, the king by
 * retrograde tables (endings.h), always where it holds out longest.
 */
#include "tests/support/suite.h"

#include <stdlib.h>

#include "eval/evaluate.h"
#include "tests/support/endings.h"
#include "tests/support/listen.h"

enum { THREE_MEN = 3, QUICK_NODES = 3000, FULL_NODES = 10000 };

/* Kings and a third man at random, White to move, Black not in check. */
static void random_position(Random *random, const RuleSet *rules, PieceType type, Position *pos) {
    const Piece man[THREE_MEN] = {piece_of(WHITE, KING), piece_of(BLACK, KING),
                                  piece_of(WHITE, type)};
    Square at[THREE_MEN];
    do {
        do {
            for (int i = 0; i < THREE_MEN; i++)
                at[i] = random_below(random, SQUARES);
        } while (at[0] == at[1] || at[0] == at[2] || at[1] == at[2]);
        position_clear(pos, rules);
        for (int i = 0; i < THREE_MEN; i++)
            position_place(pos, man[i], at[i]);
        pos->side = WHITE;
        position_finish(pos);
    } while (position_attacked(pos, pos->king[BLACK], WHITE, position_occupied(pos)));
}

/* Black's move after which White needs longest; one that does not lose if there is any. */
static Move longest_defence(Endings *endings, Position *pos) {
    MoveList list;
    Move best = MOVE_NONE;
    int longest = -1;
    generate_legal(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        const int plies = endings_plies(endings, pos);
        position_unmake(pos, list.moves[i], &undo);
        if (plies < 0)
            return list.moves[i];
        if (plies > longest) {
            longest = plies;
            best = list.moves[i];
        }
    }
    return best;
}

/* Plays until Black has no move; fails the test if the game is drawn before that. */
static int play_out(Engine *engine, Endings *endings, const Position *start, Heard *heard) {
    const SearchLimits limits = {.nodes = (uint64_t)test_amount(QUICK_NODES, FULL_NODES)};
    Position pos = *start;
    Undo undo;
    char fen[SLOW_TEXT];
    engine_clear(engine);
    for (int plies = 0;; plies++) {
        if (!has_legal_move(&pos)) {
            assert_int_equal(pos.side, BLACK);
            return plies;
        }
        if (pos.state.halfmove_clock >= 100 || position_repetitions(&pos) >= 2 ||
            position_is_dead(&pos))
            fail_msg("%s: not won in %d half-moves", bridge_fen(start, fen), plies);
        if (pos.side == WHITE)
            listen_search(engine, &pos, &limits, 1, heard);
        const Move move = pos.side == WHITE ? heard->result.best : longest_defence(endings, &pos);
        position_make(&pos, move, &undo);
    }
}

static void test_won_endings_are_won(void **state) {
    (void)state;
    static const struct {
        const char *men;
        PieceType type;
        int rules, quick, full;
        int percent; /* of the shortest win's length that the games may take on average */
    } endings_won[] = {{"KWK", WILDEBEEST, 0, 8, 60, 170},
                       {"KRK", ROOK, 0, 1, 30, 140},
                       {"KRK", ROOK, 1, 1, 30, 140},
                       {"KQK", QUEEN, 1, 1, 30, 160}};
    Endings *endings = malloc(sizeof *endings);
    Heard *heard = malloc(sizeof *heard);
    Engine *engine = listen_engine(1, 16);
    Random random = {2029};
    assert_non_null(endings);
    assert_non_null(heard);
    for (int i = 0; i < test_amount(2, (int)(sizeof endings_won / sizeof endings_won[0])); i++) {
        const RuleSet *rules = &RULES[endings_won[i].rules];
        int played = 0, shortest = 0;
        endings_open(endings, rules, ENDING_PLIES_MAX);
        endings_table(endings, endings_won[i].men);
        for (int game = 0; game < test_amount(endings_won[i].quick, endings_won[i].full);) {
            Position pos;
            random_position(&random, rules, endings_won[i].type, &pos);
            const int plies = endings_plies(endings, &pos);
            if (plies < 0 || plies % 2 == 0 || plies > 100)
                continue;
            shortest += plies;
            played += play_out(engine, endings, &pos, heard);
            game++;
        }
        if (test_is_full())
            assert_true(100 * played <= endings_won[i].percent * shortest);
        endings_close(endings);
    }
    engine_free(engine);
    free(heard);
    free(endings);
}

/* What cannot be forced counts for next to nothing, and less than a pawn wherever the men stand;
 * what can counts for more than any piece. */
static void test_only_won_endings_count(void **state) {
    (void)state;
    enum { NEXT_TO_NOTHING = 60, A_WIN = 1200 };
    static const PieceType drawn[] = {KNIGHT, CAMEL, BISHOP, WILDEBEEST};
    Random random = {11};
    for (int i = 0; i < test_amount(4000, 400000); i++) {
        const RuleSet *rules = &RULES[i % RULE_SETS];
        const PieceType type = drawn[random_below(&random, 4)];
        Position pos;
        random_position(&random, rules, type, &pos);
        const int score = evaluate(&pos, NULL);
        if (type == WILDEBEEST && rules->stalemate_loses)
            assert_true(score > A_WIN);
        else
            assert_in_range(abs(score), 0, NEXT_TO_NOTHING);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_won_endings_are_won),
        cmocka_unit_test(test_only_won_endings_count),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
