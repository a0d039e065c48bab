#include "engine/picture/png.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char CONVERTER[] = "rsvg-convert";

static int spawn_converter(int svg, int png, pid_t *pid) {
    char name[sizeof CONVERTER], format[] = "--format=png";
    char *const arguments[] = {name, format, NULL};
    posix_spawn_file_actions_t actions;
    memcpy(name, CONVERTER, sizeof name);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, svg, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, png, STDOUT_FILENO);
    const int error = posix_spawnp(pid, CONVERTER, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool png_from_svg(FILE *svg, FILE *png, Message *message) {
    pid_t pid;
    int status;
    if (fflush(svg) != 0 || fflush(png) != 0 || lseek(fileno(svg), 0, SEEK_SET) != 0)
        return message_set(message, "the picture could not be written: %s", strerror(errno));
    const int error = spawn_converter(fileno(svg), fileno(png), &pid);
    if (error == ENOENT)
        return message_set(message,
                           "PNG needs the program %s (Debian package librsvg2-bin), which "
                           "is not installed; SVG needs nothing",
                           CONVERTER);
    if (error != 0)
        return message_set(message, "%s could not be started: %s", CONVERTER, strerror(error));
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return message_set(message, "%s is lost: %s", CONVERTER, strerror(errno));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return message_set(message, "%s failed", CONVERTER);
    return true;
}
