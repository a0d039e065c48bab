/*
 * Running programs from a test, in a directory of its own.
 *
 * Waiting is for the program's end or for something that it writes; RUN_WAIT_MS only ends a test
 * that would wait for ever.
 */
#ifndef BRINDLE_TESTS_SUPPORT_RUN_H
#define BRINDLE_TESTS_SUPPORT_RUN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum { RUN_WAIT_MS = 200000, RUN_PATH = 512, RUN_WORDS = 1000 };

/* Makes a new directory and enters it. */
void scratch_enter(void);
/* Leaves it and removes it, with all that is in it. */
void scratch_leave(void);

typedef struct {
    pid_t pid;
    int status;       /* exit status; 128 + N after signal N */
    char *out, *err;  /* all that it wrote, once it has ended */
    long max_rss_kib; /* the most memory that it had */
    char out_file[RUN_PATH], err_file[RUN_PATH];
} Run;

/*
 * Starts a program with the words of a command line, which are separated by blanks ('…' holds a
 * word with blanks together), in a process group of its own, its input empty and its output in
 * files of the current directory.
 */
void run_start(Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Waits for its end and reads what it wrote. */
void run_wait(Run *run);
void run_free(Run *run);
/* The test fails, and shows what the program wrote, if it has ended otherwise. */
void run_expect_status(const Run *run, int status);
/* The words of such a command line, with NULL behind them, in what is returned and to be freed. */
char *run_split(char *words[RUN_WORDS + 1], const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
/* All of it: starts, waits. */
void run(Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A command line that makes no sense, and what is said of it. */
typedef struct {
    const char *words;
    int status;
    const char *says;
} Refusal;

/* Runs `program` with each of them; the test fails unless it says so in one line of its own, that
 * begins with "TITLE: ". */
void run_expect_refusals(const char *program, const char *title, const Refusal *refusals,
                         int count);

/* Waits until there is such a file. */
void file_wait_for(const char *name);
/* The whole file, malloced, with a zero byte behind it; the test fails if it cannot be read. */
char *file_read(const char *name);
void file_write(const char *name, const char *text);
/* As strstr, for long texts that are searched bit by bit: with strict string checks the address
 * sanitizer measures all that is left of the text in every call of strstr. */
const char *find_text(const char *text, const char *wanted);
/* How often a text occurs in another. */
int occurrences(const char *text, const char *of);

/* Milliseconds of a clock that goes forward. */
int64_t test_now_ms(void);
void test_pause_ms(int ms);
/* How many file descriptors this process has open. */
int open_files(void);
/* How many processes there are whose command line contains a text; zombies do not count. */
int processes_with(const char *text);

#endif
