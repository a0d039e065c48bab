/*
 * Why a move is not legal, in words for people: blocked, pinned, leaves the king in check, castles
 * through an attack, …
 */
#ifndef BRINDLE_BITBOARD_REFUSAL_H
#define BRINDLE_BITBOARD_REFUSAL_H

#include "bitboard/position.h"

/*
 * Explains why nothing legal goes from one square to another.  `promotion` is what the pawn was to
 * become (PAWN: nothing was said); `castling`: the king was meant to slide to `to`, not to step.
 * Squares are named with ranks that count from `first_rank` (1, or 0 as XBoard shows this board).
 * False, and no message, if such a move is legal.
 */
bool refusal_explain(const Position *pos, Square from, Square to, PieceType promotion,
                     bool castling, int first_rank, Message *message);

#endif
