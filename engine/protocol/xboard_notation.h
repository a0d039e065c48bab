/*
 * Moves and positions as XBoard engines spell them on this board.
 *
 * With ten ranks XBoard counts them from 0; castling rights are KQkq; and a castle by one square,
 * which would read like a king step, is written in two legs, king first: "f0g0,k0f0".
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_XBOARD_NOTATION_H
#define BRINDLE_ENGINE_PROTOCOL_XBOARD_NOTATION_H

#include "bitboard/fen.h"
#include "bitboard/notation.h"

/* Writes a legal move; `first_rank` is 0 or 1.  Returns `text` (MOVE_TEXT_SIZE bytes at least). */
char *xboard_move_write(Move move, int first_rank, char *text);
/*
 * Finds the legal move that `text` spells.  Besides what is written above, a one-square castle may
 * be the king's taking its own rook, and castling SAN ("O-O-h1" with ranks from 1, "O-O").
 */
bool xboard_move_parse(const Position *pos, const char *text, int first_rank, Move *move,
                       Message *message);
/* Writes the position as FEN (FEN_SIZE bytes at least), with KQkq for KAka if asked. */
void xboard_fen_write(const Position *pos, int first_rank, bool king_queen_rights, char *text);
/*
 * Reads a FEN (fen_parse has the rest) whose en-passant squares count ranks from `first_rank`.
 * XBoard itself counts those of a pawn's double step from 1 whatever the board shows, so what makes
 * no sense by the one numbering is tried by the other.
 */
bool xboard_fen_parse(const char *text, const RuleSet *rules, int first_rank, Position *pos,
                      Message *message);

#endif
