#include "engine/players/time_control.h"

#include "engine/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a number of seconds, perhaps behind "minutes:", from the start of `text`. */
static bool read_time(const char *text, const char **end, int64_t *ms) {
    double seconds = 0;
    for (int part = 0; part < 2; part++) {
        char *stop;
        if (*text < '0' || *text > '9')
            return false;
        errno = 0;
        const double number = strtod(text, &stop);
        const size_t digits = strspn(text, "0123456789.");
        if (errno != 0 || stop != text + digits || !isfinite(number) || number > 1e6)
            return false;
        seconds = seconds * 60 + number;
        text = stop;
        if (*text != ':' || part == 1)
            break;
        text++;
    }
    *end = text;
    *ms = (int64_t)llround(seconds * 1000);
    return true;
}

bool time_control_read_clock(const char *text, TimeControl *tc, Message *message) {
    const char *rest = text, *slash = strchr(text, '/');
    int64_t moves = 0, base = 0, increment = 0;
    if (strcmp(text, "inf") == 0) {
        tc->has_clock = false;
        return true;
    }
    if (slash != NULL) {
        char digits[16];
        snprintf(digits, sizeof digits, "%.*s", (int)(slash - text), text);
        if (!number_read("tc: the number of moves", digits, 1, 10000, &moves, message))
            return false;
        rest = slash + 1;
    }
    if (!read_time(rest, &rest, &base) ||
        (*rest == '+' && !read_time(rest + 1, &rest, &increment)) || *rest != '\0')
        return message_set(
            message, "tc: '%.60s' is not moves/time+increment, as 40/60+0.5, 10+0.1 or 1:30", text);
    if (base + increment < 1)
        return message_set(message, "tc: '%.60s' leaves no time at all", text);
    *tc = (TimeControl){.has_clock = true,
                        .moves = (int)moves,
                        .base_ms = base,
                        .increment_ms = increment,
                        .move_time_ms = tc->move_time_ms,
                        .nodes = tc->nodes,
                        .depth = tc->depth};
    return true;
}

bool time_control_read_seconds(const char *what, const char *text, int64_t *ms, Message *message) {
    const char *end = text;
    if (!read_time(text, &end, ms) || *end != '\0' || *ms < 1 || *ms > 1000000000)
        return message_set(message, "%s: '%.60s' is no number of seconds from 0.001 to 1000000",
                           what, text);
    return true;
}

char *time_control_write(const TimeControl *tc, char *text, size_t size) {
    int used = 0;
    if (tc->has_clock) {
        if (tc->moves > 0)
            used = snprintf(text, size, "%d/", tc->moves);
        used += snprintf(text + used, size - (size_t)used, "%.10g", (double)tc->base_ms / 1000);
        if (tc->increment_ms > 0)
            used += snprintf(text + used, size - (size_t)used, "+%.10g",
                             (double)tc->increment_ms / 1000);
    } else if (tc->move_time_ms > 0) {
        used = snprintf(text, size, "%.10g/move", (double)tc->move_time_ms / 1000);
    } else {
        used = snprintf(text, size, "-");
    }
    if (tc->nodes > 0)
        used += snprintf(text + used, size - (size_t)used, " nodes=%" PRIu64, tc->nodes);
    if (tc->depth > 0)
        snprintf(text + used, size - (size_t)used, " depth=%d", tc->depth);
    return text;
}
