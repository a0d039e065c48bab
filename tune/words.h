/*
 * A command line as a checkpoint keeps it: its files have names that are good from everywhere.
 */
#ifndef BRINDLE_TUNE_WORDS_H
#define BRINDLE_TUNE_WORDS_H

#include "engine/commands/command.h"

typedef struct {
    char **words;
    int count;
} Words;

/* The words of a command line, in which files and the values of `file_options` (ends with NULL) are
 * made absolute.  False, and a message, if that fails. */
bool words_keep(Words *words, const Arguments *arguments, const char *const *file_options,
                Message *message);
void words_clear(Words *words);

#endif
