/*
 * What opening books know positions and moves by.
 *
 * Nothing here may ever change: books are published.  The scheme has nothing to do with the keys of
 * the search (bitboard/zobrist.h), which may.  share/formats.md describes it, with the nine test
 * vectors that tests/test_wbook.c holds it to.
 */
#ifndef BRINDLE_ENGINE_WBOOK_BOOK_KEY_H
#define BRINDLE_ENGINE_WBOOK_BOOK_KEY_H

#include "bitboard/fen.h"

enum { BOOK_KEY_SCHEME = 1, BOOK_MOVE_BITS = 20 };

/*
 * The key of a position: placement, side to move, castling rights and the squares on which an
 * en-passant capture is legal; no clocks, and not the rule set, which a book has one of.
 *
 * R(i) is output number i, from 0, of SplitMix64 begun with the state 0x4272696E646C6531
 * ("Brindle1"); the key is the exclusive or of
 *   R(110 n + s)   for each man on square s (a1 = 0 … k10 = 109), where n is its letter's place,
 *                  from 0, in PNCBRWQKpncbrwqk
 *   R(1760 … 1763) for the castling rights K, A, k, a
 *   R(1764 + s)    for each square s on which an en-passant capture is legal
 *   R(1874)        if Black is to move.
 */
uint64_t book_key(const Position *pos);

/*
 * The position itself, for those who want to be sure: the first four fields of its FEN, with no
 * other en-passant squares than those that count.  FEN_SIZE bytes at least; returns `text`.
 */
char *book_position_write(const Position *pos, char *text);
/* The same of the position behind a legal move; returns its key.  `pos` is as before afterwards. */
uint64_t book_position_after(Position *pos, Move move, char *text);

/*
 * A move as a number of 20 bits: from + 2^7 to + 2^14 promotion + 2^18 kind, as share/formats.md
 * has it.  The engine's own moves happen to be such numbers; the functions say where that is used.
 */
static inline uint32_t book_move_code(Move move) {
    _Static_assert((int)PAWN == 0 && KNIGHT == 1 && CAMEL == 2 && BISHOP == 3 && ROOK == 4 &&
                       WILDEBEEST == 5 && QUEEN == 6 && MOVE_CASTLING == 1 && MOVE_EN_PASSANT == 2,
                   "books hold moves in this form");
    return move;
}
static inline Move book_move_from_code(uint32_t code) {
    return code;
}

#endif
