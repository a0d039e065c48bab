/*
 * The course of a reviewed game as a curve: White's expected points, position by position, with
 * spots where inaccuracies, mistakes and blunders were made.
 */
#ifndef BRINDLE_ENGINE_REPORT_GAME_GRAPH_H
#define BRINDLE_ENGINE_REPORT_GAME_GRAPH_H

#include "engine/report/game_summary.h"

#include <stdio.h>

/* As a picture of its own (SVG).  False if memory is out or `out` has an error. */
bool game_graph_write(FILE *out, const GameReview *review);

/*
 * As an <svg> element for a page, to be stretched to any width and height: no words, no colours
 * (the page styles the classes of plot.h).  Position i of n stands at the fraction i / (n - 1) of
 * its width.
 */
void game_graph_write_inline(FILE *out, const GameReview *review, const GameSummary *summary);

#endif
