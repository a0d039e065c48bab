/*
 * Threads that sleep until they are given something to do.
 *
 * A pool has numbered threads, from 0.  A job is a function that some of them run at the same time,
 * each with its own number: a search, clearing their part of a table, allocating what they alone
 * use.  Each thread sleeps on a condition variable of its own, so that waking one wakes no other.
 *
 * pool_init, pool_free and pool_resize belong to the pool's owner.  pool_start and pool_wait may
 * also be called by a job, about other threads than its own.
 */
#ifndef BRINDLE_ENGINE_SEARCH_POOL_H
#define BRINDLE_ENGINE_SEARCH_POOL_H

#include "bitboard/message.h"

#include <pthread.h>

typedef void PoolJob(void *context, int index);
typedef struct PoolThread PoolThread;

typedef struct {
    pthread_mutex_t mutex; /* guards what the threads are told */
    pthread_cond_t idle;   /* a thread has finished its job */
    PoolThread **threads;
    int count;
} Pool;

/* An empty pool. */
void pool_init(Pool *pool);
/* Ends all threads, each after its job. */
void pool_free(Pool *pool);
/*
 * Ends the last threads (each after its job) or adds some.  If not all can be had, those that were
 * there stay, and the message says how many the system gave.
 */
bool pool_resize(Pool *pool, int count, Message *message);
/* The threads `first` … `end` - 1 are to run the job, each as soon as its last one is done. */
void pool_start(Pool *pool, int first, int end, PoolJob *job, void *context);
/* Until those threads have nothing to do. */
void pool_wait(Pool *pool, int first, int end);
/* Both: all threads run the job. */
void pool_run(Pool *pool, PoolJob *job, void *context);

#endif
