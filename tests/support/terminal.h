/*
 * A terminal that a test looks at: a pseudo-terminal and what stands on its screen.
 *
 * Everything that was ever printed is kept, what has left the screen at the top, too.  The test
 * fails on a control that this terminal does not know, and on one that moves above the screen.
 */
#ifndef BRINDLE_TESTS_SUPPORT_TERMINAL_H
#define BRINDLE_TESTS_SUPPORT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* A byte for the end is included; a cell holds one character of UTF-8. */
enum { TERMINAL_COLUMNS = 200, TERMINAL_LINES = 4000, TERMINAL_CELL = 5 };

typedef struct {
    int columns, rows;
    int master, slave; /* the slave is open only while this process writes to it */
    FILE *out;         /* this process's side */
    pid_t pid;         /* 0: no program */
    int status;        /* as in Run */
    int line, column;  /* of the cursor; lines count from the first one ever printed */
    int last_line;     /* that there is */
    int coloured;      /* how many escape sequences set colours */
    char (*cells)[TERMINAL_COLUMNS][TERMINAL_CELL];
    char escape[32]; /* the beginning of a sequence */
    size_t escape_length;
    bool asked; /* an enquiry has come */
    char *text; /* of terminal_text */
} Terminal;

/* A terminal that this process writes to, through `out`. */
void terminal_open(Terminal *t, int columns, int rows);
/* Runs a program (see run_start) with all its standard files on a new terminal, which is the one
 * that it is controlled by: a typed \003 interrupts it. */
void terminal_start(Terminal *t, int columns, int rows, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Types a text. */
void terminal_type(Terminal *t, const char *text);
/* Waits until a text has come to the screen … */
void terminal_await(Terminal *t, const char *text);
/* … so many times. */
void terminal_await_times(Terminal *t, const char *text, int times);
/* Waits until the last line is this one, and nothing else. */
void terminal_await_prompt(Terminal *t, const char *line);
/* Everything that was printed and not taken away again, line by line, without blanks at their ends.
 * Belongs to the terminal. */
const char *terminal_text(Terminal *t);
/* Waits for the program's end. */
void terminal_wait(Terminal *t);
void terminal_close(Terminal *t);

/* The test fails, and shows the text, unless it is there, or is not. */
void terminal_expect(Terminal *t, const char *text);
void terminal_expect_none(Terminal *t, const char *text);

#endif
