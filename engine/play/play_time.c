#include "engine/play/play_time.h"

#include "engine/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double MINUTES_MAX = 10000, SECONDS_MAX = 100000;

static int64_t ms_of(double seconds) {
    return (int64_t)llround(seconds * 1000);
}

static bool read_clock(const char *text, const char *plus, PlayTime *time, Message *message) {
    char minutes_text[32];
    double minutes, seconds;
    snprintf(minutes_text, sizeof minutes_text, "%.*s", (int)(plus - text), text);
    if (!number_read_real("the minutes of a clock such as 5+3", minutes_text, 0, MINUTES_MAX,
                          &minutes, message) ||
        !number_read_real("the seconds a move of a clock such as 5+3", plus + 1, 0, SECONDS_MAX,
                          &seconds, message))
        return false;
    *time = (PlayTime){
        .has_clock = true, .base_ms = ms_of(minutes * 60), .increment_ms = ms_of(seconds)};
    /* The first move needs some time before the increment comes. */
    return time->base_ms > 0 || message_set(message, "'%.40s' leaves no time at all", text);
}

bool play_time_read(const char *text, PlayTime *time, Message *message) {
    const char *plus = strchr(text, '+');
    double seconds;
    if (strcmp(text, "none") == 0) {
        *time = (PlayTime){.has_clock = false};
        return true;
    }
    if (plus != NULL)
        return read_clock(text, plus, time, message);
    if (!number_read_real("the time: a clock such as 5+3, none, or seconds a move", text, 0.001,
                          SECONDS_MAX, &seconds, message))
        return false;
    *time = (PlayTime){.move_time_ms = ms_of(seconds)};
    return true;
}

char *play_time_write(const PlayTime *time, char text[PLAY_TIME_SIZE]) {
    if (time->has_clock)
        snprintf(text, PLAY_TIME_SIZE, "%g min + %g s a move on each clock",
                 (double)time->base_ms / 60000, (double)time->increment_ms / 1000);
    else if (time->move_time_ms > 0)
        snprintf(text, PLAY_TIME_SIZE, "%g s for each of Brindle's moves",
                 (double)time->move_time_ms / 1000);
    else
        snprintf(text, PLAY_TIME_SIZE, "no clocks");
    return text;
}

char *play_time_write_tag(const PlayTime *time, char text[PLAY_TIME_SIZE]) {
    if (time->has_clock)
        snprintf(text, PLAY_TIME_SIZE, "%g+%g", (double)time->base_ms / 1000,
                 (double)time->increment_ms / 1000);
    else
        snprintf(text, PLAY_TIME_SIZE, "-");
    return text;
}

bool play_time_read_tag(const char *text, PlayTime *time) {
    char *end;
    const double base = strtod(text, &end);
    const char *increment_text = end + 1;
    const bool has_increment = *end == '+';
    const double increment = has_increment ? strtod(increment_text, &end) : 0;
    if (end == text || (has_increment && end == increment_text) || *end != '\0' ||
        !(base > 0 && base <= MINUTES_MAX * 60) || !(increment >= 0 && increment <= SECONDS_MAX))
        return false;
    *time = (PlayTime){.has_clock = true, .base_ms = ms_of(base), .increment_ms = ms_of(increment)};
    return true;
}

char *clock_write(int64_t left_ms, char text[CLOCK_TEXT_SIZE]) {
    enum { TENTHS_BELOW_MS = 20000 };
    const int64_t ms = left_ms > 0 ? left_ms : 0;
    const long long hours = ms / 3600000, minutes = ms / 60000 % 60, seconds = ms / 1000 % 60;
    if (hours > 0)
        snprintf(text, CLOCK_TEXT_SIZE, "%lld:%02lld:%02lld", hours, minutes, seconds);
    else if (ms < TENTHS_BELOW_MS)
        snprintf(text, CLOCK_TEXT_SIZE, "0:%02lld.%lld", seconds, (long long)(ms / 100 % 10));
    else
        snprintf(text, CLOCK_TEXT_SIZE, "%lld:%02lld", minutes, seconds);
    return text;
}

char *clock_write_exact(int64_t left_ms, char text[CLOCK_TEXT_SIZE]) {
    const int64_t ms = left_ms > 0 ? left_ms : 0;
    snprintf(text, CLOCK_TEXT_SIZE, "%lld:%02lld:%02lld.%lld", (long long)(ms / 3600000),
             (long long)(ms / 60000 % 60), (long long)(ms / 1000 % 60), (long long)(ms / 100 % 10));
    return text;
}

int64_t clock_read_comment(const char *comment) {
    const char *at = comment != NULL ? strstr(comment, "[%clk ") : NULL;
    double seconds = 0;
    if (at == NULL)
        return -1;
    at += strlen("[%clk ");
    for (int part = 0; part < 3; part++) {
        char *end;
        if (*at < '0' || *at > '9')
            return -1;
        seconds = seconds * 60 + strtod(at, &end);
        if (*end != (part < 2 ? ':' : ']') || !(seconds < MINUTES_MAX * 60 + SECONDS_MAX * 1000))
            return -1;
        at = end + 1;
    }
    return ms_of(seconds);
}
