/*
 * One clear sentence about what went wrong.
 *
 * Functions that can fail return false and fill in a Message which names the input and the place in
 * it; only the command front ends and the protocols print it.
 */
#ifndef BRINDLE_BITBOARD_MESSAGE_H
#define BRINDLE_BITBOARD_MESSAGE_H

#include <stdbool.h>

enum { MESSAGE_SIZE = 320 };

typedef struct {
    char text[MESSAGE_SIZE];
} Message;

/*
 * Sets the text (printf-style; truncated to MESSAGE_SIZE - 1 bytes, control bytes shown as '?').
 * `message` may be NULL.  Always returns false, so that a parser can write `return message_set(…)`.
 */
bool message_set(Message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
