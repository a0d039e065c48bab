/*
 * What hangs, what is attacked by less than it is worth, and what a pawn's step would attack.
 */
#ifndef BRINDLE_EVAL_TERMS_THREATS_H
#define BRINDLE_EVAL_TERMS_THREATS_H

#include "eval/terms/context.h"

static ALWAYS_INLINE void threats(Evaluation *e, Color c) {
    const Color them = opponent(c);
    const Bitboard victims = e->men[them] & ~BB_SQUARE(e->pos->king[them]);
    Bitboard attacked = victims & e->attacked[c];
    for (int least = PAWN; attacked != 0; least++) {
        Bitboard by_least = attacked & e->attacked_by[c][least];
        attacked ^= by_least;
        while (by_least != 0) {
            const Square s = bb_pop(&by_least);
            const int place = least * PIECE_VALUES + (e->pos->board[s] & 7);
            add(e, c, (bb_has(e->attacked[them], s) ? W_threat_defended : W_threat_weak) + place);
        }
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

#endif
