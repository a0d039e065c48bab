/*
 * One game of an HTML report.
 */
#ifndef BRINDLE_ENGINE_REPORT_HTML_GAME_H
#define BRINDLE_ENGINE_REPORT_HTML_GAME_H

#include "engine/report/game_summary.h"

#include <stdio.h>

/* Writes <article id="gN">…</article>: players, figures, tags, graph, moves. */
void html_game_write(FILE *out, int number, const GameReview *review, const GameSummary *summary);
/* Its list of moves alone. */
void html_moves_write(FILE *out, const GameReview *review, const GameSummary *summary);

#endif
