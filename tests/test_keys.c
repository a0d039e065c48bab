/*
 * Hash keys: equal exactly when positions are the same in the meaning of the rules.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/suite.h"

#include "bitboard/fen.h"
#include "bitboard/zobrist.h"

static Key key_of(const SlowBoard *board) {
    static Position pos;
    bridge_position(board, &pos);
    return pos.state.key;
}

static void expect_same_state(const Position *pos, const Position *other, const char *how) {
    char fen[SLOW_TEXT];
    if (pos->state.key != other->state.key || pos->state.pawn_key != other->state.pawn_key ||
        pos->state.material_key != other->state.material_key ||
        pos->state.checkers != other->state.checkers ||
        pos->state.en_passant != other->state.en_passant ||
        pos->state.en_passant_pawn != other->state.en_passant_pawn ||
        pos->state.castling != other->state.castling)
        fail_msg("%s, %s: the moves and %s give different keys or states", pos->rules->short_name,
                 bridge_fen(pos, fen), how);
}

/* Keys that moves have brought about, against those of the same position set up. */
static void test_incremental_keys(void **state) {
    (void)state;
    static Position pos, fresh;
    Sampler sampler;
    sampler_open(&sampler, 41);
    for (int i = 0; i < test_amount(120, 5000); i++) {
        SlowBoard board;
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        for (int ply = 0; ply < 24; ply++) {
            SlowMove move;
            Undo undo;
            char fen[FEN_SIZE];
            Message message;
            if (!slow_random_move(&sampler.random, &board, &move))
                break;
            position_make(&pos, bridge_move(&move), &undo);
            slow_make(&board, &move);
            bridge_position(&board, &fresh);
            expect_same_state(&pos, &fresh, "the men put on the board");
            fen_write(&pos, fen);
            if (!fen_parse(fen, pos.rules, &fresh, NULL, &message))
                fail_msg("%s: %s", fen, message.text);
            expect_same_state(&pos, &fresh, "the FEN");
        }
    }
    sampler_close(&sampler);
}

/* ---- Same position, same key; other position, other key ---- */

typedef struct {
    char identity[SLOW_TEXT];
    Key key;
} Entry;

static int compare_identities(const void *a, const void *b) {
    return strcmp(((const Entry *)a)->identity, ((const Entry *)b)->identity);
}

static int compare_keys(const void *a, const void *b) {
    const Key x = ((const Entry *)a)->key, y = ((const Entry *)b)->key;
    return (x > y) - (x < y);
}

/* Returns how often two neighbours in the list, sorted by what they are, were the same. */
static int expect_keys_tell(Entry *entries, int count) {
    int same = 0;
    qsort(entries, (size_t)count, sizeof *entries, compare_identities);
    for (int i = 1; i < count; i++)
        if (strcmp(entries[i - 1].identity, entries[i].identity) == 0) {
            same++;
            if (entries[i - 1].key != entries[i].key)
                fail_msg("%s has two different keys", entries[i].identity);
        }
    qsort(entries, (size_t)count, sizeof *entries, compare_keys);
    for (int i = 1; i < count; i++)
        if (entries[i - 1].key == entries[i].key &&
            strcmp(entries[i - 1].identity, entries[i].identity) != 0)
            fail_msg("%s and %s have the same key", entries[i - 1].identity, entries[i].identity);
    return same;
}

static void test_transpositions(void **state) {
    (void)state;
    /* Few moves each, so that many orders of moves meet again; with castling, double and triple
     * steps. */
    static const struct {
        bool standard;
        const char *fen;
    } roots[] = {
        {false, "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1"},
        {false, "5k5/4p1p4/11/5P5/3p7/11/11/11/2P1P6/5K5 w - - 0 1"},
        {false, "k10/pp9/11/2P8/2p8/11/11/11/1P1P7/K10 w - - 0 1"},
        {true, "k10/1p1p7/11/2P8/11/11/2p8/11/1P1P7/K10 w - - 0 1"},
        {true, "kn9/11/11/11/11/11/11/11/11/KC9 w - - 0 1"},
        {false, "k9w/11/11/11/11/11/11/11/11/K9N w - - 0 1"},
    };
    const int walks = test_amount(700, 40000), plies = 6;
    Entry *entries = malloc((size_t)walks * (size_t)plies * sizeof *entries);
    Random random = {42};
    assert_non_null(entries);
    for (size_t r = 0; r < sizeof roots / sizeof roots[0]; r++) {
        static Position root, pos;
        SlowBoard start;
        int count = 0;
        slow_parse(roots[r].fen, roots[r].standard, &start);
        bridge_position(&start, &root);
        for (int i = 0; i < walks; i++) {
            SlowBoard board = start;
            pos = root;
            for (int ply = 0; ply < plies; ply++) {
                SlowMove move;
                Undo undo;
                if (!slow_random_move(&random, &board, &move))
                    break;
                position_make(&pos, bridge_move(&move), &undo);
                slow_make(&board, &move);
                slow_identity(&board, entries[count].identity);
                entries[count++].key = pos.state.key;
            }
        }
        const int same = expect_keys_tell(entries, count);
        print_message("%s: %d positions, %d met again\n", roots[r].fen, count, same);
        assert_true(same > walks);
    }
    free(entries);
}

/* Two moves of one side around one of the other, in both orders, out of positions of games. */
static void test_exchanged_moves(void **state) {
    (void)state;
    static Position pos;
    Sampler sampler;
    int compared = 0;
    sampler_open(&sampler, 43);
    Random *random = &sampler.random;
    for (int i = 0; i < test_amount(1500, 50000); i++) {
        SlowBoard board, line[2];
        SlowMove moves[3];
        char identity[2][SLOW_TEXT];
        Key keys[2];
        bool playable = true;
        sampler_next(&sampler, &board);
        line[0] = line[1] = board;
        for (int m = 0; m < 3 && playable; m++) {
            playable = slow_random_move(random, &line[0], &moves[m]);
            if (playable)
                slow_make(&line[0], &moves[m]);
        }
        for (int order = 0; order < 2 && playable; order++) {
            bridge_position(&board, &pos);
            line[order] = board;
            for (int m = 0; m < 3 && playable; m++) {
                const SlowMove *move = &moves[order == 0 ? m : 2 - m];
                Undo undo;
                playable = position_is_legal(&pos, bridge_move(move));
                if (playable) {
                    position_make(&pos, bridge_move(move), &undo);
                    slow_make(&line[order], move);
                }
            }
            slow_identity(&line[order], identity[order]);
            keys[order] = pos.state.key;
        }
        if (!playable)
            continue;
        compared++;
        if ((strcmp(identity[0], identity[1]) == 0) != (keys[0] == keys[1]))
            fail_msg("%s and %s: the keys are %s", identity[0], identity[1],
                     keys[0] == keys[1] ? "the same" : "different");
    }
    sampler_close(&sampler);
    print_message("%d pairs of lines\n", compared);
    assert_true(compared > test_amount(100, 3000));
}

/* ---- Every single change ---- */

static bool is_pawn(char man) {
    return toupper((unsigned char)man) == 'P';
}

static void test_single_changes(void **state) {
    (void)state;
    static Position pos, other;
    Sampler sampler;
    sampler_open(&sampler, 44);
    for (int i = 0; i < test_amount(60, 2000); i++) {
        SlowBoard board, changed;
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        /* Without castling and en passant, each man elsewhere, or away, or of another kind. */
        board.passed_count = 0;
        memset(board.castle, 0, sizeof board.castle);
        bridge_position(&board, &pos);
        for (int from = 0; from < SQUARES; from++) {
            const char man = board.man[from / 11][from % 11];
            if (man == '.' || toupper((unsigned char)man) == 'K')
                continue;
            changed = board;
            changed.man[from / 11][from % 11] = '.';
            bridge_position(&changed, &other);
            assert_true(other.state.key != pos.state.key);
            assert_true(other.state.material_key != pos.state.material_key);
            assert_int_equal(other.state.pawn_key != pos.state.pawn_key, is_pawn(man));

            const int to = random_below(&sampler.random, SQUARES);
            if (board.man[to / 11][to % 11] == '.') {
                changed.man[to / 11][to % 11] = man;
                bridge_position(&changed, &other);
                assert_true(other.state.key != pos.state.key);
                assert_true(other.state.material_key == pos.state.material_key);
                assert_int_equal(other.state.pawn_key != pos.state.pawn_key, is_pawn(man));
            }
            changed = board;
            do
                changed.man[from / 11][from % 11] =
                    "PNCBRWQpncbrwq"[random_below(&sampler.random, 14)];
            while (changed.man[from / 11][from % 11] == man);
            bridge_position(&changed, &other);
            assert_true(other.state.key != pos.state.key);
            assert_true(other.state.material_key != pos.state.material_key);
            assert_int_equal(other.state.pawn_key != pos.state.pawn_key,
                             is_pawn(man) || is_pawn(changed.man[from / 11][from % 11]));
        }
        changed = board;
        changed.black_to_move = !changed.black_to_move;
        bridge_position(&changed, &other);
        assert_true(other.state.key != pos.state.key);
        assert_true(other.state.pawn_key == pos.state.pawn_key);
        assert_true(other.state.material_key == pos.state.material_key);
        /* The clocks are no part of a position. */
        changed = board;
        changed.clock++;
        changed.number += 7;
        assert_true(key_of(&changed) == pos.state.key);
    }
    sampler_close(&sampler);
}

/* All sixteen sets of castling rights, both sides to move: 32 keys. */
static void test_castling_rights(void **state) {
    (void)state;
    Key keys[32];
    for (int n = 0; n < 32; n++) {
        SlowBoard board;
        slow_parse("r4k4r/11/11/11/11/11/11/11/11/R4K4R w - - 0 1", false, &board);
        for (int right = 0; right < 4; right++)
            board.castle[right / 2][right % 2] = (n >> right & 1) != 0;
        board.black_to_move = n >= 16;
        keys[n] = key_of(&board);
        for (int m = 0; m < n; m++)
            assert_true(keys[m] != keys[n]);
    }
}

/* A pawn has just passed both squares of its file, and pawns stand ready at both: none, each, and
 * both differ. */
static void test_two_passed_squares_on_a_file(void **state) {
    (void)state;
    for (int black_moved = 0; black_moved < 2; black_moved++)
        for (int file = 0; file < SLOW_FILES; file++) {
            const int third = black_moved ? 7 : 2, up = black_moved ? -1 : 1,
                      side = file == 0 ? 1 : -1;
            Key keys[4];
            for (int n = 0; n < 4; n++) {
                static Position pos;
                SlowBoard board;
                slow_parse("5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1", false, &board);
                board.black_to_move = !black_moved;
                board.man[third + 2 * up][file] = black_moved ? 'p' : 'P';
                board.man[third + up][file + side] = board.man[third + 2 * up][file + side] =
                    black_moved ? 'P' : 'p';
                board.passer = (SlowSquare){file, third + 2 * up};
                for (int square = 0; square < 2; square++)
                    if (n >> square & 1)
                        board.passed[board.passed_count++] =
                            (SlowSquare){file, third + square * up};
                bridge_position(&board, &pos);
                assert_int_equal(bb_count(pos.state.en_passant), (n & 1) + (n >> 1));
                assert_true(position_legal_en_passant(&pos) == pos.state.en_passant);
                keys[n] = pos.state.key;
                for (int m = 0; m < n; m++)
                    assert_true(keys[m] != keys[n]);
            }
        }
}

/* The part of the en-passant squares that counts is the legal part. */
static void test_legal_en_passant(void **state) {
    (void)state;
    static Position pos;
    Sampler sampler;
    int pinned = 0, half_pinned = 0, legal_ones = 0;
    sampler_open(&sampler, 45);
    for (int i = 0; i < test_amount(1500, 50000); i++) {
        SlowBoard board, without;
        SlowSquare legal[2];
        sampler_next_of(&sampler, SAMPLE_PASSED, &board);
        bridge_position(&board, &pos);
        const int count = slow_legal_squares(&board, legal);
        Bitboard wanted = 0;
        for (int n = 0; n < count; n++)
            wanted |= BB_SQUARE(bridge_square(legal[n]));
        if (position_legal_en_passant(&pos) != wanted) {
            char fen[SLOW_TEXT];
            fail_msg("%s: the legal en-passant squares are wrong", bridge_fen(&pos, fen));
        }
        without = board;
        without.passed_count = 0;
        assert_int_equal(key_of(&without) == pos.state.key, count == 0);
        /* With only the legal squares given, nothing may change. */
        without.passed_count = count;
        memcpy(without.passed, legal, sizeof legal);
        assert_true(key_of(&without) == pos.state.key);
        pinned += count == 0 && pos.state.en_passant != 0;
        half_pinned += count == 1 && bb_count(pos.state.en_passant) == 2;
        legal_ones += count > 0;
    }
    sampler_close(&sampler);
    print_message("%d with legal captures, %d with none but pinned ones, %d with one of two\n",
                  legal_ones, pinned, half_pinned);
    assert_true(legal_ones > 0 && pinned > 0 && half_pinned > 0);
}

/* The prefetch key: exact for all moves but castling, and those that take, grant or forfeit a
 * special right. */
static void test_key_after(void **state) {
    (void)state;
    static Position pos;
    Sampler sampler;
    int exact = 0;
    sampler_open(&sampler, 46);
    for (int i = 0; i < test_amount(200, 5000); i++) {
        SlowBoard board;
        MoveList list;
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        generate_legal(&pos, &list);
        for (int m = 0; m < list.count; m++) {
            Undo undo;
            const Key foreseen = position_key_after(&pos, list.moves[m]);
            const uint8_t castling = pos.state.castling;
            bool plain = move_kind(list.moves[m]) == MOVE_NORMAL && pos.state.en_passant == 0;
            position_make(&pos, list.moves[m], &undo);
            plain = plain && pos.state.en_passant == 0 && pos.state.castling == castling;
            exact += plain;
            if (plain && foreseen != pos.state.key) {
                char fen[SLOW_TEXT];
                fail_msg("the key of %s was not foreseen", bridge_fen(&pos, fen));
            }
            position_unmake(&pos, list.moves[m], &undo);
        }
    }
    sampler_close(&sampler);
    assert_true(exact > 1000);
}

/* ---- Keys of parts, and the tables behind the keys ---- */

static void expect_changes(const Position *pos, const Position *without, Piece piece) {
    const PositionState *a = &pos->state, *b = &without->state;
    const PieceType type = piece_type(piece);
    const Color c = piece_color(piece);
    const bool leaper = type == KNIGHT || type == CAMEL || type == WILDEBEEST;
    assert_true(a->key != b->key && a->material_key != b->material_key);
    assert_true((a->pawn_key != b->pawn_key) == (type == PAWN));
    assert_true((a->leaper_key != b->leaper_key) == leaper);
    assert_true((a->piece_key[c] != b->piece_key[c]) == (type != PAWN));
    assert_true(a->piece_key[opponent(c)] == b->piece_key[opponent(c)]);
}

/* Each man taken off the board changes the keys of the parts that he belongs to, and no others. */
static void test_keys_of_parts(void **state) {
    (void)state;
    static Position pos, without;
    Sampler sampler;
    sampler_open(&sampler, 48);
    for (int i = 0; i < test_amount(100, 3000); i++) {
        SlowBoard board;
        sampler_next_of(&sampler, i % 2 == 0 ? SAMPLE_GAME : SAMPLE_STREWN, &board);
        bridge_position(&board, &pos);
        for (Square s = 0; s < SQUARES; s++) {
            const Piece piece = pos.board[s];
            if (piece_type(piece) == NO_PIECE_TYPE || piece_type(piece) == KING)
                continue;
            SlowBoard less = board;
            less.man[rank_of(s)][file_of(s)] = '.';
            bridge_position(&less, &without);
            expect_changes(&pos, &without, piece);
        }
    }
    sampler_close(&sampler);
}

static int compare_numbers(const void *a, const void *b) {
    const Key x = *(const Key *)a, y = *(const Key *)b;
    return (x > y) - (x < y);
}

/* No number stands for two things, nor is it 0. */
static void test_numbers_are_different(void **state) {
    (void)state;
    enum { MOST = PIECES * (SQUARES + MAX_MEN) + SQUARES + 16 };
    static Key all[MOST];
    size_t count = 0;
    for (int piece = 0; piece < PIECES; piece++) {
        assert_true(zobrist.material[piece][0] == 0);
        for (Square s = 0; s < SQUARES; s++)
            all[count++] = zobrist.piece[piece][s];
        for (int n = 1; n <= MAX_MEN; n++)
            all[count++] = zobrist.material[piece][n];
    }
    for (Square s = 0; s < SQUARES; s++)
        all[count++] = zobrist.en_passant[s];
    assert_true(zobrist.castling[0] == 0);
    for (int rights = 1; rights < 16; rights++)
        all[count++] = zobrist.castling[rights];
    all[count++] = zobrist.black_to_move;
    assert_int_equal(count, MOST);
    qsort(all, count, sizeof all[0], compare_numbers);
    assert_true(all[0] != 0);
    for (size_t i = 1; i < count; i++)
        assert_true(all[i] != all[i - 1]);
}

/* What every reversible move on an empty board changes in a key leads to that move, and nothing
 * else does. */
static void test_reversible_moves_are_found(void **state) {
    (void)state;
    Random random = {49};
    int count = 0;
    for (int piece = 0; piece < PIECES; piece++) {
        const PieceType type = piece_type((Piece)piece);
        if (type == PAWN)
            continue;
        for (Square a = 0; a < SQUARES; a++)
            for (Square b = 0; b < SQUARES; b++) {
                const Key change =
                    zobrist.piece[piece][a] ^ zobrist.piece[piece][b] ^ zobrist.black_to_move;
                const bool reachable = bb_has(attacks_empty(type, a), b);
                const int slot = zobrist_find_move(change);
                assert_true((slot >= 0) == reachable);
                if (!reachable)
                    continue;
                const Move move = zobrist.cuckoo_move[slot];
                assert_true((move_from(move) == a && move_to(move) == b) ||
                            (move_from(move) == b && move_to(move) == a));
                count++;
            }
    }
    assert_int_equal(count, 2 * 10002);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(zobrist_find_move(random_next(&random)), -1);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_incremental_keys),
        cmocka_unit_test(test_transpositions),
        cmocka_unit_test(test_exchanged_moves),
        cmocka_unit_test(test_single_changes),
        cmocka_unit_test(test_castling_rights),
        cmocka_unit_test(test_two_passed_squares_on_a_file),
        cmocka_unit_test(test_legal_en_passant),
        cmocka_unit_test(test_key_after),
        cmocka_unit_test(test_keys_of_parts),
        cmocka_unit_test(test_numbers_are_different),
        cmocka_unit_test(test_reversible_moves_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
