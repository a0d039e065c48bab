/*
 * Perft in a thread of its own, while this one watches the terminal and the user's Ctrl-C.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_PERFT_WATCH_H
#define BRINDLE_ENGINE_COMMANDS_PERFT_WATCH_H

#include "engine/perft.h"

/*
 * Counts as perft_run does, and shows how far it is on a terminal.  False, and a message, if it
 * cannot count or is interrupted.
 */
bool perft_watch(const Position *pos, const PerftOptions *options, PerftResult *result,
                 int64_t *elapsed_us, Message *message);

#endif
