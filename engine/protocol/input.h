/*
 * What a protocol hears: lines of any length, and the words of a line.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_INPUT_H
#define BRINDLE_ENGINE_PROTOCOL_INPUT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *in;
    char *line; /* the one read last */
    size_t room;
    bool held; /* that line will be read once more */
} Input;

void input_init(Input *input, FILE *in);
void input_free(Input *input);
/* The next line without its end, to be changed at will until the next call; NULL at the end. */
char *input_line(Input *input);
/* Lets the next call of input_line give the same line again, for a reader that only looks ahead. */
void input_hold(Input *input);

/* Takes the next word out of a line (it ends up with a NUL behind it); NULL at the end. */
char *next_word(char **rest);
/* Cuts blanks off both ends of a text, in place; returns where it begins. */
char *trim_text(char *text);

#endif
