/*
 * Reviewed games as one HTML file that stands alone: boards, moves to click or step through, the
 * course of each game as a graph, and what the engine would have played.  It fetches nothing from
 * anywhere, and whatever a game's tags and comments hold is shown as text.
 *
 * Everything that takes knowledge of the rules is worked out here: a move says which squares it
 * changed, and the page's script only shows that.  For scripts and tests: a move is a
 * <button class="m">, and so is the start, which comes before the first; data-d lists the squares
 * that are different from the position before, each with its man as FEN has it or '.', those where
 * the move began and ended first ("b1.c3N"; the start's: all men); data-s is the rest of the
 * FEN; data-w White's expected points in permille; data-b the squares of the best move there and
 * data-l the best line; data-c the king in check; data-p what the move lost, in permille, where it
 * is called a mistake of any kind.
 */
#ifndef BRINDLE_ENGINE_REPORT_HTML_REPORT_H
#define BRINDLE_ENGINE_REPORT_HTML_REPORT_H

#include "engine/analysis/game_review.h"

#include <stdio.h>

typedef struct {
    FILE *out;
    FILE *index; /* rows of the list of games, kept in memory until the end */
    char *index_text;
    size_t index_size;
    int games;
} HtmlReport;

/*
 * A file of any number of games, one after the other: begin, add each game, end.  A review is not
 * looked at again once it was added, so that only one needs to be in memory.  Any text may be the
 * title; NULL is a plain one.  Each function is false if memory is out or `out` has an error;
 * html_report_end must follow a begin that succeeded, in any case.
 */
bool html_report_begin(HtmlReport *report, FILE *out, const char *title);
bool html_report_add(HtmlReport *report, const GameReview *review);
bool html_report_end(HtmlReport *report);

/* A file of one game; title NULL: who played. */
bool html_report_write(FILE *out, const GameReview *review, const char *title);

#endif
