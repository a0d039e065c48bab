/*
 * How far the standard errors are: one line on stderr, if that is a terminal.
 */
#ifndef BRINDLE_TUNE_ERRORS_PROGRESS_H
#define BRINDLE_TUNE_ERRORS_PROGRESS_H

#include "engine/live_text.h"

#include <stdbool.h>

typedef struct {
    LiveText text;
    bool shown;
} ErrorProgress;

ErrorProgress error_progress_begin(void);
/* An ErrorPlan's listener, with the progress as its context; false after Ctrl-C. */
bool error_progress_show(void *progress, int done, int total);
void error_progress_end(ErrorProgress *progress);

#endif
