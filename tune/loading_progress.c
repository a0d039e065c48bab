#include "tune/loading_progress.h"

#include "engine/number.h"
#include "engine/players/clock.h"

#include <inttypes.h>
#include <unistd.h>

enum { DRAW_MS = 250 };

LoadingProgress loading_progress_begin(void) {
    const int64_t now = clock_ns();
    return (LoadingProgress){.text = {.out = stderr},
                             .shown = isatty(STDERR_FILENO) == 1,
                             .started_ns = now,
                             .drawn_ns = now};
}

void loading_progress_show(LoadingProgress *p, uint64_t positions, double part) {
    const int64_t now = clock_ns();
    if (!p->shown || now - p->drawn_ns < (int64_t)DRAW_MS * NS_PER_MS)
        return;
    const double seconds = (double)(now - p->started_ns) / (double)NS_PER_SECOND;
    char line[160], left[32] = "";
    if (part > 0)
        duration_write(seconds * (1 - part) / part, left, sizeof left);
    snprintf(line, sizeof line, "Reading: %" PRIu64 " positions, %.0f/s, %.0f%%, %s left\n",
             positions, (double)positions / seconds, 100 * part, left);
    live_text_draw(&p->text, line);
    p->drawn_ns = now;
}

void loading_progress_end(LoadingProgress *p) {
    if (p->shown)
        live_text_erase(&p->text);
}
