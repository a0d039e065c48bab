/*
 * Endgames: driving a bare king, and how much of an advantage counts.
 */
#ifndef BRINDLE_EVAL_TERMS_ENDGAME_H
#define BRINDLE_EVAL_TERMS_ENDGAME_H

#include "eval/terms/context.h"
#include "eval/terms/material.h"

/* One of these men wins against a bare king (RULES.md, solved endings). */
static ALWAYS_INLINE bool mates_alone(const Evaluation *e, Color c) {
    const Position *pos = e->pos;
    const Bitboard mating = pos->by_type[QUEEN] | pos->by_type[ROOK] |
                            (pos->rules->stalemate_loses ? pos->by_type[WILDEBEEST] : 0);
    return (e->men[c] & mating) != 0;
}

/*
 * A bare king wants the middle; the other side wants it at the edge, with its own king near.  Where
 * that wins, a step on the way must count more than all that the other terms (where king and
 * piece stand, mobility, the 50-move clock) may change beside it: they belong to other positions,
 * and make a short search go round in circles.
 */
static ALWAYS_INLINE void drive_bare_king(Evaluation *e, Color c) {
    const Square king = e->pos->king[opponent(c)];
    if (e->men[opponent(c)] != BB_SQUARE(king))
        return;
    const bool won = mates_alone(e, c);
    if (won)
        add(e, c, W_won_ending);
    const int rank = RANK[king] < RANKS / 2 ? RANK[king] : RANKS - 1 - RANK[king];
    add_times(e, c, W_drive_edge + won, FILES / 2 + RANKS / 2 - 1 - EDGE_DISTANCE[king] - rank);
    add_times(e, c, W_drive_king + won,
              KING_DISTANCES - 1 - distance(e->pos->king[WHITE], e->pos->king[BLACK]));
}

static ALWAYS_INLINE Weight pieces_worth(const Position *pos, Color c) {
    Weight sum = 0;
    for (int t = KNIGHT; t < KING; t++)
        sum += WEIGHTS.value[W_material + t] * pos->count[piece_of(c, (PieceType)t)];
    return sum;
}

/* Both sides have one piece, a bishop or a camel, and these never meet on a square. */
static ALWAYS_INLINE bool opposite_bound(const Evaluation *e) {
    const Position *pos = e->pos;
    const Bitboard bound = pos->by_type[BISHOP] | pos->by_type[CAMEL];
    for (int c = 0; c < COLORS; c++) {
        const Bitboard own = position_non_pawns(pos, (Color)c);
        if (own == 0 || bb_more_than_one(own) || (own & bound) == 0)
            return false;
    }
    return on_both_colors(bound);
}

/*
 * How much of the stronger side's advantage counts, out of EVALUATION_SCALE.  Without pawns a small
 * edge in pieces rarely wins; a lone piece that can hardly ever win against a bare king (RULES.md,
 * solved endings) counts for almost nothing, but not for nothing.
 */
static ALWAYS_INLINE int endgame_scale(const Evaluation *e, Color strong) {
    enum { LONE = 2, SMALL_EDGE = 20, OPPOSITE_BOUND = 36 };
    const Position *pos = e->pos;
    if (pos->count[piece_of(strong, PAWN)] > 0)
        return opposite_bound(e) ? OPPOSITE_BOUND : EVALUATION_SCALE;
    const Bitboard own = position_non_pawns(pos, strong);
    if (own != 0 && !bb_more_than_one(own)) {
        const PieceType type = piece_type(pos->board[bb_first(own)]);
        if (type == KNIGHT || type == CAMEL || type == BISHOP ||
            (type == WILDEBEEST && !pos->rules->stalemate_loses))
            return LONE;
    }
    const Weight edge = pieces_worth(pos, strong) - pieces_worth(pos, opponent(strong));
    return position_non_pawns(pos, opponent(strong)) != 0 &&
                   weight_endgame(edge) < weight_endgame(WEIGHTS.value[W_material + BISHOP])
               ? SMALL_EDGE
               : EVALUATION_SCALE;
}

#endif
