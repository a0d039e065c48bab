/*
 * A search that the calling thread watches: it lets it be interrupted and tells the time.
 */
#ifndef BRINDLE_ENGINE_WATCHED_SEARCH_H
#define BRINDLE_ENGINE_WATCHED_SEARCH_H

#include "engine/search/engine.h"

#include <stdatomic.h>

/* Each may be NULL.  They are called one at a time. */
typedef struct {
    bool (*interrupted)(void); /* asked every 10 ms; true stops the search */
    const atomic_bool *stop;   /* so does this, once it is true */
    void (*on_report)(void *context, const SearchReport *report);
    void (*on_tick)(void *context, int64_t elapsed_ms); /* about every 100 ms */
    void *context;
} SearchWatch;

/* Searches a position until a limit or an interruption, by which it returns false; what has been
 * found by then is in `result` in either case. */
bool watched_search(Engine *engine, const Position *pos, const SearchLimits *limits,
                    const SearchWatch *watch, SearchResult *result);

#endif
