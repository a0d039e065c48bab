#include "engine/commands/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(Message *message, const char *path, const char *why) {
    return message_set(message, "%.200s: %s", path, why);
}

static void forget(OutputFile *output) {
    free(output->path);
    free(output->temporary);
    memset(output, 0, sizeof *output);
}

/* Opens a new file beside the one that it is to replace, with the same permissions. */
static bool open_temporary(OutputFile *output, const struct stat *old, Message *message) {
    enum { SUFFIX_SIZE = 32 };
    const size_t size = strlen(output->path) + SUFFIX_SIZE;
    output->temporary = malloc(size);
    if (output->temporary == NULL)
        return refuse(message, output->path, "no memory");
    snprintf(output->temporary, size, "%s.tmp-%ld", output->path, (long)getpid());
    output->file = fopen(output->temporary, "wx");
    if (output->file == NULL)
        return refuse(message, output->path, strerror(errno));
    if (old != NULL)
        (void)fchmod(fileno(output->file), old->st_mode & 07777);
    return true;
}

static bool open_path(OutputFile *output, const char *path, Message *message) {
    struct stat about;
    const bool exists = stat(path, &about) == 0;
    output->path = exists ? realpath(path, NULL) : strdup(path);
    if (output->path == NULL)
        return refuse(message, path, strerror(errno));
    if (exists && S_ISDIR(about.st_mode))
        return refuse(message, path, "it is a directory");
    if (!exists || S_ISREG(about.st_mode))
        return open_temporary(output, exists ? &about : NULL, message);
    output->file = fopen(output->path, "w");
    return output->file != NULL || refuse(message, path, strerror(errno));
}

bool output_file_open(OutputFile *output, const char *path, Message *message) {
    memset(output, 0, sizeof *output);
    if (path == NULL || strcmp(path, "-") == 0) {
        output->file = stdout;
        return true;
    }
    if (open_path(output, path, message))
        return true;
    forget(output);
    return false;
}

bool output_file_open_new(OutputFile *output, const char *path, const char *what,
                          Message *message) {
    struct stat about;
    if (strcmp(path, "-") == 0)
        return message_set(message, "%s must be a file, not standard output", what);
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode))
        return message_set(message, "%.200s exists already; move it away first", path);
    return output_file_open(output, path, message);
}

bool output_file_check(const OutputFile *output, Message *message) {
    if (ferror(output->file) == 0)
        return true;
    return output->path != NULL ? refuse(message, output->path, "it could not be written")
                                : message_set(message, "the output could not be written");
}

bool output_file_commit(OutputFile *output, Message *message) {
    if (output->path == NULL)
        return fflush(stdout) == 0 || message_set(message, "standard output: %s", strerror(errno));
    errno = 0;
    bool good = ferror(output->file) == 0 && fflush(output->file) == 0;
    /* A power cut must not find the new name without the new contents. */
    good = good && (output->temporary == NULL || fsync(fileno(output->file)) == 0);
    int error = errno;
    if (fclose(output->file) != 0 && good) {
        good = false;
        error = errno;
    }
    output->file = NULL;
    if (good && output->temporary != NULL && rename(output->temporary, output->path) != 0) {
        good = false;
        error = errno;
    }
    if (!good) {
        refuse(message, output->path, error != 0 ? strerror(error) : "it could not be written");
        if (output->temporary != NULL)
            unlink(output->temporary);
    }
    forget(output);
    return good;
}

void output_file_discard(OutputFile *output) {
    if (output->path != NULL && output->file != NULL)
        fclose(output->file);
    if (output->temporary != NULL)
        unlink(output->temporary);
    forget(output);
}
