/*
 * Sets of squares in 128 bits.
 *
 * Square s is bit s, contiguously: rank 6 straddles the two halves.  A mapping with five ranks in
 * each half was measured against it and gained nothing in move generation, so the simplest one
 * stands.
 */
#ifndef BRINDLE_BITBOARD_BITBOARD_H
#define BRINDLE_BITBOARD_BITBOARD_H

#include "bitboard/types.h"

__extension__ typedef unsigned __int128 Bitboard;

#define BB_SQUARE(s) ((Bitboard)1 << (s))
#define BB_RANK(r)   ((Bitboard)0x7ff << (FILES * (r)))
#define BB_ALL       ((BB_SQUARE(SQUARES)) - 1)
/* One file is 1 + 2^11 + … + 2^99; built from halves because there are no 128-bit literals. */
#define BB_FILE_A                                                                    \
    (((Bitboard)1) | (Bitboard)1 << 11 | (Bitboard)1 << 22 | (Bitboard)1 << 33 |     \
     (Bitboard)1 << 44 | (Bitboard)1 << 55 | (Bitboard)1 << 66 | (Bitboard)1 << 77 | \
     (Bitboard)1 << 88 | (Bitboard)1 << 99)
#define BB_FILE(f) (BB_FILE_A << (f))

static inline uint64_t bb_low(Bitboard b) {
    return (uint64_t)b;
}
static inline uint64_t bb_high(Bitboard b) {
    return (uint64_t)(b >> 64);
}
static inline Bitboard bb_join(uint64_t high, uint64_t low) {
    return (Bitboard)high << 64 | low;
}
/* By halves: shifting 128 bits by a variable takes twice the instructions. */
static inline bool bb_has(Bitboard b, Square s) {
    return ((s < 64 ? bb_low(b) : bb_high(b)) >> (s & 63) & 1) != 0;
}
static inline int bb_count(Bitboard b) {
    return __builtin_popcountll(bb_low(b)) + __builtin_popcountll(bb_high(b));
}
static inline bool bb_more_than_one(Bitboard b) {
    return (b & (b - 1)) != 0;
}
/* The lowest square of a set that is not empty. */
static inline Square bb_first(Bitboard b) {
    return bb_low(b) != 0 ? __builtin_ctzll(bb_low(b)) : 64 + __builtin_ctzll(bb_high(b));
}
/* The highest square of a set that is not empty. */
static inline Square bb_last(Bitboard b) {
    return bb_high(b) != 0 ? 127 - __builtin_clzll(bb_high(b)) : 63 - __builtin_clzll(bb_low(b));
}
/* Takes the lowest square out of a set that is not empty. */
static inline Square bb_pop(Bitboard *b) {
    const Square s = bb_first(*b);
    *b &= *b - 1;
    return s;
}

/* Shifts by a step; squares that would leave the board are dropped. */
static inline Bitboard bb_north(Bitboard b) {
    return b << FILES & BB_ALL;
}
static inline Bitboard bb_south(Bitboard b) {
    return b >> FILES;
}
static inline Bitboard bb_east(Bitboard b) {
    return (b & ~BB_FILE(FILES - 1)) << 1;
}
static inline Bitboard bb_west(Bitboard b) {
    return (b & ~BB_FILE(0)) >> 1;
}
/* One step forward for pawns of this colour. */
static inline Bitboard bb_forward(Color c, Bitboard b) {
    return c == WHITE ? bb_north(b) : bb_south(b);
}

#endif
