/*
 * Messages between the processes of a run, on top of MPI.
 *
 * Only the thread that opened the link uses it.  Nothing here waits but link_close: MPI's own
 * waiting keeps a core busy, so those who have nothing to do sleep (link_pause_us) and look again.
 * A process without memory for a message ends the whole run: what was committed stays, and the run
 * can be gone on with.
 */
#ifndef BRINDLE_ENGINE_MPI_LINK_H
#define BRINDLE_ENGINE_MPI_LINK_H

#include "engine/jobs/job.h"

typedef enum {
    /* From rank 0 */
    LINK_JOB,  /* a job begins: its bytes say which */
    LINK_UNIT, /* a unit: its number and task */
    LINK_END,  /* give up what is under way, and leave the job */
    LINK_QUIT, /* no more jobs */
    /* To rank 0 */
    LINK_READY,  /* `number` workers wait for a unit each */
    LINK_RESULT, /* of a unit, by its number; its worker waits for the next one */
    LINK_LEFT    /* has left the job; with bytes: because of what they say */
} LetterKind;

typedef struct {
    int rank; /* of the other side */
    LetterKind kind;
    uint64_t number;
    Bytes bytes; /* whoever receives them frees `data`; behind them stands a zero byte */
} Letter;

typedef struct Sending Sending;

typedef struct {
    int rank, ranks;  /* of this process; of all */
    uint64_t letters; /* sent and received */
    Sending *under_way;
    int pause_us;
} Link;

void link_open(Link *link, int *argc, char ***argv);
/* Waits for all processes to come here, and for what is still under way. */
void link_close(Link *link);

/* Sends a copy of the bytes. */
void link_send(Link *link, int rank, LetterKind kind, uint64_t number, const Bytes *bytes);
/* True if a letter was there. */
bool link_receive(Link *link, Letter *letter);
/* How long to sleep now, if there is nothing to do: the longer the less has come lately, up to
 * `longest_us`. */
int link_pause_us(Link *link, int longest_us);
/* Sleeps as long. */
void link_sleep(Link *link, int longest_us);
/* The name of this process's machine. */
void link_host(char *name, size_t size);

#endif
