#include "engine/search/engine.h"

#include "engine/search/mate_line.h"
#include "engine/search/worker.h"

#include <stdlib.h>

/*
 * Worker threads sleep on `wake` until asked to search; whoever waits for the end of a search
 * sleeps on `idle`.  All fields below the mutex are guarded by it; `shared` is written only while
 * no search runs (but for its atomics).
 */
struct Engine {
    TranspositionTable tt;
    ReductionTable reductions;
    SharedSearch shared;
    Position root;

    pthread_mutex_t mutex;
    pthread_cond_t wake; /* work, the end of the engine, or (for a finished infinite search) stop
                            and ponder hit */
    pthread_cond_t idle; /* a worker has finished */
    bool searching;      /* from engine_go to the end of on_result */
    int helpers_running;
    SearchResult result;
};

/* ---- The search's main thread ---- */

static void start_helpers(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    for (int i = 1; i < e->shared.worker_count; i++)
        e->shared.workers[i]->asked_to_search = true;
    e->helpers_running = e->shared.worker_count - 1;
    pthread_cond_broadcast(&e->wake);
    pthread_mutex_unlock(&e->mutex);
}

static void wait_for_helpers(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    while (e->helpers_running > 0)
        pthread_cond_wait(&e->idle, &e->mutex);
    pthread_mutex_unlock(&e->mutex);
}

/* A search that may not answer yet (infinite, or pondering) waits until it may. */
static void wait_for_permission(Engine *e) {
    SharedSearch *s = &e->shared;
    pthread_mutex_lock(&e->mutex);
    while (!atomic_load(&s->stop) && (s->limits.infinite || atomic_load(&s->pondering)))
        pthread_cond_wait(&e->wake, &e->mutex);
    pthread_mutex_unlock(&e->mutex);
}

static SearchResult make_result(const Engine *e) {
    const Worker *w = e->shared.workers[0];
    SearchResult r = {.best = MOVE_NONE, .ponder = MOVE_NONE, .depth = w->finished_depth};
    r.nodes = search_total_nodes(&e->shared);
    r.time_ms = clock_ms() - e->shared.started_ms;
    if (w->root_count == 0) {
        const bool loses = position_in_check(&e->root) || e->root.rules->stalemate_loses;
        r.score = loses ? score_mated_in(0) : SCORE_DRAW;
        return r;
    }
    const RootMove *best = &w->root[0];
    r.best = best->move;
    r.ponder = best->pv_length > 1 ? best->pv[1] : MOVE_NONE;
    r.score = best->score;
    return r;
}

static void run_search(Engine *e) {
    Worker *main_worker = e->shared.workers[0];
    start_helpers(e);
    worker_search(main_worker);
    wait_for_permission(e);
    atomic_store(&e->shared.stop, true);
    wait_for_helpers(e);
    mate_lines_complete(main_worker, main_worker->settled_lines);
    const SearchResult result = make_result(e);
    const SearchListener *listener = &e->shared.listener;
    if (listener->on_result != NULL)
        listener->on_result(listener->context, &result);
    pthread_mutex_lock(&e->mutex);
    e->result = result;
    e->searching = false;
    pthread_cond_broadcast(&e->idle);
    pthread_mutex_unlock(&e->mutex);
}

static void *worker_main(void *argument) {
    Worker *w = argument;
    Engine *e = w->engine;
    pthread_mutex_lock(&e->mutex);
    for (;;) {
        while (!w->asked_to_quit && !w->asked_to_search)
            pthread_cond_wait(&e->wake, &e->mutex);
        if (!w->asked_to_search)
            break;
        w->asked_to_search = false;
        pthread_mutex_unlock(&e->mutex);
        if (w->index == 0)
            run_search(e);
        else
            worker_search(w);
        pthread_mutex_lock(&e->mutex);
        if (w->index != 0) {
            e->helpers_running--;
            pthread_cond_broadcast(&e->idle);
        }
    }
    pthread_mutex_unlock(&e->mutex);
    return NULL;
}

/* ---- Threads come and go ---- */

/* Ends the threads beyond the first `keep`. */
static void trim_workers(Engine *e, int keep) {
    pthread_mutex_lock(&e->mutex);
    for (int i = keep; i < e->shared.worker_count; i++)
        e->shared.workers[i]->asked_to_quit = true;
    pthread_cond_broadcast(&e->wake);
    pthread_mutex_unlock(&e->mutex);
    while (e->shared.worker_count > keep) {
        Worker *last = e->shared.workers[e->shared.worker_count - 1];
        pthread_join(last->thread, NULL);
        free(last);
        e->shared.worker_count--;
    }
}

static bool start_thread(Worker *w) {
    /* The deepest line needs about 10 KiB a ply, more with sanitizers; the system's default may be
     * too small. */
    enum { STACK_BYTES = 16 << 20 };
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    const bool started = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                         pthread_create(&w->thread, &attributes, worker_main, w) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

static bool add_worker(Engine *e, int wanted, Message *message) {
    Worker *w = calloc(1, sizeof(Worker));
    if (w == NULL)
        return message_set(message, "no memory for thread %d of %d", e->shared.worker_count + 1,
                           wanted);
    w->index = e->shared.worker_count;
    w->engine = e;
    w->shared = &e->shared;
    if (!start_thread(w)) {
        free(w);
        return message_set(message, "the system gives no more than %d threads of the %d asked for",
                           e->shared.worker_count, wanted);
    }
    e->shared.workers[e->shared.worker_count++] = w;
    return true;
}

/* If not all can be had, those that were there stay. */
static bool set_worker_count(Engine *e, int count, Message *message) {
    const int before = e->shared.worker_count;
    if (count > before) {
        Worker **workers = realloc(e->shared.workers, (size_t)count * sizeof(Worker *));
        if (workers == NULL)
            return message_set(message, "no memory for %d threads", count);
        e->shared.workers = workers;
    }
    trim_workers(e, count < before ? count : before);
    while (e->shared.worker_count < count)
        if (!add_worker(e, count, message)) {
            trim_workers(e, before);
            return false;
        }
    return true;
}

Engine *engine_new(Message *message) {
    Engine *e = calloc(1, sizeof(Engine));
    if (e == NULL) {
        message_set(message, "no memory for an engine");
        return NULL;
    }
    pthread_mutex_init(&e->mutex, NULL);
    pthread_cond_init(&e->wake, NULL);
    pthread_cond_init(&e->idle, NULL);
    reductions_init(&e->reductions);
    e->shared.tt = &e->tt;
    e->shared.reductions = &e->reductions;
#ifdef BRINDLE_TUNING
    e->shared.parameters = search_parameters_default();
#endif
    e->shared.multipv = 1;
    e->shared.move_overhead_ms = DEFAULT_MOVE_OVERHEAD_MS;
    position_set_start(&e->root, &RULES[0]);
    if (!tt_resize(&e->tt, DEFAULT_HASH_MIB, message) || !set_worker_count(e, 1, message)) {
        engine_free(e);
        return NULL;
    }
    return e;
}

void engine_free(Engine *e) {
    if (e == NULL)
        return;
    engine_stop(e);
    engine_wait(e);
    trim_workers(e, 0);
    free(e->shared.workers);
    tt_free(&e->tt);
    pthread_cond_destroy(&e->idle);
    pthread_cond_destroy(&e->wake);
    pthread_mutex_destroy(&e->mutex);
    free(e);
}

/* ---- Settings ---- */

bool engine_set_hash(Engine *e, size_t mib, Message *message) {
    engine_wait(e);
    return tt_resize(&e->tt, mib, message);
}

bool engine_set_threads(Engine *e, int threads, Message *message) {
    engine_wait(e);
    if (threads < 1 || threads > MAX_THREADS)
        return message_set(message, "the number of threads must be from 1 to %d, not %d",
                           MAX_THREADS, threads);
    return set_worker_count(e, threads, message);
}

#ifdef BRINDLE_TUNING
SearchParameters *engine_parameters(Engine *e) {
    engine_wait(e);
    return &e->shared.parameters;
}
#endif

void engine_set_multipv(Engine *e, int lines) {
    engine_wait(e);
    e->shared.multipv = lines < 1 ? 1 : lines > MAX_MULTIPV ? MAX_MULTIPV : lines;
}
void engine_set_move_overhead(Engine *e, int milliseconds) {
    engine_wait(e);
    e->shared.move_overhead_ms = milliseconds;
}
void engine_set_analyse_mode(Engine *e, bool on) {
    engine_wait(e);
    e->shared.analyse_mode = on;
}
size_t engine_hash_mib(const Engine *e) {
    return e->tt.mib;
}
int engine_threads(const Engine *e) {
    return e->shared.worker_count;
}

void engine_clear(Engine *e) {
    engine_wait(e);
    tt_clear(&e->tt);
    for (int i = 0; i < e->shared.worker_count; i++)
        worker_clear(e->shared.workers[i]);
}

void engine_set_position(Engine *e, const Position *pos) {
    engine_wait(e);
    e->root = *pos;
}
const Position *engine_position(const Engine *e) {
    return &e->root;
}

/* ---- Searching ---- */

static bool has_limit(const SearchLimits *l) {
    return l->has_clock || l->move_time_ms > 0 || l->nodes > 0 || l->depth > 0 || l->mate > 0;
}

/* Everything but the start of a search that nobody else waits for. */
static void prepare_search(Engine *e, const SearchLimits *limits, const SearchListener *listener) {
    engine_wait(e);
    SharedSearch *s = &e->shared;
    s->limits = *limits;
    s->limits.infinite = limits->infinite || !has_limit(limits);
    s->listener = listener != NULL ? *listener : (SearchListener){NULL, NULL, NULL, NULL};
    s->started_ms = clock_ms();
    atomic_store(&s->clock_started_ms, s->started_ms);
    atomic_store(&s->stop, false);
    atomic_store(&s->pondering, limits->ponder);
    tt_new_search(&e->tt);
    for (int i = 0; i < e->shared.worker_count; i++)
        worker_prepare(e->shared.workers[i], &e->root);
    pthread_mutex_lock(&e->mutex);
    e->searching = true;
    pthread_mutex_unlock(&e->mutex);
}

void engine_go(Engine *e, const SearchLimits *limits, const SearchListener *listener) {
    prepare_search(e, limits, listener);
    pthread_mutex_lock(&e->mutex);
    e->shared.workers[0]->asked_to_search = true;
    pthread_cond_broadcast(&e->wake);
    pthread_mutex_unlock(&e->mutex);
}

SearchResult engine_run(Engine *e, const SearchLimits *limits, const SearchListener *listener) {
    prepare_search(e, limits, listener);
    run_search(e);
    return e->result;
}

Score engine_quiesce(Engine *e, const Position *pos, Move line[MAX_PLY + 1], int *length) {
    static const SearchLimits no_limits = {.infinite = true};
    const SearchListener silent = {NULL, NULL, NULL, NULL};
    Worker *w = e->shared.workers[0];
    engine_wait(e);
    e->shared.limits = no_limits;
    e->shared.listener = silent;
    atomic_store(&e->shared.stop, false);
    worker_prepare(w, pos);
    return worker_quiesce(w, line, length);
}

void engine_stop(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    atomic_store(&e->shared.stop, true);
    pthread_cond_broadcast(&e->wake);
    pthread_mutex_unlock(&e->mutex);
}

void engine_ponder_hit(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    /* The clock first: who sees that pondering is over must see when it was. */
    if (atomic_load(&e->shared.pondering)) {
        atomic_store(&e->shared.clock_started_ms, clock_ms());
        atomic_store(&e->shared.pondering, false);
    }
    pthread_cond_broadcast(&e->wake);
    pthread_mutex_unlock(&e->mutex);
}

bool engine_is_searching(const Engine *e) {
    Engine *mutable_engine = (Engine *)e; /* the mutex alone is not const */
    pthread_mutex_lock(&mutable_engine->mutex);
    const bool searching = e->searching;
    pthread_mutex_unlock(&mutable_engine->mutex);
    return searching;
}

SearchResult engine_wait(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    while (e->searching)
        pthread_cond_wait(&e->idle, &e->mutex);
    const SearchResult result = e->result;
    pthread_mutex_unlock(&e->mutex);
    return result;
}
