/*
 * Why moves are not legal: an explanation exactly where there is no such move, and the right one.
 */
#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "bitboard/refusal.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <string.h>

/* Is there a legal move like that?  A pawn on its last rank must say what it becomes. */
static bool is_legal(const MoveList *list, Square from, Square to, PieceType promotion,
                     bool castling) {
    for (int i = 0; i < list->count; i++) {
        const Move m = list->moves[i];
        if (move_from(m) == from && move_to(m) == to && move_promotion(m) == promotion &&
            (move_kind(m) == MOVE_CASTLING) == castling)
            return true;
    }
    return false;
}

/* More than a step along the rank cannot be anything but castling, said or not. */
static bool is_slide(const Position *pos, Square from, Square to) {
    return from == pos->king[pos->side] && rank_of(from) == rank_of(to) &&
           (to > from + 1 || to < from - 1);
}

static void expect_explained(const Position *pos, const MoveList *list, Square from, Square to,
                             PieceType promotion, bool castling) {
    Message message = {""};
    char fen[FEN_SIZE];
    const bool legal = is_legal(list, from, to, promotion, castling || is_slide(pos, from, to));
    const bool refused = refusal_explain(pos, from, to, promotion, castling, 1, &message);
    if (legal == refused || refused != (message.text[0] != '\0')) {
        fen_write(pos, fen);
        fail_msg("%s: %d-%d=%d%s: %s, but '%s'", fen, from, to, promotion,
                 castling ? " (castling)" : "", legal ? "legal" : "not legal", message.text);
    }
}

/* Every pair of squares of positions of all kinds. */
static void test_exactly_the_illegal(void **state) {
    (void)state;
    Sampler sampler;
    sampler_open(&sampler, 31);
    for (int i = test_amount(150, 6000); i > 0; i--) {
        SlowBoard board;
        Position pos;
        MoveList list;
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        generate_legal(&pos, &list);
        for (Square from = 0; from < SQUARES; from++)
            for (Square to = 0; to < SQUARES; to++) {
                expect_explained(&pos, &list, from, to, PAWN, false);
                if (piece_type(pos.board[from]) == PAWN) {
                    expect_explained(&pos, &list, from, to, WILDEBEEST, false);
                    expect_explained(&pos, &list, from, to, ROOK, false);
                }
                if (from == pos.king[pos.side])
                    expect_explained(&pos, &list, from, to, PAWN, true);
            }
    }
    sampler_close(&sampler);
}

static void test_reasons(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        int rules;
        const char *from, *to;
        char promotion; /* ' ': none; '+': castling was said */
        const char *reason;
    } cases[] = {
        {"startpos", 0, "e5", "e6", ' ', "there is no man on e5"},
        {"startpos", 0, "e9", "e7", ' ', "the pawn on e9 is not White's"},
        {"startpos", 0, "a1", "a4", ' ', "the pawn on a2 is in the way"},
        {"startpos", 0, "a1", "a2", ' ', "White's own pawn on a2 is there"},
        {"startpos", 0, "h1", "h4", ' ', "a camel leaps three squares straight and one aside"},
        {"startpos", 0, "b1", "b3", ' ', "a knight leaps two squares straight and one aside"},
        {"startpos", 0, "g1", "g4", ' ', "a wildebeest leaps as a knight or as a camel"},
        {"startpos", 0, "g2", "g6", ' ', "from there a pawn goes one, two or three squares"},
        {"startpos", 1, "g2", "g5", ' ', "from there a pawn goes one or two squares"},
        {"startpos", 0, "g2", "h3", ' ', "there is nothing to take on h3"},
        {"startpos", 0, "g2", "g1", ' ', "a pawn does not go back"},
        {"startpos", 0, "g2", "j6", ' ',
         "a pawn goes straight ahead and takes one square diagonally ahead"},
        {"startpos", 0, "g2", "g3", 'q', "only a pawn on its last rank is promoted"},
        {"startpos", 0, "f1", "g1", '+', "the wildebeest on g1 stands between king and rook"},
        {"startpos", 1, "f1", "h1", ' ', "there is no castling in standard-wildebeest"},
        {"k10/11/11/6p4/6P4/11/11/11/11/K10 w - - 0 1", 0, "g6", "g7", ' ',
         "a pawn takes diagonally, and the pawn on g7 is in the way"},
        {"5k5/9P1/11/11/11/11/11/11/11/5K5 w - - 0 1", 0, "j9", "j10", ' ',
         "it is not said what the pawn becomes"},
        {"5k5/9P1/11/11/11/11/11/11/11/5K5 w - - 0 1", 0, "j9", "j10", 'r',
         "a pawn does not become a rook"},
        {"4rk5/11/11/11/11/11/11/4N6/11/4K6 w - - 0 1", 0, "e3", "f5", ' ',
         "the knight on e3 is pinned to the king on e1 by the rook on e10"},
        {"4rk5/11/11/11/11/11/11/11/6C4/4K6 w - - 0 1", 0, "g2", "h5", ' ',
         "the king on e1 would stay in check from the rook on e10"},
        {"4rk5/11/11/11/11/11/5n5/11/6C4/4K6 w - - 0 1", 0, "g2", "h5", ' ',
         "the king on e1 would stay in check from the rook on e10"},
        {"4rk5/11/11/11/11/11/3c7/11/6C4/4K6 w - - 0 1", 0, "g2", "f5", ' ',
         "two men give check: only the king can move"},
        {"4rk5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", 0, "f1", "e2", ' ',
         "the rook on e10 attacks e2"},
        /* Both pawns leave the rank at once. */
        {"5k5/11/11/11/11/K1pP3r3/11/11/11/11 w - - 0 1", 0, "d5", "c6", ' ',
         "there is nothing to take on c6"},
        {"5k5/11/11/11/11/11/2Pp7/11/11/5K5 b - c3 0 1", 0, "d4", "c3", ' ', NULL},
        {"11/11/11/11/11/11/3R1Ppk3/11/11/5K5 b - f3 0 1", 0, "g4", "f3", ' ',
         "taking en passant would open the line of the rook on d4 to the king on h4"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w - - 0 1", 0, "f1", "h1", ' ',
         "the king, or that rook, has left its place before"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", 0, "f1", "k1", '+',
         "a castling king slides one to four squares along its rank"},
        {"5k1r3/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", 0, "f1", "i1", ' ',
         "the king may not castle through h1, which the rook on h10 attacks"},
        {"5k1r3/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", 0, "f1", "h1", ' ',
         "the king may not castle to h1, which the rook on h10 attacks"},
        {"5r5/1k9/11/11/11/11/11/11/11/R4K4R w KA - 0 1", 0, "f1", "d1", ' ',
         "the king may not castle out of check (from the rook on f10)"},
        {"5k5/11/11/11/11/11/11/11/11/RN3K4R w KA - 0 1", 0, "f1", "d1", ' ',
         "the knight on b1 stands between king and rook"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Position pos;
        Message message = {""};
        Square from, to;
        const RuleSet *rules = &RULES[cases[i].rules];
        const char letter = cases[i].promotion;
        if (strcmp(cases[i].fen, "startpos") == 0)
            position_set_start(&pos, rules);
        else if (!fen_parse(cases[i].fen, rules, &pos, NULL, &message))
            fail_msg("%s: %s", cases[i].fen, message.text);
        assert_int_not_equal(square_read(cases[i].from, &from), 0);
        assert_int_not_equal(square_read(cases[i].to, &to), 0);
        const PieceType promotion =
            letter == ' ' || letter == '+' ? PAWN : piece_type(piece_from_letter(letter));
        const bool refused = refusal_explain(&pos, from, to, promotion, letter == '+', 1, &message);
        assert_int_equal(refused, cases[i].reason != NULL);
        assert_string_equal(message.text, cases[i].reason != NULL ? cases[i].reason : "");
    }
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exactly_the_illegal),
        cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
