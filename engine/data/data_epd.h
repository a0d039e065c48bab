/*
 * Labelled positions as lines of EPD.
 *
 * The result is for White, whoever moves.  It is written as c9 "1-0".  Read are c0 … c9 and
 * result, with a result ("1-0", "0-1", "1/2-1/2") or points (1, 1.0, 0.5, 0, 0.0) with or without
 * quotes, and the same in brackets in the place of operations: [1.0].
 * The score is ce, in centipawns for the side to move; a mate in n half-moves is 32767 - n.
 * variant names the rule set, hmvc and fmvn are the clocks.
 */
#ifndef BRINDLE_ENGINE_DATA_DATA_EPD_H
#define BRINDLE_ENGINE_DATA_DATA_EPD_H

#include "engine/data/data_game.h"

#include <stdio.h>

/* Writes a line.  `score` from White's view; SCORE_NONE is left out. */
void data_epd_write(FILE *out, const Position *pos, int result, Score score);
/*
 * Reads a line (without its end) as a game without moves.  `rules` are those of lines that do not
 * say; NULL: such lines are refused.  False, and a message, if it is no such line.
 */
bool data_epd_read(const char *line, const RuleSet *rules, DataGame *game, Message *message);

#endif
