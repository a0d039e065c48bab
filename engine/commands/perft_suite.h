/*
 * All positions of the perft tables, counted, compared and timed.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_PERFT_SUITE_H
#define BRINDLE_ENGINE_COMMANDS_PERFT_SUITE_H

#include "engine/perft.h"

typedef struct {
    const char *path;     /* of a table in a file; NULL: those of the program, of all rule sets */
    const RuleSet *rules; /* of the file */
    PerftOptions options; /* but for the depth */
    uint64_t most_nodes;  /* greater counts are left out */
} PerftSuite;

/* Prints a line for each position, and how fast all together were.  False, and a message, if a
 * count is wrong, a line cannot be read, or it is interrupted. */
bool perft_suite_run(const PerftSuite *suite, Message *message);

#endif
