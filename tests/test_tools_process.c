/*
 * An engine's process: what it says arrives as lines, and nothing that it does, or fails to do,
 * holds up or floods its master.
 */
#include "tests/support/suite.h"

#include "engine/players/clock.h"
#include "engine/players/process.h"
#include "tests/support/run.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000 };

static const ProcessWait NOTHING_ELSE = {.stop = NULL};

static int64_t in_ms(int64_t ms) {
    return clock_ns() + ms * NS_PER_MS;
}

/* Runs a line of the shell. */
static Process *start_shell(const char *script, const char *directory, const char *error_file) {
    const char *const arguments[] = {"-c", script, NULL};
    const ProcessSpec spec = {.command = "/bin/sh",
                              .arguments = arguments,
                              .directory = directory,
                              .error_file = error_file};
    Message message = {""};
    Process *p = calloc(1, sizeof *p);
    assert_non_null(p);
    if (!process_start(p, &spec, &message))
        fail_msg("%s", message.text);
    return p;
}

static void expect_line(Process *p, const char *wanted) {
    char *line = NULL;
    const ProcessStatus status = process_receive(p, in_ms(PATIENCE_MS), &NOTHING_ELSE, &line);
    if (status != PROCESS_LINE)
        fail_msg("status %d instead of '%.60s'", (int)status, wanted);
    assert_string_equal(line, wanted);
}

static void expect_status(Process *p, int64_t deadline_ns, ProcessStatus wanted) {
    char *line = NULL;
    const ProcessStatus status = process_receive(p, deadline_ns, &NOTHING_ELSE, &line);
    if (status != wanted)
        fail_msg("status %d, not %d (%.60s)", (int)status, (int)wanted,
                 status == PROCESS_LINE ? line : "");
}

static void end(Process *p) {
    process_end(p, PATIENCE_MS);
    assert_int_equal(p->pid, 0);
    free(p);
}

/* ---- Lines ---- */

static void test_lines(void **state) {
    (void)state;
    Process *p =
        start_shell("printf 'one\\ntwo\\r\\n\\nzero\\000byte\\n  blanks \\nno end'", NULL, NULL);
    expect_line(p, "one");
    expect_line(p, "two");
    expect_line(p, "");
    expect_line(p, "zero byte");
    expect_line(p, "  blanks ");
    expect_status(p, in_ms(PATIENCE_MS), PROCESS_ENDED); /* what has no end is no line */
    expect_status(p, in_ms(PATIENCE_MS), PROCESS_ENDED);
    end(p);
    p = start_shell("while read x; do echo \"[$x]\"; done", NULL, NULL);
    for (int i = 0; i < 50; i++) {
        char line[32], wanted[40];
        snprintf(line, sizeof line, "line %d", i);
        snprintf(wanted, sizeof wanted, "[%s]", line);
        assert_true(process_send(p, line, PATIENCE_MS));
        expect_line(p, wanted);
    }
    assert_null(process_poll(p));
    end(p);
}

static void test_long_lines(void **state) {
    (void)state;
    static const struct {
        int bytes;
        bool arrives;
    } cases[] = {{1000, true},
                 {PROCESS_LINE_MAX - 1, true},
                 {PROCESS_LINE_MAX + 1, false},
                 {PROCESS_LINE_MAX * 2, false},
                 {PROCESS_LINE_MAX * 3 + 17, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char script[200];
        snprintf(script, sizeof script,
                 "echo before; head -c %d /dev/zero | tr '\\0' x; echo; echo after",
                 cases[i].bytes);
        Process *p = start_shell(script, NULL, NULL);
        char *line;
        expect_line(p, "before");
        if (cases[i].arrives) {
            assert_int_equal(process_receive(p, in_ms(PATIENCE_MS), &NOTHING_ELSE, &line),
                             PROCESS_LINE);
            assert_int_equal(strlen(line), cases[i].bytes);
        }
        expect_line(p, "after");
        assert_int_equal(p->lines_discarded, !cases[i].arrives);
        end(p);
    }
}

/* A flood of bytes or of lines does not get past a deadline. */
static void test_floods(void **state) {
    (void)state;
    static const char *const scripts[] = {"exec cat /dev/zero", "exec yes",
                                          "exec yes 'info depth 1 score cp 2'"};
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        Process *p = start_shell(scripts[i], NULL, NULL);
        const int64_t deadline = in_ms(100);
        char *line;
        ProcessStatus status;
        /* Whoever asks for lines looks at the clock between them. */
        while ((status = process_receive(p, deadline, &NOTHING_ELSE, &line)) == PROCESS_LINE &&
               clock_ns() < deadline)
            continue;
        if (i == 0)
            assert_int_equal(status, PROCESS_TIMEOUT);
        assert_true(clock_ns() - deadline < (int64_t)PATIENCE_MS * NS_PER_MS);
        process_end(p, 1);
        free(p);
    }
}

static void test_deadlines(void **state) {
    (void)state;
    Process *p = start_shell("read x; echo late; read x", NULL, NULL);
    const int64_t begun = clock_ns();
    expect_status(p, in_ms(30), PROCESS_TIMEOUT);
    assert_true(clock_ns() - begun >= 30 * NS_PER_MS);
    expect_status(p, in_ms(-5), PROCESS_TIMEOUT); /* it has passed already */
    assert_true(process_send(p, "go", PATIENCE_MS));
    expect_line(p, "late");
    /* A line that is there comes even after the deadline. */
    end(p);
    p = start_shell("echo there; read x", NULL, NULL);
    expect_line(p, "there");
    end(p);
}

static void *raise_flag(void *flag) {
    test_pause_ms(50);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

static void test_stop_flag(void **state) {
    (void)state;
    for (int flooding = 0; flooding < 2; flooding++) {
        atomic_bool stop = false;
        const ProcessWait wait = {.stop = &stop};
        pthread_t thread;
        char *line;
        ProcessStatus status;
        Process *p = start_shell(flooding ? "exec yes" : "read x", NULL, NULL);
        assert_int_equal(pthread_create(&thread, NULL, raise_flag, &stop), 0);
        while ((status = process_receive(p, NO_DEADLINE, &wait, &line)) == PROCESS_LINE)
            continue;
        assert_int_equal(status, PROCESS_STOPPED);
        pthread_join(thread, NULL);
        process_end(p, 1);
        free(p);
    }
}

typedef struct {
    Process *process;
    int lines;
} Listener;

static void on_other(void *context) {
    Listener *l = context;
    while (process_poll(l->process) != NULL)
        l->lines++;
}

/* While one is waited for, another one that talks is listened to; its end does no harm. */
static void test_listening(void **state) {
    (void)state;
    Process *p = start_shell("read x; echo done", NULL, NULL);
    Process *other = start_shell("yes | head -n 100000", NULL, NULL);
    Listener listener = {other, 0};
    const ProcessWait wait = {.other = other, .on_other = on_other, .context = &listener};
    char *line;
    while (listener.lines < 100000)
        assert_int_equal(process_receive(p, in_ms(20), &wait, &line), PROCESS_TIMEOUT);
    assert_true(process_send(p, "go", PATIENCE_MS));
    assert_int_equal(process_receive(p, in_ms(PATIENCE_MS), &wait, &line), PROCESS_LINE);
    assert_string_equal(line, "done");
    end(p);
    end(other);
}

/* ---- Sending ---- */

static void test_sending_to_the_deaf(void **state) {
    (void)state;
    Process *p = start_shell("exec sleep 1000", NULL, NULL);
    char *text = malloc(1 << 20);
    assert_non_null(text);
    memset(text, 'x', (1 << 20) - 1);
    text[(1 << 20) - 1] = '\0';
    const int64_t begun = clock_ns();
    assert_false(process_send(p, text, 50)); /* more than a pipe takes */
    assert_true(clock_ns() - begun >= 40 * NS_PER_MS);
    process_end(p, 1);
    assert_false(process_send(p, "x", 50)); /* it is gone */
    free(p);
    p = start_shell("exec cat", NULL, NULL);
    text[50000] = '\0';
    assert_true(process_send(p, text, PATIENCE_MS));
    expect_line(p, text);
    end(p);
    p = start_shell("exec <&-; echo closed; exec sleep 1000", NULL, NULL);
    expect_line(p, "closed");
    assert_false(process_send(p, "x", PATIENCE_MS));
    process_end(p, 1);
    free(p);
    free(text);
}

/* ---- Starting ---- */

static void test_cannot_start(void **state) {
    (void)state;
    static const struct {
        const char *command, *directory, *error_file, *message;
    } cases[] = {
        {"no-such-program-anywhere", NULL, NULL,
         "there is no program 'no-such-program-anywhere' in PATH"},
        {"./missing", NULL, NULL, "'./missing' cannot be started: No such file"},
        {"/", NULL, NULL, "'/' cannot be started: Permission denied"},
        {"./not-executable", NULL, NULL, "cannot be started: Permission denied"},
        {"./no-shebang", NULL, NULL, "cannot be started: Exec format error"},
        {"./bad-shebang", NULL, NULL, "cannot be started: No such file"},
        {"./not-executable/x", NULL, NULL, "cannot be started: Not a directory"},
        {"/bin/sh", "/no/such/directory", NULL, "'/bin/sh' cannot be started: No such file"},
        {"/bin/sh", NULL, "/no/such/file", "'/no/such/file' cannot be opened: No such file"},
    };
    scratch_enter();
    file_write("not-executable", "x");
    file_write("no-shebang", "echo uciok\n");
    file_write("bad-shebang", "#!/no/such/shell\n");
    assert_int_equal(chmod("no-shebang", 0755), 0);
    assert_int_equal(chmod("bad-shebang", 0755), 0);
    const int files = open_files();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static Process p;
        Message message = {""};
        const ProcessSpec spec = {.command = cases[i].command,
                                  .directory = cases[i].directory,
                                  .error_file = cases[i].error_file};
        if (process_start(&p, &spec, &message))
            fail_msg("'%s' was started", cases[i].command);
        if (strstr(message.text, cases[i].message) == NULL)
            fail_msg("'%s': %s", cases[i].command, message.text);
        assert_int_equal(p.pid, 0);
        process_end(&p, 0); /* does nothing */
    }
    assert_int_equal(open_files(), files);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
    assert_int_equal(errno, ECHILD);
    scratch_leave();
}

/* In a directory whose name is hard to quote, with arguments that no shell should see. */
static void test_words_as_they_are(void **state) {
    (void)state;
    static const char name[] = "Größe $HOME '\"; exit";
    static const char script[] =
        "#!/bin/sh\npwd | sed 's|.*/||'\nfor a in \"$@\"; do echo \"<$a>\"; "
        "done\necho problem >&2\n";
    static const char *const arguments[] = {"", "two words", "$(exit 1)", "*", "ü'\"\\", NULL};
    scratch_enter();
    assert_int_equal(mkdir(name, 0755), 0);
    assert_int_equal(chdir(name), 0);
    file_write("my engine", script);
    assert_int_equal(chmod("my engine", 0755), 0);
    assert_int_equal(chdir(".."), 0);
    file_write("errors ü.txt", "before\n");
    for (int i = 0; i < 2; i++) {
        static Process p;
        Message message = {""};
        const ProcessSpec spec = {.command = "./my engine",
                                  .arguments = arguments,
                                  .directory = name,
                                  .error_file = "errors ü.txt"};
        if (!process_start(&p, &spec, &message))
            fail_msg("%s", message.text);
        expect_line(&p, name);
        for (int a = 0; arguments[a] != NULL; a++) {
            char wanted[64];
            snprintf(wanted, sizeof wanted, "<%s>", arguments[a]);
            expect_line(&p, wanted);
        }
        expect_status(&p, in_ms(PATIENCE_MS), PROCESS_ENDED);
        process_end(&p, PATIENCE_MS);
    }
    char *errors = file_read("errors ü.txt");
    assert_string_equal(errors, "before\nproblem\nproblem\n"); /* appended */
    free(errors);
    assert_int_equal(chdir(name), 0);
    assert_int_equal(remove("my engine"), 0);
    assert_int_equal(chdir(".."), 0);
    scratch_leave();
}

/* Found in PATH, whatever else stands there. */
static void test_path(void **state) {
    (void)state;
    static Process p;
    Message message = {""};
    const ProcessSpec spec = {.command = "my-engine"};
    const char *given = getenv("PATH");
    char *before = strdup(given != NULL ? given : "");
    scratch_enter();
    file_write("my-engine", "#!/bin/sh\necho here\n");
    char path[RUN_PATH], value[RUN_PATH + 64];
    assert_non_null(getcwd(path, sizeof path));
    snprintf(value, sizeof value, ":/no/such/place:%s:", path);
    setenv("PATH", value, 1);
    assert_false(process_start(&p, &spec, &message)); /* it is not executable */
    assert_int_equal(chmod("my-engine", 0755), 0);
    if (!process_start(&p, &spec, &message))
        fail_msg("%s", message.text);
    expect_line(&p, "here");
    process_end(&p, PATIENCE_MS);
    unsetenv("PATH");
    assert_false(process_start(&p, &spec, &message));
    setenv("PATH", before, 1);
    free(before);
    scratch_leave();
}

/* The child has its three streams, whatever was closed in the parent, and no other of its files. */
static void test_streams(void **state) {
    (void)state;
    char count[16] = "";
    FILE *plain = popen("ls /proc/self/fd | wc -l", "r");
    assert_non_null(plain);
    assert_non_null(fgets(count, sizeof count, plain));
    pclose(plain);
    const long usual = strtol(count, NULL, 10);
    scratch_enter();
    for (int closed = 0; closed < 8; closed++) {
        const pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            static Process p;
            static const char *const arguments[] = {
                "-c", "read x; echo \"$x\"; echo lost >&2; ls /proc/self/fd | wc -l", NULL};
            const ProcessSpec spec = {
                .command = "/bin/sh", .arguments = arguments, .error_file = "errors"};
            Message message;
            char *line = NULL;
            unlink("errors");
            for (int fd = 0; fd < 3; fd++)
                if (closed >> fd & 1)
                    close(fd);
            if (!process_start(&p, &spec, &message))
                _exit(2);
            if (!process_send(&p, "hello", PATIENCE_MS))
                _exit(3);
            if (process_receive(&p, in_ms(PATIENCE_MS), &NOTHING_ELSE, &line) != PROCESS_LINE ||
                strcmp(line, "hello") != 0)
                _exit(4);
            if (process_receive(&p, in_ms(PATIENCE_MS), &NOTHING_ELSE, &line) != PROCESS_LINE ||
                strtol(line, NULL, 10) != usual)
                _exit(5);
            process_end(&p, PATIENCE_MS);
            FILE *errors = fopen("errors", "r");
            char text[16] = "";
            if (errors == NULL || fgets(text, sizeof text, errors) == NULL ||
                strcmp(text, "lost\n") != 0)
                _exit(6);
            _exit(0);
        }
        int status = 0;
        while (waitpid(pid, &status, 0) < 0)
            continue;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            fail_msg("with streams %d closed: status %d", closed, status);
    }
    scratch_leave();
}

/* ---- Ending ---- */

static void test_fates(void **state) {
    (void)state;
    static const struct {
        const char *script, *fate;
    } cases[] = {
        {"exit 0", "exit status 0"},
        {"exit 42", "exit status 42"},
        {"kill -SEGV $$", "killed by signal 11 (Segmentation fault)"},
        {"kill -9 $$", "killed by signal 9 (Killed)"},
    };
    char fate[80];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Process *p = start_shell(cases[i].script, NULL, NULL);
        process_fate(p, PATIENCE_MS, fate, sizeof fate);
        assert_string_equal(fate, cases[i].fate);
        assert_int_equal(p->pid, 0);
        process_fate(p, PATIENCE_MS, fate, sizeof fate); /* nobody is there */
        assert_string_equal(fate, "still running");
        end(p);
    }
    Process *p = start_shell("read x", NULL, NULL);
    process_fate(p, 10, fate, sizeof fate);
    assert_string_equal(fate, "still running");
    assert_true(p->pid > 0);
    end(p);
}

/* How long the children below sleep; nobody else's do exactly so. */
static const char *nap(void) {
    static char text[32];
    snprintf(text, sizeof text, "sleep 1000.%ld", (long)getpid());
    return text;
}

static bool nap_ends(void) {
    for (const int64_t give_up = in_ms(PATIENCE_MS); clock_ns() < give_up; test_pause_ms(2))
        if (processes_with(nap()) == 0)
            return true;
    return false;
}

/* It ignores the end of its input and every signal that can be ignored, and has children that do.
 */
static void test_stubborn(void **state) {
    (void)state;
    char script[200];
    snprintf(script, sizeof script,
             "trap '' TERM HUP INT; (trap '' TERM; exec %s) & echo ready; while :; do %s; done",
             nap(), nap());
    Process *p = start_shell(script, NULL, NULL);
    expect_line(p, "ready");
    process_end(p, 20);
    assert_true(nap_ends());
    free(p);
    /* Whoever leaves politely is not hurried. */
    p = start_shell("read x; sleep 0.1; echo bye >&2", NULL, NULL);
    const int64_t begun = clock_ns();
    end(p);
    assert_true(clock_ns() - begun >= 90 * NS_PER_MS);
}

/* Its children hold the pipe open, but the engine is gone. */
static void test_grandchildren(void **state) {
    (void)state;
    char fate[80], script[80];
    snprintf(script, sizeof script, "%s & echo started; exit 3", nap());
    Process *p = start_shell(script, NULL, NULL);
    expect_line(p, "started");
    expect_status(p, in_ms(PATIENCE_MS), PROCESS_ENDED);
    process_fate(p, PATIENCE_MS, fate, sizeof fate);
    assert_string_equal(fate, "exit status 3");
    assert_true(nap_ends());
    free(p);
}

/* In a thread that ends, as a match's workers do: its processes go with it. */
static void *start_and_leave(void *argument) {
    *(Process **)argument = start_shell("trap '' TERM; echo ready; sleep 1000", NULL, NULL);
    expect_line(*(Process **)argument, "ready");
    return NULL;
}

static void test_thread_ends(void **state) {
    (void)state;
#ifdef __linux__
    pthread_t thread;
    char fate[80];
    Process *p = NULL;
    assert_int_equal(pthread_create(&thread, NULL, start_and_leave, &p), 0);
    pthread_join(thread, NULL);
    process_fate(p, PATIENCE_MS, fate, sizeof fate);
    assert_string_equal(fate, "killed by signal 9 (Killed)");
    free(p);
#endif
}

static void test_no_leaks(void **state) {
    (void)state;
    const int files = open_files();
    for (int i = 0; i < test_amount(30, 1000); i++) {
        Process *p = start_shell(i % 2 == 0 ? "echo x" : "read x", NULL, NULL);
        if (i % 2 == 0)
            expect_line(p, "x");
        end(p);
    }
    assert_int_equal(open_files(), files);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

int main(void) {
    board_init();
    signal(SIGPIPE, SIG_IGN); /* as the command does */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_floods),
        cmocka_unit_test(test_deadlines),
        cmocka_unit_test(test_stop_flag),
        cmocka_unit_test(test_listening),
        cmocka_unit_test(test_sending_to_the_deaf),
        cmocka_unit_test(test_cannot_start),
        cmocka_unit_test(test_words_as_they_are),
        cmocka_unit_test(test_path),
        cmocka_unit_test(test_streams),
        cmocka_unit_test(test_fates),
        cmocka_unit_test(test_stubborn),
        cmocka_unit_test(test_grandchildren),
        cmocka_unit_test(test_thread_ends),
        cmocka_unit_test(test_no_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
