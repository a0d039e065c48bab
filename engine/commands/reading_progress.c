#include "engine/commands/reading_progress.h"

#include "engine/search/time.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nothing is shown of what takes less than FIRST_MS. */
enum { FIRST_MS = 1000, TICK_MS = 200 };

static int64_t size_of_file(const char *name) {
    struct stat about;
    const bool known =
        strcmp(name, "-") == 0 ? fstat(STDIN_FILENO, &about) == 0 : stat(name, &about) == 0;
    return known && S_ISREG(about.st_mode) ? (int64_t)about.st_size : -1;
}

void reading_progress_start(ReadingProgress *progress, const char *const *files, int count) {
    memset(progress, 0, sizeof *progress);
    progress->terminal = isatty(STDERR_FILENO) != 0;
    progress->started_ms = clock_ms();
    progress->next_ms = progress->started_ms + FIRST_MS;
    for (int i = 0; i < count && progress->total >= 0; i++) {
        const int64_t size = size_of_file(files[i]);
        progress->total = size >= 0 ? progress->total + size : -1;
    }
}

void reading_progress_show(ReadingProgress *progress, int64_t bytes, int64_t games) {
    if (!progress->terminal)
        return;
    const int64_t now = clock_ms();
    if (now < progress->next_ms)
        return;
    progress->next_ms = now + TICK_MS;
    progress->shown = true;
    const double seconds = (double)(now - progress->started_ms) / 1000,
                 done = (double)(progress->done_before + bytes), total = (double)progress->total;
    fprintf(stderr, "\r\033[K%" PRId64 " games, %.0f games/s, %.1f", games, (double)games / seconds,
            done / 1e6);
    if (progress->total > 0 && done > 0 && done <= total)
        fprintf(stderr, " of %.1f MB, %.0f s left", total / 1e6, seconds * (total - done) / done);
    else
        fprintf(stderr, " MB");
    fflush(stderr);
}

void reading_progress_next_file(ReadingProgress *progress, int64_t bytes) {
    progress->done_before += bytes;
}

void reading_progress_clear(ReadingProgress *progress) {
    if (progress->shown)
        fprintf(stderr, "\r\033[K");
    progress->shown = false;
}
