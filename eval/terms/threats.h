/*
 * What hangs, what is attacked by less than it is worth, what a pawn's step would attack, and who
 * has more room.
 */
#ifndef BRINDLE_EVAL_TERMS_THREATS_H
#define BRINDLE_EVAL_TERMS_THREATS_H

#include "eval/terms/context.h"

static ALWAYS_INLINE PieceType least_attacker(const Evaluation *e, Color c, Square s) {
    for (int t = PAWN; t < KING; t++)
        if (bb_has(e->attacked_by[c][t], s))
            return (PieceType)t;
    return KING;
}

static ALWAYS_INLINE void threats(Evaluation *e, Color c) {
    const Color them = opponent(c);
    const Bitboard victims = e->men[them] & ~BB_SQUARE(e->pos->king[them]);
    for (Bitboard attacked = victims & e->attacked[c]; attacked != 0;) {
        const Square s = bb_pop(&attacked);
        const int place = (int)least_attacker(e, c, s) * PIECE_VALUES + (e->pos->board[s] & 7);
        add(e, c, (bb_has(e->attacked[them], s) ? W_threat_defended : W_threat_weak) + place);
    }
    /* Steps of pawns to squares where they are not taken by pawns, nor for nothing. */
    const Bitboard empty = ~e->occupied;
    const Bitboard step = bb_forward(c, e->pawns[c]) & empty;
    const Bitboard steps = step | (bb_forward(c, step & e->pos->rules->second_step[c]) & empty);
    const Bitboard safe =
        steps & ~e->structure->attacked[them] & (~e->attacked[them] | e->attacked[c]);
    const Bitboard pushed = pawn_attack_set(c, safe) & victims & ~e->pawns[them];
    if (pushed != 0)
        add_times(e, c, W_threat_push, bb_count(pushed));
    const Bitboard restricted = e->attacked[c] & e->attacked[them] & ~e->attacked_twice[them] &
                                ~e->structure->attacked[them];
    add_times(e, c, W_restricted, bb_count(restricted));
}

static ALWAYS_INLINE void space(Evaluation *e, Color c) {
    const Bitboard ranks =
        c == WHITE ? BB_RANK(1) | BB_RANK(2) | BB_RANK(3) : BB_RANK(8) | BB_RANK(7) | BB_RANK(6);
    const Bitboard edges = BB_FILE(0) | BB_FILE(1) | BB_FILE(9) | BB_FILE(10);
    const Bitboard safe = ranks & ~edges & ~e->pawns[c] & ~e->structure->attacked[opponent(c)];
    const Bitboard behind = fill_forward(opponent(c), e->pawns[c]);
    add_times(e, c, W_space, bb_count(safe) + bb_count(safe & behind));
}

#endif
