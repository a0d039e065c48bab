/*
 * A whole text file in memory.
 */
#ifndef BRINDLE_ENGINE_SESSION_INPUT_TEXT_H
#define BRINDLE_ENGINE_SESSION_INPUT_TEXT_H

#include "bitboard/message.h"

/* Reads a file, "-" for standard input; malloced.  NULL, and a message that names it, if it cannot
 * be read, is larger than 512 MiB or has a NUL byte in it. */
char *input_text_read(const char *path, Message *message);
/* Its name, for people. */
const char *input_text_name(const char *path);

#endif
