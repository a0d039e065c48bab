/*
 * The filters of labelled positions as options, for all commands that read such positions.
 */
#ifndef BRINDLE_ENGINE_TOOLS_FILTER_OPTIONS_H
#define BRINDLE_ENGINE_TOOLS_FILTER_OPTIONS_H

#include "engine/commands/command.h"
#include "engine/data/positions.h"

/* For the tables of commands, which have an option --seed, too. */
/* clang-format off */
#define FILTER_OPTIONS                                                                          \
    {"--skip-plies", "N", "leave out a game's first N half-moves after its opening (default 8)"}, \
    {"--keep-checks", NULL, "positions in check are not left out"},                             \
    {"--keep-noisy", NULL, "nor those where the move played, or quiescence, takes or promotes"}, \
    {"--keep-duplicates", NULL, "nor those that came before"},                                  \
    {"--most-score", "CP", "leave out positions beyond ±CP (default 3000; 0: none)"},           \
    {"--least-men", "N", "leave out positions with fewer men, kings included (default 0)"},     \
    {"--most-per-game", "N", "at most N of a game, drawn by --seed (default 0: all)"}
/* clang-format on */

/* What the options say, on top of the defaults.  False, and a message, if one has no good value. */
bool filter_options_read(const Arguments *arguments, PositionFilter *filter, Message *message);

#endif
