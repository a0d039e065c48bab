/*
 * The main worker takes over what a helper has finished before it.
 *
 * Helpers take every other depth, so one of them is often through with a depth that the main worker
 * has only begun.  To search it to its end would find little more than that helper's line: the main
 * worker breaks off and goes on with the depth behind it.
 */
#ifndef BRINDLE_ENGINE_SEARCH_LEAD_H
#define BRINDLE_ENGINE_SEARCH_LEAD_H

#include "engine/search/root_move.h"

#include <pthread.h>
#include <stdatomic.h>

/* The deepest iteration that a helper has finished in this search. */
typedef struct {
    pthread_mutex_t mutex; /* guards both; the depth is read without it, too */
    atomic_int depth;      /* 0: none */
    RootMove best;
} Lead;

void lead_init(Lead *lead);
void lead_destroy(Lead *lead);
/* Before a search: there is none. */
void lead_reset(Lead *lead);

/* A helper has finished `depth` with this line. */
void lead_offer(Lead *lead, const RootMove *best, int depth);
/* Has one finished `depth` or more? */
bool lead_is_ahead(const Lead *lead, int depth);
/* The deepest one's line; returns its depth. */
int lead_take(Lead *lead, RootMove *best);

#endif
