#include "engine/protocol/events.h"

#include <stdlib.h>

void events_init(EventQueue *q) {
    q->first = NULL;
    q->last = &q->first;
    q->ended = false;
    pthread_mutex_init(&q->mutex, NULL);
    pthread_cond_init(&q->arrived, NULL);
}

void events_free(EventQueue *q) {
    while (q->first != NULL) {
        Event *event = q->first;
        q->first = event->next;
        free(event->line);
        free(event);
    }
    pthread_cond_destroy(&q->arrived);
    pthread_mutex_destroy(&q->mutex);
}

void events_push(EventQueue *q, const Event *event) {
    Event *copy = malloc(sizeof *copy);
    pthread_mutex_lock(&q->mutex);
    if (copy != NULL) {
        *copy = *event;
        copy->next = NULL;
        *q->last = copy;
        q->last = &copy->next;
    } else {
        free(event->line);
        q->ended = true;
    }
    pthread_cond_signal(&q->arrived);
    pthread_mutex_unlock(&q->mutex);
}

Event events_next(EventQueue *q) {
    Event event = {.kind = EVENT_END};
    pthread_mutex_lock(&q->mutex);
    while (q->first == NULL && !q->ended)
        pthread_cond_wait(&q->arrived, &q->mutex);
    Event *first = q->first;
    if (first != NULL) {
        event = *first;
        q->first = first->next;
        if (q->first == NULL)
            q->last = &q->first;
    }
    pthread_mutex_unlock(&q->mutex);
    free(first);
    event.next = NULL;
    return event;
}
