/*
 * What one thread waits for: lines that another one reads, and results of searches, in the order in
 * which they come.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_EVENTS_H
#define BRINDLE_ENGINE_PROTOCOL_EVENTS_H

#include "engine/search/engine.h"

#include <pthread.h>

typedef enum { EVENT_LINE, EVENT_RESULT, EVENT_END } EventKind;

typedef struct Event {
    EventKind kind;
    char *line;          /* EVENT_LINE: to be freed by the receiver */
    unsigned search;     /* EVENT_RESULT: which search it was */
    SearchResult result; /* EVENT_RESULT */
    struct Event *next;  /* of the queue's own */
} Event;

typedef struct {
    Event *first, **last;
    pthread_mutex_t mutex;
    pthread_cond_t arrived;
    bool ended; /* no memory for an event: all that comes after it is lost */
} EventQueue;

void events_init(EventQueue *queue);
/* Throws away what has not been received. */
void events_free(EventQueue *queue);
/* Puts a copy of the event, but for its line, at the end.  If there is no memory for that, the
 * receiver will see EVENT_END behind what is there. */
void events_push(EventQueue *queue, const Event *event);
/* The first event; waits for one if there is none. */
Event events_next(EventQueue *queue);

#endif
