#include "tests/storm/talk.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READ_BYTES = 1 << 16 };

bool talk_start(Talk *t, char *const arguments[], Message *message) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || (t->pid = fork()) < 0)
        return message_set(message, "a program cannot be started: %s", strerror(errno));
    if (t->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        signal(SIGPIPE, SIG_DFL);
        execv(arguments[0], arguments);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    t->to = in[1];
    t->from = out[0];
    fcntl(t->to, F_SETFL, O_NONBLOCK);
    return true;
}

/* Gives away the lines that are whole. */
static void pass_lines(Talk *t) {
    char *line = t->heard, *end;
    size_t left = t->heard_size;
    while ((end = memchr(line, '\n', left)) != NULL) {
        *end = '\0';
        t->on_line(t->context, line);
        left -= (size_t)(end - line) + 1;
        line = end + 1;
    }
    memmove(t->heard, line, left);
    t->heard_size = left;
}

static bool hear(Talk *t, Message *message) {
    if (t->heard_room - t->heard_size < READ_BYTES) {
        t->heard_room = 2 * (t->heard_size + READ_BYTES);
        t->heard = realloc(t->heard, t->heard_room);
        if (t->heard == NULL)
            abort();
    }
    const ssize_t got = read(t->from, t->heard + t->heard_size, READ_BYTES);
    if (got < 0)
        return errno == EINTR || message_set(message, "its output: %s", strerror(errno));
    t->ended = got == 0;
    t->heard_size += (size_t)got;
    pass_lines(t);
    return true;
}

/* Waits until it says something, or takes something if `offers`; hears what it says. */
static bool wait_and_hear(Talk *t, bool offers, bool *takes, Message *message) {
    struct pollfd ends[] = {{.fd = t->from, .events = POLLIN},
                            {.fd = offers ? t->to : -1, .events = POLLOUT}};
    const int ready = poll(ends, 2, TALK_WAIT_MS);
    if (ready == 0)
        return message_set(message, "it hangs: nothing in %d s", TALK_WAIT_MS / 1000);
    *takes = ready > 0 && ends[1].revents != 0;
    return ready < 0 || ends[0].revents == 0 || hear(t, message);
}

bool talk_say(Talk *t, const char *text, size_t length, Message *message) {
    while (length > 0) {
        bool takes = false;
        if (!wait_and_hear(t, true, &takes, message))
            return false;
        if (t->ended)
            return message_set(message, "it has ended");
        if (!takes)
            continue;
        const ssize_t written = write(t->to, text, length);
        if (written < 0 && errno != EINTR && errno != EAGAIN)
            return message_set(message, "it takes no more input: %s", strerror(errno));
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return true;
}

bool talk_await(Talk *t, const int *done, Message *message) {
    bool takes = false;
    while (*done == 0) {
        if (!wait_and_hear(t, false, &takes, message))
            return false;
        if (t->ended)
            return message_set(message, "it has ended");
    }
    return true;
}

static void close_input(Talk *t) {
    if (t->to >= 0)
        close(t->to);
    t->to = -1;
}

bool talk_end(Talk *t, long *most_kib, Message *message) {
    struct rusage usage;
    int status = 0;
    bool takes = false;
    close_input(t);
    while (!t->ended)
        if (!wait_and_hear(t, false, &takes, message))
            return false;
    while (wait4(t->pid, &status, 0, &usage) < 0)
        if (errno != EINTR)
            return message_set(message, "wait: %s", strerror(errno));
    t->pid = 0;
    *most_kib = usage.ru_maxrss;
    if (WIFSIGNALED(status))
        return message_set(message, "it died of signal %d", WTERMSIG(status));
    return WEXITSTATUS(status) == 0 ||
           message_set(message, "it left with status %d", WEXITSTATUS(status));
}

void talk_free(Talk *t) {
    close_input(t);
    if (t->from > 0)
        close(t->from);
    if (t->pid > 0) {
        kill(t->pid, SIGKILL);
        waitpid(t->pid, NULL, 0);
    }
    free(t->heard);
}
