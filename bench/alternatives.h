/*
 * Other ways to look sliders' attacks up, which were considered for the engine and not taken.  They
 * are here to be measured against the engine's, and give the same sets.
 *
 *   - ray loops: square after square until a man stands in the way; no tables at all;
 *   - hyperbola quintessence (A. Peshkov and G. Isenberg, 2007): a line's attacks towards higher
 *     squares are what a subtraction's borrow runs through, and towards lower ones the same on the
 *     board reversed; masks of the lines are all it needs;
 *   - Kogge-Stone fill (P. Kogge and H. Stone's parallel prefix of 1973, for boards by S.
 * Westcott): four doubling steps for each direction; no tables, no branches; one call could serve
 * all sliders of a kind at once.
 */
#ifndef BRINDLE_BENCH_ALTERNATIVES_H
#define BRINDLE_BENCH_ALTERNATIVES_H

#include "bitboard/attacks.h"

Bitboard ray_loop_rook(Square s, Bitboard occupied);
Bitboard ray_loop_bishop(Square s, Bitboard occupied);

Bitboard hyperbola_rook(Square s, Bitboard occupied);
Bitboard hyperbola_bishop(Square s, Bitboard occupied);

Bitboard kogge_stone_rook(Square s, Bitboard occupied);
Bitboard kogge_stone_bishop(Square s, Bitboard occupied);

#endif
