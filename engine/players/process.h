/*
 * An engine's process: started without a shell, spoken to in lines through two pipes.
 *
 * Nothing that the process does can hang or flood its master: every wait has a deadline, and a line
 * longer than PROCESS_LINE_MAX is thrown away as it comes.
 */
#ifndef BRINDLE_ENGINE_PLAYERS_PROCESS_H
#define BRINDLE_ENGINE_PLAYERS_PROCESS_H

#include "bitboard/message.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROCESS_LINE_MAX = 1 << 16 };

typedef struct {
    pid_t pid;         /* 0: not running */
    int in;            /* its standard input, which we write */
    int out;           /* its standard output, which we read */
    bool ended;        /* it has closed its output, or does not read any more */
    bool discarding;   /* in the middle of a line that is too long */
    size_t begin, end; /* what has been read and not yet returned as lines */
    uint64_t lines_discarded;
    char buffer[PROCESS_LINE_MAX + 1];
} Process;

typedef struct {
    const char *command;          /* a path, or a name to look for in PATH */
    const char *const *arguments; /* ends with NULL; without the command itself */
    const char *directory;        /* to run in; NULL: ours */
    const char *error_file;       /* its standard error is appended there; NULL: thrown away */
} ProcessSpec;

/*
 * Starts it, in a process group of its own, so that Ctrl-C reaches only us; on Linux it is killed
 * when the calling thread ends.  False, and a message with the reason, if it cannot be started.
 */
bool process_start(Process *process, const ProcessSpec *spec, Message *message);
/* Its end of the conversation closed, `patience_ms` for it to end by itself, then killed with all
 * of its group.  Does nothing if it is not running. */
void process_end(Process *process, int patience_ms);
/* How it ended, in words ("killed by signal 11 (Segmentation fault)", "exit status 1"), if it has
 * within `patience_ms`; "still running" otherwise. */
void process_fate(Process *process, int patience_ms, char *text, size_t size);

typedef enum {
    PROCESS_LINE,
    PROCESS_TIMEOUT,
    PROCESS_ENDED,  /* it has closed its output */
    PROCESS_STOPPED /* `*stop` became true */
} ProcessStatus;

/*
 * Sends a line; the newline is added.  False if the process has ended or does not read within
 * `patience_ms`.
 */
bool process_send(Process *process, const char *line, int patience_ms);
/* What else is looked after while one waits for a line.  All may be NULL. */
typedef struct {
    const atomic_bool *stop;         /* ends the wait */
    Process *other;                  /* when this one has something to say … */
    void (*on_other)(void *context); /* … this is called, which should process_poll it empty */
    void *context;
} ProcessWait;

/*
 * Waits for the next line until `deadline_ns` (clock_ns; NO_DEADLINE: for ever).  The line, without
 * its end, is valid until the next call for the same process.
 */
ProcessStatus process_receive(Process *process, int64_t deadline_ns, const ProcessWait *wait,
                              char **line);
/* A line that is there already, without waiting; NULL if there is none. */
char *process_poll(Process *process);

#endif
