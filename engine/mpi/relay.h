/*
 * The processes with workers, ranks 1 and up: each runs a job as any program does, on threads, with
 * an owner that only passes on what goes between them and rank 0.  One that is told to end by a
 * signal leaves its job, which ends that job.
 */
#ifndef BRINDLE_ENGINE_MPI_RELAY_H
#define BRINDLE_ENGINE_MPI_RELAY_H

#include "engine/mpi/link.h"

/* Takes part in whatever jobs of these kinds (up to NULL) rank 0 begins, until it quits. */
void relay_serve(Link *link, const JobWork *const *works);

/* How rank 0 begins a job.  False, and a message, if it cannot be described. */
bool relay_describe(const JobWork *work, const void *setup, const JobThreads *threads, Bytes *bytes,
                    Message *message);

#endif
