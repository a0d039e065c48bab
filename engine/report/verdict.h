/*
 * Verdicts in words.
 */
#ifndef BRINDLE_ENGINE_REPORT_VERDICT_H
#define BRINDLE_ENGINE_REPORT_VERDICT_H

#include "engine/analysis/game_review.h"

enum { MOVE_NAME_SIZE = 48 };

/* "Blunder", "Blunders"; "" for VERDICT_NONE. */
const char *verdict_name(Verdict verdict);
const char *verdict_plural(Verdict verdict);
/* The name of its style in pictures and pages: plot.h's for spots; "" for VERDICT_NONE. */
const char *verdict_style(Verdict verdict);
/* What stands behind a move: "!" of $1 … "?!" of $6, "" of any other annotation. */
const char *nag_mark(uint8_t nag);
/* The engine's mark for main-line move i, or else the one that the game has already. */
const char *move_mark(const PgnMove *move, Verdict verdict);
/* "12. Wd3??", "12... Wd3": a legal move with its number.  Returns `text` (MOVE_NAME_SIZE bytes).
 */
char *move_name_write(const Position *pos, Move move, const char *mark, char *text);

#endif
