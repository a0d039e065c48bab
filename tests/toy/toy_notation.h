/*
 * Moves and positions as the two protocols spell them.
 */
#ifndef BRINDLE_TESTS_TOY_NOTATION_H
#define BRINDLE_TESTS_TOY_NOTATION_H

#include "bitboard/position.h"

enum { SPELLING_SIZE = 32 };

typedef struct {
    int first_rank; /* the number of White's first rank: 1, or 0 in XBoard on ten ranks */
    bool two_legs;  /* a one-square castle is "f0g0,k0f0" and not the king taking its rook */
    bool upper;     /* promotion letters */
} Spelling;

/* Returns `text` (SPELLING_SIZE bytes). */
char *spelling_write(Spelling spelling, Move move, char *text);
/* Finds the legal move spelled exactly so, with a promotion letter in lower case. */
bool spelling_read(Spelling spelling, const Position *pos, const char *text, Move *move);
/*
 * Two squares (and a letter) in the same spelling which are no legal move; always the same for a
 * position.
 */
char *spelling_write_illegal(Spelling spelling, const Position *pos, char *text);
/* As fen_parse, for a FEN whose en-passant squares are spelled so. */
bool spelling_read_fen(Spelling spelling, const char *text, const RuleSet *rules, Position *pos,
                       Message *message);

#endif
