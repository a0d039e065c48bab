#include "engine/live_text.h"

#include <string.h>
#include <sys/ioctl.h>

void terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    const int known = ioctl(descriptor, TIOCGWINSZ, &size) == 0;
    *columns = known && size.ws_col > 0 ? size.ws_col : 80;
    *rows = known && size.ws_row > 0 ? size.ws_row : 24;
}

/* The bytes of what begins here: a character of UTF-8, or an escape sequence that colours text. */
static size_t bytes_of_next(const char *line, size_t length) {
    size_t bytes = 1;
    if (length > 1 && line[0] == '\033' && line[1] == '[') {
        for (bytes = 2; bytes < length && (line[bytes] < '@' || line[bytes] > '~');)
            bytes++;
        return bytes < length ? bytes + 1 : length;
    }
    while (bytes < length && ((unsigned char)line[bytes] & 0xC0) == 0x80)
        bytes++;
    return bytes;
}

/* The bytes of at most `columns` characters of a line. */
static size_t bytes_within(const char *line, size_t length, int columns) {
    size_t bytes = 0;
    while (bytes < length && (columns > 0 || line[bytes] == '\033')) {
        columns -= line[bytes] != '\033';
        bytes += bytes_of_next(line + bytes, length - bytes);
    }
    return bytes;
}

/* To the beginning of the first line; a terminal may have shown a typed ^C where the cursor was. */
static void move_up(LiveText *live) {
    if (live->lines > 0)
        fprintf(live->out, "\r\033[%dA", live->lines);
    live->lines = 0;
}

void live_text_draw(LiveText *live, const char *text) {
    int columns, rows;
    terminal_size(fileno(live->out), &columns, &rows);
    move_up(live);
    while (*text != '\0' && live->lines < rows - 1) {
        const size_t length = strcspn(text, "\n");
        fprintf(live->out, "\033[2K%.*s\n", (int)bytes_within(text, length, columns - 1), text);
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
