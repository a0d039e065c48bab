/*
 * Moves as text: coordinates (UCI) and SAN, both ways, exactly as RULES.md has them.
 */
#ifndef BRINDLE_BITBOARD_NOTATION_H
#define BRINDLE_BITBOARD_NOTATION_H

#include "bitboard/position.h"

enum { MOVE_TEXT_SIZE = 16 };

/* "White", "Black". */
extern const char *const COLOR_NAMES[COLORS];

/* "a1" … "k10"; returns `text` (4 bytes at least). */
char *square_write(Square s, char *text);
/* Reads a square at the start of `text`; returns how many characters it took, 0 if there is none.
 */
int square_read(const char *text, Square *s);

/* Upper case for White: 'P' 'N' 'C' 'B' 'R' 'W' 'Q' 'K'; '.' for NO_PIECE. */
char piece_letter(Piece piece);
/* The other way; NO_PIECE for any other character. */
Piece piece_from_letter(char letter);

/*
 * Coordinate notation.  MOVE_NONE gives "(none)", MOVE_NULL "0000".  A one-square castle is written
 * as the king taking its own rook, which needs no position: the kind of the move and its direction
 * tell.
 */
char *move_write(Move move, char *text);
/*
 * Finds the legal move that `text` (the whole string) spells.  Promotion letters in either case.
 * False, with a message that quotes the text, if it is no move or not legal here.
 */
bool move_parse(const Position *pos, const char *text, Move *move, Message *message);

/* Standard algebraic notation of a legal move, with `+` or `#`. */
char *san_write(const Position *pos, Move move, char *text);
/*
 * Reads SAN: `+ # ! ?` at the end are skipped, "e.p." before them, too; more of the origin than is
 * needed, a missing 'x' and a missing '=' do no harm; the castling spellings of other programs are
 * accepted where exactly one legal move fits.  An 'x' where nothing is taken and a pawn's capture
 * that names neither its file nor an 'x' are refused.  The whole string must be one move.  On an
 * error returns false, leaves `move` alone, and the message quotes the text; if it is ambiguous, it
 * lists the candidates.
 */
bool san_parse(const Position *pos, const char *text, Move *move, Message *message);

#endif
