#include "bitboard/notation.h"

#include "bitboard/movegen.h"
#include "bitboard/refusal.h"

#include <stdio.h>
#include <string.h>

const char *const COLOR_NAMES[COLORS] = {"White", "Black"};

/* Indexed by PieceType. */
static const char LETTERS[] = "PNCBRWQK";

/* ---- Squares and pieces ---- */

char *square_write(Square s, char *text) {
    const int rank = rank_of(s) + 1;
    char *out = text;
    *out++ = (char)('a' + file_of(s));
    if (rank >= 10)
        *out++ = '1';
    *out++ = (char)('0' + rank % 10);
    *out = '\0';
    return text;
}

int square_read(const char *text, Square *s) {
    if (text[0] < 'a' || text[0] >= 'a' + FILES || text[1] < '1' || text[1] > '9')
        return 0;
    const bool ten = text[1] == '1' && text[2] == '0';
    *s = square_of(text[0] - 'a', ten ? 9 : text[1] - '1');
    return ten ? 3 : 2;
}

char piece_letter(Piece piece) {
    if (piece == NO_PIECE)
        return '.';
    const char letter = LETTERS[piece_type(piece)];
    return piece_color(piece) == WHITE ? letter : (char)(letter - 'A' + 'a');
}

Piece piece_from_letter(char letter) {
    const bool lower = letter >= 'a' && letter <= 'z';
    const char upper = lower ? (char)(letter - 'a' + 'A') : letter;
    const char *found = upper != '\0' ? strchr(LETTERS, upper) : NULL;
    return found != NULL ? piece_of(lower ? BLACK : WHITE, (PieceType)(found - LETTERS))
                         : (Piece)NO_PIECE;
}

/* ---- Coordinates ---- */

char *move_write(Move move, char *text) {
    if (move == MOVE_NONE)
        return memcpy(text, "(none)", sizeof "(none)");
    if (move == MOVE_NULL)
        return memcpy(text, "0000", sizeof "0000");
    const Square from = move_from(move);
    Square to = move_to(move);
    /* A castle by one square would read like a king step: it is written as the king taking its
     * rook. */
    if (move_kind(move) == MOVE_CASTLING && (to == from + 1 || to == from - 1))
        to = square_of(to > from ? FILES - 1 : 0, rank_of(from));
    square_write(from, text);
    square_write(to, text + strlen(text));
    if (move_is_promotion(move)) {
        const size_t length = strlen(text);
        text[length] = piece_letter(piece_of(BLACK, move_promotion(move)));
        text[length + 1] = '\0';
    }
    return text;
}

/* Says that the move from one square to another is not legal, and why. */
static bool refuse_squares(const Position *pos, const char *text, Square from, Square to,
                           PieceType promotion, bool castling, Message *message) {
    Message why;
    if (!refusal_explain(pos, from, to, promotion, castling, 1, &why))
        return message_set(message, "'%.40s' is not a legal move here", text);
    return message_set(message, "'%.40s' is not a legal move here: %s", text, why.text);
}

bool move_parse(const Position *pos, const char *text, Move *move, Message *message) {
    Square from, to;
    const int first = square_read(text, &from),
              second = first > 0 ? square_read(text + first, &to) : 0;
    if (second == 0)
        return message_set(
            message, "'%.40s' is no move: it must be two squares from a1 to k10, such as g2g5",
            text);
    char wanted[MOVE_TEXT_SIZE], spelled[MOVE_TEXT_SIZE];
    const char *letter = text + first + second;
    if (letter[0] != '\0' && (letter[1] != '\0' || piece_from_letter(letter[0]) == NO_PIECE))
        return message_set(message, "'%.40s' is no move: '%.20s' follows after the two squares",
                           text, letter);
    square_write(from, wanted);
    square_write(to, wanted + strlen(wanted));
    if (letter[0] != '\0') {
        const size_t length = strlen(wanted);
        wanted[length] = piece_letter(piece_of(BLACK, piece_type(piece_from_letter(letter[0]))));
        wanted[length + 1] = '\0';
    }
    MoveList list;
    generate_legal(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (strcmp(move_write(list.moves[i], spelled), wanted) == 0) {
            *move = list.moves[i];
            return true;
        }
    /* The king that takes its own rook castles by one square. */
    const bool castling = pos->board[from] == piece_of((Color)pos->side, KING) &&
                          pos->board[to] == piece_of((Color)pos->side, ROOK);
    return refuse_squares(pos, text, from, castling ? from + (to > from ? 1 : -1) : to,
                          letter[0] == '\0' ? PAWN : piece_type(piece_from_letter(letter[0])),
                          castling, message);
}

/* ---- SAN, out ---- */

/*
 * What has to be said of the origin so that no other legal move of the same kind of piece to the
 * same square fits: nothing, the file, the rank, or both.
 */
static char *write_origin(const Position *pos, Move move, char *out) {
    MoveList list;
    generate_legal(pos, &list);
    const Square from = move_from(move);
    bool other = false, same_file = false, same_rank = false;
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const Square s = move_from(m);
        if (s == from || move_to(m) != move_to(move) || move_kind(m) == MOVE_CASTLING ||
            pos->board[s] != pos->board[from])
            continue;
        other = true;
        same_file = same_file || file_of(s) == file_of(from);
        same_rank = same_rank || rank_of(s) == rank_of(from);
    }
    if (!other)
        return out;
    if (!same_file || same_rank)
        *out++ = (char)('a' + file_of(from));
    if (same_file)
        out += sprintf(out, "%d", rank_of(from) + 1);
    return out;
}

static const char *check_suffix(const Position *pos, Move move) {
    if (!position_gives_check(pos, move))
        return "";
    Position after = *pos;
    Undo undo;
    position_make(&after, move, &undo);
    return has_legal_move(&after) ? "+" : "#";
}

char *san_write(const Position *pos, Move move, char *text) {
    const Square from = move_from(move), to = move_to(move);
    const PieceType type = piece_type(pos->board[from]);
    char *out = text;
    if (move_kind(move) == MOVE_CASTLING) {
        out += sprintf(out, "%s", to > from ? "O-O-" : "O-O-O-");
    } else if (type == PAWN) {
        if (position_captured(pos, move) != NO_PIECE) {
            *out++ = (char)('a' + file_of(from));
            *out++ = 'x';
        }
    } else {
        *out++ = LETTERS[type];
        out = write_origin(pos, move, out);
        if (position_captured(pos, move) != NO_PIECE)
            *out++ = 'x';
    }
    square_write(to, out);
    out += strlen(out);
    if (move_is_promotion(move)) {
        *out++ = '=';
        *out++ = LETTERS[move_promotion(move)];
    }
    sprintf(out, "%s", check_suffix(pos, move));
    return text;
}

/* ---- SAN, in ---- */

/* What a SAN text says about the move it means. */
typedef struct {
    PieceType type;
    int from_file, from_rank; /* -1: not said */
    Square to;                /* NO_SQUARE for a bare O-O or O-O-O */
    bool capture;             /* an 'x' was written; where it is not, a capture fits all the same */
    PieceType promotion;      /* PAWN: not said */
    bool castling;            /* it must be a castling move … */
    int direction;            /* … towards k (1) or a (-1); 0: either */
    bool king_may_slide;      /* "Kh1": a king step, or else a slide of two or more squares */
} SanMeaning;

static bool is_capital_o(char c) {
    return c == 'O' || c == '0' || c == 'o';
}

/* "O-O", "O-O-O", with a square behind ("O-O-g1"); false if the text does not begin like that. */
static bool read_castling(const char **text, SanMeaning *meaning) {
    const char *p = *text;
    int wings = 0;
    while (is_capital_o(*p)) {
        wings++;
        p++;
        if (*p == '-' && is_capital_o(p[1]))
            p++;
    }
    if (wings < 2 || wings > 3 || p - *text != 2 * wings - 1)
        return false;
    if (*p == '-')
        p += 1 + square_read(p + 1, &meaning->to);
    if (p[-1] == '-')
        return false;
    meaning->castling = true;
    meaning->type = KING;
    meaning->direction = wings == 2 ? 1 : -1;
    *text = p;
    return true;
}

/* One of the places in a SAN text where a file, a rank or both may stand. */
static const char *read_place(const char *p, int *file, int *rank) {
    *file = *rank = -1;
    if (*p >= 'a' && *p < 'a' + FILES)
        *file = *p++ - 'a';
    if (*p == '1' && p[1] == '0') {
        *rank = 9;
        p += 2;
    } else if (*p >= '1' && *p <= '9') {
        *rank = *p++ - '1';
    }
    return p;
}

/* "=Q" or "Q" after a pawn's destination. */
static bool read_promotion(const char **text, SanMeaning *meaning) {
    const char *p = *text;
    const bool equals = *p == '=';
    if (equals)
        p++;
    const PieceType type = piece_type(piece_from_letter(*p));
    if (type == NO_PIECE_TYPE)
        return !equals;
    if (meaning->type != PAWN || type == PAWN)
        return false;
    meaning->promotion = type;
    *text = p + 1;
    return true;
}

/* Everything but castling: [piece][origin][x, - or ~][destination][=piece]. */
static bool read_ordinary(const char **text, SanMeaning *meaning) {
    const char *p = *text;
    const Piece piece = *p >= 'A' && *p <= 'Z' ? piece_from_letter(*p) : (Piece)NO_PIECE;
    if (piece != NO_PIECE)
        p++;
    meaning->type = piece != NO_PIECE ? piece_type(piece) : PAWN;
    int file, rank, to_file, to_rank;
    p = read_place(p, &file, &rank);
    const bool says_origin = file >= 0 || rank >= 0;
    const char separator = *p;
    if (separator == 'x' || (separator == '-' && says_origin) ||
        (separator == '~' && meaning->type == KING))
        p++;
    meaning->capture = separator == 'x';
    meaning->castling = separator == '~';
    const char *second = read_place(p, &to_file, &to_rank);
    if (to_file >= 0 && to_rank >= 0) {
        meaning->from_file = file;
        meaning->from_rank = rank;
        p = second;
    } else if (second == p && file >= 0 && rank >= 0 && !meaning->capture && separator != '-' &&
               separator != '~') {
        to_file = file;
        to_rank = rank;
    } else {
        return false;
    }
    meaning->to = square_of(to_file, to_rank);
    meaning->king_may_slide = meaning->type == KING && !meaning->capture;
    *text = p;
    return read_promotion(text, meaning);
}

static bool fits(const Position *pos, Move move, const SanMeaning *meaning) {
    const Square from = move_from(move), to = move_to(move);
    const bool castling = move_kind(move) == MOVE_CASTLING;
    if (piece_type(pos->board[from]) != meaning->type || castling != meaning->castling)
        return false;
    const bool capture = position_captured(pos, move) != NO_PIECE;
    /* "d5" is an advance: a pawn's capture names at least the file it comes from, or the 'x'. */
    const bool origin_said = meaning->from_file >= 0 || meaning->capture;
    return (meaning->to == NO_SQUARE || to == meaning->to) && (capture || !meaning->capture) &&
           (meaning->type != PAWN || !capture || origin_said) &&
           (meaning->direction == 0 || (to > from) == (meaning->direction > 0)) &&
           (meaning->from_file < 0 || file_of(from) == meaning->from_file) &&
           (meaning->from_rank < 0 || rank_of(from) == meaning->from_rank) &&
           move_promotion(move) == meaning->promotion;
}

/* Moves the legal moves that fit to the front of the list; returns how many there are. */
static int keep_fitting(const Position *pos, const SanMeaning *meaning, MoveList *list) {
    int count = 0;
    for (int i = 0; i < list->count; i++)
        if (fits(pos, list->moves[i], meaning)) {
            const Move move = list->moves[count];
            list->moves[count++] = list->moves[i];
            list->moves[i] = move;
        }
    return count;
}

/* No text fits more moves: a wildebeest can come to a square from sixteen. */
enum { MAX_CANDIDATES = 16 };

static bool refuse_ambiguous(const Position *pos, const char *text, const MoveList *list, int count,
                             Message *message) {
    char candidates[MAX_CANDIDATES * (MOVE_TEXT_SIZE + 2)] = "";
    size_t used = 0;
    for (int i = 0; i < count && i < MAX_CANDIDATES; i++) {
        char san[MOVE_TEXT_SIZE];
        used += (size_t)snprintf(candidates + used, sizeof candidates - used, "%s%s",
                                 i > 0 ? ", " : "", san_write(pos, list->moves[i], san));
    }
    return message_set(message, "'%.40s' may be any of %s", text, candidates);
}

/* How likely it is that the man on `from` was meant to go to `to`; 0: not at all. */
static int likelihood(const Position *pos, Square from, Square to, const SanMeaning *meaning) {
    const Color us = (Color)pos->side;
    if (pos->board[from] != piece_of(us, meaning->type) ||
        (meaning->from_file >= 0 && file_of(from) != meaning->from_file) ||
        (meaning->from_rank >= 0 && rank_of(from) != meaning->from_rank))
        return 0;
    if (meaning->type == PAWN && file_of(from) == file_of(to) && !meaning->capture) {
        const int steps = (to - from) / forward(us);
        return steps > 0 ? RANKS + 2 - steps : 1; /* the nearest one behind the square */
    }
    if (meaning->type == PAWN)
        return bb_has(attacks_pawn(us, from), to) ? 2 : 1;
    if (!bb_has(attacks_empty(meaning->type, from), to))
        return 1;
    return (between_bb(from, to) & position_occupied(pos)) != 0 ? 2 : 3;
}

/* Says why the man that was most likely meant cannot go there. */
static bool refuse_likeliest(const Position *pos, const char *text, const SanMeaning *meaning,
                             Message *message) {
    int best = 0;
    Square from = NO_SQUARE, to = meaning->to;
    if (meaning->castling) {
        from = pos->king[pos->side];
        if (to == NO_SQUARE)
            to = from + meaning->direction;
    } else {
        for (Square s = 0; s < SQUARES; s++)
            if (likelihood(pos, s, to, meaning) > best) {
                best = likelihood(pos, s, to, meaning);
                from = s;
            }
    }
    if (from == NO_SQUARE)
        return message_set(message, "'%.40s' is not a legal move here: there is no such man", text);
    return refuse_squares(pos, text, from, to, meaning->promotion, meaning->castling, message);
}

/* Says what is wrong with a well-formed text that no legal move fits. */
static bool refuse_illegal(const Position *pos, const char *text, const SanMeaning *meaning,
                           const MoveList *list, Message *message) {
    SanMeaning other = *meaning;
    for (int i = 0; i < list->count; i++) {
        const Move move = list->moves[i];
        other.capture = false;
        other.promotion = move_promotion(move);
        if (!fits(pos, move, &other))
            continue;
        if (meaning->capture && position_captured(pos, move) == NO_PIECE)
            return message_set(message, "'%.40s': there is nothing to take", text);
        if (meaning->promotion == PAWN)
            return message_set(message, "'%.40s' does not say what the pawn becomes", text);
        return message_set(message,
                           other.promotion == PAWN ? "'%.40s': the pawn does not promote there"
                                                   : "'%.40s': no pawn may become that piece",
                           text);
    }
    return refuse_likeliest(pos, text, meaning, message);
}

bool san_parse(const Position *pos, const char *text, Move *move, Message *message) {
    SanMeaning meaning = {
        .type = PAWN, .from_file = -1, .from_rank = -1, .to = NO_SQUARE, .promotion = PAWN};
    const char *p = text;
    if (!read_castling(&p, &meaning) && !read_ordinary(&p, &meaning))
        return message_set(message, "'%.40s' is no move in algebraic notation", text);
    if (strncmp(p, "e.p.", 4) == 0)
        p += 4;
    while (*p == '+' || *p == '#' || *p == '!' || *p == '?')
        p++;
    if (*p != '\0')
        return message_set(
            message, "'%.40s' is no move in algebraic notation: '%.20s' follows after the move",
            text, p);
    MoveList list;
    generate_legal(pos, &list);
    int count = keep_fitting(pos, &meaning, &list);
    if (count == 0 && meaning.king_may_slide && !meaning.castling) {
        /* What is no king step may be a slide, and then one by two squares or more: where the
         * castle by one is legal, so is the step. */
        SanMeaning slide = meaning;
        slide.castling = true;
        count = keep_fitting(pos, &slide, &list);
    }
    if (count == 0)
        return refuse_illegal(pos, text, &meaning, &list, message);
    if (count > 1)
        return refuse_ambiguous(pos, text, &list, count, message);
    *move = list.moves[0];
    return true;
}
