#include "engine/match/ordered_output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
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
    struct stat status;
    *o = (OrderedOutput){.file_name = file_name, .descriptor = -1};
    if (file_name == NULL)
        return true;
    o->descriptor = open(file_name, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (o->descriptor < 0) /* a pipe, say */
        o->descriptor = open(file_name, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (o->descriptor < 0 || fstat(o->descriptor, &status) != 0)
        return failed(o, message);
    o->is_regular = S_ISREG(status.st_mode);
    /* A file that was moved away begins anew. */
    o->place = begin < status.st_size ? begin : status.st_size;
    if (o->is_regular && flock(o->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return message_set(message, "'%.200s' is being written by another match", file_name);
    return true;
}

/* How many bytes of the entry the file holds already; -1, and a message, if it holds others. */
static int64_t bytes_there(const OrderedOutput *o, const char *entry, size_t size,
                           Message *message) {
    char buffer[4096];
    size_t same = 0;
    while (o->is_regular && same < size) {
        const size_t wanted = size - same < sizeof buffer ? size - same : sizeof buffer;
        const ssize_t got = pread(o->descriptor, buffer, wanted, o->place + (int64_t)same);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            failed(o, message);
            return -1;
        }
        if (got == 0)
            break;
        if (memcmp(buffer, entry + same, (size_t)got) != 0) {
            message_set(message,
                        "'%.200s' has been changed by others since this match wrote it; move it "
                        "away, and it is written anew",
                        o->file_name);
            return -1;
        }
        same += (size_t)got;
    }
    return (int64_t)same;
}

bool ordered_output_add(OrderedOutput *o, const char *entry, size_t size, Message *message) {
    if (o->descriptor < 0)
        return true;
    const int64_t there = bytes_there(o, entry, size, message);
    if (there < 0)
        return false;
    for (size_t done = (size_t)there; done < size;) {
        const ssize_t wrote = write(o->descriptor, entry + done, size - done);
        if (wrote < 0 && errno != EINTR)
            return failed(o, message);
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    o->place += (int64_t)size;
    return true;
}

bool ordered_output_close(OrderedOutput *o, Message *message) {
    const int descriptor = o->descriptor;
    o->descriptor = -1;
    return descriptor < 0 || close(descriptor) == 0 || failed(o, message);
}
