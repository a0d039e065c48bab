#include "engine/live_text.h"

#include <string.h>
#include <sys/ioctl.h>

void terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    const int known = ioctl(descriptor, TIOCGWINSZ, &size) == 0;
    *columns = known && size.ws_col > 0 ? size.ws_col : 80;
    *rows = known && size.ws_row > 0 ? size.ws_row : 24;
}

/* The bytes of at most `columns` characters of a line of UTF-8. */
static int bytes_within(const char *line, size_t length, int columns) {
    size_t bytes = 0;
    while (bytes < length && columns-- > 0)
        do
            bytes++;
        while (bytes < length && ((unsigned char)line[bytes] & 0xC0) == 0x80);
    return (int)bytes;
}

static void move_up(LiveText *live) {
    if (live->lines > 0)
        fprintf(live->out, "\033[%dA", live->lines);
    live->lines = 0;
}

void live_text_draw(LiveText *live, const char *text) {
    int columns, rows;
    terminal_size(fileno(live->out), &columns, &rows);
    move_up(live);
    while (*text != '\0' && live->lines < rows - 1) {
        const size_t length = strcspn(text, "\n");
        fprintf(live->out, "\033[2K%.*s\n", bytes_within(text, length, columns - 1), text);
        text += length + (text[length] == '\n');
        live->lines++;
    }
    fprintf(live->out, "\033[J");
    fflush(live->out);
}

void live_text_erase(LiveText *live) {
    if (live->lines == 0)
        return;
    move_up(live);
    fprintf(live->out, "\033[J");
    fflush(live->out);
}
