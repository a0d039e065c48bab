#include "engine/match/ordered_output.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int64_t ordered_output_size(const char *file_name) {
    struct stat status;
    return stat(file_name, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : 0;
}

static bool failed(const OrderedOutput *o, Message *message) {
    return message_set(message, "'%.200s' cannot be written: %s", o->file_name, strerror(errno));
}

bool ordered_output_open(OrderedOutput *o, const char *file_name, int64_t begin, Message *message) {
    *o = (OrderedOutput){.file_name = file_name};
    if (file_name == NULL)
        return true;
    o->file = fopen(file_name, "ae"); /* engines must not inherit it */
    if (o->file == NULL)
        return failed(o, message);
    if (ordered_output_size(file_name) > begin && ftruncate(fileno(o->file), begin) != 0)
        return failed(o, message);
    return true;
}

bool ordered_output_flush(OrderedOutput *o, Message *message) {
    return o->file == NULL || (fflush(o->file) == 0 && !ferror(o->file)) || failed(o, message);
}

bool ordered_output_close(OrderedOutput *o, Message *message) {
    if (o->file == NULL)
        return true;
    const bool had_error = ferror(o->file) != 0;
    const bool closed = fclose(o->file) == 0 && !had_error;
    o->file = NULL;
    return closed || failed(o, message);
}
