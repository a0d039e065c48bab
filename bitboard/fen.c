#include "bitboard/fen.h"

#include "bitboard/notation.h"

#include <stdio.h>
#include <string.h>

/* The largest values that the two clocks may have; far beyond any game. */
enum { MAX_HALFMOVE_CLOCK = 9999, MAX_FULLMOVE = 99999 };

typedef struct {
    const char *at; /* the next character */
    Position *pos;
    Message *message;
} Reader;

/* A byte of the input as it can be shown in a message. */
static char shown(char c) {
    return c > 0x20 && c < 0x7f ? c : '?';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
static bool is_end(char c) {
    return c == '\0' || c == '\r' || c == '\n';
}
static bool ends_field(char c) {
    return is_blank(c) || is_end(c);
}

static void skip_blanks(Reader *r) {
    while (is_blank(*r->at))
        r->at++;
}
/* The line end that the last line of a file may carry; what follows it is not skipped. */
static void skip_line_end(Reader *r) {
    r->at += r->at[0] == '\r' && r->at[1] == '\n' ? 2 : *r->at == '\r' || *r->at == '\n' ? 1 : 0;
}

/* Moves to the next field, which must be there. */
static bool next_field(Reader *r, const char *name) {
    skip_blanks(r);
    return !is_end(*r->at) || message_set(r->message, "FEN: the %s field is missing", name);
}

/* ---- Board ---- */

/* A run of empty squares: a decimal number from 1 to 11 without leading zeros. */
static bool read_run(Reader *r, int rank, int *file) {
    int run = 0;
    const char *first = r->at;
    for (; is_digit(*r->at); r->at++)
        run = run < 100 ? run * 10 + (*r->at - '0') : run;
    if (*first == '0')
        return message_set(r->message, "FEN: board: rank %d: a run of empty squares begins with 0",
                           rank + 1);
    if (run > FILES)
        return message_set(r->message,
                           "FEN: board: rank %d: a run of %.*s empty squares; a rank has %d files",
                           rank + 1, (int)(r->at - first < 12 ? r->at - first : 12), first, FILES);
    *file += run;
    return true;
}

static bool read_rank(Reader *r, int rank) {
    int file = 0;
    while (*r->at != '/' && !ends_field(*r->at)) {
        if (is_digit(*r->at)) {
            if (!read_run(r, rank, &file))
                return false;
        } else {
            const Piece piece = piece_from_letter(*r->at);
            if (piece == NO_PIECE)
                return message_set(r->message,
                                   "FEN: board: rank %d: '%c' after %d files is no piece", rank + 1,
                                   shown(*r->at), file);
            if (file < FILES)
                position_place(r->pos, piece, square_of(file, rank));
            file++;
            r->at++;
        }
        if (file > FILES)
            return message_set(r->message, "FEN: board: rank %d has more than %d files", rank + 1,
                               FILES);
    }
    if (file < FILES)
        return message_set(r->message, "FEN: board: rank %d has %d files instead of %d", rank + 1,
                           file, FILES);
    return true;
}

static bool check_men(const Reader *r) {
    const Position *pos = r->pos;
    for (int c = 0; c < COLORS; c++) {
        const int kings = pos->count[piece_of((Color)c, KING)],
                  pawns = pos->count[piece_of((Color)c, PAWN)];
        const int men = bb_count(pos->by_color[c]);
        if (kings != 1)
            return message_set(r->message, "FEN: board: %s has %d kings instead of one",
                               COLOR_NAMES[c], kings);
        if (pawns > MAX_PAWNS)
            return message_set(r->message, "FEN: board: %s has %d pawns; %d are allowed",
                               COLOR_NAMES[c], pawns, MAX_PAWNS);
        if (men > MAX_MEN)
            return message_set(r->message, "FEN: board: %s has %d men; %d are allowed",
                               COLOR_NAMES[c], men, MAX_MEN);
    }
    const Bitboard stray = pos->by_type[PAWN] & (BB_RANK(0) | BB_RANK(RANKS - 1));
    if (stray != 0) {
        char text[MOVE_TEXT_SIZE];
        return message_set(r->message, "FEN: board: a pawn stands on %s, on the first or last rank",
                           square_write(bb_first(stray), text));
    }
    return true;
}

static bool read_board(Reader *r) {
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        if (!read_rank(r, rank))
            return false;
        if (rank == 0)
            break;
        if (*r->at != '/')
            return message_set(r->message, "FEN: board: it ends after %d of %d ranks", RANKS - rank,
                               RANKS);
        r->at++;
    }
    if (*r->at == '/')
        return message_set(r->message, "FEN: board: it has more than %d ranks", RANKS);
    return check_men(r);
}

/* ---- Side ---- */

static bool read_side(Reader *r) {
    if (*r->at != 'w' && *r->at != 'b')
        return message_set(r->message,
                           "FEN: side to move: it must be 'w' or 'b', and begins with '%c'",
                           shown(*r->at));
    if (!ends_field(r->at[1]))
        return message_set(r->message, "FEN: side to move: '%c' follows after '%c'",
                           shown(r->at[1]), *r->at);
    r->pos->side = *r->at == 'w' ? WHITE : BLACK;
    r->at++;
    const Color us = (Color)r->pos->side, them = opponent(us);
    if (position_attacked(r->pos, r->pos->king[them], us, position_occupied(r->pos)))
        return message_set(r->message,
                           "FEN: side to move: it is %s's move, but %s's king is in check",
                           COLOR_NAMES[us], COLOR_NAMES[them]);
    return true;
}

/* ---- Castling ---- */

static int castling_right(char letter) {
    switch (letter) {
    case 'K': return CASTLE_WHITE_K;
    case 'A':
    case 'Q': return CASTLE_WHITE_A;
    case 'k': return CASTLE_BLACK_K;
    case 'a':
    case 'q': return CASTLE_BLACK_A;
    default: return 0;
    }
}

static bool check_right(const Reader *r, char letter, int right) {
    const Position *pos = r->pos;
    const Color c = right <= CASTLE_WHITE_A ? WHITE : BLACK;
    const int rank = c == WHITE ? 0 : RANKS - 1;
    const bool k_side = right == CASTLE_WHITE_K || right == CASTLE_BLACK_K;
    if (pos->board[square_of(FILES / 2, rank)] != piece_of(c, KING))
        return message_set(r->message, "FEN: castling: '%c' without the king on f%d", letter,
                           rank + 1);
    if (pos->board[square_of(k_side ? FILES - 1 : 0, rank)] != piece_of(c, ROOK))
        return message_set(r->message, "FEN: castling: '%c' without a rook on %c%d", letter,
                           k_side ? 'k' : 'a', rank + 1);
    return true;
}

static bool read_castling(Reader *r) {
    if (*r->at == '-') {
        r->at++;
        return ends_field(*r->at) || message_set(r->message, "FEN: castling: '-' must stand alone");
    }
    if (!r->pos->rules->castling)
        return message_set(r->message, "FEN: castling: it must be '-', there is no castling in %s",
                           r->pos->rules->name);
    for (; !ends_field(*r->at); r->at++) {
        const int right = castling_right(*r->at);
        if (right == 0)
            return message_set(r->message, "FEN: castling: '%c' is none of K A k a (or Q q)",
                               shown(*r->at));
        if (r->pos->state.castling & right)
            return message_set(r->message, "FEN: castling: the right '%c' is given twice", *r->at);
        if (!check_right(r, *r->at, right))
            return false;
        r->pos->state.castling |= (uint8_t)right;
    }
    return true;
}

/* ---- En passant ---- */

/*
 * The squares named are those that a pawn of the other side passed: its third rank, its fourth, or
 * both, on one file. Which pawn that was follows from what stands where (RULES.md, FEN).
 */
static bool settle_en_passant(Reader *r, Bitboard named) {
    Position *pos = r->pos;
    const Color mover = opponent((Color)pos->side);
    const Square lowest = bb_first(named);
    const int file = file_of(lowest), up = forward(mover);
    const Square x2 = square_of(file, mover == WHITE ? 1 : RANKS - 2), x3 = x2 + up, x4 = x3 + up,
                 x5 = x4 + up;
    const Piece pawn = piece_of(mover, PAWN);
    const bool names_x3 = bb_has(named, x3), names_x4 = bb_has(named, x4);
    char text[MOVE_TEXT_SIZE];
    if ((named & ~(BB_SQUARE(x3) | BB_SQUARE(x4))) != 0)
        return message_set(r->message, "FEN: en passant: no pawn can just have passed %s",
                           square_write(bb_first(named & ~(BB_SQUARE(x3) | BB_SQUARE(x4))), text));
    const Square moved = !names_x4 && pos->board[x4] != NO_PIECE ? x4 : x5;
    if (pos->board[moved] != pawn)
        return message_set(r->message,
                           "FEN: en passant: on %s stands no pawn that could just have moved there",
                           square_write(moved, text));
    if (moved == x5 && pos->rules->third_step[mover] == 0)
        return message_set(r->message, "FEN: en passant: no pawn moves as far as %s in %s",
                           square_write(moved, text), pos->rules->name);
    if (pos->board[x3] != NO_PIECE)
        return message_set(r->message, "FEN: en passant: %s was passed but is not empty",
                           square_write(x3, text));
    if (names_x4 && pos->board[x4] != NO_PIECE)
        return message_set(r->message, "FEN: en passant: %s was passed but is not empty",
                           square_write(x4, text));
    if (names_x3 && pos->board[x2] != NO_PIECE)
        return message_set(r->message, "FEN: en passant: the pawn came from %s, which is not empty",
                           square_write(x2, text));
    pos->state.en_passant = named;
    pos->state.en_passant_pawn = (uint8_t)moved;
    return true;
}

static bool read_en_passant(Reader *r) {
    Bitboard named = 0;
    if (*r->at == '-') {
        r->at++;
        return ends_field(*r->at) ||
               message_set(r->message, "FEN: en passant: '-' must stand alone");
    }
    while (!ends_field(*r->at)) {
        Square s;
        char text[MOVE_TEXT_SIZE];
        const int length = square_read(r->at, &s);
        if (length == 0)
            return message_set(r->message,
                               "FEN: en passant: no square from a1 to k10 begins at '%c'",
                               shown(*r->at));
        if (bb_has(named, s))
            return message_set(r->message, "FEN: en passant: %s is named twice",
                               square_write(s, text));
        if (bb_more_than_one(named))
            return message_set(r->message,
                               "FEN: en passant: at most two squares can have been passed; %s is "
                               "one too many",
                               square_write(s, text));
        if (named != 0 && file_of(s) != file_of(bb_first(named)))
            return message_set(r->message,
                               "FEN: en passant: %s is on another file than the square before it",
                               square_write(s, text));
        named |= BB_SQUARE(s);
        r->at += length;
        if (*r->at == ',') {
            r->at++;
            if (ends_field(*r->at))
                return message_set(r->message,
                                   "FEN: en passant: a square is missing after the comma");
        }
    }
    return settle_en_passant(r, named);
}

/* ---- Clocks ---- */

static bool read_number(Reader *r, const char *name, uint32_t least, uint32_t most,
                        uint32_t *number) {
    const char *first = r->at;
    uint32_t value = 0;
    for (; is_digit(*r->at); r->at++)
        value = value <= most ? value * 10 + (uint32_t)(*r->at - '0') : value;
    if (r->at == first || !ends_field(*r->at))
        return message_set(r->message, "FEN: %s: '%c' is no digit", name, shown(*r->at));
    if (value < least || value > most)
        return message_set(r->message, "FEN: %s: it must be from %u to %u", name, (unsigned)least,
                           (unsigned)most);
    *number = value;
    return true;
}

/* Both or neither; without a number in the next place an EPD line's operations begin. */
static bool read_clocks(Reader *r) {
    skip_blanks(r);
    if (!is_digit(*r->at) && *r->at != '-' && *r->at != '+')
        return true;
    uint32_t clock = 0;
    if (!read_number(r, "half-move clock", 0, MAX_HALFMOVE_CLOCK, &clock) ||
        !next_field(r, "full-move number"))
        return false;
    r->pos->state.halfmove_clock = (uint16_t)clock;
    return read_number(r, "full-move number", 1, MAX_FULLMOVE, &r->pos->fullmove);
}

bool fen_parse(const char *text, const RuleSet *rules, Position *pos, const char **rest,
               Message *message) {
    Reader r = {text, pos, message};
    position_clear(pos, rules);
    if (!next_field(&r, "board") || !read_board(&r) || !next_field(&r, "side to move") ||
        !read_side(&r) || !next_field(&r, "castling") || !read_castling(&r) ||
        !next_field(&r, "en passant") || !read_en_passant(&r) || !read_clocks(&r))
        return false;
    skip_blanks(&r);
    skip_line_end(&r);
    if (rest != NULL)
        *rest = r.at;
    else if (*r.at != '\0')
        return message_set(message, "FEN: '%.40s' follows after the last field", r.at);
    position_finish(pos);
    return true;
}

/* One operation of an EPD line, "opcode operands;"; moves behind it. */
static bool skip_operation(const char **text) {
    const char *p = *text;
    if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z')))
        return false;
    bool quoted = false;
    for (; !is_end(*p) && (quoted || *p != ';'); p++)
        if (*p == '"')
            quoted = !quoted;
    if (*p != ';')
        return false;
    p++;
    p += strspn(p, " \t");
    *text = p;
    return true;
}

bool fen_parse_position(const char *text, const RuleSet *rules, Position *pos, Message *message) {
    const char *rest;
    if (!fen_parse(text, rules, pos, &rest, message))
        return false;
    while (skip_operation(&rest)) {
    }
    return is_end(*rest) ||
           message_set(message, "FEN: '%.40s' follows after the last field and is no EPD operation",
                       rest);
}

void position_set_start(Position *pos, const RuleSet *rules) {
    fen_parse(rules->start_fen, rules, pos, NULL, NULL);
}

/* ---- Writing ---- */

static char *write_rank(const Position *pos, int rank, char *out) {
    int run = 0;
    for (int file = 0; file <= FILES; file++) {
        const Piece piece = file < FILES ? pos->board[square_of(file, rank)] : (Piece)NO_PIECE;
        if (file < FILES && piece == NO_PIECE) {
            run++;
            continue;
        }
        if (run > 0)
            out += sprintf(out, "%d", run);
        run = 0;
        if (file < FILES)
            *out++ = piece_letter(piece);
    }
    return out;
}

void fen_write(const Position *pos, char *text) {
    static const char rights[] = "KAka";
    char *out = text;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        out = write_rank(pos, rank, out);
        *out++ = rank > 0 ? '/' : ' ';
    }
    *out++ = pos->side == WHITE ? 'w' : 'b';
    *out++ = ' ';
    for (int right = 0; right < 4; right++)
        if (pos->state.castling >> right & 1)
            *out++ = rights[right];
    if (pos->state.castling == 0)
        *out++ = '-';
    *out++ = ' ';
    Bitboard passed = pos->state.en_passant;
    if (passed == 0)
        *out++ = '-';
    while (passed != 0) {
        square_write(bb_pop(&passed), out);
        out += strlen(out);
    }
    sprintf(out, " %u %u", (unsigned)pos->state.halfmove_clock, (unsigned)pos->fullmove);
}
