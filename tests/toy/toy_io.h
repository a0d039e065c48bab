/*
 * Lines in and out of the toy engine, and the time.
 *
 * One thread does it all: input is polled for with a deadline, so that a toy that "thinks" still
 * hears a stop.
 */
#ifndef BRINDLE_TESTS_TOY_IO_H
#define BRINDLE_TESTS_TOY_IO_H

#include "tests/toy/toy_settings.h"

#include <stddef.h>

typedef struct {
    char *bytes; /* what was read and not yet given out, from `start` on */
    size_t start, end, room;
    bool at_end; /* of the stream */
} Input;

typedef enum { INPUT_LINE, INPUT_DEADLINE, INPUT_END } InputEvent;

enum { OUTPUT_ROOM = 1 << 16 };

typedef struct {
    const Settings *settings;
    int log; /* descriptor, or -1 */
    bool closed;
    bool gather; /* lines leave when the buffer is full, not one by one */
    size_t used;
    char bytes[OUTPUT_ROOM];
} Output;

/* Milliseconds of a clock that is never set. */
int64_t now_ms(void);
void sleep_ms(int64_t milliseconds);

/*
 * Waits for a line until `deadline_ms` (by now_ms; negative: for ever, or rather until nobody has
 * said anything for so long that the caller must have forgotten us).  On INPUT_LINE `*line` is the
 * line without its end, to be used before the next call.
 */
InputEvent input_line(Input *input, int64_t deadline_ms, char **line);
void input_close(Input *input);

/* False if the log that the settings ask for cannot be opened. */
bool output_open(Output *output, const Settings *settings);
void output_close(Output *output);
/* Writes a line (printf-style, at most OUTPUT_ROOM bytes) in the way of the settings. */
void out(Output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Bytes as they are, which may stay in the buffer. */
void out_bytes(Output *output, const char *bytes, size_t length);
void out_flush(Output *output);
/* Closes stdout; what is written from now on is dropped. */
void out_shut(Output *output);
/* A line to the log only: '<' read, '>' written, '!' a mistake of whoever talks to us. */
void output_log(const Output *output, char mark, const char *line);

/* Fills stderr with `bytes` bytes of chatter. */
void chatter(size_t bytes);

#endif
