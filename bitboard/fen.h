/*
 * FEN and EPD, read strictly and written in one way.
 */
#ifndef BRINDLE_BITBOARD_FEN_H
#define BRINDLE_BITBOARD_FEN_H

#include "bitboard/position.h"

/* The longest FEN of a legal position fits with room to spare. */
enum { FEN_SIZE = 192 };

/*
 * Reads a FEN (six fields, or four: the clocks may be left out) or the position part of an EPD
 * line, as RULES.md has it.  `rest`, if not NULL, receives where the operations of an EPD line
 * begin (blanks skipped; the end of the text if there are none); if it is NULL, text after the
 * fields is an error. One line end may follow. The half-move clock may be 0 to 9999, the full-move
 * number 1 to 99999; leading zeros do no harm. On an error returns false, leaves `pos` unspecified
 * and says in `message` which field is wrong and why.
 */
bool fen_parse(const char *text, const RuleSet *rules, Position *pos, const char **rest,
               Message *message);

/*
 * As fen_parse without `rest`, but well-formed EPD operations ("bm e4; id \"x\";") may follow; they
 * are passed over.  For places that want a position and take it in either form.
 */
bool fen_parse_position(const char *text, const RuleSet *rules, Position *pos, Message *message);

/* Writes the position as FEN into `text` (FEN_SIZE bytes at least). */
void fen_write(const Position *pos, char *text);

#endif
