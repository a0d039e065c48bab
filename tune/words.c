#include "tune/words.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_file(const Arguments *a, const char *const *file_options, int index) {
    for (int i = 0; i < a->positional_count; i++)
        if (a->positional[i] == a->argv[index])
            return true;
    for (int i = 0; file_options[i] != NULL && index > 0; i++)
        if (strcmp(a->argv[index - 1], file_options[i]) == 0)
            return true;
    return false;
}

/* The length of "--option=" in front of a file's name, if that is how it is given; else 0. */
static size_t option_length(const char *word, const char *const *file_options) {
    for (int i = 0; file_options[i] != NULL; i++) {
        const size_t length = strlen(file_options[i]);
        if (strncmp(word, file_options[i], length) == 0 && word[length] == '=')
            return length + 1;
    }
    return 0;
}

static char *absolute(const char *word, size_t option, const char *directory) {
    const char *name = word + option;
    const size_t size = strlen(word) + strlen(directory) + 2;
    char *text = malloc(size);
    if (text != NULL)
        snprintf(text, size, "%.*s%s%s%s", (int)option, word, name[0] == '/' ? "" : directory,
                 name[0] == '/' ? "" : "/", name);
    return text;
}

bool words_keep(Words *words, const Arguments *a, const char *const *file_options,
                Message *message) {
    char directory[PATH_MAX];
    *words = (Words){calloc((size_t)a->argc + 1, sizeof(char *)), 0};
    if (words->words == NULL)
        return message_set(message, "no memory");
    if (getcwd(directory, sizeof directory) == NULL)
        return message_set(message, "the current directory: %s", strerror(errno));
    for (int i = 0; i < a->argc; i++) {
        const char *word = a->argv[i];
        const size_t option = option_length(word, file_options);
        char *copy = option > 0 || is_file(a, file_options, i) ? absolute(word, option, directory)
                                                               : strdup(word);
        if (copy == NULL)
            return message_set(message, "no memory");
        words->words[words->count++] = copy;
    }
    return true;
}

void words_clear(Words *words) {
    for (int i = 0; i < words->count; i++)
        free(words->words[i]);
    free(words->words);
    *words = (Words){NULL, 0};
}
