/*
 * A job's setup as bytes: words one after the other, each with a zero byte behind it.
 *
 * Both ends are the same version of the program, so the words need neither names nor a format of
 * their own: setup_read asks for them in the order in which setup_write wrote them.
 */
#ifndef BRINDLE_ENGINE_JOBS_SETUP_TEXT_H
#define BRINDLE_ENGINE_JOBS_SETUP_TEXT_H

#include "engine/jobs/job.h"

/* Writes a word, or a number as one. */
void setup_put(FILE *out, const char *word);
void setup_put_number(FILE *out, int64_t number);
/* Writes a whole setup into malloced bytes.  False, and a message, if that fails. */
bool setup_collect(const JobWork *work, const void *setup, Bytes *bytes, Message *message);

typedef struct {
    const char *at, *end;
    bool failed; /* there was no such word: what was returned since then means nothing */
} SetupText;

SetupText setup_text(const Bytes *bytes);
/* The next word, which belongs to the bytes; "" if there is none. */
const char *setup_take(SetupText *text);
/* The next word as a number; `least` if it is none or beyond the limits. */
int64_t setup_take_number(SetupText *text, int64_t least, int64_t most);
/* False, and a message, if something was missing or wrong. */
bool setup_taken(const SetupText *text, Message *message);

#endif
