/*
 * brindle-tune as a command.
 */
#ifndef BRINDLE_TUNE_TUNE_COMMAND_H
#define BRINDLE_TUNE_TUNE_COMMAND_H

#include "engine/commands/command.h"

extern const Command COMMAND_TUNE;

#endif
