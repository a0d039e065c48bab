/*
 * Where a protocol speaks: whole lines, one at a time, from any thread, with a copy to a log file.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_OUTPUT_H
#define BRINDLE_ENGINE_PROTOCOL_OUTPUT_H

#include "bitboard/message.h"

#include <pthread.h>
#include <stdio.h>

typedef struct {
    FILE *out;
    FILE *log; /* NULL: none */
    pthread_mutex_t mutex;
} Output;

void output_init(Output *o, FILE *out);
void output_close(Output *o);
/* Writes a line (printf-style; the newline is added) and flushes it. */
void output_line(Output *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Copies a line that came in to the log. */
void output_log_input(Output *o, const char *line);
/* Opens a log file for appending; an empty name ends logging.  False, and a message, if it cannot
 * be opened. */
bool output_set_log(Output *o, const char *file_name, Message *message);

#endif
