#include "bitboard/refusal.h"

#include "bitboard/movegen.h"
#include "bitboard/notation.h"

#include <stdarg.h>
#include <stdio.h>

enum { SQUARE_ROOM = 8, MAN_ROOM = 32 };

/* The last is for an empty square, which nobody asks about. */
static const char *const NAMES[PIECE_TYPES + 1] = {
    "pawn", "knight", "camel", "bishop", "rook", "wildebeest", "queen", "king", "nothing"};

typedef struct {
    const Position *pos;
    Color us;
    Square from, to, king;
    PieceType type;
    int first_rank;
    Message *message;
} Case;

static const char *name_square(const Case *c, Square s, char text[SQUARE_ROOM]) {
    snprintf(text, SQUARE_ROOM, "%c%d", 'a' + file_of(s), rank_of(s) + c->first_rank);
    return text;
}

/* "knight on c3". */
static const char *name_man(const Case *c, Square s, char text[MAN_ROOM]) {
    char square[SQUARE_ROOM];
    snprintf(text, MAN_ROOM, "%s on %s", NAMES[piece_type(c->pos->board[s])],
             name_square(c, s, square));
    return text;
}

/* Each of the functions below that begin with "refuse_" returns true if it has found what is wrong.
 */
static bool refuse(const Case *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(const Case *c, const char *format, ...) {
    char text[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    message_set(c->message, "%s", text);
    return true;
}

/* The enemies that attack `s`, with that occupancy. */
static Bitboard enemies_on(const Case *c, Square s, Bitboard occupied) {
    return position_attackers(c->pos, s, occupied) & c->pos->by_color[opponent(c->us)];
}

/* ---- Before the man moves at all ---- */

static bool refuse_choice(const Case *c) {
    char square[SQUARE_ROOM], man[MAN_ROOM];
    const Piece piece = c->pos->board[c->from];
    if (piece == NO_PIECE)
        return refuse(c, "there is no man on %s", name_square(c, c->from, square));
    if (piece_color(piece) != c->us)
        return refuse(c, "the %s is not %s's", name_man(c, c->from, man), COLOR_NAMES[c->us]);
    if (c->from == c->to)
        return refuse(c, "the %s has to go somewhere", name_man(c, c->from, man));
    return false;
}

/* ---- How the men move ---- */

static bool refuse_blocked(const Case *c) {
    char man[MAN_ROOM];
    const Bitboard between = between_bb(c->from, c->to) & position_occupied(c->pos);
    if (between == 0)
        return false;
    return refuse(c, "the %s is in the way",
                  name_man(c, c->from < c->to ? bb_first(between) : bb_last(between), man));
}

static bool refuse_pattern(const Case *c) {
    static const char *const habits[PIECE_TYPES + 1] = {
        [KNIGHT] = "a knight leaps two squares straight and one aside",
        [CAMEL] = "a camel leaps three squares straight and one aside",
        [WILDEBEEST] = "a wildebeest leaps as a knight or as a camel",
        [BISHOP] = "a bishop moves on diagonals",
        [ROOK] = "a rook moves on ranks and files",
        [QUEEN] = "a queen moves on ranks, files and diagonals",
        [KING] = "a king steps to a neighbouring square",
        [NO_PIECE_TYPE] = ""};
    if (!bb_has(attacks_empty(c->type, c->from), c->to))
        return refuse(c, "%s", habits[c->type]);
    return refuse_blocked(c);
}

static bool refuse_own_man(const Case *c) {
    char man[MAN_ROOM];
    if (!bb_has(c->pos->by_color[c->us], c->to))
        return false;
    return refuse(c, "%s's own %s is there", COLOR_NAMES[c->us], name_man(c, c->to, man));
}

static bool refuse_pawn_capture(const Case *c) {
    char square[SQUARE_ROOM];
    if (bb_has(c->pos->by_color[opponent(c->us)], c->to) || bb_has(c->pos->state.en_passant, c->to))
        return false;
    return refuse(c, "there is nothing to take on %s", name_square(c, c->to, square));
}

static bool refuse_pawn_advance(const Case *c) {
    static const char *const counts[] = {"", "one square", "one or two squares",
                                         "one, two or three squares"};
    char man[MAN_ROOM];
    const int steps = (c->to - c->from) / forward(c->us);
    const int most = c->pos->rules->pawn_advance[relative_rank(c->us, c->from)];
    if (steps < 1)
        return refuse(c, "a pawn does not go back");
    if (steps > most)
        return refuse(c, "from there a pawn goes %s", counts[most]);
    if (refuse_blocked(c))
        return true;
    if (c->pos->board[c->to] == NO_PIECE)
        return false;
    return refuse(c, "a pawn takes diagonally, and the %s is in the way", name_man(c, c->to, man));
}

static bool refuse_pawn(const Case *c) {
    if (file_of(c->from) == file_of(c->to))
        return refuse_pawn_advance(c);
    if (bb_has(attacks_pawn(c->us, c->from), c->to))
        return refuse_own_man(c) || refuse_pawn_capture(c);
    return refuse(c, "a pawn goes straight ahead and takes one square diagonally ahead");
}

static bool refuse_promotion(const Case *c, PieceType promotion) {
    const RuleSet *rules = c->pos->rules;
    if (c->type != PAWN || relative_rank(c->us, c->to) != RANKS - 1)
        return promotion != PAWN && refuse(c, "only a pawn on its last rank is promoted");
    if (promotion == PAWN)
        return refuse(c, "it is not said what the pawn becomes");
    for (int i = 0; i < rules->promotion_count; i++)
        if (rules->promotions[i] == promotion)
            return false;
    return refuse(c, "a pawn does not become a %s", NAMES[promotion]);
}

/* ---- The king's safety ---- */

static bool refuse_king_step(const Case *c) {
    char square[SQUARE_ROOM], man[MAN_ROOM];
    const Bitboard attackers = enemies_on(c, c->to, position_occupied(c->pos) ^ BB_SQUARE(c->from));
    if (attackers == 0)
        return false;
    return refuse(c, "the %s attacks %s", name_man(c, bb_first(attackers), man),
                  name_square(c, c->to, square));
}

/* The move of another man, which is as that man moves: what then takes the king? */
static bool refuse_exposed_king(const Case *c) {
    char mover[MAN_ROOM], man[MAN_ROOM], king[SQUARE_ROOM];
    const Bitboard checkers = c->pos->state.checkers;
    const bool en_passant = c->type == PAWN && bb_has(c->pos->state.en_passant, c->to) &&
                            file_of(c->from) != file_of(c->to);
    Bitboard taken = BB_SQUARE(c->to), occupied = position_occupied(c->pos) ^ BB_SQUARE(c->from);
    occupied |= BB_SQUARE(c->to);
    if (en_passant) {
        taken = BB_SQUARE(c->pos->state.en_passant_pawn);
        occupied ^= taken;
    }
    const Bitboard attackers = enemies_on(c, c->king, occupied) & ~taken;
    if (attackers == 0)
        return false;
    name_square(c, c->king, king);
    if (bb_more_than_one(checkers))
        return refuse(c, "two men give check: only the king can move");
    if (attackers & checkers)
        return refuse(c, "the king on %s would stay in check from the %s", king,
                      name_man(c, bb_first(attackers & checkers), man));
    name_man(c, bb_first(attackers), man);
    if (en_passant && !bb_has(position_pinned(c->pos, c->us), c->from))
        return refuse(c, "taking en passant would open the line of the %s to the king on %s", man,
                      king);
    return refuse(c, "the %s is pinned to the king on %s by the %s", name_man(c, c->from, mover),
                  king, man);
}

/* ---- Castling ---- */

static bool refuse_castling_path(const Case *c, int step) {
    char square[SQUARE_ROOM], man[MAN_ROOM];
    const Bitboard occupied = position_occupied(c->pos);
    const Square rook = c->from + 5 * step;
    const Bitboard between = between_bb(c->from, rook) & occupied;
    if (between != 0)
        return refuse(c, "the %s stands between king and rook",
                      name_man(c, step > 0 ? bb_first(between) : bb_last(between), man));
    if (c->pos->state.checkers != 0)
        return refuse(c, "the king may not castle out of check (from the %s)",
                      name_man(c, bb_first(c->pos->state.checkers), man));
    for (Square s = c->from + step; s != c->to + step; s += step) {
        const Bitboard attackers = enemies_on(c, s, occupied);
        if (attackers != 0)
            return refuse(c, "the king may not castle %s %s, which the %s attacks",
                          s == c->to ? "to" : "through", name_square(c, s, square),
                          name_man(c, bb_first(attackers), man));
    }
    return false;
}

static bool refuse_castling(const Case *c) {
    const int distance = c->to > c->from ? c->to - c->from : c->from - c->to;
    const int step = c->to > c->from ? 1 : -1;
    const int right = (step > 0 ? CASTLE_WHITE_K : CASTLE_WHITE_A) << (c->us == WHITE ? 0 : 2);
    if (!c->pos->rules->castling)
        return refuse(c, "there is no castling in %s", c->pos->rules->name);
    if (rank_of(c->from) != rank_of(c->to) || distance > 4)
        return refuse(c, "a castling king slides one to four squares along its rank");
    if (!(c->pos->state.castling & right))
        return refuse(c, "the king, or that rook, has left its place before");
    return refuse_castling_path(c, step);
}

/* ---- All together ---- */

/* What is more than a step along the first rank is meant as castling. */
static bool means_castling(const Case *c, bool said) {
    const int distance = c->to > c->from ? c->to - c->from : c->from - c->to;
    return c->type == KING &&
           (said || (distance > 1 && rank_of(c->from) == rank_of(c->to) &&
                     relative_rank(c->us, c->from) == 0 && file_of(c->from) == 5));
}

bool refusal_explain(const Position *pos, Square from, Square to, PieceType promotion,
                     bool castling, int first_rank, Message *message) {
    const Color us = (Color)pos->side;
    const Case c = {.pos = pos,
                    .us = us,
                    .from = from,
                    .to = to,
                    .king = pos->king[us],
                    .type = piece_type(pos->board[from]),
                    .first_rank = first_rank,
                    .message = message};
    if (refuse_choice(&c))
        return true;
    if (means_castling(&c, castling))
        return refuse_castling(&c);
    if (c.type == PAWN ? refuse_pawn(&c) : refuse_own_man(&c) || refuse_pattern(&c))
        return true;
    if (c.type == KING ? refuse_king_step(&c) : refuse_exposed_king(&c))
        return true;
    return refuse_promotion(&c, promotion);
}
