/*
 * How far the reading of big files is: one line on stderr, if that is a terminal.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_READING_PROGRESS_H
#define BRINDLE_ENGINE_COMMANDS_READING_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool terminal;
    bool shown;
    int64_t total;       /* bytes of all files; -1 if one of them has no size, such as a pipe */
    int64_t done_before; /* bytes of the files that are done */
    int64_t started_ms, next_ms;
} ReadingProgress;

/* `files`: the names of all inputs, "-" among them for standard input. */
void reading_progress_start(ReadingProgress *progress, const char *const *files, int count);
/* Shows, now and then, that `bytes` of the present file and `games` of all are done. */
void reading_progress_show(ReadingProgress *progress, int64_t bytes, int64_t games);
/* The present file is done. */
void reading_progress_next_file(ReadingProgress *progress, int64_t bytes);
/* Wipes the line, so that something else can be printed. */
void reading_progress_clear(ReadingProgress *progress);

#endif
