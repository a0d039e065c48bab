#include "tests/support/suite.h"

#include "tests/support/run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t test_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void test_pause_ms(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

/* ---- Files ---- */

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status;
    (void)type;
    (void)where;
    return remove(path);
}

void scratch_enter(void) {
    char path[] = "/tmp/brindle-test-XXXXXX";
    assert_non_null(mkdtemp(path));
    assert_int_equal(chdir(path), 0);
}

void scratch_leave(void) {
    char path[RUN_PATH];
    assert_non_null(getcwd(path, sizeof path));
    assert_non_null(strstr(path, "/brindle-test-"));
    assert_int_equal(chdir("/"), 0);
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void run_expect_status(const Run *r, int status) {
    if (r->status != status)
        fail_msg("status %d, not %d: %s%s", r->status, status, r->out, r->err);
}

void run_expect_refusals(const char *program, const char *title, const Refusal *refusals,
                         int count) {
    const size_t length = strlen(title);
    for (int i = 0; i < count; i++) {
        const Refusal *wanted = &refusals[i];
        Run r;
        run(&r, "%s %s", program, wanted->words);
        if (r.status != wanted->status || strstr(r.err, wanted->says) == NULL ||
            strncmp(r.err, title, length) != 0 || strncmp(r.err + length, ": ", 2) != 0 ||
            occurrences(r.err, "\n") != 1)
            fail_msg("%s: status %d, \"%s\"", wanted->words, r.status, r.err);
        run_free(&r);
    }
}

void file_wait_for(const char *name) {
    for (int ms = 0; access(name, R_OK) != 0; ms += 10) {
        if (ms > RUN_WAIT_MS)
            fail_msg("there is no %s", name);
        test_pause_ms(10);
    }
}

char *file_read(const char *name) {
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    FILE *in = fopen(name, "r");
    if (in == NULL)
        fail_msg("%s: %s", name, strerror(errno));
    for (size_t got; text != NULL && (got = fread(text + size, 1, room - size - 1, in)) > 0;) {
        size += got;
        if (room - size < 2)
            text = realloc(text, room *= 2);
    }
    fclose(in);
    if (text == NULL)
        abort();
    text[size] = '\0';
    return text;
}

void file_write(const char *name, const char *text) {
    FILE *out = fopen(name, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

const char *find_text(const char *text, const char *wanted) {
    const size_t length = strlen(wanted);
    for (const char *at = text; *at != '\0'; at++)
        if (*at == *wanted && strncmp(at, wanted, length) == 0)
            return at;
    return NULL;
}

int occurrences(const char *text, const char *of) {
    int count = 0;
    for (const char *at = text; (at = find_text(at, of)) != NULL; at += strlen(of))
        count++;
    return count;
}

int open_files(void) {
    int count = 0;
    DIR *directory = opendir("/proc/self/fd");
    if (directory == NULL)
        return 0;
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

int processes_with(const char *text) {
    int count = 0;
    const struct dirent *entry;
    DIR *directory = opendir("/proc");
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        char path[300], line[4096];
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        FILE *in = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        if (in == NULL)
            continue;
        const size_t got = fread(line, 1, sizeof line - 1, in);
        fclose(in);
        line[got] = '\0';
        for (size_t i = 0; i < got; i++)
            line[i] = line[i] == '\0' ? ' ' : line[i];
        count += strstr(line, text) != NULL;
    }
    if (directory != NULL)
        closedir(directory);
    return count;
}

/* ---- Programs ---- */

/* Takes the line apart, in place; '…' makes one word of what stands between. */
static int split(char *line, char **words) {
    int count = 0;
    for (char *from = line, *to; *from != '\0';) {
        from += strspn(from, " ");
        if (*from == '\0')
            break;
        assert_true(count < RUN_WORDS);
        words[count++] = to = from;
        bool quoted = false;
        for (; *from != '\0' && (quoted || *from != ' '); from++)
            if (*from == '\'')
                quoted = !quoted;
            else
                *to++ = *from;
        from += *from != '\0';
        *to = '\0';
    }
    words[count] = NULL;
    return count;
}

static int new_file(char *name) {
    const int fd = mkstemp(name);
    assert_true(fd >= 0);
    return fd;
}

char *run_split(char *words[RUN_WORDS + 1], const char *format, va_list arguments) {
    char *line = NULL;
    size_t size = 0;
    FILE *text = open_memstream(&line, &size);
    assert_non_null(text);
    vfprintf(text, format, arguments);
    fclose(text);
    if (split(line, words) == 0)
        abort();
    return line;
}

static void start_line(Run *r, const char *format, va_list arguments) {
    char *words[RUN_WORDS + 1];
    char *line = run_split(words, format, arguments);
    *r = (Run){.out_file = "out-XXXXXX", .err_file = "err-XXXXXX"};
    const int out = new_file(r->out_file), err = new_file(r->err_file);
    r->pid = fork();
    assert_true(r->pid >= 0);
    if (r->pid == 0) {
        setpgid(0, 0);
        const int in = open("/dev/null", O_RDONLY);
        if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
            _exit(126);
        close(in);
        close(out);
        close(err);
        if (words[0] != NULL)
            execvp(words[0], words);
        _exit(127);
    }
    setpgid(r->pid, r->pid); /* whoever comes first */
    close(out);
    close(err);
    free(line);
}

void run_start(Run *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    start_line(r, format, arguments);
    va_end(arguments);
}

void run_wait(Run *r) {
    const int64_t give_up = test_now_ms() + RUN_WAIT_MS;
    struct rusage used;
    int status = 0;
    pid_t got;
    for (int pause = 1; (got = wait4(r->pid, &status, WNOHANG, &used)) == 0;) {
        if (test_now_ms() > give_up) {
            kill(-r->pid, SIGKILL);
            fail_msg("a program does not end");
        }
        test_pause_ms(pause);
        pause = pause < 20 ? 2 * pause : 20;
    }
    assert_int_equal(got, r->pid);
    r->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    r->max_rss_kib = used.ru_maxrss;
    r->out = file_read(r->out_file);
    r->err = file_read(r->err_file);
}

void run_free(Run *r) {
    free(r->out);
    free(r->err);
    unlink(r->out_file);
    unlink(r->err_file);
    *r = (Run){0};
}

void run(Run *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    start_line(r, format, arguments);
    va_end(arguments);
    run_wait(r);
}
