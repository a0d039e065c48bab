#include "tune/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/* Quiescence recurses deeply, and sanitizers make its frames several times as large. */
#define STACK_BYTES ((size_t)64 << 20)

typedef struct {
    Crew *crew;
    int number;
    pthread_t thread;
} Member;

struct Crew {
    int size, started; /* members; threads beside the caller's */
    Member *members;

    pthread_mutex_t mutex;
    pthread_cond_t begin, end;
    uint64_t round; /* counts tasks; under the mutex, as are `busy` and `closing` */
    int busy;       /* threads that have not finished with this round */
    bool closing;

    CrewTask task;
    void *context;
    int count;
    atomic_int next;
};

static void work(Crew *crew, int member) {
    int index;
    while ((index = atomic_fetch_add_explicit(&crew->next, 1, memory_order_relaxed)) < crew->count)
        crew->task(crew->context, index, member);
}

static void *member_thread(void *argument) {
    const Member *member = argument;
    Crew *crew = member->crew;
    uint64_t done = 0;
    pthread_mutex_lock(&crew->mutex);
    for (;;) {
        while (crew->round == done && !crew->closing)
            pthread_cond_wait(&crew->begin, &crew->mutex);
        if (crew->closing)
            break;
        done = crew->round;
        pthread_mutex_unlock(&crew->mutex);
        work(crew, member->number);
        pthread_mutex_lock(&crew->mutex);
        if (--crew->busy == 0)
            pthread_cond_signal(&crew->end);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

static bool start_member(Crew *crew, int number) {
    Member *member = &crew->members[number];
    pthread_attr_t attributes;
    *member = (Member){.crew = crew, .number = number};
    if (pthread_attr_init(&attributes) != 0)
        return false;
    const bool started = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                         pthread_create(&member->thread, &attributes, member_thread, member) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

Crew *crew_new(int members, Message *message) {
    Crew *crew = calloc(1, sizeof *crew);
    Member *list = calloc((size_t)members, sizeof *list);
    if (crew == NULL || list == NULL) {
        free(crew);
        free(list);
        message_set(message, "no memory for %d threads", members);
        return NULL;
    }
    crew->size = members;
    crew->members = list;
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->begin, NULL);
    pthread_cond_init(&crew->end, NULL);
    while (crew->started < members - 1) {
        if (!start_member(crew, crew->started + 1)) {
            message_set(message, "the system gives no more than %d threads of the %d asked for",
                        crew->started + 1, members);
            crew_free(crew);
            return NULL;
        }
        crew->started++;
    }
    return crew;
}

void crew_free(Crew *crew) {
    if (crew == NULL)
        return;
    pthread_mutex_lock(&crew->mutex);
    crew->closing = true;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 1; i <= crew->started; i++)
        pthread_join(crew->members[i].thread, NULL);
    pthread_cond_destroy(&crew->begin);
    pthread_cond_destroy(&crew->end);
    pthread_mutex_destroy(&crew->mutex);
    free(crew->members);
    free(crew);
}

int crew_members(const Crew *crew) {
    return crew->size;
}

void crew_run(Crew *crew, CrewTask task, void *context, int count) {
    pthread_mutex_lock(&crew->mutex);
    crew->task = task;
    crew->context = context;
    crew->count = count;
    atomic_store_explicit(&crew->next, 0, memory_order_relaxed);
    crew->busy = crew->started;
    crew->round++;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->mutex);
    work(crew, 0);
    pthread_mutex_lock(&crew->mutex);
    while (crew->busy > 0)
        pthread_cond_wait(&crew->end, &crew->mutex);
    pthread_mutex_unlock(&crew->mutex);
}
