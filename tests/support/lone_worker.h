/*
 * A search thread without an engine around it, for tests that look inside.
 */
#ifndef BRINDLE_TESTS_SUPPORT_LONE_WORKER_H
#define BRINDLE_TESTS_SUPPORT_LONE_WORKER_H

#include "engine/search/worker.h"

typedef struct {
    Worker *worker;
    SharedSearch shared; /* the system's clock, one line, no limit, nobody listens */
    TranspositionTable tt;
    ReductionTable reductions;
} LoneWorker;

/* With a table of `hash_mib` MiB; the test fails if there is none to be had. */
LoneWorker *lone_worker_open(size_t hash_mib);
void lone_worker_close(LoneWorker *lone);
/* Forgets everything and prepares a search of the position. */
Worker *lone_worker_set(LoneWorker *lone, const Position *pos);

#endif
