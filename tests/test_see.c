/*
 * Static exchange evaluation against an exchange that is played out on a slow board.
 *
 * The rules of the exchange are those that see.h states.  Where it leaves something open, this is
 * what is tested:
 *   - "uncovers" means that after the capture an enemy slider attacks the own king that did not
 * attack it before; a check that was there already (the first move may give one) forbids nothing;
 *   - a man that is pinned defends all the same against a capture by the king;
 *   - castling is worth 0.
 */
#include <ctype.h>
#include <string.h>

#include "tests/support/suite.h"

#include "bitboard/see.h"

/* Cheapest first; the tests check that SEE_VALUE agrees with this order. */
static const char ORDER[] = "PNCBRWQK";

static int value_of(char man) {
    if (man == '.')
        return 0;
    return SEE_VALUE[strchr(ORDER, toupper((unsigned char)man)) - ORDER];
}

static bool is_slider(char man) {
    return man != '.' && strchr("BRQ", toupper((unsigned char)man)) != NULL;
}

static bool belongs_to(char man, bool black) {
    return man != '.' && (islower((unsigned char)man) != 0) == black;
}

/* After `from` has captured on `target`: does a slider see the king that did not before? */
static bool uncovers(const SlowBoard *before, const SlowBoard *after, bool black) {
    const SlowSquare king = slow_king(before, black);
    for (int rank = 0; rank < SLOW_RANKS; rank++)
        for (int file = 0; file < SLOW_FILES; file++) {
            const char man = after->man[rank][file];
            const SlowSquare s = {file, rank};
            if (belongs_to(man, !black) && is_slider(man) && slow_attacks(after, s, king) &&
                !slow_attacks(before, s, king))
                return true;
        }
    return false;
}

/* The board after the man on `from` has captured on `target`; what it won. */
static int capture(const SlowBoard *before, SlowSquare from, SlowSquare target, SlowBoard *after) {
    *after = *before;
    char man = before->man[from.rank][from.file];
    int gain = value_of(before->man[target.rank][target.file]);
    if (toupper((unsigned char)man) == 'P' && (target.rank == 0 || target.rank == SLOW_RANKS - 1)) {
        gain += value_of('Q') - value_of('P');
        man = man == 'P' ? 'Q' : 'q';
    }
    after->man[from.rank][from.file] = '.';
    after->man[target.rank][target.file] = man;
    return gain;
}

/* What the side gains at most by going on capturing on `target`, where an enemy stands; 0 if it
 * stops. */
static int best_gain(const SlowBoard *board, SlowSquare target, bool black) {
    for (const char *type = ORDER; *type != '\0'; type++)
        for (int rank = 0; rank < SLOW_RANKS; rank++)
            for (int file = 0; file < SLOW_FILES; file++) {
                const SlowSquare from = {file, rank};
                const char man = board->man[rank][file];
                SlowBoard after;
                if (!belongs_to(man, black) || toupper((unsigned char)man) != *type ||
                    !slow_attacks(board, from, target))
                    continue;
                int gain = capture(board, from, target, &after);
                if (*type == 'K' ? slow_attacked(&after, target, !black)
                                 : uncovers(board, &after, black))
                    continue;
                gain -= best_gain(&after, target, !black);
                return gain > 0 ? gain : 0;
            }
    return 0;
}

static int slow_see(const SlowBoard *board, const SlowMove *move) {
    if (move->kind == SLOW_CASTLE)
        return 0;
    SlowBoard after = *board;
    slow_make(&after, move);
    int gain = move->kind == SLOW_PASSING ? value_of('P')
                                          : value_of(board->man[move->to.rank][move->to.file]);
    if (move->promotion != 0)
        gain += value_of(move->promotion) - value_of('P');
    return gain - best_gain(&after, move->to, after.black_to_move);
}

static void expect_exchange(const Position *pos, const SlowBoard *board, const SlowMove *slow) {
    const Move move = bridge_move(slow);
    const int value = slow_see(board, slow);
    if (see_at_least(pos, move, value) && !see_at_least(pos, move, value + 1) &&
        see_at_least(pos, move, value - 1) && see_at_least(pos, move, value - 700) &&
        !see_at_least(pos, move, value + 700) && !see_at_least(pos, move, 30000) &&
        see_at_least(pos, move, -30000))
        return;
    char fen[SLOW_TEXT], text[32];
    int got = -40000;
    while (got < 40000 && see_at_least(pos, move, got + 1))
        got++;
    fail_msg("%s, %s: %s is worth %d, not %d", pos->rules->short_name, bridge_fen(pos, fen),
             bridge_move_text(move, text), value, got);
}

static int expect_position(const SlowBoard *board) {
    SlowMove moves[SLOW_MAX_MOVES];
    Position pos;
    bridge_position(board, &pos);
    const int count = slow_moves(board, moves);
    for (int i = 0; i < count; i++)
        expect_exchange(&pos, board, &moves[i]);
    return count;
}

static void test_values_are_ordered(void **state) {
    (void)state;
    for (int t = PAWN; t < KING; t++) {
        assert_true(SEE_VALUE[t] > 0);
        assert_true(SEE_VALUE[t] < SEE_VALUE[t + 1]);
    }
    assert_true(SEE_VALUE[KING] > 3 * SEE_VALUE[QUEEN]);
}

static void run_samples(SampleKind kind, uint64_t seed, int amount) {
    Sampler sampler;
    SlowBoard board;
    int moves = 0;
    sampler_open(&sampler, seed);
    for (int i = 0; i < amount; i++) {
        sampler_next_of(&sampler, kind, &board);
        moves += expect_position(&board);
    }
    sampler_close(&sampler);
    print_message("%d moves in %d positions\n", moves, amount);
}

static void test_games(void **state) {
    (void)state;
    run_samples(SAMPLE_GAME, 21, test_amount(600, 6000));
}

static void test_strewn(void **state) {
    (void)state;
    run_samples(SAMPLE_STREWN, 22, test_amount(300, 4000));
}

static void test_crowded(void **state) {
    (void)state;
    run_samples(SAMPLE_CROWDED, 23, test_amount(60, 1000));
}

static void test_passed_pawns(void **state) {
    (void)state;
    run_samples(SAMPLE_PASSED, 24, test_amount(200, 3000));
}

/* The captured pawn stood between the passed square and a rook or queen on its file, which joins.
 */
static void test_behind_passed_pawns(void **state) {
    (void)state;
    Sampler sampler;
    SlowBoard board;
    int positions = 0;
    sampler_open(&sampler, 27);
    while (positions < test_amount(150, 2000)) {
        sampler_next_of(&sampler, SAMPLE_PASSED, &board);
        const int up = board.black_to_move ? 1 : -1; /* as the passed pawn went */
        const int rank = board.passer.rank + up * (1 + random_below(&sampler.random, 3));
        if (board.passed_count == 0 || board.man[rank][board.passer.file] != '.')
            continue;
        board.man[rank][board.passer.file] = "RrQq"[random_below(&sampler.random, 4)];
        if (!slow_in_check(&board, !board.black_to_move)) {
            expect_position(&board);
            positions++;
        }
    }
    sampler_close(&sampler);
}

static void test_endings(void **state) {
    (void)state;
    run_samples(SAMPLE_ENDING, 25, test_amount(200, 3000));
}

static void test_castling(void **state) {
    (void)state;
    run_samples(SAMPLE_CASTLING, 26, test_amount(60, 1000));
}

/* One idea each, with the value worked out by hand in terms of SEE_VALUE. */
static void test_by_hand(void **state) {
    (void)state;
    const int p = SEE_VALUE[PAWN], n = SEE_VALUE[KNIGHT], c = SEE_VALUE[CAMEL], r = SEE_VALUE[ROOK],
              w = SEE_VALUE[WILDEBEEST], q = SEE_VALUE[QUEEN];
    const struct {
        const char *fen;
        Move move;
        int value;
    } cases[] = {
        /* Rook takes an undefended pawn. */
        {"10k/11/11/4p6/11/11/11/4R6/11/K10 w - - 0 1", move_make(26, 70), p},
        /* The pawn is defended: the rook is lost for it. */
        {"10k/11/3p7/4p6/11/11/11/4R6/11/K10 w - - 0 1", move_make(26, 70), p - r},
        /* Two rooks behind each other make the defender think twice. */
        {"10k/11/4r6/4p6/11/11/11/4R6/4R6/K10 w - - 0 1", move_make(26, 70), p},
        /* Knight takes a pawn that a camel defends; a wildebeest takes back. */
        {"4c5k/11/11/3p7/11/2N8/4W6/11/11/K10 w - - 0 1", move_make(46, 69),
         p - n + c < p ? p - n + c : p},
        /* A queen goes where a pawn takes her. */
        {"10k/11/11/3p7/11/11/11/4Q6/11/K10 w - - 0 1", move_make(26, 59), -q},
        /* A promotion on an empty square, then one that is taken. */
        {"10k/P10/11/11/11/11/11/11/11/K10 w - - 0 1", move_make_promotion(88, 99, QUEEN), q - p},
        {"r9k/1P9/11/11/11/11/11/11/11/K10 w - - 0 1", move_make_promotion(89, 100, WILDEBEEST),
         -p},
        /* Taking a rook by promoting, safely. */
        {"r10/1P8k/11/11/11/11/11/11/11/K10 w - - 0 1", move_make_promotion(89, 99, WILDEBEEST),
         r + w - p},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        SlowBoard board;
        Position pos;
        slow_parse(cases[i].fen, false, &board);
        bridge_position(&board, &pos);
        if (!see_at_least(&pos, cases[i].move, cases[i].value) ||
            see_at_least(&pos, cases[i].move, cases[i].value + 1))
            fail_msg("%s: the exchange is worth %d", cases[i].fen, cases[i].value);
    }
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_ordered),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_strewn),
        cmocka_unit_test(test_crowded),
        cmocka_unit_test(test_passed_pawns),
        cmocka_unit_test(test_behind_passed_pawns),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_castling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
