/*
 * The processor cores that this process may use.
 */
#ifndef BRINDLE_ENGINE_JOBS_CORES_H
#define BRINDLE_ENGINE_JOBS_CORES_H

#include <stdbool.h>

/* How many there are; at least 1. */
int cores_count(void);
/*
 * Ties the calling thread, and every thread and process that it starts from now on, to one of
 * them: the `index`-th, counted round.  False where the system cannot do that.
 */
bool cores_pin_thread(int index);

#endif
