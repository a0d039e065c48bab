/*
 * Moves and positions as XBoard engines spell them, against the rules' own spelling.
 */
#include "tests/support/suite.h"

#include "engine/protocol/xboard_notation.h"

#include <stdlib.h>
#include <string.h>

static void set_position(Position *pos, const char *fen) {
    Message message;
    if (!fen_parse(fen, &RULES[0], pos, NULL, &message))
        fail_msg("%s: %s", fen, message.text);
}

/* The castles of both colours, and what they are called with ranks from 0. */
static void test_castles(void **state) {
    (void)state;
    static const struct {
        const char *fen, *ours, *theirs;
    } cases[] = {
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1k1", "f0g0,k0f0"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1h1", "f0h0"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1i1", "f0i0"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1j1", "f0j0"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1a1", "f0e0,a0f0"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1d1", "f0d0"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1b1", "f0b0"},
        {"r4k4r/11/11/11/11/11/11/11/11/5K5 b ka - 0 1", "f10k10", "f9g9,k9f9"},
        {"r4k4r/11/11/11/11/11/11/11/11/5K5 b ka - 0 1", "f10a10", "f9e9,a9f9"},
        {"r4k4r/11/11/11/11/11/11/11/11/5K5 b ka - 0 1", "f10j10", "f9j9"},
        {"r4k4r/11/11/11/11/11/11/11/11/5K5 b ka - 0 1", "f10b10", "f9b9"},
        /* A step of the king is one. */
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1g1", "f0g0"},
        {"r4k4r/11/11/11/11/11/11/11/11/5K5 b ka - 0 1", "f10e10", "f9e9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Position pos;
        Move move = MOVE_NONE, again = MOVE_NONE;
        Message message;
        char text[MOVE_TEXT_SIZE];
        set_position(&pos, cases[i].fen);
        if (!move_parse(&pos, cases[i].ours, &move, &message))
            fail_msg("%s", message.text);
        assert_string_equal(xboard_move_write(move, 0, text), cases[i].theirs);
        if (!xboard_move_parse(&pos, cases[i].theirs, 0, &again, &message))
            fail_msg("%s: %s", cases[i].theirs, message.text);
        assert_int_equal(again, move);
    }
}

static void test_other_spellings(void **state) {
    (void)state;
    static const struct {
        const char *fen, *text;
        int first_rank;
        const char *ours; /* NULL: refused */
    } cases[] = {
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f0k0", 0, "f1k1"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f0a0", 0, "f1a1"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1k1", 1, "f1k1"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f1g1,k1f1", 1, "f1k1"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "O-O-i1", 1, "f1i1"},
        {"5k5/10P/11/11/11/11/11/11/11/5K5 w - - 0 1", "k8k9w", 0, "k9k10w"},
        {"5k5/10P/11/11/11/11/11/11/11/5K5 w - - 0 1", "k8k9W", 0, "k9k10w"},
        {"5k5/10P/11/11/11/11/11/11/11/5K5 w - - 0 1", "k9k10q", 1, "k9k10q"},
        {"5k5/10P/11/11/11/11/11/11/11/5K5 w - - 0 1", "k8k9", 0, NULL},
        {"5k5/10P/11/11/11/11/11/11/11/5K5 w - - 0 1", "k8k9qq", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", "f0f10", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", "f0f99999999999", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", "f0-f1", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", "", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", "f0", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", "l0f1", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", "O-O", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", "0000", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f0g0,", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f0g0,k0", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1", "f0g0,k0f0x", 0, NULL},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w - - 0 1", "f0g0,k0f0", 0, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Position pos;
        Move move = MOVE_NONE, wanted = MOVE_NONE;
        Message message = {""};
        set_position(&pos, cases[i].fen);
        const bool read =
            xboard_move_parse(&pos, cases[i].text, cases[i].first_rank, &move, &message);
        if (read != (cases[i].ours != NULL))
            fail_msg("'%s' was %s", cases[i].text, read ? "read" : "refused");
        if (!read) {
            assert_true(message.text[0] != '\0');
            continue;
        }
        assert_true(move_parse(&pos, cases[i].ours, &wanted, NULL));
        assert_int_equal(move, wanted);
    }
}

/* Positions of all kinds: every legal move is told apart from every other, by both numberings. */
static void test_round_trip(void **state) {
    (void)state;
    Sampler sampler;
    sampler_open(&sampler, 20);
    for (int i = test_amount(1500, 40000); i > 0; i--) {
        SlowBoard board;
        Position pos;
        MoveList list;
        char fen[SLOW_TEXT], text[MOVE_TEXT_SIZE];
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        generate_legal(&pos, &list);
        for (int m = 0; m < list.count; m++)
            for (int first_rank = 0; first_rank < 2; first_rank++) {
                Move again = MOVE_NONE;
                Message message = {""};
                xboard_move_write(list.moves[m], first_rank, text);
                if (!xboard_move_parse(&pos, text, first_rank, &again, &message) ||
                    again != list.moves[m])
                    fail_msg("%s: %s: %s", bridge_fen(&pos, fen), text, message.text);
            }
    }
    sampler_close(&sampler);
}

static void test_positions(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        int first_rank;
        bool king_queen;
        const char *written;
    } cases[] = {
        {"r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 3 7", 0, true,
         "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KQkq - 3 7"},
        {"r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 3 7", 1, false,
         "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 3 7"},
        {"r4k4r/11/11/11/11/11/11/11/11/R4K4R b Ka - 0 12", 0, true,
         "r4k4r/11/11/11/11/11/11/11/11/R4K4R b Kq - 0 12"},
        {"5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", 0, true,
         "5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1"},
        /* Both squares that a pawn passed, counted anew. */
        {"5k5/11/11/11/11/6Pp3/5p5/11/11/5K5 b - g3g4 0 1", 0, true,
         "5k5/11/11/11/11/6Pp3/5p5/11/11/5K5 b - g2g3 0 1"},
        {"5k5/11/11/11/11/6Pp3/5p5/11/11/5K5 b - g3g4 0 1", 1, true,
         "5k5/11/11/11/11/6Pp3/5p5/11/11/5K5 b - g3g4 0 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Position pos;
        char text[FEN_SIZE];
        set_position(&pos, cases[i].fen);
        xboard_fen_write(&pos, cases[i].first_rank, cases[i].king_queen, text);
        assert_string_equal(text, cases[i].written);
    }
    /* With our own letters and ranks it is our own FEN. */
    Sampler sampler;
    sampler_open(&sampler, 21);
    for (int i = test_amount(3000, 100000); i > 0; i--) {
        SlowBoard board;
        Position pos;
        char ours[FEN_SIZE], theirs[FEN_SIZE];
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        fen_write(&pos, ours);
        xboard_fen_write(&pos, 1, false, theirs);
        assert_string_equal(theirs, ours);
        /* And back, by both numberings. */
        for (int first_rank = 0; first_rank < 2; first_rank++) {
            Position again;
            Message message = {""};
            char written[FEN_SIZE];
            xboard_fen_write(&pos, first_rank, true, theirs);
            if (!xboard_fen_parse(theirs, pos.rules, first_rank, &again, &message))
                fail_msg("%s: %s", theirs, message.text);
            fen_write(&again, written);
            assert_string_equal(written, ours);
        }
    }
    sampler_close(&sampler);
}

/* XBoard counts the square behind a double step from 1, though its board begins at 0. */
static void test_positions_read(void **state) {
    (void)state;
    static const struct {
        const char *text, *fen; /* NULL: refused */
    } cases[] = {
        {"5k5/11/11/11/11/11/2Pp7/11/11/5K5 b - c2 0 1",
         "5k5/11/11/11/11/11/2Pp7/11/11/5K5 b - c3 0 1"},
        {"5k5/11/11/11/11/11/2Pp7/11/11/5K5 b - c3 0 1",
         "5k5/11/11/11/11/11/2Pp7/11/11/5K5 b - c3 0 1"},
        {"5k5/11/11/11/11/11/2Pp7/11/11/5K5 b - c7 0 1", NULL},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KQ -",
         "5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Position pos;
        Message message = {""};
        char fen[FEN_SIZE];
        const bool read = xboard_fen_parse(cases[i].text, &RULES[0], 0, &pos, &message);
        assert_int_equal(read, cases[i].fen != NULL);
        if (!read) {
            assert_true(message.text[0] != '\0');
            continue;
        }
        fen_write(&pos, fen);
        assert_string_equal(fen, cases[i].fen);
    }
    /* Longer than any position. */
    char long_text[1000];
    memset(long_text, 'p', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    Position pos;
    assert_false(xboard_fen_parse(long_text, &RULES[0], 0, &pos, NULL));
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_castles),        cmocka_unit_test(test_other_spellings),
        cmocka_unit_test(test_round_trip),     cmocka_unit_test(test_positions),
        cmocka_unit_test(test_positions_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
