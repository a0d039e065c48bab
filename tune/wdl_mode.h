/*
 * brindle-tune --wdl: fits the curves of expected wins, draws and losses (wdl.h) to games.
 */
#ifndef BRINDLE_TUNE_WDL_MODE_H
#define BRINDLE_TUNE_WDL_MODE_H

#include "engine/commands/command.h"

/* Returns the exit status. */
int wdl_run(const Arguments *given);

#endif
