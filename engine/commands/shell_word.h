/*
 * Words as a shell takes them, for commands that people copy.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_SHELL_WORD_H
#define BRINDLE_ENGINE_COMMANDS_SHELL_WORD_H

#include <stdio.h>

/* Prints the word, in quotes if it needs them. */
void shell_word_print(FILE *out, const char *word);

#endif
