#include "engine/terminal_style.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_utf8_locale(void) {
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL;
    }
    return false;
}

DiagramStyle terminal_style(FILE *out) {
    const int descriptor = fileno(out);
    const bool terminal = descriptor >= 0 && isatty(descriptor);
    return (DiagramStyle){.unicode = terminal && has_utf8_locale(),
                          .color = terminal && getenv("NO_COLOR") == NULL,
                          .black_side = false,
                          .last_move = MOVE_NONE};
}
