/*
 * The move generator, the legality test and the check test against moves that are tried on a slow
 * board.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/support/suite.h"

enum { PATTERNS = 1 << 20 };

static void expect_flag(const Position *pos, Move move, const char *what, bool got, bool wanted) {
    char fen[SLOW_TEXT], text[32];
    if (got != wanted)
        fail_msg("%s, %s: %s (kind %d): %s is %d", pos->rules->short_name, bridge_fen(pos, fen),
                 bridge_move_text(move, text), (int)move_kind(move), what, (int)got);
}

/* ---- The cases of the data file ---- */

static void test_data_file(void **state) {
    (void)state;
    enum { LINE_SIZE = 1 << 13 };
    static char line[LINE_SIZE], wanted[LINE_SIZE];
    char *fields[3];
    int count = 0;
    FILE *file = data_open("cases/legal_moves.tsv");
    for (; data_line(file, line, sizeof line); count++) {
        SlowBoard board;
        Position pos;
        MoveList list, expected = {.count = 0};
        SlowMove slow[SLOW_MAX_MOVES];
        assert_int_equal(data_fields(line, fields, 3), 3);
        slow_parse(fields[1], strcmp(fields[0], "standard") == 0, &board);
        bridge_position(&board, &pos);
        bridge_generate(&pos, GENERATE_ALL, &list);
        /* The slow moves whose spelling stands in the line; each word once. */
        const int all = slow_moves(&board, slow);
        int words = 0;
        snprintf(wanted, sizeof wanted, "%s", fields[2]);
        for (const char *word = strtok(wanted, " "); word != NULL;
             word = strtok(NULL, " "), words++)
            for (int i = 0; i < all; i++) {
                char text[32];
                slow_move_text(&slow[i], text);
                if (strcmp(text, word) == 0)
                    expected.moves[expected.count++] = bridge_move(&slow[i]);
            }
        if (words != all || words != expected.count)
            fail_msg("%s: %d moves are listed, the slow rules have %d", fields[1], words, all);
        bridge_sort(&expected);
        bridge_expect_same(&pos, "listed moves", &list, &expected);
    }
    fclose(file);
    assert_true(count >= 250);
}

/* ---- Generation ---- */

static void expect_stages(const Position *pos, const SlowBoard *board, const MoveList *wanted) {
    MoveList got, captures, quiets, checks, joined, expected_checks = {.count = 0},
                                                    expected_captures = {.count = 0};
    bridge_generate(pos, GENERATE_ALL, &got);
    bridge_expect_same(pos, "all moves", &got, wanted);
    expect_flag(pos, MOVE_NONE, "has_legal_move", has_legal_move(pos), wanted->count > 0);

    bridge_generate(pos, GENERATE_CAPTURES, &captures);
    bridge_generate(pos, GENERATE_QUIETS, &quiets);
    joined = captures;
    assert_true(captures.count + quiets.count <= MAX_MOVES);
    memcpy(joined.moves + joined.count, quiets.moves,
           (size_t)quiets.count * sizeof quiets.moves[0]);
    joined.count += quiets.count;
    bridge_sort(&joined);
    bridge_expect_same(pos, "captures and quiet moves", &joined, wanted);

    for (int i = 0; i < wanted->count; i++) {
        const Move move = wanted->moves[i];
        const SlowMove slow = bridge_slow_move(move);
        const char taken = slow.kind == SLOW_PLAIN ? board->man[slow.to.rank][slow.to.file]
                           : slow.kind == SLOW_PASSING
                               ? board->man[board->passer.rank][board->passer.file]
                               : '.';
        SlowBoard after = *board;
        slow_make(&after, &slow);
        const bool checks_king = slow_in_check(&after, after.black_to_move);
        const bool tactical = taken != '.' || slow.promotion != 0;
        expect_flag(pos, move, "the captured man",
                    bridge_letter(position_captured(pos, move)) == taken, true);
        expect_flag(pos, move, "position_is_tactical", position_is_tactical(pos, move), tactical);
        expect_flag(pos, move, "position_gives_check", position_gives_check(pos, move),
                    checks_king);
        if (tactical)
            expected_captures.moves[expected_captures.count++] = move;
        else if (checks_king)
            expected_checks.moves[expected_checks.count++] = move;
    }
    bridge_expect_same(pos, "captures", &captures, &expected_captures);
    if (!position_in_check(pos)) {
        bridge_generate(pos, GENERATE_QUIET_CHECKS, &checks);
        bridge_expect_same(pos, "quiet checks", &checks, &expected_checks);
    }
}

static void expect_same_list_again(const Position *pos) {
    MoveList first, second;
    Position copy;
    generate_legal(pos, &first);
    memcpy(&copy, pos, sizeof copy);
    generate_legal(&copy, &second);
    assert_int_equal(first.count, second.count);
    assert_memory_equal(first.moves, second.moves, (size_t)first.count * sizeof first.moves[0]);
    second.count = (int)(generate(pos, GENERATE_ALL, second.moves) - second.moves);
    bridge_sort(&first);
    bridge_sort(&second);
    bridge_expect_same(pos, "generate_legal", &first, &second);
}

/* Bits turned over in legal moves, moves of the position before, and noise: nothing legal among
 * them but the legal. */
static void expect_legality(Random *random, const Position *pos, const MoveList *legal,
                            const MoveList *strangers) {
    for (int i = 0; i < legal->count; i++) {
        expect_flag(pos, legal->moves[i], "position_is_legal",
                    position_is_legal(pos, legal->moves[i]), true);
        for (int bit = 0; bit < 20; bit++) {
            const Move move = legal->moves[i] ^ 1u << bit;
            expect_flag(pos, move, "position_is_legal", position_is_legal(pos, move),
                        bridge_contains(legal, move));
        }
    }
    for (int i = 0; i < strangers->count; i++) {
        const Move move = strangers->moves[i];
        expect_flag(pos, move, "position_is_legal", position_is_legal(pos, move),
                    bridge_contains(legal, move));
    }
    for (int i = 0; i < 500; i++) {
        const Move move = (Move)random_below(random, PATTERNS);
        expect_flag(pos, move, "position_is_legal", position_is_legal(pos, move),
                    bridge_contains(legal, move));
    }
}

static void run_samples(SampleKind kind, uint64_t seed, int amount) {
    Sampler sampler;
    SlowBoard board;
    Position pos;
    MoveList legal, strangers = {.count = 0};
    int checks = 0, without_moves = 0, passing = 0, castling = 0, promotions = 0, most = 0;
    sampler_open(&sampler, seed);
    for (int i = 0; i < amount; i++) {
        if (kind == SAMPLE_KINDS)
            sampler_next(&sampler, &board);
        else
            sampler_next_of(&sampler, kind, &board);
        bridge_position(&board, &pos);
        bridge_moves(&board, &legal);
        expect_stages(&pos, &board, &legal);
        expect_same_list_again(&pos);
        expect_legality(&sampler.random, &pos, &legal, &strangers);
        strangers = legal;

        checks += position_in_check(&pos);
        without_moves += legal.count == 0;
        most = legal.count > most ? legal.count : most;
        for (int m = 0; m < legal.count; m++) {
            passing += move_kind(legal.moves[m]) == MOVE_EN_PASSANT;
            castling += move_kind(legal.moves[m]) == MOVE_CASTLING;
            promotions += move_is_promotion(legal.moves[m]);
        }
    }
    sampler_close(&sampler);
    print_message(
        "%d positions: %d checks, %d without moves, %d en passant, %d castling, %d promotions, "
        "up to %d moves\n",
        amount, checks, without_moves, passing, castling, promotions, most);
    /* Otherwise the samples would prove little. */
    assert_true(checks > 0);
    if (kind == SAMPLE_PASSED)
        assert_true(passing > amount / 4);
    if (kind == SAMPLE_CASTLING)
        assert_true(castling > amount / 2);
    if (kind == SAMPLE_ENDING)
        assert_true(without_moves > 0);
}

static void test_games(void **state) {
    (void)state;
    run_samples(SAMPLE_GAME, 11, test_amount(1200, 20000));
}

static void test_strewn(void **state) {
    (void)state;
    run_samples(SAMPLE_STREWN, 12, test_amount(400, 10000));
}

static void test_crowded(void **state) {
    (void)state;
    run_samples(SAMPLE_CROWDED, 13, test_amount(80, 2000));
}

static void test_endings(void **state) {
    (void)state;
    run_samples(SAMPLE_ENDING, 14, test_amount(800, 20000));
}

static void test_passed_pawns(void **state) {
    (void)state;
    run_samples(SAMPLE_PASSED, 15, test_amount(600, 20000));
}

static void test_castling(void **state) {
    (void)state;
    run_samples(SAMPLE_CASTLING, 16, test_amount(300, 10000));
}

/* Every one of the 2^20 patterns that a colliding hash entry could hold. */
static void test_every_pattern(void **state) {
    (void)state;
    Sampler sampler;
    SlowBoard board;
    Position pos;
    MoveList legal;
    static bool is_legal[PATTERNS];
    sampler_open(&sampler, 17);
    for (int i = 0; i < test_amount(24, 240); i++) {
        sampler_next_of(&sampler, (SampleKind)(i % SAMPLE_KINDS), &board);
        bridge_position(&board, &pos);
        bridge_moves(&board, &legal);
        memset(is_legal, 0, sizeof is_legal);
        for (int m = 0; m < legal.count; m++)
            is_legal[legal.moves[m]] = true;
        for (Move move = 0; move < PATTERNS; move++)
            if (position_is_legal(&pos, move) != is_legal[move])
                expect_flag(&pos, move, "position_is_legal", position_is_legal(&pos, move),
                            is_legal[move]);
    }
    sampler_close(&sampler);
}

/* Built for mobility: as many queens in the open as a FEN may have.  The list must not run over. */
static void test_room_for_the_most_moves(void **state) {
    (void)state;
    static const char *const fens[] = {
        "Q1Q1Q1Q1Q1Q/11/Q9Q/11/Q4K4Q/11/Q9Q/11/Q3k5Q/1QQQ1QQ1Q1Q w - - 0 1",
        "5Q5/2Q5Q2/Q9Q/4Q1Q4/1Q7Q1/3Q3Q3/Q9Q/2Q5Q2/Q4Q4Q/K1Q1Q1Q2k1 w - - 0 1",
        "1Q3Q3Q1/Q9Q/3Q3Q3/11/Q4Q4Q/11/3Q3Q3/Q9Q/1Q3Q3Q1/K9k w - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        SlowBoard board;
        Position pos;
        MoveList legal;
        slow_parse(fens[i], false, &board);
        if (slow_in_check(&board, true))
            board.black_to_move = true;
        bridge_position(&board, &pos);
        bridge_moves(&board, &legal);
        expect_stages(&pos, &board, &legal);
    }
}

static void test_positions_without_moves(void **state) {
    (void)state;
    char line[1024];
    char *fields[4];
    FILE *file = data_open("cases/endings.tsv");
    while (data_line(file, line, sizeof line)) {
        SlowBoard board;
        Position pos;
        MoveList legal;
        assert_int_equal(data_fields(line, fields, 4), 4);
        slow_parse(fields[1], strcmp(fields[0], "standard") == 0, &board);
        bridge_position(&board, &pos);
        bridge_moves(&board, &legal);
        assert_int_equal(legal.count, 0);
        expect_stages(&pos, &board, &legal);
    }
    fclose(file);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_data_file),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_strewn),
        cmocka_unit_test(test_crowded),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_passed_pawns),
        cmocka_unit_test(test_castling),
        cmocka_unit_test(test_every_pattern),
        cmocka_unit_test(test_room_for_the_most_moves),
        cmocka_unit_test(test_positions_without_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
