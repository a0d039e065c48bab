/*
 * What the terms of the evaluation share, worked out once per position.
 *
 * The files of eval/terms/ are not headers in the usual sense: evaluate.c includes them to score,
 * trace.c, with EVALUATION_TRACING defined, to count as well.  Nobody else does.
 */
#ifndef BRINDLE_EVAL_TERMS_CONTEXT_H
#define BRINDLE_EVAL_TERMS_CONTEXT_H

#include "eval/evaluate.h"
#include "eval/trace.h"

/* Terms are laid out once for each colour: with the colour known, half of their work is done when
 * they are compiled. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

typedef struct {
    const Position *pos;
    Bitboard occupied;
    Bitboard men[COLORS], pawns[COLORS];
    Bitboard attacked[COLORS];       /* by any man */
    Bitboard attacked_twice[COLORS]; /* by two or more */
    Bitboard attacked_by[COLORS][PIECE_TYPES];
    Bitboard king_zone[COLORS];
    Bitboard mobility_area[COLORS];
    PawnCacheEntry *structure;
    int rules; /* rules_index() */
    Weight score[COLORS];
    int danger[COLORS]; /* that this colour's king is in */
#ifdef EVALUATION_TRACING
    EvaluationTrace *trace;
#endif
} Evaluation;

/* 0 or 1: which rule set; some weights have a value for each. */
static inline int rules_index(const Position *pos) {
    return (int)(pos->rules - RULES);
}

/* Weight number `index` counts `n` times for `c`. */
static inline void add_times(Evaluation *e, Color c, int index, int n) {
    e->score[c] += WEIGHTS.value[index] * n;
#ifdef EVALUATION_TRACING
    e->trace->count[c][index] = (int16_t)(e->trace->count[c][index] + n);
#endif
}
static inline void add(Evaluation *e, Color c, int index) {
    add_times(e, c, index, 1);
}
/* So much more danger for the king of `c`. */
static inline void endanger(Evaluation *e, Color c, int index, int n) {
    e->danger[c] += (int)WEIGHTS.value[index] * n;
#ifdef EVALUATION_TRACING
    e->trace->count[c][index] = (int16_t)(e->trace->count[c][index] + n);
#endif
}

/* ---- Geometry ---- */

#define EDGE_ROW       0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0
#define TEN_TIMES(row) row, row, row, row, row, row, row, row, row, row
#define RANK_ROW(r)    r, r, r, r, r, r, r, r, r, r, r

/* Distance to the nearer edge file, and rank, by square: divisions by 11 that need not be made. */
static const uint8_t EDGE_DISTANCE[SQUARES] = {EDGE_ROW, EDGE_ROW, EDGE_ROW, EDGE_ROW, EDGE_ROW,
                                               EDGE_ROW, EDGE_ROW, EDGE_ROW, EDGE_ROW, EDGE_ROW};
static const uint8_t RANK[SQUARES] = {RANK_ROW(0), RANK_ROW(1), RANK_ROW(2), RANK_ROW(3),
                                      RANK_ROW(4), RANK_ROW(5), RANK_ROW(6), RANK_ROW(7),
                                      RANK_ROW(8), RANK_ROW(9)};

/* The index of a square in a piece-square table, for each side. */
#define HALF_ROW_FROM(i) \
    (i), (i) + 1, (i) + 2, (i) + 3, (i) + 4, (i) + 5, (i) + 4, (i) + 3, (i) + 2, (i) + 1, (i)
#define HALF_ROW(r) HALF_ROW_FROM((r)*HALF_FILES)
static const uint8_t HALF_SQUARE[COLORS][SQUARES] = {
    {HALF_ROW(0), HALF_ROW(1), HALF_ROW(2), HALF_ROW(3), HALF_ROW(4), HALF_ROW(5), HALF_ROW(6),
     HALF_ROW(7), HALF_ROW(8), HALF_ROW(9)},
    {HALF_ROW(9), HALF_ROW(8), HALF_ROW(7), HALF_ROW(6), HALF_ROW(5), HALF_ROW(4), HALF_ROW(3),
     HALF_ROW(2), HALF_ROW(1), HALF_ROW(0)}};

static inline int rank_for(Color c, Square s) {
    return c == WHITE ? RANK[s] : RANKS - 1 - RANK[s];
}
static inline int half_square(Color c, Square s) {
    return HALF_SQUARE[c][s];
}

/* Squares of one colour are the even ones: neighbours on the board differ by 1 or 11. */
static inline Bitboard even_squares(void) {
    return bb_join(0x5555555555555555u, 0x5555555555555555u) & BB_ALL;
}
static inline Bitboard squares_like(Square s) {
    return (s & 1) == 0 ? even_squares() : BB_ALL & ~even_squares();
}

/* What all pawns of a colour attack. */
static inline Bitboard pawn_attack_set(Color c, Bitboard pawns) {
    const Bitboard ahead = bb_forward(c, pawns);
    return bb_west(ahead) | bb_east(ahead);
}
/* A set and everything before it, as its side sees it, on the same files. */
static inline Bitboard fill_forward(Color c, Bitboard b) {
    if (c == WHITE) {
        b |= b << FILES;
        b |= b << 2 * FILES;
        b |= b << 4 * FILES;
        b |= b << 8 * FILES;
    } else {
        b |= b >> FILES;
        b |= b >> 2 * FILES;
        b |= b >> 4 * FILES;
        b |= b >> 8 * FILES;
    }
    return b & BB_ALL;
}
static inline Bitboard beside(Bitboard b) {
    return bb_west(b) | bb_east(b);
}
static inline Bitboard ahead_of(Color c, Square s) {
    const Bitboard file = attack_tables.line[s][LINE_FILE], before = BB_SQUARE(s) - 1;
    return c == WHITE ? file & ~before : file & before;
}

static inline int distance(Square a, Square b) {
    const int fa = attack_tables.file_of[a], fb = attack_tables.file_of[b];
    const int files = fa > fb ? fa - fb : fb - fa;
    const int ranks = RANK[a] > RANK[b] ? RANK[a] - RANK[b] : RANK[b] - RANK[a];
    return files > ranks ? files : ranks;
}

#endif
