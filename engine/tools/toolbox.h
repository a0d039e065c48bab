/*
 * What the tools library (matches, books, data: all that needs SQLite, JSON or compression) adds to
 * the program.
 */
#ifndef BRINDLE_ENGINE_TOOLS_TOOLBOX_H
#define BRINDLE_ENGINE_TOOLS_TOOLBOX_H

#include "engine/commands/command.h"

extern const Toolbox TOOLBOX;

extern const Command COMMAND_MATCH, COMMAND_SPRT, COMMAND_ELO, COMMAND_SPSA, COMMAND_DATAGEN,
    COMMAND_DATA, COMMAND_BOOK, COMMAND_PEERS;

#endif
