/*
 * Pawns: their structure, which depends on nothing else and is cached, and the passed ones among
 * them, whose worth depends on everything.
 */
#ifndef BRINDLE_EVAL_TERMS_PAWNS_H
#define BRINDLE_EVAL_TERMS_PAWNS_H

#include "eval/terms/context.h"

#include <stddef.h>

/* One pawn's place among the others. */
static void pawn_structure(Evaluation *e, Color c, Square s, PawnCacheEntry *entry) {
    const Color them = opponent(c);
    const Bitboard own = e->pawns[c], theirs = e->pawns[them];
    const Bitboard pawn = BB_SQUARE(s), file_ahead = ahead_of(c, s);
    const Bitboard neighbours = beside(attack_tables.line[s][LINE_FILE] | pawn);
    const Bitboard stop = bb_forward(c, pawn);
    const Bitboard supporters = own & beside(bb_forward(them, pawn)), phalanx = own & beside(pawn);
    const bool opposed = (theirs & file_ahead) != 0;
    const int rank = rank_for(c, s);
    add(e, c, W_piece_square + PAWN * SQUARES_HALF + half_square(c, s));
    if ((own & neighbours) == 0)
        add(e, c, W_pawn_isolated + opposed);
    else if ((own & neighbours & ~fill_forward(c, beside(stop))) == 0 &&
             ((stop & entry->attacked[them]) || (stop & theirs)))
        add(e, c, W_pawn_backward + opposed);
    if (own & file_ahead)
        add(e, c, W_pawn_doubled);
    if (supporters)
        add_times(e, c, W_pawn_supported + rank, bb_count(supporters));
    if (phalanx)
        add(e, c, W_pawn_phalanx + rank);
    if (opposed || (own & file_ahead))
        return;
    const Bitboard stoppers = theirs & beside(file_ahead);
    if (stoppers == 0) {
        entry->passed[c] |= pawn;
        add(e, c, W_passed + rank);
    } else {
        /* As many helpers behind and beside as there are stoppers. */
        const Bitboard helpers = own & neighbours & ~fill_forward(c, beside(stop));
        if (bb_count(helpers) >= bb_count(stoppers))
            add(e, c, W_pawn_candidate + rank);
    }
}

/* As the side sees them. */
static inline Bitboard ranks_5_to_8(Color c) {
    const int first = c == WHITE ? 4 : 2;
    return BB_RANK(first) | BB_RANK(first + 1) | BB_RANK(first + 2) | BB_RANK(first + 3);
}

/* Room behind the pawns. */
static void space(Evaluation *e, Color c, const PawnCacheEntry *entry) {
    const Bitboard ranks =
        c == WHITE ? BB_RANK(1) | BB_RANK(2) | BB_RANK(3) : BB_RANK(8) | BB_RANK(7) | BB_RANK(6);
    const Bitboard edges = BB_FILE(0) | BB_FILE(1) | BB_FILE(9) | BB_FILE(10);
    const Bitboard safe = ranks & ~edges & ~e->pawns[c] & ~entry->attacked[opponent(c)];
    const Bitboard behind = fill_forward(opponent(c), e->pawns[c]);
    add_times(e, c, W_space, bb_count(safe) + bb_count(safe & behind));
}

/* On an Evaluation of its own, so that the caller's can live in registers. */
static __attribute__((noinline)) void examine_pawns(Evaluation e, PawnCacheEntry *entry) {
    e.score[WHITE] = e.score[BLACK] = 0;
    for (int c = 0; c < COLORS; c++) {
        const Bitboard own = e.pawns[c];
        entry->passed[c] = 0;
        entry->attacked[c] = pawn_attack_set((Color)c, own);
        const Bitboard span = beside(fill_forward((Color)c, bb_forward((Color)c, own)));
        entry->outposts[c ^ 1] = ranks_5_to_8(opponent((Color)c)) & ~span;
    }
    for (int c = 0; c < COLORS; c++) {
        for (Bitboard rest = e.pawns[c]; rest != 0;)
            pawn_structure(&e, (Color)c, bb_pop(&rest), entry);
        space(&e, (Color)c, entry);
        entry->score[c] = e.score[c];
        entry->king[c] = 0;
    }
}

/* Finds the structure in the cache, or examines it; `local` serves where there is no cache. */
static ALWAYS_INLINE void find_pawns(Evaluation *e, EvaluationCache *cache, PawnCacheEntry *local) {
    const Key key = e->pos->state.pawn_key;
    PawnCacheEntry *entry = cache != NULL ? &cache->pawns[key % PAWN_CACHE_SIZE] : local;
    if (cache == NULL || entry->key != key || !entry->examined) {
        entry->key = key;
        entry->examined = true;
        examine_pawns(*e, entry);
    }
    e->structure = entry;
    e->score[WHITE] += entry->score[WHITE];
    e->score[BLACK] += entry->score[BLACK];
}

/* How many moves a pawn needs to promote if nobody hinders it. */
static int moves_home(const RuleSet *rules, int rank) {
    int moves = 0;
    while (rank < RANKS - 1) {
        rank += rules->pawn_advance[rank];
        moves++;
    }
    return moves;
}

/* The enemy has but king and pawns, and his king comes too late. */
static ALWAYS_INLINE bool is_unstoppable(const Evaluation *e, Color c, Square s) {
    const Position *pos = e->pos;
    const Color them = opponent(c);
    if ((e->men[them] & ~e->pawns[them] & ~BB_SQUARE(pos->king[them])) != 0 ||
        (ahead_of(c, s) & e->occupied) != 0)
        return false;
    const Square home = square_of(attack_tables.file_of[s], c == WHITE ? RANKS - 1 : 0);
    const int late = pos->side != c;
    return distance(pos->king[them], home) - late > moves_home(pos->rules, rank_for(c, s));
}

static ALWAYS_INLINE void passed_pawns(Evaluation *e, Color c) {
    const Color them = opponent(c);
    for (Bitboard rest = e->structure->passed[c]; rest != 0;) {
        const Square s = bb_pop(&rest), stop = s + forward(c);
        const int rank = rank_for(c, s);
        const Bitboard way = ahead_of(c, s);
        if (bb_has(e->men[them], stop)) {
            add(e, c, W_passed_blocked + rank);
        } else if (!bb_has(e->occupied | e->attacked[them], stop)) {
            add(e, c, W_passed_safe + rank);
            if (((e->occupied | e->attacked[them]) & way) == 0)
                add(e, c, W_passed_clear + rank);
        }
        if (bb_has(e->attacked[c], stop))
            add(e, c, W_passed_defended + rank);
        if (rank > 2) {
            add_times(e, c, W_passed_own_king + distance(e->pos->king[c], stop), rank - 2);
            add_times(e, c, W_passed_their_king + distance(e->pos->king[them], stop), rank - 2);
        }
        if (is_unstoppable(e, c, s))
            add(e, c, W_passed_unstoppable);
    }
}

#endif
