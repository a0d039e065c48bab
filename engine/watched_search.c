#include "engine/watched_search.h"

#include "engine/search/time.h"
#include "engine/wait.h"

enum { LOOK_MS = 10, TICK_MS = 100 };

typedef struct {
    const SearchWatch *watch;
    pthread_mutex_t mutex; /* held while the watcher's functions run, and for … */
    bool done;
    pthread_cond_t finished;
} Watched;

static void on_report(void *context, const SearchReport *report) {
    Watched *w = context;
    pthread_mutex_lock(&w->mutex);
    w->watch->on_report(w->watch->context, report);
    pthread_mutex_unlock(&w->mutex);
}

static void on_result(void *context, const SearchResult *result) {
    Watched *w = context;
    (void)result;
    pthread_mutex_lock(&w->mutex);
    w->done = true;
    pthread_cond_signal(&w->finished);
    pthread_mutex_unlock(&w->mutex);
}

static bool is_to_stop(const SearchWatch *watch) {
    return (watch->interrupted != NULL && watch->interrupted()) ||
           (watch->stop != NULL && atomic_load(watch->stop));
}

/* True if it was not interrupted. */
static bool wait_for_end(Watched *w, Engine *engine) {
    const SearchWatch *watch = w->watch;
    const int64_t started = clock_ms();
    int64_t ticked = started;
    bool stopped = false;
    pthread_mutex_lock(&w->mutex);
    while (!w->done) {
        wait_milliseconds(&w->finished, &w->mutex, LOOK_MS);
        const int64_t now = clock_ms();
        if (!w->done && watch->on_tick != NULL && now - ticked >= TICK_MS) {
            ticked = now;
            watch->on_tick(watch->context, now - started);
        }
        if (!stopped && is_to_stop(watch)) {
            stopped = true;
            pthread_mutex_unlock(&w->mutex);
            engine_stop(engine);
            pthread_mutex_lock(&w->mutex);
        }
    }
    pthread_mutex_unlock(&w->mutex);
    return !stopped;
}

bool watched_search(Engine *engine, const Position *pos, const SearchLimits *limits,
                    const SearchWatch *watch, SearchResult *result) {
    Watched w = {.watch = watch};
    const SearchListener listener = {.on_report = watch->on_report != NULL ? on_report : NULL,
                                     .on_result = on_result,
                                     .context = &w};
    pthread_mutex_init(&w.mutex, NULL);
    pthread_cond_init(&w.finished, NULL);
    engine_set_position(engine, pos);
    engine_go(engine, limits, &listener);
    const bool whole = wait_for_end(&w, engine);
    *result = engine_wait(engine);
    pthread_cond_destroy(&w.finished);
    pthread_mutex_destroy(&w.mutex);
    return whole;
}
