/*
 * `brindle-bench compare`: two builds, run in turn, and what the difference is worth.
 */
#ifndef BRINDLE_BENCH_COMPARE_H
#define BRINDLE_BENCH_COMPARE_H

#include "engine/commands/command.h"

extern const Command COMMAND_COMPARE;

#endif
