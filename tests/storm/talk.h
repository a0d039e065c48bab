/*
 * A program that is talked with over pipes: what it says is read while it is being written to, so
 * that neither waits for the other for ever.
 */
#ifndef BRINDLE_TESTS_STORM_TALK_H
#define BRINDLE_TESTS_STORM_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "bitboard/message.h"

/* So long a silence where something is due means that the program hangs. */
enum { TALK_WAIT_MS = 300000 };

typedef struct {
    pid_t pid;
    int to, from; /* to: -1 once closed */
    bool ended;   /* its output has */
    char *heard;  /* since the last end of a line */
    size_t heard_size, heard_room;
    /* Gets each line as it arrives, without its end. */
    void (*on_line)(void *context, const char *line);
    void *context;
} Talk;

/* Starts `arguments[0]`, found by its path; its standard error is ours. */
bool talk_start(Talk *talk, char *const arguments[], Message *message);
/* False, with a message, if the program has ended or takes nothing any more. */
bool talk_say(Talk *talk, const char *text, size_t length, Message *message);
/* Hears what comes until `*done` is not 0. */
bool talk_await(Talk *talk, const int *done, Message *message);
/* Ends its input and hears all that still comes.  False unless it leaves with status 0.
 * `most_kib`: the most memory that it had. */
bool talk_end(Talk *talk, long *most_kib, Message *message);
/* Kills it, if need be. */
void talk_free(Talk *talk);

#endif
