/*
 * What the men are worth by their number alone, and how far the game has come.
 */
#ifndef BRINDLE_EVAL_TERMS_MATERIAL_H
#define BRINDLE_EVAL_TERMS_MATERIAL_H

#include "eval/terms/context.h"

static bool on_both_colors(Bitboard men) {
    return (men & even_squares()) != 0 && (men & ~even_squares()) != 0;
}

static ALWAYS_INLINE void material(Evaluation *e, Color c) {
    enum { USUAL_PAWNS = 6 };
    const Position *pos = e->pos;
    const int pawns = pos->count[piece_of(c, PAWN)];
    add_times(e, c, W_material + PAWN, pawns);
    for (int t = KNIGHT; t < KING; t++) {
        const int count = pos->count[piece_of(c, (PieceType)t)];
        if (count == 0)
            continue;
        add_times(e, c, W_material + t, count);
        add_times(e, c, W_with_pawns + t, count * (pawns - USUAL_PAWNS));
        if (count > 1)
            add_times(e, c, W_redundant + t, count - 1);
    }
    if (on_both_colors(position_pieces(pos, c, BISHOP)))
        add(e, c, W_bishop_pair);
    if (on_both_colors(position_pieces(pos, c, CAMEL)))
        add(e, c, W_camel_pair);
}

static int game_phase(const Position *pos) {
    enum { FULL = 34 }; /* both sides' pieces in the array of `wildebeest` */
    int phase = 0;
    for (int t = KNIGHT; t < KING; t++)
        phase += PHASE_VALUE[t] * (pos->count[t] + pos->count[8 + t]);
    return phase >= FULL ? EVALUATION_PHASE : phase * EVALUATION_PHASE / FULL;
}

#endif
