#include "bench/alternatives.h"

/* ---- Ray loops ---- */

/* From `s` in steps of (file_step, rank_step), to the first man inclusive. */
static Bitboard ray(Square s, int file_step, int rank_step, Bitboard occupied) {
    Bitboard attacked = 0;
    int file = file_of(s) + file_step, rank = rank_of(s) + rank_step;
    for (; file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
         file += file_step, rank += rank_step) {
        const Bitboard square = BB_SQUARE(square_of(file, rank));
        attacked |= square;
        if (occupied & square)
            break;
    }
    return attacked;
}

Bitboard ray_loop_rook(Square s, Bitboard occupied) {
    return ray(s, 1, 0, occupied) | ray(s, -1, 0, occupied) | ray(s, 0, 1, occupied) |
           ray(s, 0, -1, occupied);
}

Bitboard ray_loop_bishop(Square s, Bitboard occupied) {
    return ray(s, 1, 1, occupied) | ray(s, -1, 1, occupied) | ray(s, 1, -1, occupied) |
           ray(s, -1, -1, occupied);
}

/* ---- Hyperbola quintessence ---- */

static uint64_t reverse_word(uint64_t w) {
    w = (w >> 1 & 0x5555555555555555u) | (w & 0x5555555555555555u) << 1;
    w = (w >> 2 & 0x3333333333333333u) | (w & 0x3333333333333333u) << 2;
    w = (w >> 4 & 0x0f0f0f0f0f0f0f0fu) | (w & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(w);
}

static Bitboard reverse(Bitboard b) {
    return bb_join(reverse_word(bb_low(b)), reverse_word(bb_high(b)));
}

/* The slider itself is no part of the line, so that taking it away once (and once more for its own
 * bit, which is not there) borrows up to the first man. */
static Bitboard hyperbola_line(Square s, Line line, Bitboard occupied) {
    const Bitboard mask = attack_tables.line[s][line], men = occupied & mask;
    const Bitboard slider = BB_SQUARE(s), mirrored = BB_SQUARE(127 - s);
    return ((men - slider) ^ reverse(reverse(men) - mirrored)) & mask;
}

Bitboard hyperbola_rook(Square s, Bitboard occupied) {
    return hyperbola_line(s, LINE_FILE, occupied) | hyperbola_line(s, LINE_RANK, occupied);
}

Bitboard hyperbola_bishop(Square s, Bitboard occupied) {
    return hyperbola_line(s, LINE_DIAGONAL, occupied) |
           hyperbola_line(s, LINE_ANTIDIAGONAL, occupied);
}

/* ---- Kogge-Stone fill ---- */

/* Squares that are on the board after a step of so many files; a longer step keeps to the same
 * side, as each of its single steps does. */
static Bitboard fill_up(Bitboard sliders, Bitboard empty, int step, Bitboard entered) {
    Bitboard free_squares = empty & entered;
    sliders |= free_squares & sliders << step;
    free_squares &= free_squares << step;
    sliders |= free_squares & sliders << 2 * step;
    free_squares &= free_squares << 2 * step;
    sliders |= free_squares & sliders << 4 * step;
    free_squares &= free_squares << 4 * step;
    sliders |= free_squares & sliders << 8 * step;
    return sliders << step & entered;
}

static Bitboard fill_down(Bitboard sliders, Bitboard empty, int step, Bitboard entered) {
    Bitboard free_squares = empty & entered;
    sliders |= free_squares & sliders >> step;
    free_squares &= free_squares >> step;
    sliders |= free_squares & sliders >> 2 * step;
    free_squares &= free_squares >> 2 * step;
    sliders |= free_squares & sliders >> 4 * step;
    free_squares &= free_squares >> 4 * step;
    sliders |= free_squares & sliders >> 8 * step;
    return sliders >> step & entered;
}

/* Where a step east, or west, can lead: not round the edge. */
#define NOT_FIRST_FILE (BB_ALL & ~BB_FILE(0))
#define NOT_LAST_FILE  (BB_ALL & ~BB_FILE(FILES - 1))

Bitboard kogge_stone_rook(Square s, Bitboard occupied) {
    const Bitboard slider = BB_SQUARE(s), empty = ~occupied;
    return fill_up(slider, empty, FILES, BB_ALL) | fill_down(slider, empty, FILES, BB_ALL) |
           fill_up(slider, empty, 1, NOT_FIRST_FILE) | fill_down(slider, empty, 1, NOT_LAST_FILE);
}

Bitboard kogge_stone_bishop(Square s, Bitboard occupied) {
    const Bitboard slider = BB_SQUARE(s), empty = ~occupied;
    return fill_up(slider, empty, FILES + 1, NOT_FIRST_FILE) |
           fill_up(slider, empty, FILES - 1, NOT_LAST_FILE) |
           fill_down(slider, empty, FILES + 1, NOT_LAST_FILE) |
           fill_down(slider, empty, FILES - 1, NOT_FIRST_FILE);
}
