#include "engine/players/process.h"

#include "engine/players/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { SLICE_MS = 100 /* how soon a raised stop flag is seen */ };

/* ---- Starting ---- */

/* A path is taken as it is (seen from the directory that the process will run in); a name is looked
 * for in PATH.  False if there is no such program. */
static bool find_program(const char *command, char *path, size_t size) {
    if (strchr(command, '/') != NULL)
        return (size_t)snprintf(path, size, "%s", command) < size;
    const char *from = getenv("PATH");
    while (from != NULL && *from != '\0') {
        const size_t length = strcspn(from, ":");
        if (length > 0 &&
            (size_t)snprintf(path, size, "%.*s/%s", (int)length, from, command) < size &&
            access(path, X_OK) == 0)
            return true;
        from += length;
        from += *from == ':';
    }
    return false;
}

typedef struct {
    const char *path;
    char *const *argv;
    const ProcessSpec *spec;
    int in, out, error, report; /* file descriptors of the child's side */
    pid_t parent;
} ChildPlan;

/* Between fork and exec, where only async-signal-safe functions may be called. */
static void become_program(const ChildPlan *plan) {
    struct sigaction action;
    sigset_t none;
    /* First: from here on Ctrl-C in a terminal is no longer meant for this process. */
    setpgid(0, 0);
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan->parent) /* it died before we asked to hear of it */
        _exit(127);
#endif
    if (dup2(plan->in, STDIN_FILENO) >= 0 && dup2(plan->out, STDOUT_FILENO) >= 0 &&
        dup2(plan->error, STDERR_FILENO) >= 0 &&
        (plan->spec->directory == NULL || chdir(plan->spec->directory) == 0))
        execv(plan->path, plan->argv);
    const int reason = errno;
    const ssize_t written = write(plan->report, &reason, sizeof reason);
    _exit(written > 0 ? 127 : 126);
}

static void close_pair(const int pair[2]) {
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
}

/* Not 0, 1 or 2, which the child needs: whoever started us may have closed them.  False if the
 * system has no more. */
static bool keep_off_standard(int *fd) {
    if (*fd < 0 || *fd > STDERR_FILENO)
        return *fd >= 0;
    const int higher = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(*fd);
    *fd = higher;
    return higher >= 0;
}

static bool open_pipe(int pair[2]) {
    return pipe2(pair, O_CLOEXEC) == 0 && keep_off_standard(&pair[0]) &&
           keep_off_standard(&pair[1]);
}

/* A process that has just been forked tells through `report` why it could not become the program;
 * the pipe closes by itself if it could. */
static int exec_failure(int report) {
    int reason = 0;
    ssize_t got;
    do
        got = read(report, &reason, sizeof reason);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof reason ? reason : 0;
}

static bool fork_program(Process *p, ChildPlan *plan, Message *message) {
    int to[2] = {-1, -1}, from[2] = {-1, -1}, report[2] = {-1, -1};
    const char *name = plan->spec->command;
    plan->error = open(plan->spec->error_file != NULL ? plan->spec->error_file : "/dev/null",
                       O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (plan->error < 0 || !keep_off_standard(&plan->error))
        return message_set(message, "'%.200s' cannot be opened: %s",
                           plan->spec->error_file != NULL ? plan->spec->error_file : "/dev/null",
                           strerror(errno));
    bool started = open_pipe(to) && open_pipe(from) && open_pipe(report);
    plan->in = to[0];
    plan->out = from[1];
    plan->report = report[1];
    plan->parent = getpid();
    const pid_t pid = started ? fork() : -1;
    if (pid == 0)
        become_program(plan);
    started = started && pid > 0;
    if (!started)
        message_set(message, "'%.200s' cannot be started: %s", name, strerror(errno));
    close(plan->error);
    if (report[1] >= 0)
        close(report[1]);
    if (started) {
        const int reason = exec_failure(report[0]);
        close(report[0]);
        close(to[0]);
        close(from[1]);
        if (reason == 0) {
            *p = (Process){.pid = pid, .in = to[1], .out = from[0]};
            fcntl(p->in, F_SETFL, O_NONBLOCK);
            fcntl(p->out, F_SETFL, O_NONBLOCK);
            return true;
        }
        close(to[1]);
        close(from[0]);
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            continue;
        return message_set(message, "'%.200s' cannot be started: %s", name, strerror(reason));
    }
    close_pair(to);
    close_pair(from);
    if (report[0] >= 0)
        close(report[0]);
    return false;
}

bool process_start(Process *p, const ProcessSpec *spec, Message *message) {
    char path[PATH_MAX];
    size_t count = 0;
    p->pid = 0;
    while (spec->arguments != NULL && spec->arguments[count] != NULL)
        count++;
    if (!find_program(spec->command, path, sizeof path))
        return message_set(message, "there is no program '%.200s' in PATH", spec->command);
    /* exec takes strings that it does not change as if it might. */
    const char **argv = calloc(count + 2, sizeof *argv);
    if (argv == NULL)
        return message_set(message, "no memory to start '%.200s'", spec->command);
    argv[0] = path;
    for (size_t i = 0; i < count; i++)
        argv[i + 1] = spec->arguments[i];
    ChildPlan plan = {.path = path, .argv = (char *const *)argv, .spec = spec};
    const bool started = fork_program(p, &plan, message);
    free(argv);
    return started;
}

/* ---- Ending ---- */

/* True if the process has ended.  It is not reaped yet, so that nobody else can get its number. */
static bool has_ended(pid_t pid) {
    siginfo_t info = {.si_pid = 0};
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return errno != EINTR;
    return info.si_pid == pid;
}

/* True if the process has ended within the time. */
static bool await_end(pid_t pid, int patience_ms) {
    const int64_t deadline = clock_ns() + (int64_t)patience_ms * NS_PER_MS;
    for (int64_t pause_ns = 100 * NS_PER_US;;) {
        if (has_ended(pid))
            return true;
        if (clock_ns() >= deadline)
            return false;
        nanosleep(&(struct timespec){0, (long)pause_ns}, NULL);
        if (pause_ns < 10 * NS_PER_MS)
            pause_ns *= 2;
    }
}

/* Kills what an ended process has started and left behind, and reaps it.  Returns how it ended. */
static int reap(pid_t pid) {
    int status = 0;
    kill(-pid, SIGKILL);
    while (waitpid(pid, &status, WNOHANG) < 0 && errno == EINTR)
        continue;
    return status;
}

static void close_pipes(Process *p) {
    if (p->in >= 0)
        close(p->in);
    if (p->out >= 0)
        close(p->out);
    p->in = p->out = -1;
}

void process_end(Process *p, int patience_ms) {
    if (p->pid == 0)
        return;
    if (p->in >= 0)
        close(p->in);
    p->in = -1;
    if (!await_end(p->pid, patience_ms)) {
        kill(-p->pid, SIGKILL);
        kill(p->pid, SIGKILL);
        await_end(p->pid, 60000);
    }
    reap(p->pid);
    close_pipes(p);
    p->pid = 0;
}

void process_fate(Process *p, int patience_ms, char *text, size_t size) {
    snprintf(text, size, "still running");
    if (p->pid == 0 || !await_end(p->pid, patience_ms))
        return;
    const int status = reap(p->pid);
    if (WIFSIGNALED(status))
        snprintf(text, size, "killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "exit status %d", WEXITSTATUS(status));
    close_pipes(p);
    p->pid = 0;
}

/* ---- Talking ---- */

bool process_send(Process *p, const char *line, int patience_ms) {
    const int64_t deadline = clock_ns() + (int64_t)patience_ms * NS_PER_MS;
    const size_t length = strlen(line);
    char *text = malloc(length + 1);
    size_t sent = 0;
    if (text == NULL || p->pid == 0 || p->in < 0) {
        free(text);
        return false;
    }
    memcpy(text, line, length + 1);
    text[length] = '\n';
    while (sent <= length) {
        const ssize_t wrote = write(p->in, text + sent, length + 1 - sent);
        if (wrote > 0) {
            sent += (size_t)wrote;
            continue;
        }
        if (wrote < 0 && errno != EAGAIN && errno != EINTR)
            break;
        const int64_t left_ms = (deadline - clock_ns()) / NS_PER_MS;
        struct pollfd writable = {.fd = p->in, .events = POLLOUT};
        if (left_ms <= 0 || poll(&writable, 1, left_ms < 1000 ? (int)left_ms : 1000) < 0)
            break;
    }
    free(text);
    return sent > length;
}

/* Takes the next whole line out of the buffer; NULL if there is none. */
static char *take_line(Process *p) {
    for (;;) {
        char *start = p->buffer + p->begin;
        char *newline = memchr(start, '\n', p->end - p->begin);
        if (newline == NULL)
            return NULL;
        p->begin = (size_t)(newline - p->buffer) + 1;
        /* A zero byte would hide what follows it. */
        for (char *zero; (zero = memchr(start, '\0', (size_t)(newline - start))) != NULL;)
            *zero = ' ';
        if (p->discarding) { /* the end of a line that was too long */
            p->discarding = false;
            continue;
        }
        *newline = '\0';
        if (newline > start && newline[-1] == '\r')
            newline[-1] = '\0';
        return start;
    }
}

/* Reads what there is, without waiting.  False if there is nothing now. */
static bool fill(Process *p) {
    if (p->ended || p->out < 0)
        return false;
    if (p->begin > 0) {
        memmove(p->buffer, p->buffer + p->begin, p->end - p->begin);
        p->end -= p->begin;
        p->begin = 0;
    }
    if (p->end == PROCESS_LINE_MAX) { /* no newline in all of it */
        p->lines_discarded += !p->discarding;
        p->discarding = true;
        p->end = 0;
    }
    const ssize_t got = read(p->out, p->buffer + p->end, PROCESS_LINE_MAX - p->end);
    if (got > 0) {
        p->end += (size_t)got;
        return true;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR))
        p->ended = true;
    return false;
}

char *process_poll(Process *p) {
    char *line;
    while ((line = take_line(p)) == NULL)
        if (!fill(p))
            return NULL;
    return line;
}

static int until(int64_t deadline_ns) {
    if (deadline_ns == NO_DEADLINE)
        return SLICE_MS;
    const int64_t left = deadline_ns - clock_ns();
    if (left <= 0)
        return 0;
    return left >= (int64_t)SLICE_MS * NS_PER_MS ? SLICE_MS : (int)(left / NS_PER_MS) + 1;
}

ProcessStatus process_receive(Process *p, int64_t deadline_ns, const ProcessWait *wait,
                              char **line) {
    for (;;) {
        /* The deadline comes first: an endless stream of lines must not get past it. */
        const int timeout = until(deadline_ns);
        if ((*line = take_line(p)) != NULL)
            return PROCESS_LINE;
        if (wait->stop != NULL && atomic_load(wait->stop))
            return PROCESS_STOPPED;
        if (fill(p)) {
            if (timeout == 0 && memchr(p->buffer, '\n', p->end) == NULL)
                return PROCESS_TIMEOUT;
            continue;
        }
        if (p->ended || p->out < 0)
            return PROCESS_ENDED;
        if (timeout == 0)
            return PROCESS_TIMEOUT;
        const bool has_other = wait->other != NULL && wait->other->out >= 0 && !wait->other->ended;
        struct pollfd readable[2] = {
            {.fd = p->out, .events = POLLIN},
            {.fd = has_other ? wait->other->out : -1, .events = POLLIN},
        };
        const int ready = poll(readable, 2, timeout);
        if (ready > 0 && has_other && readable[1].revents != 0)
            wait->on_other(wait->context);
        /* A process that it has started may hold its output open beyond its end. */
        if (ready == 0 && has_ended(p->pid) && !fill(p))
            p->ended = true;
    }
}
