#include "engine/commands/step_progress.h"

#include "engine/number.h"
#include "engine/search/time.h"

#include <stdio.h>
#include <unistd.h>

void step_progress_start(StepProgress *p) {
    *p = (StepProgress){.terminal = isatty(STDERR_FILENO) == 1, .started_ms = clock_ms()};
}

void step_progress_show(StepProgress *p, int done, int total, const char *rate) {
    char left[32];
    const int done_now = done - p->done_before;
    if (!p->terminal)
        return;
    const double seconds = (double)(clock_ms() - p->started_ms) / 1000;
    fprintf(stderr, "\r\033[K%d of %d", done, total);
    if (done_now > 0)
        fprintf(stderr, ", %s, %s left", rate,
                duration_write(seconds * (total - done) / done_now, left, sizeof left));
    fflush(stderr);
    p->shown = true;
}

void step_progress_clear(StepProgress *p) {
    if (p->shown)
        fprintf(stderr, "\r\033[K");
    p->shown = false;
}
