#include "engine/search/pool.h"

#include <stdlib.h>

/* The fields below `wake` are guarded by the pool's mutex. */
struct PoolThread {
    Pool *pool;
    int index;
    pthread_t id;
    pthread_cond_t wake; /* a job, or the end */
    PoolJob *job;        /* NULL: nothing to do */
    void *context;
    bool has_to_end;
};

static void *thread_main(void *argument) {
    PoolThread *t = argument;
    Pool *pool = t->pool;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (t->job == NULL && !t->has_to_end)
            pthread_cond_wait(&t->wake, &pool->mutex);
        if (t->job == NULL)
            break;
        pthread_mutex_unlock(&pool->mutex);
        t->job(t->context, t->index);
        pthread_mutex_lock(&pool->mutex);
        t->job = NULL;
        pthread_cond_broadcast(&pool->idle);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

void pool_init(Pool *pool) {
    *pool = (Pool){.threads = NULL, .count = 0};
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->idle, NULL);
}

/* Ends the threads beyond the first `keep`: all are told before the first is waited for. */
static void trim(Pool *pool, int keep) {
    pthread_mutex_lock(&pool->mutex);
    for (int i = keep; i < pool->count; i++) {
        pool->threads[i]->has_to_end = true;
        pthread_cond_signal(&pool->threads[i]->wake);
    }
    pthread_mutex_unlock(&pool->mutex);
    while (pool->count > keep) {
        PoolThread *last = pool->threads[--pool->count];
        pthread_join(last->id, NULL);
        pthread_cond_destroy(&last->wake);
        free(last);
    }
}

void pool_free(Pool *pool) {
    trim(pool, 0);
    free(pool->threads);
    pthread_cond_destroy(&pool->idle);
    pthread_mutex_destroy(&pool->mutex);
}

static bool create(PoolThread *t) {
    /* The deepest line of a search needs about 10 KiB a ply, more with sanitizers; the system's
     * default may be too small. */
    enum { STACK_BYTES = 16 << 20 };
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    const bool created = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                         pthread_create(&t->id, &attributes, thread_main, t) == 0;
    pthread_attr_destroy(&attributes);
    return created;
}

static bool add(Pool *pool) {
    PoolThread *t = calloc(1, sizeof *t);
    if (t == NULL)
        return false;
    t->pool = pool;
    t->index = pool->count;
    pthread_cond_init(&t->wake, NULL);
    if (!create(t)) {
        pthread_cond_destroy(&t->wake);
        free(t);
        return false;
    }
    pool->threads[pool->count++] = t;
    return true;
}

bool pool_resize(Pool *pool, int count, Message *message) {
    const int before = pool->count;
    if (count > before) {
        PoolThread **threads = realloc(pool->threads, (size_t)count * sizeof(PoolThread *));
        if (threads == NULL)
            return message_set(message, "no memory for %d threads", count);
        pool->threads = threads;
    }
    trim(pool, count < before ? count : before);
    while (pool->count < count)
        if (!add(pool)) {
            message_set(message, "the system gives no more than %d threads of the %d asked for",
                        pool->count, count);
            trim(pool, before);
            return false;
        }
    return true;
}

/* Under the mutex. */
static void wait_until_idle(Pool *pool, const PoolThread *t) {
    while (t->job != NULL)
        pthread_cond_wait(&pool->idle, &pool->mutex);
}

void pool_start(Pool *pool, int first, int end, PoolJob *job, void *context) {
    pthread_mutex_lock(&pool->mutex);
    for (int i = first; i < end; i++) {
        PoolThread *t = pool->threads[i];
        wait_until_idle(pool, t);
        t->job = job;
        t->context = context;
        pthread_cond_signal(&t->wake);
    }
    pthread_mutex_unlock(&pool->mutex);
}

void pool_wait(Pool *pool, int first, int end) {
    pthread_mutex_lock(&pool->mutex);
    for (int i = first; i < end; i++)
        wait_until_idle(pool, pool->threads[i]);
    pthread_mutex_unlock(&pool->mutex);
}

void pool_run(Pool *pool, PoolJob *job, void *context) {
    pool_start(pool, 0, pool->count, job, context);
    pool_wait(pool, 0, pool->count);
}
