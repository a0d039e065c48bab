/*
 * Waiting for another thread, but not for ever.
 */
#ifndef BRINDLE_ENGINE_WAIT_H
#define BRINDLE_ENGINE_WAIT_H

#include <pthread.h>
#include <stdbool.h>

/* As pthread_cond_wait, for `milliseconds` at most; false if they have passed. */
bool wait_milliseconds(pthread_cond_t *condition, pthread_mutex_t *mutex, int milliseconds);

#endif
