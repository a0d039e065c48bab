/*
 * Commands whose first word says which of several things to do: `brindle pgn check`, `brindle book
 * expand`, …  What can be done, which files each takes and which options go with it stand in
 * tables; the command line is held against them in one place.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_ACTION_H
#define BRINDLE_ENGINE_COMMANDS_ACTION_H

#include "engine/commands/command.h"

/* The first member of what a command knows of an action. */
typedef struct ActionSpec {
    const char *name;
    const char *files; /* what it takes, for messages: "OUT FILE…" */
    int least_files, most_files;
} ActionSpec;

/*
 * A command's options with the actions that take them, as a macro of rows X(name, value name,
 * actions, help).  Action number n of the command's table is the bit 1 << n.
 */
#define ACTION_OPTION_SPEC(name, value_name, actions, help)  {name, value_name, help},
#define ACTION_OPTION_TAKER(name, value_name, actions, help) (actions),

/*
 * The action of the command that the command line's first word names.  NULL, and a message, if
 * there is no such action, an option does not go with it, or it has too few files or too many.
 */
const ActionSpec *action_find(const Arguments *arguments, Message *message);

/*
 * How it ended, for people and as an exit status.  `done`: all of it, and otherwise the message
 * says why not; `misused`: the command line is to blame; `faults`: of its input, told of before.
 */
int action_end(const Arguments *arguments, bool done, bool misused, uint64_t faults,
               const Message *message);

#endif
