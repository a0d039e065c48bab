/*
 * The heads of the sources that brindle-tune writes.
 */
#ifndef BRINDLE_TUNE_GENERATED_H
#define BRINDLE_TUNE_GENERATED_H

#include <stddef.h>
#include <stdio.h>

/* A comment: `what` the file is, and lines `about` where it comes from, which may be empty.  Any
 * text may be in them.  Errors of writing stay in `out`. */
void generated_head(FILE *out, const char *what, const char *about);

/* Today, as in 2026-11-30; empty if the clock does not say.  Returns `text`. */
char *generated_date(char text[32]);
/* The names of files, without their directories, as far as there is room.  Returns `text`. */
char *generated_sources(const char *const *files, int count, char *text, size_t size);

#endif
