#include "engine/session/input_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 512 << 20 };

const char *input_text_name(const char *path) {
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* All that is there, with a NUL byte behind it; NULL and errno if that fails. */
static char *read_all(FILE *in, size_t *size) {
    size_t room = 1 << 16;
    char *text = malloc(room);
    *size = 0;
    while (text != NULL) {
        *size += fread(text + *size, 1, room - *size - 1, in);
        if (*size < room - 1)
            break;
        if (room > MOST_BYTES) {
            errno = EFBIG;
            break;
        }
        room *= 2;
        char *larger = realloc(text, room);
        if (larger == NULL) {
            free(text);
            return NULL;
        }
        text = larger;
    }
    if (text == NULL || ferror(in) != 0 || *size >= room - 1) {
        free(text);
        return NULL;
    }
    text[*size] = '\0';
    return text;
}

char *input_text_read(const char *path, Message *message) {
    const char *name = input_text_name(path);
    size_t size = 0;
    errno = 0;
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *text = in != NULL ? read_all(in, &size) : NULL;
    if (text == NULL)
        message_set(message, "%.200s: %s", name, strerror(errno != 0 ? errno : ENOMEM));
    if (in != NULL && in != stdin)
        fclose(in);
    if (text != NULL && memchr(text, '\0', size) != NULL) {
        message_set(message, "%.200s: there is a NUL byte in it", name);
        free(text);
        return NULL;
    }
    return text;
}
