/*
 * What the men are worth by their number alone, and how far the game has come.
 */
#ifndef BRINDLE_EVAL_TERMS_MATERIAL_H
#define BRINDLE_EVAL_TERMS_MATERIAL_H

#include "eval/terms/context.h"

#include <stddef.h>

static bool on_both_colors(Bitboard men) {
    return (men & even_squares()) != 0 && (men & ~even_squares()) != 0;
}

static void count_material(Evaluation *e, Color c) {
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
}

static int game_phase(const Position *pos) {
    enum { FULL = 34 }; /* both sides' pieces in the array of `wildebeest` */
    int phase = 0;
    for (int t = KNIGHT; t < KING; t++)
        phase += PHASE_VALUE[t] * (pos->count[t] + pos->count[8 + t]);
    return phase >= FULL ? EVALUATION_PHASE : phase * EVALUATION_PHASE / FULL;
}

/* On an Evaluation of its own, so that the caller's can live in registers. */
static __attribute__((noinline)) void examine_material(Evaluation e, MaterialCacheEntry *entry) {
    e.score[WHITE] = e.score[BLACK] = 0;
    for (int c = 0; c < COLORS; c++) {
        count_material(&e, (Color)c);
        entry->score[c] = e.score[c];
    }
    entry->phase = game_phase(e.pos);
}

/* Finds what the numbers of men are worth in the cache, or counts; `local` serves where there is
 * no cache.  Returns the phase. */
static ALWAYS_INLINE int find_material(Evaluation *e, EvaluationCache *cache,
                                       MaterialCacheEntry *local) {
    const Key key = e->pos->state.material_key;
    MaterialCacheEntry *entry = cache != NULL ? &cache->material[key % MATERIAL_CACHE_SIZE] : local;
    if (cache == NULL || entry->key != key) {
        entry->key = key;
        examine_material(*e, entry);
    }
    e->score[WHITE] += entry->score[WHITE];
    e->score[BLACK] += entry->score[BLACK];
    return entry->phase;
}

#endif
