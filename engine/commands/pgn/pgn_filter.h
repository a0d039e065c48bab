/*
 * Which games of a file are wanted.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_PGN_PGN_FILTER_H
#define BRINDLE_ENGINE_COMMANDS_PGN_PGN_FILTER_H

#include "engine/commands/command.h"
#include "engine/pgn/pgn.h"

/* NULL: any.  Names are patterns in which '*' stands for any text. */
typedef struct {
    const char *player, *white, *black, *result, *termination;
    const RuleSet *variant;
    int64_t first, last;          /* numbers of games in their file */
    int64_t min_plies, max_plies; /* of the game, without variations */
} PgnFilter;

/* Reads --player, --white, --black, --result, --variant, --games, --min-plies, --max-plies and
 * --termination. */
bool pgn_filter_read(PgnFilter *filter, const Arguments *arguments, Message *message);
bool pgn_filter_admits(const PgnFilter *filter, const PgnGame *game);
/* True if no game behind this number in its file is wanted. */
bool pgn_filter_is_past(const PgnFilter *filter, int64_t number);

#endif
