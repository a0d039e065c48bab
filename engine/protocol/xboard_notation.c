#include "engine/protocol/xboard_notation.h"

#include "bitboard/refusal.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static char *write_square(Square s, int first_rank, char *text) {
    *text++ = (char)('a' + file_of(s));
    return text + sprintf(text, "%d", rank_of(s) + first_rank);
}

/* How many characters a square takes at the start of `text`, 0 if there is none. */
static int read_square(const char *text, int first_rank, Square *s) {
    int rank = 0, used = 1;
    if (text[0] < 'a' || text[0] >= 'a' + FILES || !isdigit((unsigned char)text[1]))
        return 0;
    while (used < 3 && isdigit((unsigned char)text[used]))
        rank = 10 * rank + (text[used++] - '0');
    rank -= first_rank;
    if (rank < 0 || rank >= RANKS)
        return 0;
    *s = square_of(text[0] - 'a', rank);
    return used;
}

char *xboard_move_write(Move move, int first_rank, char *text) {
    const Square from = move_from(move), to = move_to(move);
    char *end = write_square(to, first_rank, write_square(from, first_rank, text));
    if (move_kind(move) == MOVE_CASTLING && (to == from + 1 || to == from - 1)) {
        const Square corner = square_of(to > from ? FILES - 1 : 0, rank_of(from));
        *end++ = ',';
        end = write_square(from, first_rank, write_square(corner, first_rank, end));
    }
    if (move_is_promotion(move))
        *end++ = (char)tolower(piece_letter(piece_of(WHITE, move_promotion(move))));
    *end = '\0';
    return text;
}

/*
 * Says what is wrong with a move.  A castle that is written as the king's taking its rook, or in
 * two legs, is one by one square; always false.
 */
static bool explain(const Position *pos, Square from, Square to, char letter, bool castling,
                    int first_rank, Message *message) {
    const Piece promotion = piece_from_letter(letter);
    if (letter != '\0' && promotion == NO_PIECE)
        return message_set(message, "'%c' is no piece", letter);
    if (pos->board[to] == piece_of((Color)pos->side, ROOK) &&
        pos->board[from] == piece_of((Color)pos->side, KING)) {
        castling = true;
        to = from + (to > from ? 1 : -1);
    }
    if (!refusal_explain(pos, from, to, promotion == NO_PIECE ? PAWN : piece_type(promotion),
                         castling, first_rank, message))
        message_set(message, "it is not legal");
    return false;
}

bool xboard_move_parse(const Position *pos, const char *text, int first_rank, Move *move,
                       Message *message) {
    Square from, to, rook_from, rook_to;
    bool castling = false;
    char ours[MOVE_TEXT_SIZE], square[MOVE_TEXT_SIZE];
    const int first = read_square(text, first_rank, &from);
    const int second = first > 0 ? read_square(text + first, first_rank, &to) : 0;
    if (second == 0) {
        if (text[0] == 'O' || text[0] == '0')
            return san_parse(pos, text, move, message);
        return message_set(message, "'%.40s' is no move", text);
    }
    const char *rest = text + first + second;
    if (*rest == ',') { /* a castle in two legs: say it as the king's taking its rook */
        const int third = read_square(rest + 1, first_rank, &rook_from);
        const int fourth = third > 0 ? read_square(rest + 1 + third, first_rank, &rook_to) : 0;
        if (fourth == 0 || rest[1 + third + fourth] != '\0')
            return message_set(message, "'%.40s' is no move", text);
        if (to == from + 1 || to == from - 1)
            to = rook_from;
        castling = true;
        rest = "";
    }
    if (strlen(rest) > 1)
        return message_set(message, "'%.40s' is no move", text);
    square_write(from, ours);
    strncat(ours, square_write(to, square), sizeof ours - strlen(ours) - 1);
    strncat(ours, rest, sizeof ours - strlen(ours) - 1);
    if (move_parse(pos, ours, move, NULL))
        return true;
    return explain(pos, from, to, rest[0], castling, first_rank, message);
}

/* The field's letters name the rooks' files for us, the wings for others. */
static void write_rights(const Position *pos, bool king_queen, char **end) {
    static const int rights[] = {CASTLE_WHITE_K, CASTLE_WHITE_A, CASTLE_BLACK_K, CASTLE_BLACK_A};
    const char *letters = king_queen ? "KQkq" : "KAka";
    if (pos->state.castling == 0)
        *(*end)++ = '-';
    for (int i = 0; i < 4; i++)
        if (pos->state.castling & rights[i])
            *(*end)++ = letters[i];
}

void xboard_fen_write(const Position *pos, int first_rank, bool king_queen_rights, char *text) {
    char fen[FEN_SIZE];
    fen_write(pos, fen);
    const size_t board = strcspn(fen, " ");
    char *end = text;
    memcpy(end, fen, board + 3); /* "BOARD w " */
    end += board + 3;
    write_rights(pos, king_queen_rights, &end);
    *end++ = ' ';
    if (pos->state.en_passant == 0)
        *end++ = '-';
    for (Bitboard left = pos->state.en_passant; left != 0;)
        end = write_square(bb_pop(&left), first_rank, end);
    const char *clocks = fen; /* the last two fields */
    for (int field = 0; field < 4; field++)
        clocks = strchr(clocks, ' ') + 1;
    snprintf(end, FEN_SIZE - (size_t)(end - text), " %s", clocks);
}

/* Copies the FEN and counts the ranks of its fourth field anew. */
static bool renumber_en_passant(const char *text, int first_rank, char *copy, size_t size) {
    const char *field = text;
    for (int i = 0; i < 3; i++) {
        field += strcspn(field, " \t");
        field += strspn(field, " \t");
    }
    if (strlen(text) + 8 >= size)
        return false;
    memcpy(copy, text, (size_t)(field - text));
    char *end = copy + (field - text);
    while (*field != '\0' && *field != ' ' && *field != '\t') {
        Square s;
        const int length = read_square(field, first_rank, &s);
        if (length > 0) {
            end = write_square(s, 1, end);
            field += length;
        } else {
            *end++ = *field++;
        }
        if (end - copy + 8 >= (ptrdiff_t)size)
            return false;
    }
    snprintf(end, size - (size_t)(end - copy), "%s", field);
    return true;
}

bool xboard_fen_parse(const char *text, const RuleSet *rules, int first_rank, Position *pos,
                      Message *message) {
    char renumbered[2 * FEN_SIZE];
    if (renumber_en_passant(text, first_rank, renumbered, sizeof renumbered) &&
        fen_parse(renumbered, rules, pos, NULL, NULL))
        return true;
    return fen_parse(text, rules, pos, NULL, message);
}
