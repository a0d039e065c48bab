#include "tune/errors_progress.h"

#include "engine/commands/command.h"

#include <unistd.h>

ErrorProgress error_progress_begin(void) {
    return (ErrorProgress){.text = {.out = stderr}, .shown = isatty(STDERR_FILENO) == 1};
}

bool error_progress_show(void *progress, int done, int total) {
    ErrorProgress *p = progress;
    char line[80];
    snprintf(line, sizeof line, "Standard errors: %d of %d parts done\n", done, total);
    if (p->shown)
        live_text_draw(&p->text, line);
    return !interrupted();
}

void error_progress_end(ErrorProgress *p) {
    if (p->shown)
        live_text_erase(&p->text);
}
