/*
 * Kings: the pawns before them, their rights to castle, and the danger they are in.
 */
#ifndef BRINDLE_EVAL_TERMS_KING_H
#define BRINDLE_EVAL_TERMS_KING_H

#include "eval/terms/context.h"

/* Leapers strike from three files away, but where they strike is next to the king: the zone is his
 * square, his steps, and the rank beyond. */
static ALWAYS_INLINE Bitboard king_zone(Color c, Square king) {
    const Bitboard near = BB_SQUARE(king) | attacks_empty(KING, king);
    return near | bb_forward(c, near);
}

/* The first of some pawns that a king meets as he looks ahead from his own rank on, as a distance
 * in ranks; 0 if there is none, or none near. */
static ALWAYS_INLINE int pawn_distance(Color c, Square king, Bitboard pawns) {
    if (pawns == 0)
        return 0;
    const Square pawn = c == WHITE ? bb_first(pawns) : bb_last(pawns);
    const int ranks = rank_for(c, pawn) - rank_for(c, king);
    return ranks < PAWN_DISTANCES - 1 ? ranks + (ranks == 0) : PAWN_DISTANCES - 1;
}

/* On an Evaluation of its own, as examine_pawns. */
static __attribute__((noinline)) Weight examine_shelter(Evaluation e, Color c) {
    e.score[c] = 0;
    const Color them = opponent(c);
    const Square king = e.pos->king[c];
    const Bitboard front = fill_forward(c, BB_SQUARE(king));
    const Bitboard files[3] = {bb_west(front), front, bb_east(front)};
    for (int i = 0; i < 3; i++) {
        if (files[i] == 0)
            continue; /* the king stands on an edge file */
        const Bitboard own = files[i] & e.pawns[c], theirs = files[i] & e.pawns[them];
        add(&e, c, (i == 1 ? W_shelter_front : W_shelter_side) + pawn_distance(c, king, own));
        const int storm = pawn_distance(c, king, theirs);
        const bool blocked = (bb_forward(c, own) & theirs) != 0;
        add(&e, c, (blocked ? W_storm_blocked : W_storm_free) + storm);
    }
    return e.score[c];
}

/* What the pawns before the king are worth changes only with them and with his square. */
static ALWAYS_INLINE void shelter(Evaluation *e, Color c) {
    PawnCacheEntry *structure = e->structure;
    if (structure->king[c] != e->pos->king[c] + 1) {
        structure->king[c] = (uint8_t)(e->pos->king[c] + 1);
        structure->shelter[c] = examine_shelter(*e, c);
    }
    e->score[c] += structure->shelter[c];
}

/* A right is worth the more the fewer men stand in the way of the up to four castlings it gives. */
static ALWAYS_INLINE void castling(Evaluation *e, Color c) {
    const Position *pos = e->pos;
    const int rights = pos->state.castling >> (c == WHITE ? 0 : 2) & 3;
    for (int side = 0; side < 2; side++)
        if (rights >> side & 1) {
            const Square king = pos->king[c];
            const Bitboard way = between_bb(king, side == 0 ? king + 5 : king - 5);
            add(e, c, W_castling + 4 - bb_count(way & e->occupied));
        }
}

/* Squares from which a man of one kind would give check. */
static ALWAYS_INLINE void checks(Evaluation *e, Color c, PieceType type, Bitboard from,
                                 Bitboard safe) {
    const Bitboard squares = from & e->attacked_by[opponent(c)][type] & ~e->men[opponent(c)];
    if (squares == 0)
        return;
    const int good = bb_count(squares & safe), bad = bb_count(squares) - good;
    if (good > 0) {
        endanger(e, c, W_danger_check + 2 * (int)type, 1);
        endanger(e, c, W_danger_check + 2 * (int)type + 1, good - 1);
    }
    endanger(e, c, W_danger_unsafe_check, bad);
}

static ALWAYS_INLINE void king_danger(Evaluation *e, Color c) {
    const Position *pos = e->pos;
    const Color them = opponent(c);
    const Square king = pos->king[c];
    const Bitboard zone = e->king_zone[c];
    /* Squares that own men defend only with king or queen, or not at all. */
    const Bitboard weak = ~e->attacked_twice[c] &
                          (~e->attacked[c] | e->attacked_by[c][KING] | e->attacked_by[c][QUEEN]);
    const Bitboard safe = ~e->attacked[c] | (weak & e->attacked_twice[them]);
    const Bitboard straight = attacks_rook(king, e->occupied),
                   diagonal = attacks_bishop(king, e->occupied);
    endanger(e, c, W_danger_base, 1);
    endanger(e, c, W_danger_weak, bb_count(zone & weak & e->attacked[them]));
    endanger(e, c, W_danger_defended,
             bb_count(zone & e->attacked[c] & ~e->attacked_by[c][KING] & ~e->pawns[c]));
    const Bitboard front = bb_forward(c, BB_SQUARE(king) | beside(BB_SQUARE(king)));
    endanger(e, c, W_danger_shelter, bb_count((front | bb_forward(c, front)) & e->pawns[c]));
    if (pos->count[piece_of(them, QUEEN)] == 0)
        endanger(e, c, W_danger_no_queen, 1);
    endanger(e, c, W_danger_open_lines, bb_count((straight | diagonal) & ~e->men[c]));
    checks(e, c, KNIGHT, attacks_empty(KNIGHT, king), safe);
    checks(e, c, CAMEL, attacks_empty(CAMEL, king), safe);
    checks(e, c, WILDEBEEST, attacks_empty(WILDEBEEST, king), safe);
    checks(e, c, BISHOP, diagonal, safe);
    checks(e, c, ROOK, straight, safe);
    checks(e, c, QUEEN, straight | diagonal, safe);
}

static ALWAYS_INLINE void king(Evaluation *e, Color c) {
    add(e, c, W_king_square + e->rules * SQUARES_HALF + half_square(c, e->pos->king[c]));
    shelter(e, c);
    castling(e, c);
    king_danger(e, c);
}

#endif
