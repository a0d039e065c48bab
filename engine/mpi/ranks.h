/*
 * Jobs whose units are carried out by the other processes of an MPI run: rank 0's side.
 *
 * Rank 0 is the owner.  It hands out units, takes in results and commits them; it has no workers,
 * so that it is there at once when one of them asks.  A result asks for the next unit, so a unit
 * costs two messages.  Alone, a process runs its jobs on threads, as any other program does.
 */
#ifndef BRINDLE_ENGINE_MPI_RANKS_H
#define BRINDLE_ENGINE_MPI_RANKS_H

#include "engine/mpi/link.h"

/* What was needed for all jobs together. */
typedef struct {
    uint64_t units, letters;
    double seconds, cpu_seconds; /* that passed; that this process was busy */
} RanksReport;

typedef struct {
    JobRunner runner; /* first, so that it leads to the whole */
    Link *link;
    RanksReport *report;
    char program[40];
} RanksRunner;

/* `link` and `report` must outlive the runner. */
void ranks_runner_init(RanksRunner *runner, Link *link, RanksReport *report);
/* Lets the others go. */
void ranks_quit(Link *link);

#endif
