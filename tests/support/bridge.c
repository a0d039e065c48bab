#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/bridge.h"

/* In the order of PieceType. */
static const char LETTERS[] = "PNCBRWQK";

Square bridge_square(SlowSquare s) {
    return 11 * s.rank + s.file;
}

SlowSquare bridge_slow_square(Square s) {
    return (SlowSquare){s % 11, s / 11};
}

static PieceType type_of(char letter) {
    return (PieceType)(strchr(LETTERS, toupper((unsigned char)letter)) - LETTERS);
}

char bridge_letter(Piece piece) {
    if (piece == NO_PIECE)
        return '.';
    const char letter = LETTERS[piece_type(piece)];
    return piece_color(piece) == WHITE ? letter : (char)tolower((unsigned char)letter);
}

Move bridge_move(const SlowMove *move) {
    const Square from = bridge_square(move->from), to = bridge_square(move->to);
    if (move->promotion != 0)
        return move_make_promotion(from, to, type_of(move->promotion));
    if (move->kind == SLOW_CASTLE)
        return move_make_kind(from, to, MOVE_CASTLING);
    if (move->kind == SLOW_PASSING)
        return move_make_kind(from, to, MOVE_EN_PASSANT);
    return move_make(from, to);
}

SlowMove bridge_slow_move(Move move) {
    SlowMove slow = {bridge_slow_square(move_from(move)), bridge_slow_square(move_to(move)),
                     SLOW_PLAIN, 0};
    if (move_kind(move) == MOVE_CASTLING)
        slow.kind = SLOW_CASTLE;
    if (move_kind(move) == MOVE_EN_PASSANT)
        slow.kind = SLOW_PASSING;
    if (move_is_promotion(move))
        slow.promotion = (char)tolower((unsigned char)LETTERS[move_promotion(move)]);
    return slow;
}

void bridge_position(const SlowBoard *board, Position *pos) {
    position_clear(pos, &RULES[board->standard ? 1 : 0]);
    for (int rank = 0; rank < SLOW_RANKS; rank++)
        for (int file = 0; file < SLOW_FILES; file++) {
            const char man = board->man[rank][file];
            if (man != '.')
                position_place(pos,
                               piece_of(islower((unsigned char)man) ? BLACK : WHITE, type_of(man)),
                               bridge_square((SlowSquare){file, rank}));
        }
    pos->side = board->black_to_move ? BLACK : WHITE;
    pos->state.castling = (uint8_t)((board->castle[0][0] ? CASTLE_WHITE_K : 0) |
                                    (board->castle[0][1] ? CASTLE_WHITE_A : 0) |
                                    (board->castle[1][0] ? CASTLE_BLACK_K : 0) |
                                    (board->castle[1][1] ? CASTLE_BLACK_A : 0));
    pos->state.halfmove_clock = (uint16_t)board->clock;
    pos->fullmove = (uint32_t)board->number;
    for (int i = 0; i < board->passed_count; i++)
        pos->state.en_passant |= BB_SQUARE(bridge_square(board->passed[i]));
    if (board->passed_count > 0)
        pos->state.en_passant_pawn = (uint8_t)bridge_square(board->passer);
    position_finish(pos);
}

void bridge_board(const Position *pos, SlowBoard *board) {
    memset(board, 0, sizeof *board);
    for (Square s = 0; s < SQUARES; s++)
        board->man[s / 11][s % 11] = bridge_letter(pos->board[s]);
    board->standard = pos->rules == &RULES[1];
    board->black_to_move = pos->side == BLACK;
    board->castle[0][0] = (pos->state.castling & CASTLE_WHITE_K) != 0;
    board->castle[0][1] = (pos->state.castling & CASTLE_WHITE_A) != 0;
    board->castle[1][0] = (pos->state.castling & CASTLE_BLACK_K) != 0;
    board->castle[1][1] = (pos->state.castling & CASTLE_BLACK_A) != 0;
    for (Square s = 0; s < SQUARES; s++)
        if ((pos->state.en_passant >> s & 1) != 0 && board->passed_count < 2)
            board->passed[board->passed_count++] = bridge_slow_square(s);
    board->passer = bridge_slow_square(pos->state.en_passant_pawn);
    board->clock = pos->state.halfmove_clock;
    board->number = (int)pos->fullmove;
}

char *bridge_fen(const Position *pos, char *text) {
    SlowBoard board;
    bridge_board(pos, &board);
    slow_fen(&board, text);
    return text;
}

char *bridge_move_text(Move move, char *text) {
    const bool possible = move >> 20 == 0 && move_from(move) < SQUARES && move_to(move) < SQUARES &&
                          move_promotion(move) <= KING && move_kind(move) <= MOVE_EN_PASSANT;
    if (possible) {
        const SlowMove slow = bridge_slow_move(move);
        slow_move_text(&slow, text);
    } else {
        snprintf(text, 32, "0x%x", (unsigned)move);
    }
    return text;
}

/* ---- Sets of moves ---- */

static int compare_moves(const void *a, const void *b) {
    const Move x = *(const Move *)a, y = *(const Move *)b;
    return (x > y) - (x < y);
}

void bridge_sort(MoveList *list) {
    qsort(list->moves, (size_t)list->count, sizeof list->moves[0], compare_moves);
}

bool bridge_contains(const MoveList *sorted, Move move) {
    return bsearch(&move, sorted->moves, (size_t)sorted->count, sizeof move, compare_moves) != NULL;
}

void bridge_moves(const SlowBoard *board, MoveList *list) {
    SlowMove moves[SLOW_MAX_MOVES];
    list->count = slow_moves(board, moves);
    if (list->count > MAX_MOVES)
        fail_msg("%d legal moves are more than MAX_MOVES", list->count);
    for (int i = 0; i < list->count; i++)
        list->moves[i] = bridge_move(&moves[i]);
    bridge_sort(list);
}

void bridge_generate(const Position *pos, GenerateStage stage, MoveList *list) {
    list->count = (int)(generate(pos, stage, list->moves) - list->moves);
    bridge_sort(list);
}

void bridge_expect_same(const Position *pos, const char *what, const MoveList *got,
                        const MoveList *wanted) {
    char fen[SLOW_TEXT], move[32];
    int i = 0;
    while (i < got->count && i < wanted->count && got->moves[i] == wanted->moves[i])
        i++;
    if (i == got->count && i == wanted->count)
        return;
    bridge_fen(pos, fen);
    if (i < got->count && (i == wanted->count || got->moves[i] < wanted->moves[i]))
        fail_msg("%s, %s: %s: %s is too many", pos->rules->short_name, fen, what,
                 bridge_move_text(got->moves[i], move));
    fail_msg("%s, %s: %s: %s (kind %d) is missing", pos->rules->short_name, fen, what,
             bridge_move_text(wanted->moves[i], move), (int)move_kind(wanted->moves[i]));
}

void bridge_expect_sound(const Position *pos, const char *when) {
    Message message = {""};
    char fen[SLOW_TEXT];
    if (!position_check(pos, &message))
        fail_msg("%s, %s: %s: %s", pos->rules->short_name, bridge_fen(pos, fen), when,
                 message.text);
}

void bridge_expect_equal(const Position *pos, const SlowBoard *board, const char *when) {
    char got[SLOW_TEXT], wanted[SLOW_TEXT];
    bridge_fen(pos, got);
    slow_fen(board, wanted);
    if (strcmp(got, wanted) != 0)
        fail_msg("%s: the position is %s and should be %s", when, got, wanted);
}

uint64_t bridge_perft(Position *pos, int depth) {
    MoveList list;
    generate_legal(pos, &list);
    if (depth <= 1)
        return (uint64_t)list.count;
    uint64_t nodes = 0;
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        nodes += bridge_perft(pos, depth - 1);
        position_unmake(pos, list.moves[i], &undo);
    }
    return nodes;
}
