#include "engine/search/engine.h"

#include "bitboard/notation.h"
#include "engine/search/mate_line.h"
#include "engine/search/pool.h"
#include "engine/search/tt_file.h"
#include "engine/search/vote.h"
#include "engine/search/worker.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_NAME_SIZE = 4096 };

/*
 * The pool's first thread runs the main worker and starts the others.  `searching` and `result` are
 * guarded by the mutex; `shared` is written only while no search runs (but for its atomics).
 */
struct Engine {
    TranspositionTable tt;
    ReductionTable reductions;
    SharedSearch shared;
    Position root;
    char hash_file[FILE_NAME_SIZE];
    OwnBook book;

    Pool pool;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* stop, ponder hit, or the end of a search */
    bool searching;         /* from engine_go to the end of on_result */
    SearchResult result;
};

/* ---- The search's main thread ---- */

static void run_helper(void *context, int index) {
    Engine *e = context;
    worker_prepare(e->shared.workers[index], &e->root);
    worker_search(e->shared.workers[index]);
}

/* A search that may not answer yet (infinite, or pondering) waits until it may. */
static void wait_for_permission(Engine *e) {
    SharedSearch *s = &e->shared;
    pthread_mutex_lock(&e->mutex);
    while (!atomic_load(&s->asked_to_stop) && (s->limits.infinite || atomic_load(&s->pondering)))
        pthread_cond_wait(&e->changed, &e->mutex);
    pthread_mutex_unlock(&e->mutex);
}

/*
 * Whose answer is the engine's.  What was asked of the main worker (several lines, a depth) is
 * answered by the main worker.
 */
static Worker *choose_worker(const Engine *e) {
    const SharedSearch *s = &e->shared;
    Vote votes[MAX_THREADS];
    if (s->worker_count == 1 || s->multipv > 1 || s->limits.depth > 0 ||
        s->workers[0]->root_count == 0)
        return s->workers[0];
    for (int i = 0; i < s->worker_count; i++) {
        const Worker *w = s->workers[i];
        votes[i] =
            (Vote){.move = w->root[0].move, .score = w->root[0].score, .depth = w->finished_depth};
    }
    return s->workers[vote_best(votes, s->worker_count)];
}

static SearchResult make_result(const Engine *e) {
    const Worker *w = e->shared.workers[0];
    SearchResult r = {.best = MOVE_NONE, .ponder = MOVE_NONE, .depth = w->finished_depth};
    r.nodes = search_total_nodes(&e->shared);
    r.time_ms = search_now_ms(&e->shared) - e->shared.started_ms;
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

/* Ends the search: nothing is told after this. */
static void finish_search(Engine *e, const SearchResult *result) {
    const SearchListener *listener = &e->shared.listener;
    if (listener->on_result != NULL)
        listener->on_result(listener->context, result);
    pthread_mutex_lock(&e->mutex);
    e->result = *result;
    e->searching = false;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->mutex);
}

static void remark(const Engine *e, const Message *message) {
    const SearchListener *listener = &e->shared.listener;
    if (listener->on_remark != NULL)
        listener->on_remark(listener->context, message->text);
}

/* The answer, if it stands in the book. */
static bool answer_from_book(Engine *e, SearchResult *result) {
    const SharedSearch *s = &e->shared;
    const SearchLimits *l = &s->limits;
    WbookEntry chosen;
    Message message;
    char move[MOVE_TEXT_SIZE];
    if (!e->book.on || s->analyse_mode || l->infinite || l->ponder || l->mate > 0 ||
        l->root_move_count > 0)
        return false;
    if (!own_book_choose(&e->book, &e->root, (uint64_t)s->skill.seed, &chosen, &message)) {
        own_book_close(&e->book);
        remark(e, &message);
        return false;
    }
    if (chosen.move == MOVE_NONE)
        return false;
    message_set(&message, "book move %s, weight %d", move_write(chosen.move, move), chosen.weight);
    remark(e, &message);
    *result = (SearchResult){.best = chosen.move,
                             .ponder = MOVE_NONE,
                             .score = chosen.learn != SCORE_NONE ? chosen.learn : SCORE_DRAW};
    return true;
}

static void run_search(Engine *e) {
    SearchResult from_book = {.best = MOVE_NONE};
    if (answer_from_book(e, &from_book)) {
        finish_search(e, &from_book);
        return;
    }
    Worker *main_worker = e->shared.workers[0];
    /* More threads would make a limited engine stronger. */
    const bool limited = e->shared.skill_limit.limited;
    const int workers = limited ? 1 : e->shared.worker_count;
    pool_start(&e->pool, 1, workers, run_helper, e);
    worker_prepare(main_worker, &e->root);
    worker_search(main_worker);
    wait_for_permission(e);
    atomic_store(&e->shared.stop, true);
    pool_wait(&e->pool, 1, workers);
    /* A limited engine has chosen already, and does not say what it knows to be better. */
    if (!limited) {
        worker_take_answer(main_worker, choose_worker(e));
        mate_lines_complete(main_worker, main_worker->settled_lines);
    }
    const SearchResult result = make_result(e);
    finish_search(e, &result);
}

static void run_main(void *context, int index) {
    (void)index;
    run_search(context);
}

/* ---- Threads come and go ---- */

static void create_worker(void *context, int index) {
    Engine *e = context;
    e->shared.workers[index] = worker_new(&e->shared, index);
}

static void trim_workers(Engine *e, int keep) {
    while (e->shared.worker_count > keep)
        free(e->shared.workers[--e->shared.worker_count]);
    pool_resize(&e->pool, keep, NULL);
}

/* If not all can be had, those that were there stay. */
static bool set_worker_count(Engine *e, int count, Message *message) {
    const int before = e->shared.worker_count;
    if (count <= before) {
        trim_workers(e, count);
        return true;
    }
    Worker **workers = realloc(e->shared.workers, (size_t)count * sizeof(Worker *));
    if (workers == NULL)
        return message_set(message, "no memory for %d threads", count);
    e->shared.workers = workers;
    if (!pool_resize(&e->pool, count, message))
        return false;
    pool_start(&e->pool, before, count, create_worker, e);
    pool_wait(&e->pool, before, count);
    e->shared.worker_count = count;
    for (int i = before; i < count; i++)
        if (workers[i] == NULL) {
            trim_workers(e, before);
            return message_set(message, "no memory for %d threads", count);
        }
    return true;
}

Engine *engine_new(Message *message) {
    Engine *e = calloc(1, sizeof(Engine));
    if (e == NULL) {
        message_set(message, "no memory for an engine");
        return NULL;
    }
    pool_init(&e->pool);
    pthread_mutex_init(&e->mutex, NULL);
    lead_init(&e->shared.lead);
    pthread_cond_init(&e->changed, NULL);
    reductions_init(&e->reductions);
    e->shared.tt = &e->tt;
    e->shared.clock = SYSTEM_CLOCK;
    e->shared.skill = skill_settings_default();
    e->shared.reductions = &e->reductions;
#ifdef BRINDLE_TUNING
    e->shared.parameters = search_parameters_default();
#endif
    e->shared.multipv = 1;
    e->book.depth = OWN_BOOK_DEPTH_MAX;
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
    pool_free(&e->pool);
    free(e->shared.workers);
    own_book_close(&e->book);
    tt_free(&e->tt);
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->mutex);
    lead_destroy(&e->shared.lead);
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
SkillSettings *engine_skill(Engine *e) {
    engine_wait(e);
    return &e->shared.skill;
}
OwnBook *engine_book(Engine *e) {
    engine_wait(e);
    return &e->book;
}
const Wbook *engine_book_open(const Engine *e) {
    return e->book.book;
}
void engine_set_clock(Engine *e, const EngineClock *clock) {
    engine_wait(e);
    e->shared.clock = clock != NULL ? *clock : SYSTEM_CLOCK;
}
size_t engine_hash_mib(const Engine *e) {
    return e->tt.mib;
}
int engine_threads(const Engine *e) {
    return e->shared.worker_count;
}
int engine_move_overhead(const Engine *e) {
    return e->shared.move_overhead_ms;
}
bool engine_analyse_mode(const Engine *e) {
    return e->shared.analyse_mode;
}

static void clear_part(void *context, int index) {
    Engine *e = context;
    worker_clear(e->shared.workers[index]);
    tt_clear_part(&e->tt, index, e->shared.worker_count);
}

void engine_clear(Engine *e) {
    engine_wait(e);
    pool_run(&e->pool, clear_part, e);
    tt_cleared(&e->tt);
    e->book.games++;
}

bool engine_set_hash_file(Engine *e, const char *path, Message *message) {
    const size_t length = strlen(path);
    if (length >= sizeof e->hash_file)
        return message_set(message, "the name of the hash file is longer than %d bytes",
                           FILE_NAME_SIZE - 1);
    memcpy(e->hash_file, path, length + 1);
    return true;
}

bool engine_save_hash(Engine *e, Message *message) {
    engine_wait(e);
    if (e->hash_file[0] == '\0')
        return message_set(message, "no hash file has been named (option HashFile)");
    return tt_save(&e->tt, e->root.rules, e->hash_file, message);
}

bool engine_load_hash(Engine *e, Message *message) {
    engine_wait(e);
    if (e->hash_file[0] == '\0')
        return message_set(message, "no hash file has been named (option HashFile)");
    return tt_load(&e->tt, e->root.rules, e->hash_file, message);
}

bool engine_snapshot_hash(const Engine *e, const char *path, Message *message) {
    return tt_save(&e->tt, e->root.rules, path, message);
}

void engine_set_position(Engine *e, const Position *pos) {
    engine_wait(e);
    if (pos->rules != e->root.rules)
        engine_clear(e);
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
    s->skill_limit = (SkillLimit){.limited = false};
    if (!s->analyse_mode && limits->mate <= 0)
        s->skill_limit = skill_limit(&s->skill);
    if (s->skill_limit.limited && (limits->nodes == 0 || limits->nodes > s->skill_limit.nodes))
        s->limits.nodes = s->skill_limit.nodes;
    s->listener = listener != NULL ? *listener : (SearchListener){.context = NULL};
    s->started_ms = search_now_ms(s);
    atomic_store(&s->clock_started_ms, s->started_ms);
    atomic_store(&s->stop, false);
    atomic_store(&s->asked_to_stop, false);
    lead_reset(&s->lead);
    atomic_store(&s->pondering, limits->ponder);
    tt_new_search(&e->tt);
    /* Each prepares itself; but nobody may count what another did in the last search. */
    for (int i = 0; i < e->shared.worker_count; i++)
        atomic_store(&e->shared.workers[i]->nodes, 0);
    pthread_mutex_lock(&e->mutex);
    e->searching = true;
    pthread_mutex_unlock(&e->mutex);
}

void engine_go(Engine *e, const SearchLimits *limits, const SearchListener *listener) {
    prepare_search(e, limits, listener);
    pool_start(&e->pool, 0, 1, run_main, e);
}

SearchResult engine_run(Engine *e, const SearchLimits *limits, const SearchListener *listener) {
    prepare_search(e, limits, listener);
    run_search(e);
    return e->result;
}

Score engine_quiesce(Engine *e, const Position *pos, Move line[MAX_PLY + 1], int *length) {
    static const SearchLimits no_limits = {.infinite = true};
    const SearchListener silent = {.context = NULL};
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
    atomic_store(&e->shared.asked_to_stop, true);
    atomic_store(&e->shared.stop, true);
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->mutex);
}

void engine_ponder_hit(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    /* The clock first: who sees that pondering is over must see when it was. */
    if (atomic_load(&e->shared.pondering)) {
        atomic_store(&e->shared.clock_started_ms, search_now_ms(&e->shared));
        atomic_store(&e->shared.pondering, false);
    }
    pthread_cond_broadcast(&e->changed);
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
        pthread_cond_wait(&e->changed, &e->mutex);
    const SearchResult result = e->result;
    pthread_mutex_unlock(&e->mutex);
    return result;
}

uint64_t engine_thread_nodes(Engine *e, int thread) {
    engine_wait(e);
    return worker_nodes(e->shared.workers[thread]);
}

int engine_hash_permille(Engine *e) {
    engine_wait(e);
    return tt_hash_permille(&e->tt);
}
