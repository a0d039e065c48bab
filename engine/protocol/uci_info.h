/*
 * What UCI says about a search that goes on: the "info" lines, without their ends.
 *
 * Each function fills in `text`, of the size named below, and returns it.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_UCI_INFO_H
#define BRINDLE_ENGINE_PROTOCOL_UCI_INFO_H

#include "engine/search/engine.h"

enum { UCI_INFO_SIZE = 4096, UCI_SCORE_SIZE = 64 };

/* "cp 35", "mate -3", and behind it "wdl 412 85 503", as the score means in the position `wdl`,
 * unless that is NULL. */
char *uci_score_write(Score score, const Position *wdl, char *text);
/* "info depth 9 seldepth 20 … pv …".  `wdl`: the position searched, or NULL, as above. */
char *uci_info_report(const SearchReport *report, const Position *wdl, char *text);
/* "info depth 9 currmove a2a3 currmovenumber 7". */
char *uci_info_current_move(int depth, Move move, int number, char *text);
/* "info nodes 5000000 nps 1700000 hashfull 130 time 2941". */
char *uci_info_status(const SearchStatus *status, char *text);

#endif
