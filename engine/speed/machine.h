/*
 * What a figure of speed was measured on: processor, compiler, memory pages.
 */
#ifndef BRINDLE_ENGINE_SPEED_MACHINE_H
#define BRINDLE_ENGINE_SPEED_MACHINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { MACHINE_TEXT_SIZE = 160 };

/* The processor's own name, "unknown processor" if the system does not tell.  Returns `text`. */
char *machine_processor(char text[MACHINE_TEXT_SIZE]);
/* "gcc 12.2.0" and the like, of this build. */
const char *machine_compiler(void);
/* The options that this build was compiled with, as far as they matter for its speed. */
const char *machine_flags(void);
/* How the kernel gives huge pages ("always", "madvise", "never"); "unknown" if it does not tell.
 * Returns `text`. */
char *machine_huge_page_mode(char text[MACHINE_TEXT_SIZE]);
/* KiB of this process's memory that lie in huge pages at the moment; -1 if the system does not
 * tell. */
int64_t machine_huge_page_kib(void);
/* A text as JSON has it, quotes included. */
void machine_json_string(FILE *out, const char *text);

#endif
