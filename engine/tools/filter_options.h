/*
 * The filters of labelled positions as options, for all commands that read such positions.
 */
#ifndef BRINDLE_ENGINE_TOOLS_FILTER_OPTIONS_H
#define BRINDLE_ENGINE_TOOLS_FILTER_OPTIONS_H

#include "engine/commands/action.h"
#include "engine/data/positions.h"

/* For a table of options (action.h) that has --seed, too. */
/* clang-format off */
#define FILTER_OPTIONS(X, actions)                                                                     \
    X("--skip-plies", "N", actions, "leave out a game's first N half-moves after its opening (default 8)") \
    X("--keep-checks", NULL, actions, "positions in check are not left out") \
    X("--keep-noisy", NULL, actions, "nor those where the move played, or quiescence, takes or promotes") \
    X("--keep-duplicates", NULL, actions, "nor those that came before") \
    X("--most-score", "CP", actions, "leave out positions beyond ±CP (default 3000; 0: none)") \
    X("--least-men", "N", actions, "leave out positions with fewer men, kings included (default 0)") \
    X("--most-per-game", "N", actions, "at most N of a game, drawn by --seed (default 0: all)")
/* clang-format on */

/* What the options say, on top of the defaults.  False, and a message, if one has no good value. */
bool filter_options_read(const Arguments *arguments, PositionFilter *filter, Message *message);

#endif
