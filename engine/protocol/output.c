#include "engine/protocol/output.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

void output_init(Output *o, FILE *out) {
    o->out = out;
    o->log = NULL;
    pthread_mutex_init(&o->mutex, NULL);
}

void output_close(Output *o) {
    if (o->log != NULL)
        fclose(o->log);
    pthread_mutex_destroy(&o->mutex);
}

static void write_log(Output *o, const char *direction, const char *line) {
    struct timespec now;
    struct tm day;
    if (o->log == NULL)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &day);
    fprintf(o->log, "%04d-%02d-%02d %02d:%02d:%02d.%03ld %s %s\n", day.tm_year + 1900,
            day.tm_mon + 1, day.tm_mday, day.tm_hour, day.tm_min, day.tm_sec, now.tv_nsec / 1000000,
            direction, line);
    fflush(o->log);
}

void output_line(Output *o, const char *format, ...) {
    char line[16384];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&o->mutex);
    fprintf(o->out, "%s\n", line);
    fflush(o->out);
    write_log(o, "<<", line);
    pthread_mutex_unlock(&o->mutex);
}

void output_log_input(Output *o, const char *line) {
    pthread_mutex_lock(&o->mutex);
    write_log(o, ">>", line);
    pthread_mutex_unlock(&o->mutex);
}

bool output_set_log(Output *o, const char *file_name, Message *message) {
    FILE *file = NULL;
    if (file_name[0] != '\0' && strcmp(file_name, "<empty>") != 0) {
        file = fopen(file_name, "a");
        if (file == NULL)
            return message_set(message, "the log file '%.200s' cannot be opened: %s", file_name,
                               strerror(errno));
    }
    pthread_mutex_lock(&o->mutex);
    if (o->log != NULL)
        fclose(o->log);
    o->log = file;
    pthread_mutex_unlock(&o->mutex);
    return true;
}
