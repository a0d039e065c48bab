#include "bitboard/see.h"

const int SEE_VALUE[PIECE_TYPES] = {
    [PAWN] = 100, [KNIGHT] = 320,     [CAMEL] = 330,  [BISHOP] = 450,
    [ROOK] = 650, [WILDEBEEST] = 750, [QUEEN] = 1200, [KING] = 20000};

/* The exchange as it stands after some captures. */
typedef struct {
    const Position *pos;
    Square target;
    Bitboard occupied;  /* the men that have not captured yet, and the one on the target */
    Bitboard attackers; /* of both colours, of the target, as far as they are known */
} Exchange;

/* Would `from`, in going to the target, let an enemy slider see its own king? */
static bool uncovers_king(const Exchange *x, Color us, Square from) {
    const Position *pos = x->pos;
    const Square king = pos->king[us];
    const Bitboard *t = pos->by_type;
    const Line line = (Line)attack_tables.line_through[king][from];
    if (line == NO_LINE || bb_has(attack_tables.line[king][line], x->target))
        return false;
    const Bitboard movers = line == LINE_FILE || line == LINE_RANK ? t[ROOK] : t[BISHOP];
    Bitboard sliders = attack_tables.line[king][line] & (movers | t[QUEEN]) &
                       pos->by_color[opponent(us)] & x->occupied;
    while (sliders != 0) {
        const Bitboard between = between_bb(king, bb_pop(&sliders)) & x->occupied;
        if (between == BB_SQUARE(from))
            return true;
    }
    return false;
}

/* A king captures only what nobody defends once it has left its square. */
static bool king_may_capture(const Exchange *x, Color us) {
    const Bitboard without_king = x->occupied & ~BB_SQUARE(x->pos->king[us]);
    return !(position_attackers(x->pos, x->target, without_king) & without_king &
             ~BB_SQUARE(x->target) & x->pos->by_color[opponent(us)]);
}

/* The least valuable man of `us` that may capture; its type, or NO_PIECE_TYPE if there is none. */
static PieceType least_valuable_attacker(const Exchange *x, Color us, Square *from) {
    const Bitboard ours = x->attackers & x->pos->by_color[us];
    if (ours == 0)
        return NO_PIECE_TYPE;
    for (int t = PAWN; t < KING; t++)
        for (Bitboard men = ours & x->pos->by_type[t]; men != 0;) {
            *from = bb_pop(&men);
            if (!uncovers_king(x, us, *from))
                return (PieceType)t;
        }
    *from = x->pos->king[us];
    return bb_has(ours, *from) && king_may_capture(x, us) ? KING : NO_PIECE_TYPE;
}

/* Takes a man from its square to the target, and lets in whatever stood behind it. */
static void capture_with(Exchange *x, Square from) {
    const Bitboard *t = x->pos->by_type;
    x->occupied &= ~BB_SQUARE(from);
    const Line line = (Line)attack_tables.line_through[x->target][from];
    if (line == LINE_FILE || line == LINE_RANK)
        x->attackers |= attacks_rook(x->target, x->occupied) & (t[ROOK] | t[QUEEN]);
    else if (line != NO_LINE)
        x->attackers |= attacks_bishop(x->target, x->occupied) & (t[BISHOP] | t[QUEEN]);
    x->attackers &= x->occupied & ~BB_SQUARE(x->target);
}

static int value_of(Piece piece) {
    return piece == NO_PIECE ? 0 : SEE_VALUE[piece & 7];
}

bool see_at_least(const Position *pos, Move move, int threshold) {
    if (move_kind(move) == MOVE_CASTLING)
        return threshold <= 0;
    const Square from = move_from(move), to = move_to(move);
    Color side = (Color)pos->side;
    int on_target = value_of(pos->board[from]);
    /* What the mover has won beyond the threshold if everything stopped now. */
    int balance = value_of(position_captured(pos, move)) - threshold;
    if (move_is_promotion(move)) {
        on_target = SEE_VALUE[move_promotion(move)];
        balance += on_target - SEE_VALUE[PAWN];
    }
    if (balance < 0)
        return false;
    /* Enough even if the man is lost at once (and its captor does not promote). */
    if (balance >= on_target && relative_rank(opponent(side), to) != RANKS - 1)
        return true;

    Exchange x = {.pos = pos, .target = to, .occupied = position_occupied(pos) | BB_SQUARE(to)};
    if (move_kind(move) == MOVE_EN_PASSANT)
        x.occupied &= ~BB_SQUARE(pos->state.en_passant_pawn);
    x.occupied &= ~BB_SQUARE(from);
    x.attackers = position_attackers(pos, to, x.occupied) & x.occupied & ~BB_SQUARE(to);

    /*
     * Whoever is not content with the balance must capture, and if that is not enough, the other
     * side simply stops.
     */
    bool content = true;
    for (;;) {
        side = opponent(side);
        Square attacker;
        const PieceType type = least_valuable_attacker(&x, side, &attacker);
        if (type == NO_PIECE_TYPE)
            return content;
        int gain = on_target;
        on_target = SEE_VALUE[type];
        if (type == PAWN && relative_rank(side, to) == RANKS - 1) {
            on_target = SEE_VALUE[QUEEN];
            gain += on_target - SEE_VALUE[PAWN];
        }
        capture_with(&x, attacker);
        balance += content ? -gain : gain;
        if ((balance >= 0) == content)
            return content;
        content = !content;
    }
}
