/*
 * The evaluation, from a position to a score: all terms in their order.
 */
#ifndef BRINDLE_EVAL_TERMS_ALL_H
#define BRINDLE_EVAL_TERMS_ALL_H

#include "eval/terms/context.h"
#include "eval/terms/endgame.h"
#include "eval/terms/king.h"
#include "eval/terms/material.h"
#include "eval/terms/pawns.h"
#include "eval/terms/pieces.h"
#include "eval/terms/threats.h"

static ALWAYS_INLINE void prepare(Evaluation *e) {
    const Position *pos = e->pos;
    e->occupied = position_occupied(pos);
    e->rules = rules_index(pos);
    for (int c = 0; c < COLORS; c++) {
        e->men[c] = pos->by_color[c];
        e->pawns[c] = position_pieces(pos, (Color)c, PAWN);
        e->king_zone[c] = king_zone((Color)c, pos->king[c]);
    }
}

/* What needs the pawns' attacks of both sides. */
static ALWAYS_INLINE void prepare_attacks(Evaluation *e) {
    for (int c = 0; c < COLORS; c++) {
        const Bitboard by_pawns = e->structure->attacked[c],
                       by_king = attacks_empty(KING, e->pos->king[c]);
        e->attacked_by[c][PAWN] = by_pawns;
        e->attacked_by[c][KING] = by_king;
        e->attacked_twice[c] = by_pawns & by_king;
        e->attacked[c] = by_pawns | by_king;
        /* Squares worth going to: not taken by an own man, not attacked by an enemy pawn. */
        e->mobility_area[c] = ~e->men[c] & ~e->structure->attacked[c ^ 1];
    }
}

/* Terms that need all attacks of both sides. */
static ALWAYS_INLINE void second_terms(Evaluation *e, Color c) {
    king(e, c);
    passed_pawns(e, c);
    threats(e, c);
    drive_bare_king(e, c);
}

/* For the side to move, before evaluation_fade(). */
static ALWAYS_INLINE int compute(Evaluation *e, EvaluationCache *cache) {
    const Position *pos = e->pos;
    PawnCacheEntry local_pawns;
    MaterialCacheEntry local_material;
    prepare(e);
    const int phase = find_material(e, cache, &local_material);
    find_pawns(e, cache, &local_pawns);
    prepare_attacks(e);
    /* These leave behind what they attack. */
    pieces(e, WHITE);
    pieces(e, BLACK);
    second_terms(e, WHITE);
    second_terms(e, BLACK);
    add(e, (Color)pos->side, W_tempo + e->rules);

    Weight balance = e->score[WHITE] - e->score[BLACK];
    balance += evaluation_danger(e->danger[BLACK]) - evaluation_danger(e->danger[WHITE]);
    const int ahead = weight_endgame(balance);
    const int scale = ahead == 0 ? EVALUATION_SCALE : endgame_scale(e, ahead > 0 ? WHITE : BLACK);
#ifdef EVALUATION_TRACING
    e->trace->phase = phase;
    e->trace->scale = scale;
#endif
    e->structure = NULL; /* it may be a local */
    const int score = evaluation_combine(balance, phase, scale);
    return pos->side == WHITE ? score : -score;
}

#endif
