/*
 * Knights, camels, bishops, rooks, wildebeests and queens: where they stand, where they can go,
 * what they do to the enemy king.
 */
#ifndef BRINDLE_EVAL_TERMS_PIECES_H
#define BRINDLE_EVAL_TERMS_PIECES_H

#include "eval/terms/context.h"
#include "eval/terms/material.h"

static ALWAYS_INLINE void mark_attacks(Evaluation *e, Color c, PieceType type, Bitboard attacks) {
    e->attacked_twice[c] |= e->attacked[c] & attacks;
    e->attacked[c] |= attacks;
    e->attacked_by[c][type] |= attacks;
}

static ALWAYS_INLINE void outpost(Evaluation *e, Color c, PieceType type, Square s) {
    if (bb_has(e->structure->outposts[c], s))
        add(e, c, W_outpost + 2 * (int)type + bb_has(e->structure->attacked[c], s));
}

static ALWAYS_INLINE void rook(Evaluation *e, Color c, Square s) {
    const Color them = opponent(c);
    const Bitboard ahead = ahead_of(c, s), file = attack_tables.line[s][LINE_FILE];
    if ((file & e->pawns[c]) == 0)
        add(e, c, (file & e->pawns[them]) == 0 ? W_rook_open : W_rook_half_open);
    if ((ahead & e->structure->passed[c]) || (file & ~ahead & e->structure->passed[them]))
        add(e, c, W_rook_behind_passed);
    /* Rank 8 of ten is what rank 7 is on the small board: the enemy's pawns come from the ninth. */
    if (rank_for(c, s) >= RANKS - 3 &&
        (rank_for(c, e->pos->king[them]) == RANKS - 1 ||
         (e->pawns[them] & (c == WHITE ? BB_RANK(RANKS - 2) : BB_RANK(1))) != 0))
        add(e, c, W_rook_seventh);
}

static ALWAYS_INLINE void pieces_of_type(Evaluation *e, Color c, PieceType type) {
    const Position *pos = e->pos;
    const Color them = opponent(c);
    const Bitboard great = e->men[them] & (pos->by_type[KING] | pos->by_type[QUEEN] |
                                           pos->by_type[WILDEBEEST] | pos->by_type[ROOK]);
    for (Bitboard men = position_pieces(pos, c, type); men != 0;) {
        const Square s = bb_pop(&men);
        const Bitboard attacks = attacks_piece(type, s, e->occupied);
        mark_attacks(e, c, type, attacks);
        add(e, c, W_piece_square + (int)type * SQUARES_HALF + half_square(c, s));
        add(e, c, W_mobility + (int)type * MOBILITY_MAX + bb_count(attacks & e->mobility_area[c]));
        const Bitboard zone = attacks & e->king_zone[them];
        if (zone != 0) {
            endanger(e, them, W_danger_attacker + (int)type, 1);
            endanger(e, them, W_danger_attack + (int)type, bb_count(zone));
        }
        if (type == KNIGHT || type == CAMEL || type == BISHOP || type == WILDEBEEST)
            outpost(e, c, type, s);
        if ((type == KNIGHT || type == CAMEL || type == BISHOP || type == WILDEBEEST) &&
            bb_more_than_one(attacks & great))
            add(e, c, W_fork + (int)type);
        if (type == BISHOP)
            add_times(e, c, W_bishop_pawns, bb_count(e->pawns[c] & squares_like(s)));
        if (type == ROOK)
            rook(e, c, s);
    }
}

static ALWAYS_INLINE void pieces(Evaluation *e, Color c) {
    if (on_both_colors(position_pieces(e->pos, c, BISHOP)))
        add(e, c, W_bishop_pair);
    if (on_both_colors(position_pieces(e->pos, c, CAMEL)))
        add(e, c, W_camel_pair);
    pieces_of_type(e, c, KNIGHT);
    pieces_of_type(e, c, CAMEL);
    pieces_of_type(e, c, BISHOP);
    pieces_of_type(e, c, ROOK);
    pieces_of_type(e, c, WILDEBEEST);
    pieces_of_type(e, c, QUEEN);
}

#endif
