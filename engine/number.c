#include "engine/number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool number_read(const char *what, const char *text, int64_t least, int64_t most, int64_t *number,
                 Message *message) {
    char *end;
    const char *first = text[0] == '-' || text[0] == '+' ? text + 1 : text;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (*first < '0' || *first > '9' || *end != '\0')
        return message_set(message, "%s: '%.40s' is no whole number", what, text);
    if (errno == ERANGE || value < least || value > most)
        return message_set(message, "%s: %.40s is not within %" PRId64 " … %" PRId64, what, text,
                           least, most);
    *number = value;
    return true;
}

bool number_read_real(const char *what, const char *text, double least, double most, double *number,
                      Message *message) {
    char *end;
    errno = 0;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !(value >= least && value <= most))
        return message_set(message, "%s: '%.40s' is no number from %g to %g", what, text, least,
                           most);
    *number = value;
    return true;
}

char *duration_write(double seconds, char *text, size_t size) {
    const int64_t s = (int64_t)seconds;
    snprintf(text, size, "%" PRId64 ":%02d:%02d", s / 3600, (int)(s / 60 % 60), (int)(s % 60));
    return text;
}
