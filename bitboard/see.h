/*
 * Static exchange evaluation: what a sequence of captures on one square wins or loses.
 *
 * The sides capture in turn on the destination of the first move, always with the least valuable
 * man that may (the lowest square among equals), and either side may stop.  X-rays join as men in
 * front of them leave.  A man may not capture if that would uncover an attack of an enemy slider on
 * its own king as the men then stand; a king may not capture a defended man.  A pawn that captures
 * on its last rank becomes a queen.  Values are SEE_VALUE, not the evaluation's: they only have to
 * order exchanges.
 */
#ifndef BRINDLE_BITBOARD_SEE_H
#define BRINDLE_BITBOARD_SEE_H

#include "bitboard/position.h"

/* Centipawns, by PieceType; the king's is larger than any exchange. */
extern const int SEE_VALUE[PIECE_TYPES];

/* True if the exchange that a legal move begins is worth at least `threshold` centipawns to the
 * mover. */
bool see_at_least(const Position *pos, Move move, int threshold);

#endif
