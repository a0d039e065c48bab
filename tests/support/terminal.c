#include "tests/support/suite.h"

#include "tests/support/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/run.h"

enum { NONE = -1, SLICE_MS = 100, ENQUIRY = 5 };

/* ---- The screen ---- */

static void clear_from(Terminal *t, int line, int column) {
    const size_t count = (size_t)(TERMINAL_COLUMNS - column);
    memset(t->cells[line][column], 0, count * sizeof t->cells[line][column]);
}

static void move_down(Terminal *t) {
    t->line++;
    assert_true(t->line < TERMINAL_LINES);
    if (t->line > t->last_line)
        t->last_line = t->line;
}

static void put_byte(Terminal *t, char byte) {
    /* What follows the first byte of a character belongs to the cell before the cursor. */
    if (((unsigned char)byte & 0xC0) == 0x80) {
        assert_true(t->column > 0);
        char *cell = t->cells[t->line][t->column - 1];
        const size_t length = strlen(cell);
        assert_true(length > 0 && length + 1 < TERMINAL_CELL);
        cell[length] = byte;
        return;
    }
    if (t->column == t->columns) {
        move_down(t);
        t->column = 0;
    }
    char *cell = t->cells[t->line][t->column++];
    memset(cell, 0, TERMINAL_CELL);
    cell[0] = byte;
}

static void obey(Terminal *t, long number, char command) {
    const int top = t->last_line >= t->rows ? t->last_line - t->rows + 1 : 0;
    switch (command) {
    case 'A':
        t->line -= number != NONE ? (int)number : 1;
        if (t->line < top)
            fail_msg("the cursor goes %d lines above the screen", top - t->line);
        return;
    case 'K':
        assert_true(number == NONE || number == 0 || number == 2);
        clear_from(t, t->line, number == 2 ? 0 : t->column);
        return;
    case 'J':
        assert_true(number == NONE || number == 0);
        clear_from(t, t->line, t->column);
        for (int line = t->line + 1; line <= t->last_line; line++)
            clear_from(t, line, 0);
        t->last_line = t->line;
        return;
    case 'm': t->coloured++; return;
    default: fail_msg("the terminal does not know the sequence ESC [ … %c", command);
    }
}

static void take(Terminal *t, char byte) {
    if (t->escape_length > 0) {
        assert_true(t->escape_length < sizeof t->escape - 1);
        t->escape[t->escape_length++] = byte;
        t->escape[t->escape_length] = '\0';
        if (t->escape_length == 2 && byte == '[')
            return;
        if (byte >= '@' && byte <= '~') {
            const char *number = t->escape + 2;
            obey(t, *number >= '0' && *number <= '9' ? strtol(number, NULL, 10) : NONE, byte);
            t->escape_length = 0;
        }
    } else if (byte == '\033') {
        t->escape[t->escape_length++] = byte;
    } else if (byte == '\n') {
        move_down(t);
    } else if (byte == '\r') {
        t->column = 0;
    } else if (byte == ENQUIRY) {
        t->asked = true;
    } else {
        put_byte(t, byte);
    }
}

/* ---- Both sides ---- */

static void set_up(Terminal *t, int columns, int rows) {
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    *t = (Terminal){.columns = columns, .rows = rows};
    assert_true(columns <= TERMINAL_COLUMNS);
    t->cells = calloc(TERMINAL_LINES, sizeof *t->cells);
    assert_non_null(t->cells);
    t->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(t->master >= 0 && grantpt(t->master) == 0 && unlockpt(t->master) == 0);
    const char *name = ptsname(t->master);
    assert_non_null(name);
    t->slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(t->slave >= 0);
    assert_int_equal(ioctl(t->slave, TIOCSWINSZ, &size), 0);
}

void terminal_open(Terminal *t, int columns, int rows) {
    set_up(t, columns, rows);
    t->out = fdopen(dup(t->slave), "w");
    assert_non_null(t->out);
}

void terminal_start(Terminal *t, int columns, int rows, const char *format, ...) {
    va_list arguments;
    char *words[RUN_WORDS + 1];
    set_up(t, columns, rows);
    va_start(arguments, format);
    char *line = run_split(words, format, arguments);
    va_end(arguments);
    t->pid = fork();
    assert_true(t->pid >= 0);
    if (t->pid == 0) {
        setsid();
        if (ioctl(t->slave, TIOCSCTTY, 0) != 0 || dup2(t->slave, 0) < 0 || dup2(t->slave, 1) < 0 ||
            dup2(t->slave, 2) < 0)
            _exit(126);
        if (words[0] != NULL)
            execvp(words[0], words);
        _exit(127);
    }
    free(line);
    close(t->slave);
    t->slave = NONE;
}

/* Waits a little for what comes; false at its end: nobody can write any more. */
static bool read_some(Terminal *t) {
    char bytes[4096];
    struct pollfd ready = {.fd = t->master, .events = POLLIN};
    if (poll(&ready, 1, SLICE_MS) <= 0)
        return true;
    const ssize_t got = read(t->master, bytes, sizeof bytes);
    for (ssize_t i = 0; i < got; i++)
        take(t, bytes[i]);
    return got > 0 || (got < 0 && errno == EINTR);
}

void terminal_type(Terminal *t, const char *text) {
    assert_int_equal(write(t->master, text, strlen(text)), strlen(text));
}

/* ---- The text ---- */

/* Everything that this process has written is on the screen. */
static void catch_up(Terminal *t) {
    const char enquiry = ENQUIRY;
    fflush(t->out);
    assert_int_equal(write(t->slave, &enquiry, 1), 1);
    for (t->asked = false; !t->asked;)
        assert_true(read_some(t));
}

static const char *shown(Terminal *t) {
    size_t size = 0;
    free(t->text);
    FILE *text = open_memstream(&t->text, &size);
    assert_non_null(text);
    for (int line = 0; line <= t->last_line; line++) {
        int length = 0;
        for (int c = 0; c < t->columns; c++)
            if (t->cells[line][c][0] != '\0' && t->cells[line][c][0] != ' ')
                length = c + 1;
        for (int c = 0; c < length; c++)
            fputs(t->cells[line][c][0] != '\0' ? t->cells[line][c] : " ", text);
        fputc('\n', text);
    }
    fclose(text);
    return t->text;
}

const char *terminal_text(Terminal *t) {
    if (t->out != NULL)
        catch_up(t);
    return shown(t);
}

static bool has(Terminal *t, const char *text, int times) {
    return occurrences(shown(t), text) >= times;
}

static bool ends_with_line(Terminal *t, const char *line, int times) {
    const size_t size = strlen(shown(t)), length = strlen(line);
    (void)times;
    return size > length && strncmp(t->text + size - 1 - length, line, length) == 0 &&
           (size == length + 1 || t->text[size - length - 2] == '\n');
}

static void await(Terminal *t, bool (*there)(Terminal *t, const char *text, int times),
                  const char *text, int times) {
    const int64_t give_up = test_now_ms() + RUN_WAIT_MS;
    while (!there(t, text, times)) {
        const bool more = read_some(t);
        if ((!more && !there(t, text, times)) || test_now_ms() > give_up)
            fail_msg("'%s' has not come to the screen:\n%s", text, t->text);
    }
}

void terminal_await(Terminal *t, const char *text) {
    await(t, has, text, 1);
}

void terminal_await_times(Terminal *t, const char *text, int times) {
    await(t, has, text, times);
}

void terminal_await_prompt(Terminal *t, const char *line) {
    await(t, ends_with_line, line, 1);
}

void terminal_wait(Terminal *t) {
    const int64_t give_up = test_now_ms() + RUN_WAIT_MS;
    int status = 0;
    while (read_some(t))
        if (test_now_ms() > give_up) {
            kill(-t->pid, SIGKILL);
            fail_msg("a program does not end:\n%s", shown(t));
        }
    assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
    t->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void terminal_close(Terminal *t) {
    if (t->out != NULL)
        fclose(t->out);
    if (t->slave >= 0)
        close(t->slave);
    close(t->master);
    free(t->cells);
    free(t->text);
    *t = (Terminal){.master = NONE, .slave = NONE};
}

void terminal_expect(Terminal *t, const char *text) {
    const char *all = terminal_text(t);
    if (strstr(all, text) == NULL)
        fail_msg("'%s' is not on the screen:\n%s", text, all);
}

void terminal_expect_none(Terminal *t, const char *text) {
    const char *all = terminal_text(t);
    if (strstr(all, text) != NULL)
        fail_msg("'%s' is on the screen:\n%s", text, all);
}
