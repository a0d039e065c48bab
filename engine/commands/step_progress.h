/*
 * How far a job of counted steps is: one line on stderr, if that is a terminal.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_STEP_PROGRESS_H
#define BRINDLE_ENGINE_COMMANDS_STEP_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool terminal, shown;
    int64_t started_ms;
    int done_before; /* steps that took no time: an earlier run did them */
} StepProgress;

void step_progress_start(StepProgress *progress);
/* `done` of `total` steps; `rate` is what else there is to say.  The time left is what the steps
 * done so far make one expect. */
void step_progress_show(StepProgress *progress, int done, int total, const char *rate);
/* Wipes the line, so that something else can be printed. */
void step_progress_clear(StepProgress *progress);

#endif
