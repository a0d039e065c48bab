/*
 * How far reading and tracing are: one line on stderr, if that is a terminal.
 */
#ifndef BRINDLE_TUNE_LOADING_PROGRESS_H
#define BRINDLE_TUNE_LOADING_PROGRESS_H

#include "engine/live_text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    LiveText text;
    bool shown;
    int64_t started_ns, drawn_ns;
} LoadingProgress;

LoadingProgress loading_progress_begin(void);
/* `part`: of all, 0 … 1. */
void loading_progress_show(LoadingProgress *progress, uint64_t positions, double part);
void loading_progress_end(LoadingProgress *progress);

#endif
