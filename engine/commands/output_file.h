/*
 * A file that is there as a whole or not at all: written under a temporary name beside its place
 * and renamed when it is complete.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_OUTPUT_FILE_H
#define BRINDLE_ENGINE_COMMANDS_OUTPUT_FILE_H

#include "bitboard/message.h"

#include <stdio.h>

typedef struct {
    FILE *file;
    char *path, *temporary; /* NULL for stdout; no temporary for what is no regular file */
} OutputFile;

/*
 * Opens `path` for writing; NULL or "-" is stdout.  Links are followed; a device or a pipe is
 * written directly.  False, and a message that names the file, if it cannot be opened.
 */
bool output_file_open(OutputFile *output, const char *path, Message *message);
/* The same for a file that must not be there yet, nor be stdout; `what` it is, for messages. */
bool output_file_open_new(OutputFile *output, const char *path, const char *what, Message *message);
/* False, and a message that names the file, if something could not be written so far. */
bool output_file_check(const OutputFile *output, Message *message);
/* Writes everything out and gives the file its name.  On a failure there is no file. */
bool output_file_commit(OutputFile *output, Message *message);
/* Throws away what has been written; does nothing after a commit. */
void output_file_discard(OutputFile *output);

#endif
