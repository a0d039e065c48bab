/*
 * A match in words: a line for each game, and the table of how it stands.
 */
#ifndef BRINDLE_ENGINE_MATCH_REPORT_H
#define BRINDLE_ENGINE_MATCH_REPORT_H

#include "engine/match/match.h"

/* "Finished game 12 (A vs B): 1-0 {White mates}". */
void report_game(FILE *out, const GameRecord *record);
/* Two engines: the score between them.  More: a rating list.  With what each engine did, and the
 * SPRT if there is one. */
void report_table(FILE *out, const MatchState *state);
/* "123 of 2000 games, 341 games an hour, 5:30:12 left". */
void report_progress(FILE *out, const MatchState *state);
/* What the runner itself cost: time between turns and processor time. */
void report_runner(FILE *out, const MatchState *state);

#endif
