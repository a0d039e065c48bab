#include "tests/toy/toy_io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    FIRST_INPUT_ROOM = 1 << 12,
    /* Whoever says nothing for so long has died and left a copy of our stdin in another process. */
    FORGOTTEN_MS = 10 * 60 * 1000
};

int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void sleep_ms(int64_t milliseconds) {
    struct timespec left = {.tv_sec = (time_t)(milliseconds / 1000),
                            .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        continue;
}

/* ---- Input ---- */

/* Reads what is there; the caller has seen that something is. */
static void fill(Input *input) {
    if (input->start > 0) {
        memmove(input->bytes, input->bytes + input->start, input->end - input->start);
        input->end -= input->start;
        input->start = 0;
    }
    if (input->end == input->room) {
        input->room = input->room == 0 ? FIRST_INPUT_ROOM : 2 * input->room;
        char *grown = realloc(input->bytes, input->room);
        if (grown == NULL)
            abort();
        input->bytes = grown;
    }
    const ssize_t got = read(STDIN_FILENO, input->bytes + input->end, input->room - input->end);
    if (got > 0)
        input->end += (size_t)got;
    else if (got == 0 || errno != EINTR)
        input->at_end = true;
}

/* A line from what was read before. */
static bool take_line(Input *input, char **line) {
    if (input->start == input->end)
        return false;
    char *first = input->bytes + input->start;
    char *end = memchr(first, '\n', input->end - input->start);
    if (end == NULL)
        return false;
    input->start = (size_t)(end + 1 - input->bytes);
    if (end > first && end[-1] == '\r')
        end--;
    *end = '\0';
    *line = first;
    return true;
}

InputEvent input_line(Input *input, int64_t deadline_ms, char **line) {
    const int64_t forgotten = now_ms() + FORGOTTEN_MS;
    while (!take_line(input, line)) {
        if (input->at_end)
            return INPUT_END;
        const int64_t until = deadline_ms >= 0 ? deadline_ms : forgotten, left = until - now_ms();
        if (left <= 0)
            return deadline_ms >= 0 ? INPUT_DEADLINE : INPUT_END;
        struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&ready, 1, left < FORGOTTEN_MS ? (int)left : FORGOTTEN_MS) > 0)
            fill(input);
    }
    return INPUT_LINE;
}

void input_close(Input *input) {
    free(input->bytes);
    *input = (Input){0};
}

/* ---- Output ---- */

bool output_open(Output *output, const Settings *settings) {
    output->settings = settings;
    output->closed = output->gather = false;
    output->used = 0;
    output->log = -1;
    if (settings->log != NULL)
        output->log = open(settings->log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    return settings->log == NULL || output->log >= 0;
}

void output_close(Output *output) {
    out_flush(output);
    if (output->log >= 0)
        close(output->log);
    output->log = -1;
}

void out_flush(Output *output) {
    const char *bytes = output->bytes;
    while (output->used > 0 && !output->closed) {
        const ssize_t written =
            write(STDOUT_FILENO, bytes, output->settings->split != 0 ? 1 : output->used);
        if (written > 0) {
            bytes += written;
            output->used -= (size_t)written;
        } else if (written < 0 && errno != EINTR) {
            /* Nobody reads us any more: the end of stdin will tell us to leave. */
            output->closed = true;
        }
    }
    output->used = 0;
}

void out_bytes(Output *output, const char *bytes, size_t length) {
    while (length > 0) {
        if (output->used == OUTPUT_ROOM)
            out_flush(output);
        const size_t room = OUTPUT_ROOM - output->used, part = length < room ? length : room;
        memcpy(output->bytes + output->used, bytes, part);
        output->used += part;
        bytes += part;
        length -= part;
    }
}

static void write_line(Output *output, const char *line) {
    const bool blanks = output->settings->blanks != 0, crlf = output->settings->crlf != 0;
    for (const char *p = line; *p != '\0'; p++)
        if (blanks && *p == ' ')
            out_bytes(output, "  \t", 3);
        else
            out_bytes(output, p, 1);
    if (blanks)
        out_bytes(output, " ", 1);
    out_bytes(output, crlf ? "\r\n" : "\n", crlf ? 2 : 1);
    if (!output->gather)
        out_flush(output);
}

void out(Output *output, const char *format, ...) {
    char line[OUTPUT_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (!output->gather)
        output_log(output, '>', line);
    write_line(output, line);
}

void out_shut(Output *output) {
    out_flush(output);
    close(STDOUT_FILENO);
    output->closed = true;
}

void output_log(const Output *output, char mark, const char *line) {
    if (output->log >= 0)
        dprintf(output->log, "%ld %c %s\n", (long)getpid(), mark, line);
}

void chatter(size_t bytes) {
    static const char line[] = "toy: bestmove a1a1, uciok, pong 1, 1-0 {all of it noise}\n";
    for (size_t written = 0; written < bytes; written += sizeof line - 1)
        fwrite(line, 1, sizeof line - 1, stderr);
}
