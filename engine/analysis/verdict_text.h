/*
 * Verdicts in words, and the reviewed game as a table for people.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_VERDICT_TEXT_H
#define BRINDLE_ENGINE_ANALYSIS_VERDICT_TEXT_H

#include "engine/analysis/game_review.h"

/* "Inaccuracy", "Mistake", "Blunder"; "" for VERDICT_NONE. */
const char *verdict_word(Verdict verdict);
/* "?!", "?", "??"; "". */
const char *verdict_mark(Verdict verdict);

/* Who played whom, a line per move with its evaluation and what it lost, and a count by player. */
void game_review_write(FILE *out, const GameReview *review);

#endif
