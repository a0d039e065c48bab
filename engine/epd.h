/*
 * Positions as lines of Extended Position Description (S. J. Edwards, in the PGN standard of 1994).
 */
#ifndef BRINDLE_ENGINE_EPD_H
#define BRINDLE_ENGINE_EPD_H

#include "bitboard/message.h"
#include "bitboard/position.h"
#include "engine/search/score.h"

#include <stdint.h>
#include <stdio.h>

/* Writes the four fields and the operations that every line of ours has: hmvc, fmvn and variant.
 * The caller adds more, and ends the line. */
void epd_write(FILE *out, const Position *pos);

/* A score as ce has it: for the side to move, in centipawns, with mates counted down from 32767. */
enum { EPD_MATE = 32767 };
int epd_score(Score score);

/* One operation of a line: opcode and operands, which point into it. */
typedef struct {
    const char *opcode, *operands;
    int opcode_length, operands_length; /* bytes; the operands without blanks around them, and
                                           without quotes if all of them are one string */
} EpdOperation;

/*
 * Reads the operation that begins at *text and moves behind it and the blanks that follow.  False
 * if there is none: no opcode, or no ';' before the end of the line.
 */
bool epd_read_operation(const char **text, EpdOperation *operation);
/* Is this its opcode? */
bool epd_is(const EpdOperation *operation, const char *opcode);

/*
 * What a line says about its position beside the four fields.  The operations hmvc, fmvn and
 * variant stand behind the position, which cannot be read without the last of them: so a line is
 * read in two steps, by epd_begin, with epd_take for each operation, and epd_finish.
 */
typedef struct {
    const char *line;
    const RuleSet *rules;    /* by variant; as given until then, NULL if none was */
    int64_t clock, fullmove; /* -1: not said */
} EpdState;

/* Finds where the operations begin.  `rules` are those of lines that name no variant (NULL: there
 * are to be none).  False, and a message, if the line does not begin with a position. */
bool epd_begin(EpdState *state, const char *line, const RuleSet *rules, const char **operations,
               Message *message);
/* Notes what an operation says of these; others are passed over. */
bool epd_take(EpdState *state, const EpdOperation *operation, Message *message);
/* The position, by its rule set.  False, and a message, if none was named or they do not fit. */
bool epd_finish(const EpdState *state, Position *pos, Message *message);

#endif
