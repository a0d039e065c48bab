#include "tests/toy/toy_notation.h"

#include "bitboard/fen.h"
#include "bitboard/movegen.h"
#include "bitboard/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *write_squares(Spelling spelling, Square from, Square to, char *text) {
    return text + snprintf(text, SPELLING_SIZE / 2, "%c%d%c%d", 'a' + file_of(from),
                           rank_of(from) + spelling.first_rank, 'a' + file_of(to),
                           rank_of(to) + spelling.first_rank);
}

char *spelling_write(Spelling spelling, Move move, char *text) {
    const Square from = move_from(move), to = move_to(move);
    const bool step = move_kind(move) == MOVE_CASTLING && (to == from + 1 || to == from - 1);
    const Square corner = square_of(to > from ? FILES - 1 : 0, rank_of(from));
    char *end = write_squares(spelling, from, step && !spelling.two_legs ? corner : to, text);
    if (step && spelling.two_legs) {
        *end++ = ',';
        end = write_squares(spelling, corner, from, end);
    }
    if (move_is_promotion(move))
        *end++ = piece_letter(piece_of(spelling.upper ? WHITE : BLACK, move_promotion(move)));
    *end = '\0';
    return text;
}

bool spelling_read(Spelling spelling, const Position *pos, const char *text, Move *move) {
    MoveList list;
    generate_legal(pos, &list);
    spelling.upper = false;
    for (int i = 0; i < list.count; i++) {
        char spelled[SPELLING_SIZE];
        /* Long games are read again at every move: most candidates are not worth spelling. */
        if (text[0] == 'a' + file_of(move_from(list.moves[i])) &&
            strcmp(spelling_write(spelling, list.moves[i], spelled), text) == 0) {
            *move = list.moves[i];
            return true;
        }
    }
    return false;
}

char *spelling_write_illegal(Spelling spelling, const Position *pos, char *text) {
    /* A man of the side to move goes where it may not; no man reaches all of the 110 squares. */
    const Square from = bb_first(pos->by_color[pos->side]);
    for (Square to = SQUARES - 1; to >= 0; to--) {
        Move move;
        *write_squares(spelling, from, to, text) = '\0';
        if (to != from && !spelling_read(spelling, pos, text, &move))
            break;
    }
    return text;
}

bool spelling_read_fen(Spelling spelling, const char *text, const RuleSet *rules, Position *pos,
                       Message *message) {
    char fen[FEN_SIZE];
    size_t length = 0;
    int field = 0;
    for (const char *p = text; *p != '\0'; p++) {
        if (length + 3 > sizeof fen)
            return message_set(message, "FEN: it is too long");
        field += *p == ' ';
        /* A single digit: the squares that can be passed over have no rank of two. */
        if (field == 3 && spelling.first_rank == 0 && isdigit((unsigned char)*p) != 0 && *p < '9')
            fen[length++] = (char)(*p + 1);
        else
            fen[length++] = *p;
    }
    fen[length] = '\0';
    return fen_parse(fen, rules, pos, NULL, message);
}
