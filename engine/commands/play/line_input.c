#include "engine/commands/play/line_input.h"

#include "engine/search/time.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_MS = 100 /* how long a signal may go unseen that came just before the wait */ };

void line_input_init(LineInput *input, int descriptor) {
    memset(input, 0, sizeof *input);
    input->descriptor = descriptor;
}

/* Hands out the first `length` bytes and drops `skipped` more. */
static void take(LineInput *in, size_t length, size_t skipped) {
    const size_t used = length + skipped;
    memcpy(in->line, in->bytes, length);
    in->line[length] = '\0';
    if (length > 0 && in->line[length - 1] == '\r')
        in->line[--length] = '\0';
    for (size_t i = 0; i < length; i++)
        if (in->line[i] == '\t')
            in->line[i] = ' ';
        else if ((unsigned char)in->line[i] < ' ' || in->line[i] == 127)
            in->line[i] = '?';
    in->length -= used;
    memmove(in->bytes, in->bytes + used, in->length);
}

/* True if a whole line, or all there is at the end, or too much was there and is handed out. */
static bool hand_out(LineInput *in) {
    const char *end = memchr(in->bytes, '\n', in->length);
    if (end != NULL)
        take(in, (size_t)(end - in->bytes), 1);
    else if (in->length == LINE_MAX_BYTES || (in->ended && in->length > 0))
        take(in, in->length, 0);
    else
        return false;
    return true;
}

LineStatus line_input_read(LineInput *in, int64_t deadline_ms, bool (*interrupted)(void)) {
    for (;;) {
        if (interrupted())
            return LINE_INTERRUPTED;
        if (clock_ms() >= deadline_ms)
            return LINE_TOO_LATE;
        if (hand_out(in))
            return LINE_READ;
        if (in->ended)
            return LINE_END;
        struct pollfd wait = {.fd = in->descriptor, .events = POLLIN};
        const int64_t left = deadline_ms - clock_ms();
        const int ready = poll(&wait, 1, left < LOOK_MS ? (left > 0 ? (int)left : 0) : LOOK_MS);
        if (ready <= 0)
            continue; /* time to look up, or a signal */
        const ssize_t count =
            read(in->descriptor, in->bytes + in->length, LINE_MAX_BYTES - in->length);
        if (count > 0)
            in->length += (size_t)count;
        else if (count == 0 || (errno != EINTR && errno != EAGAIN))
            in->ended = true;
    }
}
