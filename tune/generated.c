#include "tune/generated.h"

#include <stdbool.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 97 }; /* behind " * ", as clang-format wants it */

/* Bytes of a line that are written as one: all of it, or up to the last blank that has room before
 * it. */
static size_t piece_of_line(const char *text, size_t length) {
    size_t piece = length;
    while (piece > COLUMNS) {
        size_t blank = piece - 1;
        while (blank > 0 && text[blank] != ' ')
            blank--;
        if (blank == 0)
            return piece;
        piece = blank;
    }
    return piece;
}

/* One line, in which nothing begins or ends a comment. */
static void write_comment_line(FILE *out, const char *text, size_t length) {
    fputs(length > 0 ? " * " : " *", out);
    for (size_t i = 0; i < length; i++) {
        const bool beside_slash =
            (i > 0 && text[i - 1] == '/') || (i + 1 < length && text[i + 1] == '/');
        fputc(text[i] == '*' && beside_slash ? '+' : text[i], out);
    }
    fputc('\n', out);
}

static void write_comment_lines(FILE *out, const char *text) {
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n"), piece = piece_of_line(text, length);
        write_comment_line(out, text, piece);
        text += piece;
        text += *text == '\n' || (piece < length && *text == ' ');
    }
}

void generated_head(FILE *out, const char *what, const char *about) {
    fputs("/*\n", out);
    write_comment_lines(out, what);
    if (*about != '\0')
        fputs(" *\n", out);
    write_comment_lines(out, about);
    fputs(" */\n", out);
}

char *generated_date(char text[32]) {
    const time_t now = time(NULL);
    struct tm parts;
    text[0] = '\0';
    if (localtime_r(&now, &parts) != NULL)
        strftime(text, 32, "%Y-%m-%d", &parts);
    return text;
}

char *generated_sources(const char *const *files, int count, char *text, size_t size) {
    enum { ROOM = 64 }; /* for a name, and for what stands in the place of those left out */
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < count && length + ROOM < size; i++) {
        const char *slash = strrchr(files[i], '/');
        length += (size_t)snprintf(text + length, size - length, "%s%.40s", i > 0 ? ", " : "",
                                   slash != NULL ? slash + 1 : files[i]);
        if (length + ROOM >= size && i + 1 < count)
            snprintf(text + length, size - length, ", …");
    }
    return text;
}
