/*
 * Attack tables and attack queries against rays that are walked square by square.
 */
#include "tests/support/suite.h"

#include "bitboard/attacks.h"
#include "bitboard/position.h"

static const int DIRECTIONS[8][2] = {{0, 1}, {0, -1},  {1, 0},  {-1, 0},
                                     {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

/* Nothing for a square that is off the board. */
static Bitboard square_bit(int file, int rank) {
    const int s = rank * 11 + file;
    return file >= 0 && file < 11 && s >= 0 && s < 110 ? (Bitboard)1 << s : 0;
}

/* The squares of one ray, up to and including the first occupied one. */
static Bitboard walk(Square s, int direction, Bitboard occupied) {
    Bitboard seen = 0;
    int file = s % 11, rank = s / 11;
    for (;;) {
        file += DIRECTIONS[direction][0];
        rank += DIRECTIONS[direction][1];
        if (!slow_on_board(file, rank))
            return seen;
        seen |= square_bit(file, rank);
        if (occupied & square_bit(file, rank))
            return seen;
    }
}

static Bitboard walk_some(Square s, int first, int end, Bitboard occupied) {
    Bitboard seen = 0;
    for (int direction = first; direction < end; direction++)
        seen |= walk(s, direction, occupied);
    return seen;
}

/* Every square occupied with a chance of n in 16. */
static Bitboard random_set(Random *random, int n) {
    Bitboard set = 0;
    for (Square s = 0; s < SQUARES; s++)
        if (random_below(random, 16) < n)
            set |= BB_SQUARE(s);
    return set;
}

static void expect_set(const char *what, Square s, Bitboard got, Bitboard wanted) {
    if (got != wanted)
        fail_msg("%s from square %d: %016llx%016llx and should be %016llx%016llx", what, s,
                 (unsigned long long)(got >> 64), (unsigned long long)got,
                 (unsigned long long)(wanted >> 64), (unsigned long long)wanted);
}

static void expect_sliders(Square s, Bitboard occupied) {
    const Bitboard rook = walk_some(s, 0, 4, occupied), bishop = walk_some(s, 4, 8, occupied);
    expect_set("rook", s, attacks_rook(s, occupied), rook);
    expect_set("bishop", s, attacks_bishop(s, occupied), bishop);
    expect_set("rook, multiplied", s, attacks_rook_multiply(s, occupied), rook);
    expect_set("bishop, multiplied", s, attacks_bishop_multiply(s, occupied), bishop);
#ifdef __BMI2__
    expect_set("rook, pext", s,
               LINE_ATTACKS(line_index_pext, s, LINE_FILE, occupied) | rank_attacks(s, occupied),
               rook);
    expect_set("bishop, pext", s,
               LINE_ATTACKS(line_index_pext, s, LINE_DIAGONAL, occupied) |
                   LINE_ATTACKS(line_index_pext, s, LINE_ANTIDIAGONAL, occupied),
               bishop);
#endif
    expect_set("rook as a piece", s, attacks_piece(ROOK, s, occupied), rook);
    expect_set("bishop as a piece", s, attacks_piece(BISHOP, s, occupied), bishop);
    expect_set("queen as a piece", s, attacks_piece(QUEEN, s, occupied), rook | bishop);
}

static void test_sliders_on_random_boards(void **state) {
    (void)state;
    Random random = {1};
    const int boards = test_amount(60, 3000);
    for (int density = 0; density <= 16; density++)
        for (int i = 0; i < boards; i++) {
            const Bitboard occupied = random_set(&random, density);
            for (Square s = 0; s < SQUARES; s++)
                expect_sliders(s, occupied);
        }
}

/* Every occupancy of every single ray pair: nothing of a line's table is left unread. */
static void test_sliders_on_every_line(void **state) {
    (void)state;
    Random random = {2};
    for (Square s = 0; s < SQUARES; s++)
        for (int direction = 0; direction < 8; direction += 2) {
            Square squares[SQUARES];
            int count = 0;
            for (Bitboard line = walk_some(s, direction, direction + 2, 0); line != 0;)
                squares[count++] = bb_pop(&line);
            assert_true(count <= 10);
            for (unsigned subset = 0; subset < 1u << count; subset++) {
                Bitboard occupied = 0;
                for (int i = 0; i < count; i++)
                    if (subset >> i & 1)
                        occupied |= BB_SQUARE(squares[i]);
                /* The piece's own square must not matter. */
                if (random_below(&random, 2) == 0)
                    occupied |= BB_SQUARE(s);
                const Bitboard wanted = walk_some(s, direction, direction + 2, occupied),
                               on = walk_some(s, direction, direction + 2, 0);
                const bool straight = direction < 4;
                expect_set("line", s,
                           (straight ? attacks_rook(s, occupied) : attacks_bishop(s, occupied)) &
                               on,
                           wanted);
                expect_set("line, multiplied", s,
                           (straight ? attacks_rook_multiply(s, occupied)
                                     : attacks_bishop_multiply(s, occupied)) &
                               on,
                           wanted);
            }
        }
}

static void test_leapers_and_pawns(void **state) {
    (void)state;
    SlowBoard board;
    for (Square s = 0; s < SQUARES; s++)
        for (PieceType t = PAWN; t < PIECE_TYPES; t++)
            for (int c = WHITE; c < COLORS; c++) {
                slow_parse("11/11/11/11/11/11/11/11/11/11 w - - 0 1", false, &board);
                board.man[s / 11][s % 11] = bridge_letter(piece_of((Color)c, t));
                Bitboard wanted = 0;
                for (Square to = 0; to < SQUARES; to++)
                    if (slow_attacks(&board, bridge_slow_square(s), bridge_slow_square(to)))
                        wanted |= BB_SQUARE(to);
                if (t == PAWN) {
                    expect_set("pawn", s, attacks_pawn((Color)c, s), wanted);
                    continue;
                }
                expect_set("piece on an empty board", s, attacks_empty(t, s), wanted);
                expect_set("piece", s, attacks_piece(t, s, 0), wanted);
                if (t != BISHOP && t != ROOK && t != QUEEN)
                    expect_set("leaper on a full board", s, attacks_piece(t, s, BB_ALL), wanted);
            }
}

static void test_lines(void **state) {
    (void)state;
    for (Square a = 0; a < SQUARES; a++)
        for (Square b = 0; b < SQUARES; b++) {
            Bitboard between = 0, line = 0;
            for (int direction = 0; direction < 8; direction++) {
                const Bitboard ray = walk(a, direction, 0);
                if (a != b && bb_has(ray, b)) {
                    between = walk(a, direction, BB_SQUARE(b)) & ~BB_SQUARE(b);
                    line = ray | walk(a, direction ^ 1, 0);
                }
            }
            expect_set("between", a, between_bb(a, b), between);
            if (a != b)
                expect_set("line", a, line_bb(a, b), line);
        }
}

static void test_table_size(void **state) {
    (void)state;
    assert_true(ATTACK_TABLE_BYTES <= 512 * 1024);
    assert_true(sizeof attack_tables.line_attacks + sizeof attack_tables.rank_attacks <=
                512 * 1024);
}

static void test_path_name(void **state) {
    (void)state;
#ifdef __BMI2__
    assert_string_equal(attacks_path(), "pext");
#else
    assert_string_equal(attacks_path(), "multiply");
#endif
}

static void test_set_operations(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < test_amount(2000, 100000); i++) {
        const Bitboard set = random_set(&random, random_below(&random, 17));
        Bitboard north = 0, south = 0, east = 0, west = 0, seen = 0;
        int count = 0, first = -1, last = -1;
        for (int rank = 0; rank < 10; rank++)
            for (int file = 0; file < 11; file++) {
                if (!(set & square_bit(file, rank)))
                    continue;
                count++;
                last = rank * 11 + file;
                first = first < 0 ? last : first;
                north |= rank < 9 ? square_bit(file, rank + 1) : 0;
                south |= rank > 0 ? square_bit(file, rank - 1) : 0;
                east |= file < 10 ? square_bit(file + 1, rank) : 0;
                west |= file > 0 ? square_bit(file - 1, rank) : 0;
            }
        expect_set("north", 0, bb_north(set), north);
        expect_set("south", 0, bb_south(set), south);
        expect_set("east", 0, bb_east(set), east);
        expect_set("west", 0, bb_west(set), west);
        expect_set("join", 0, bb_join(bb_high(set), bb_low(set)), set);
        assert_int_equal(bb_count(set), count);
        assert_int_equal(bb_more_than_one(set), count > 1);
        if (count == 0)
            continue;
        assert_int_equal(bb_first(set), first);
        assert_int_equal(bb_last(set), last);
        Bitboard rest = set;
        for (int n = 0; n < count; n++)
            seen |= BB_SQUARE(bb_pop(&rest));
        expect_set("popped", 0, seen, set);
        expect_set("rest", 0, rest, 0);
    }
    for (int file = 0; file < 11; file++) {
        Bitboard wanted = 0;
        for (int rank = 0; rank < 10; rank++)
            wanted |= square_bit(file, rank);
        expect_set("file", file, BB_FILE(file), wanted);
    }
    assert_true(bb_count(BB_ALL) == 110 && bb_last(BB_ALL) == 109);
}

/* ---- Queries on positions ---- */

/* Men on occupied squares that attack `s`, by the slow rules on a board that holds exactly the
 * occupied squares. */
static Bitboard slow_attackers(const SlowBoard *board, SlowSquare s, Bitboard occupied) {
    SlowBoard other = *board;
    for (int rank = 0; rank < 10; rank++)
        for (int file = 0; file < 11; file++) {
            if (!(occupied & square_bit(file, rank)))
                other.man[rank][file] = '.';
            else if (other.man[rank][file] == '.')
                other.man[rank][file] = '#'; /* stands in the way and attacks nothing */
        }
    Bitboard attackers = 0;
    for (int rank = 0; rank < 10; rank++)
        for (int file = 0; file < 11; file++)
            if (slow_attacks(&other, (SlowSquare){file, rank}, s))
                attackers |= square_bit(file, rank);
    return attackers;
}

static void test_attackers(void **state) {
    (void)state;
    Sampler sampler;
    SlowBoard board;
    Position pos;
    sampler_open(&sampler, 4);
    Random *random = &sampler.random;
    for (int i = 0; i < test_amount(600, 10000); i++) {
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        for (int n = 0; n < 12; n++) {
            const Square s = random_below(random, SQUARES);
            Bitboard occupied = position_occupied(&pos);
            if (n % 3 == 1) /* some men have gone */
                occupied &= ~random_set(random, 4);
            if (n % 3 == 2) /* something has come */
                occupied |= random_set(random, 2);
            const Bitboard wanted = slow_attackers(&board, bridge_slow_square(s), occupied);
            const Bitboard got = position_attackers(&pos, s, occupied);
            expect_set("attackers", s, got & occupied, wanted);
            for (int c = WHITE; c < COLORS; c++)
                if (n % 3 != 1) /* men that have gone: the callers mask them */
                    assert_int_equal(position_attacked(&pos, s, (Color)c, occupied),
                                     (wanted & pos.by_color[c]) != 0);
        }
        const Bitboard checkers = slow_attackers(&board, slow_king(&board, board.black_to_move),
                                                 position_occupied(&pos)) &
                                  pos.by_color[opponent((Color)pos.side)];
        expect_set("checkers", pos.king[pos.side], pos.state.checkers, checkers);
        assert_int_equal(position_in_check(&pos), slow_in_check(&board, board.black_to_move));
    }
    sampler_close(&sampler);
}

static char black_or_white(Color c, char letter) {
    return c == WHITE ? letter : (char)(letter - 'A' + 'a');
}

/* The first two men on a ray from `s`; NO_SQUARE where there is none. */
static void two_men(const SlowBoard *board, Square s, int direction, Square men[2]) {
    int count = 0;
    men[0] = men[1] = NO_SQUARE;
    int file = s % 11, rank = s / 11;
    while (count < 2) {
        file += DIRECTIONS[direction][0];
        rank += DIRECTIONS[direction][1];
        if (!slow_on_board(file, rank))
            return;
        if (board->man[rank][file] != '.')
            men[count++] = rank * 11 + file;
    }
}

static void expect_blockers(const Position *pos, const SlowBoard *board, Square s, Color by) {
    Bitboard blockers = 0;
    for (int direction = 0; direction < 8; direction++) {
        Square men[2];
        two_men(board, s, direction, men);
        if (men[1] == NO_SQUARE)
            continue;
        const char second = board->man[men[1] / 11][men[1] % 11];
        const bool slides = second == black_or_white(by, 'Q') ||
                            second == black_or_white(by, direction < 4 ? 'R' : 'B');
        if (slides)
            blockers |= BB_SQUARE(men[0]);
        expect_set("x-ray attackers", s, position_xray_attackers(pos, s, by, men[0]),
                   slides ? BB_SQUARE(men[1]) : 0);
        /* Through the second man there is never exactly one. */
        expect_set("x-ray attackers past two men", s, position_xray_attackers(pos, s, by, men[1]),
                   0);
    }
    expect_set("blockers", s, position_blockers(pos, s, by), blockers);
    if (s == pos->king[opponent(by)])
        expect_set("pinned", s, position_pinned(pos, opponent(by)),
                   blockers & pos->by_color[opponent(by)]);
}

static void test_blockers_and_xrays(void **state) {
    (void)state;
    Sampler sampler;
    SlowBoard board;
    Position pos;
    sampler_open(&sampler, 5);
    for (int i = 0; i < test_amount(800, 20000); i++) {
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        for (int c = WHITE; c < COLORS; c++) {
            expect_blockers(&pos, &board, pos.king[WHITE], (Color)c);
            expect_blockers(&pos, &board, pos.king[BLACK], (Color)c);
            for (int n = 0; n < 8; n++)
                expect_blockers(&pos, &board, random_below(&sampler.random, SQUARES), (Color)c);
            /* A man who is on no line with the square lets nothing through. */
            const Square s = random_below(&sampler.random, SQUARES);
            for (Bitboard men = position_occupied(&pos); men != 0;) {
                const Square through = bb_pop(&men);
                if (s != through && line_bb(s, through) == 0)
                    expect_set("x-ray off the line", s,
                               position_xray_attackers(&pos, s, (Color)c, through), 0);
            }
        }
    }
    sampler_close(&sampler);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sliders_on_random_boards),
        cmocka_unit_test(test_sliders_on_every_line),
        cmocka_unit_test(test_leapers_and_pawns),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_table_size),
        cmocka_unit_test(test_path_name),
        cmocka_unit_test(test_set_operations),
        cmocka_unit_test(test_attackers),
        cmocka_unit_test(test_blockers_and_xrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
