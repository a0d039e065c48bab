/*
 * The board, the best lines and the time at the bottom of a terminal while an analysis goes on.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_LIVE_BOARD_H
#define BRINDLE_ENGINE_ANALYSIS_LIVE_BOARD_H

#include "bitboard/diagram.h"
#include "engine/live_text.h"
#include "engine/search/engine.h"

typedef struct {
    LiveText text;
    const Position *root;
    DiagramStyle style;
    SearchReport *lines;         /* the latest of each; depth 0: none yet */
    int line_count, drawn_count; /* lines, and those that the terminal is high enough for */
    bool with_board;             /* it is high enough for the board, too */
    bool shown;
    int64_t elapsed_ms;
} LiveBoard;

/* `root` must stay.  Where `out` is no terminal there is nothing to show but lines to leave.  False
 * if memory is out. */
bool live_board_init(LiveBoard *board, FILE *out, const Position *root, const DiagramStyle *style,
                     int multipv);
void live_board_free(LiveBoard *board);
/* What is known of one line now. */
void live_board_take(LiveBoard *board, const SearchReport *report);
/* Takes it away, so that something else can be printed … */
void live_board_hide(LiveBoard *board);
/* … and shows it again, if it was shown. */
void live_board_redraw(LiveBoard *board);
/* Shows it, with the time that has passed. */
void live_board_show(LiveBoard *board, int64_t elapsed_ms);
/* The board with the best move marked, where it stays. */
void live_board_leave(const LiveBoard *board, Move best);
/* All lines, where they stay. */
void live_board_leave_lines(const LiveBoard *board);

#endif
