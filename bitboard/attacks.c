#include "bitboard/attacks.h"

#include <assert.h>
#include <stddef.h>

AttackTables attack_tables;

typedef struct {
    int8_t file, rank;
} Step;

/* One of the two directions of each line; the other is its opposite.  Ascending squares. */
static const Step LINE_STEP[LINES] = {[LINE_FILE] = {0, 1},
                                      [LINE_DIAGONAL] = {1, 1},
                                      [LINE_ANTIDIAGONAL] = {-1, 1},
                                      [LINE_RANK] = {1, 0}};

static bool on_board(int file, int rank) {
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

/* Walks from a square, not counting it, to the first man or the edge. */
static Bitboard walk(Square s, Step step, Bitboard occupied) {
    Bitboard reached = 0;
    int file = file_of(s) + step.file, rank = rank_of(s) + step.rank;
    for (; on_board(file, rank); file += step.file, rank += step.rank) {
        const Square t = square_of(file, rank);
        reached |= BB_SQUARE(t);
        if (bb_has(occupied, t))
            break;
    }
    return reached;
}

static Bitboard walk_line(Square s, Line line, Bitboard occupied) {
    const Step step = LINE_STEP[line], back = {(int8_t)-step.file, (int8_t)-step.rank};
    return walk(s, step, occupied) | walk(s, back, occupied);
}

static Bitboard leaps(Square s, const Step *steps, size_t count) {
    Bitboard reached = 0;
    for (size_t i = 0; i < count; i++) {
        const int file = file_of(s) + steps[i].file, rank = rank_of(s) + steps[i].rank;
        if (on_board(file, rank))
            reached |= BB_SQUARE(square_of(file, rank));
    }
    return reached;
}

static void init_leapers(Square s) {
    static const Step king[] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    static const Step knight[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                  {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const Step camel[] = {{1, 3},   {3, 1},   {3, -1}, {1, -3},
                                 {-1, -3}, {-3, -1}, {-3, 1}, {-1, 3}};
    static const Step pawn[COLORS][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};
    AttackTables *t = &attack_tables;
    t->leaper[KING][s] = leaps(s, king, 8);
    t->leaper[KNIGHT][s] = leaps(s, knight, 8);
    t->leaper[CAMEL][s] = leaps(s, camel, 8);
    t->leaper[WILDEBEEST][s] = t->leaper[KNIGHT][s] | t->leaper[CAMEL][s];
    t->leaper[ROOK][s] = walk_line(s, LINE_FILE, 0) | walk_line(s, LINE_RANK, 0);
    t->leaper[BISHOP][s] = walk_line(s, LINE_DIAGONAL, 0) | walk_line(s, LINE_ANTIDIAGONAL, 0);
    t->leaper[QUEEN][s] = t->leaper[ROOK][s] | t->leaper[BISHOP][s];
    for (int c = 0; c < COLORS; c++)
        t->pawn[c][s] = leaps(s, pawn[c], 2);
}

/*
 * The multipliers of one half of a line.
 *
 * `mask` has its bits at places p0 < p1 < …, a stride of 10, 11 or 12 apart (twice that where the
 * slider itself stands), and at most 8 of them.  We want bit k at place target + k.  With M = the
 * sum of 2^(target + j - pj) over j, a set bit k contributes 2^(target + j + pk - pj) for every j:
 * the wanted place for j = k; at least a stride higher for j < k, which falls off the top since all
 * of the index lies in the highest 8 bits; and at least a stride lower for j > k.  Two
 * contributions (k, j) and (k', j') meet only if j - j' is a multiple of the stride, that is only
 * if j = j', and then pk = pk': so nothing carries.  The two halves' contributions differ by less
 * than a stride in the same way.
 */
static uint64_t gathering_multiplier(uint64_t mask, int target) {
    uint64_t multiplier = 0;
    for (int j = 0; mask != 0; mask &= mask - 1, j++) {
        const int shift = target + j - __builtin_ctzll(mask);
        assert(shift >= 0 && shift < 64);
        multiplier |= (uint64_t)1 << shift;
    }
    return multiplier;
}

/* The i-th subset of a mask, counting up. */
static Bitboard subset(Bitboard mask, unsigned i) {
    Bitboard chosen = 0;
    for (; i != 0; i >>= 1) {
        const Square s = bb_pop(&mask);
        if (i & 1)
            chosen |= BB_SQUARE(s);
    }
    return chosen;
}

/* Fills one line's lookup and entries; returns the offset behind them. */
static uint32_t init_line(Square s, Line line, uint32_t offset) {
    const Bitboard ends =
        BB_RANK(0) | BB_RANK(RANKS - 1) | (line == LINE_FILE ? 0 : BB_FILE(0) | BB_FILE(FILES - 1));
    const Bitboard mask = walk_line(s, line, 0) & ~ends;
    const int count = bb_count(mask);
    LineLookup *l = &attack_tables.lookup[s][line];
    l->mask_low = bb_low(mask);
    l->mask_high = bb_high(mask);
    l->offset = offset;
    l->count_low = (uint8_t)__builtin_popcountll(l->mask_low);
    /* With nothing to gather both multipliers are 0 and any shift will do. */
    l->product_shift = (uint8_t)(count == 0 ? 63 : 64 - count);
    /* The first rank never matters, so the low half may move down by a rank, which keeps every
     * shift positive. */
    l->multiplier_low = gathering_multiplier(l->mask_low >> FILES, 64 - count);
    l->multiplier_high = gathering_multiplier(l->mask_high, 64 - count + l->count_low);
    for (unsigned i = 0; i < 1u << count; i++) {
        const Bitboard occupied = subset(mask, i);
        assert(line_index_multiply(l, occupied) == i);
        attack_tables.line_attacks[offset + i] = walk_line(s, line, occupied);
    }
    return offset + (1u << count);
}

static void init_ranks(void) {
    for (int file = 0; file < FILES; file++)
        for (unsigned inner = 0; inner < RANK_OCCUPANCIES; inner++)
            attack_tables.rank_attacks[file][inner] =
                (uint16_t)walk_line(file, LINE_RANK, (Bitboard)inner << 1);
}

void attacks_init(void) {
    uint32_t offset = 0;
    init_ranks();
    for (Square s = 0; s < SQUARES; s++) {
        attack_tables.file_of[s] = (uint8_t)file_of(s);
        attack_tables.rank_shift[s] = (uint8_t)(rank_of(s) * FILES);
        init_leapers(s);
        for (int line = LINE_FILE; line < LINE_RANK; line++)
            offset = init_line(s, (Line)line, offset);
        for (Square t = 0; t < SQUARES; t++)
            attack_tables.line_through[s][t] = NO_LINE;
        for (int line = 0; line < LINES; line++) {
            attack_tables.line[s][line] = walk_line(s, (Line)line, 0);
            for (Bitboard rest = attack_tables.line[s][line]; rest != 0;)
                attack_tables.line_through[s][bb_pop(&rest)] = (uint8_t)line;
        }
    }
    assert(offset == LINE_ENTRIES);
}

const char *attacks_path(void) {
#ifdef __BMI2__
    return "pext";
#else
    return "multiply";
#endif
}
