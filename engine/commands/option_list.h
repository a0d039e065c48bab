/*
 * All commands, actions and options as a table for programs: completions of shells, and the test
 * that holds the manual against it.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_OPTION_LIST_H
#define BRINDLE_ENGINE_COMMANDS_OPTION_LIST_H

#include "engine/commands/command.h"

/*
 * Prints what a command has, a line each, the fields between tabs, "-" for an empty one:
 *
 *   command NAME POSITIONAL SUMMARY
 *   action  COMMAND NAME FILES
 *   option  COMMAND NAME VALUE ACTIONS HELP      ACTIONS: that take it, with commas; "-" for all
 */
void option_list_print(const Command *command);

#endif
