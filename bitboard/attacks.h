/*
 * Attack tables: where each piece could capture from a square.
 *
 * Leapers and pawns are one load.  Sliders look four lines up:
 *   - a file or a diagonal has at most 8 squares whose occupancy matters (neither the piece's own
 * square nor the two ends count); they are gathered into an index and a table of finished sets is
 * read, one entry per occupancy;
 *   - a rank is 11 neighbouring bits, so a shift is enough and one table serves all ranks.
 * The slider tables take 451 KiB together (ATTACK_TABLE_BYTES).
 *
 * The gathering is done by the BMI2 instruction `pext` or by a multiplication.  The multipliers are
 * not searched for: the squares of a line stand a fixed stride of 10, 11 or 12 bits apart, so "move
 * bit k of the line to place k" is a product in which no two partial products meet (see attacks.c),
 * and both paths read the same entry of the same table.
 *
 * Filled once by attacks_init(), before the first thread; constant afterwards.
 */
#ifndef BRINDLE_BITBOARD_ATTACKS_H
#define BRINDLE_BITBOARD_ATTACKS_H

#include "bitboard/bitboard.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

/* The four lines through a square. */
typedef enum {
    LINE_FILE,
    LINE_DIAGONAL,
    LINE_ANTIDIAGONAL,
    LINE_RANK,
    LINES,
    NO_LINE = LINES
} Line;

typedef struct {
    uint64_t mask_low, mask_high; /* the squares whose occupancy matters */
    uint32_t offset;              /* of the line's first entry in line_attacks */
    uint8_t count_low;            /* bits of mask_low */
    uint8_t product_shift;
    uint64_t multiplier_low, multiplier_high;
} LineLookup;

enum {
    LINE_ENTRIES = 28160,
    RANK_OCCUPANCIES = 512,
    ATTACK_TABLE_BYTES = LINE_ENTRIES * 16 + FILES * RANK_OCCUPANCIES * 2
};

typedef struct {
    Bitboard line_attacks[LINE_ENTRIES];
    uint16_t rank_attacks[FILES][RANK_OCCUPANCIES]; /* [file][the nine inner squares of the rank] */
    LineLookup lookup[SQUARES][3];                  /* by Line, but for the rank */
    uint8_t file_of[SQUARES], rank_shift[SQUARES];
    Bitboard leaper[PIECE_TYPES]
                   [SQUARES]; /* knight, camel, wildebeest, king; for sliders: on an empty board */
    Bitboard pawn[COLORS][SQUARES]; /* where a pawn of this colour captures */
    Bitboard line[SQUARES]
                 [LINES + 1]; /* the whole line without the square itself; nothing for NO_LINE */
    uint8_t line_through[SQUARES][SQUARES];
} AttackTables;

extern AttackTables attack_tables;

/* Fills the tables.  Call it (through board_init) once, before anything else and before a second
 * thread starts. */
void attacks_init(void);

/* Which path attacks_rook and attacks_bishop take in this build: "pext" or "multiply". */
const char *attacks_path(void);

static inline unsigned line_index_multiply(const LineLookup *l, Bitboard occupied) {
    return (unsigned)((((bb_low(occupied) & l->mask_low) >> FILES) * l->multiplier_low +
                       (bb_high(occupied) & l->mask_high) * l->multiplier_high) >>
                      l->product_shift);
}

#ifdef __BMI2__
static inline unsigned line_index_pext(const LineLookup *l, Bitboard occupied) {
    return (unsigned)(_pext_u64(bb_low(occupied), l->mask_low) |
                      _pext_u64(bb_high(occupied), l->mask_high) << l->count_low);
}
#define LINE_INDEX line_index_pext
#else
#define LINE_INDEX line_index_multiply
#endif

static inline Bitboard rank_attacks(Square s, Bitboard occupied) {
    const int shift = attack_tables.rank_shift[s];
    const unsigned inner = (unsigned)(occupied >> (shift + 1)) & (RANK_OCCUPANCIES - 1);
    return (Bitboard)attack_tables.rank_attacks[attack_tables.file_of[s]][inner] << shift;
}

/* One line, by either path (attacks along the rank need no index). */
#define LINE_ATTACKS(index, s, line, occupied)                         \
    (attack_tables.line_attacks[attack_tables.lookup[s][line].offset + \
                                index(&attack_tables.lookup[s][line], occupied)])

/* What a rook on `s` attacks, up to and including the first man on each line. */
static inline Bitboard attacks_rook(Square s, Bitboard occupied) {
    return LINE_ATTACKS(LINE_INDEX, s, LINE_FILE, occupied) | rank_attacks(s, occupied);
}
static inline Bitboard attacks_bishop(Square s, Bitboard occupied) {
    return LINE_ATTACKS(LINE_INDEX, s, LINE_DIAGONAL, occupied) |
           LINE_ATTACKS(LINE_INDEX, s, LINE_ANTIDIAGONAL, occupied);
}
/* The portable path, in every build, so that tests and benchmarks can hold the two against each
 * other. */
static inline Bitboard attacks_rook_multiply(Square s, Bitboard occupied) {
    return LINE_ATTACKS(line_index_multiply, s, LINE_FILE, occupied) | rank_attacks(s, occupied);
}
static inline Bitboard attacks_bishop_multiply(Square s, Bitboard occupied) {
    return LINE_ATTACKS(line_index_multiply, s, LINE_DIAGONAL, occupied) |
           LINE_ATTACKS(line_index_multiply, s, LINE_ANTIDIAGONAL, occupied);
}

/* Knight, camel, wildebeest or king; for a slider, what it attacks on an empty board. */
static inline Bitboard attacks_empty(PieceType t, Square s) {
    return attack_tables.leaper[t][s];
}
static inline Bitboard attacks_pawn(Color c, Square s) {
    return attack_tables.pawn[c][s];
}
/* Any piece but a pawn. */
static inline Bitboard attacks_piece(PieceType t, Square s, Bitboard occupied) {
    switch (t) {
    case BISHOP: return attacks_bishop(s, occupied);
    case ROOK: return attacks_rook(s, occupied);
    case QUEEN: return attacks_bishop(s, occupied) | attacks_rook(s, occupied);
    default: return attacks_empty(t, s);
    }
}

/* The whole line through two different squares, without `a` itself; empty if no rank, file or
 * diagonal joins them. */
static inline Bitboard line_bb(Square a, Square b) {
    return attack_tables.line[a][attack_tables.line_through[a][b]];
}
/* The squares strictly between two squares of one line; empty otherwise. */
static inline Bitboard between_bb(Square a, Square b) {
    const Bitboard first = BB_SQUARE(a < b ? a : b), last = BB_SQUARE(a < b ? b : a);
    return line_bb(a, b) & (last - (first << 1));
}

#endif
