#include "engine/speed/timed_search.h"

#include "engine/wait.h"

enum { LOOK_MS = 50 };

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t finished;
    bool done; /* under the mutex */
} Wait;

static void on_result(void *context, const SearchResult *result) {
    Wait *wait = context;
    (void)result;
    pthread_mutex_lock(&wait->mutex);
    wait->done = true;
    pthread_cond_signal(&wait->finished);
    pthread_mutex_unlock(&wait->mutex);
}

bool timed_search(Engine *engine, const Position *pos, const SearchLimits *limits,
                  bool (*interrupted)(void), SearchResult *result) {
    Wait wait = {.done = false};
    const SearchListener listener = {.on_result = on_result, .context = &wait};
    bool stopped = false;
    pthread_mutex_init(&wait.mutex, NULL);
    pthread_cond_init(&wait.finished, NULL);
    engine_set_position(engine, pos);
    engine_go(engine, limits, &listener);
    pthread_mutex_lock(&wait.mutex);
    while (!wait.done) {
        wait_milliseconds(&wait.finished, &wait.mutex, LOOK_MS);
        if (!stopped && interrupted != NULL && interrupted()) {
            stopped = true;
            engine_stop(engine);
        }
    }
    pthread_mutex_unlock(&wait.mutex);
    *result = engine_wait(engine);
    pthread_cond_destroy(&wait.finished);
    pthread_mutex_destroy(&wait.mutex);
    return !stopped;
}
