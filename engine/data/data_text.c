#include "engine/data/data_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What may differ between two parts of one run. */
static const char CREATED_BY[] = "created-by";

bool data_text_add(ByteBuffer *text, const char *key, const char *format, ...) {
    char value[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    for (char *c = value; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    return buffer_add(text, key, strlen(key)) && buffer_add(text, " ", 1) &&
           buffer_add(text, value, strlen(value)) && buffer_add(text, "\n", 1);
}

/* The line of a key, NULL if there is none. */
static const char *find_line(const char *text, const char *key, size_t key_length) {
    while (*text != '\0') {
        if (strncmp(text, key, key_length) == 0 && text[key_length] == ' ')
            return text;
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return NULL;
}

static bool is_same_line(const char *a, const char *b) {
    const size_t length = strcspn(a, "\n");
    return b != NULL && strcspn(b, "\n") == length && memcmp(a, b, length) == 0;
}

char *data_text_difference(const char *a, const char *b, char *key, size_t size) {
    key[0] = '\0';
    for (const char *line = a; *line != '\0' && key[0] == '\0';) {
        const size_t key_length = strcspn(line, " \n");
        if (!(key_length == sizeof CREATED_BY - 1 && memcmp(line, CREATED_BY, key_length) == 0) &&
            !is_same_line(line, find_line(b, line, key_length)))
            snprintf(key, size, "%.*s", (int)key_length, line);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return key;
}

bool data_text_is_same(const char *a, const char *b) {
    char key[64];
    return data_text_difference(a, b, key, sizeof key)[0] == '\0' &&
           data_text_difference(b, a, key, sizeof key)[0] == '\0';
}

bool data_text_value(const char *text, const char *key, char *value, size_t size) {
    const char *line = find_line(text, key, strlen(key));
    if (line == NULL)
        return false;
    line += strlen(key) + 1;
    snprintf(value, size, "%.*s", (int)strcspn(line, "\n"), line);
    return true;
}
