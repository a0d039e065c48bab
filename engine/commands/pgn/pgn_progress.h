/*
 * How far the reading of big files is: one line on stderr, if that is a terminal.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_PGN_PGN_PROGRESS_H
#define BRINDLE_ENGINE_COMMANDS_PGN_PGN_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool terminal;
    bool shown;
    int64_t total;       /* bytes of all files; -1 if one of them has no size, such as a pipe */
    int64_t done_before; /* bytes of the files that are done */
    int64_t started_ms, next_ms;
} PgnProgress;

/* `files`: the names of all inputs, "-" among them for standard input. */
void pgn_progress_start(PgnProgress *progress, const char *const *files, int count);
/* Shows, now and then, that `bytes` of the present file and `games` of all are done. */
void pgn_progress_show(PgnProgress *progress, int64_t bytes, int64_t games);
/* The present file is done. */
void pgn_progress_next_file(PgnProgress *progress, int64_t bytes);
/* Wipes the line, so that something else can be printed. */
void pgn_progress_clear(PgnProgress *progress);

#endif
