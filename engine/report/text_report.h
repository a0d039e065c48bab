/*
 * A reviewed game as a table for people: who played whom, a line per move with its evaluation and
 * what it lost, and how well each side played.
 */
#ifndef BRINDLE_ENGINE_REPORT_TEXT_REPORT_H
#define BRINDLE_ENGINE_REPORT_TEXT_REPORT_H

#include "engine/analysis/game_review.h"

#include <stdio.h>

/* False if memory is out. */
bool text_report_write(FILE *out, const GameReview *review);

#endif
