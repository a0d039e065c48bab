#include "engine/protocol/input.h"

#include <stdlib.h>
#include <string.h>

void input_init(Input *input, FILE *in) {
    *input = (Input){.in = in};
}

void input_free(Input *input) {
    free(input->line);
    input->line = NULL;
}

char *input_line(Input *input) {
    if (input->held) {
        input->held = false;
        return input->line;
    }
    ssize_t length = getline(&input->line, &input->room, input->in);
    if (length < 0)
        return NULL;
    while (length > 0 && (input->line[length - 1] == '\n' || input->line[length - 1] == '\r'))
        input->line[--length] = '\0';
    return input->line;
}

void input_hold(Input *input) {
    input->held = true;
}

char *next_word(char **rest) {
    char *word = *rest + strspn(*rest, " \t");
    if (*word == '\0') {
        *rest = word;
        return NULL;
    }
    char *end = word + strcspn(word, " \t");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

char *trim_text(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = '\0';
    return text;
}
