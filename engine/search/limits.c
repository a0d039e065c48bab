#include "engine/search/worker.h"

enum { TIME_CHECK_NODES = 1024, STATUS_EVERY_MS = 1000, CURRENT_MOVE_EVERY_MS = 100 };

static void stop_all(Worker *w) {
    atomic_store_explicit(&w->shared->stop, true, memory_order_relaxed);
}

uint64_t search_total_nodes(const SharedSearch *shared) {
    uint64_t nodes = 0;
    for (int i = 0; i < shared->worker_count; i++)
        nodes += worker_nodes(shared->workers[i]);
    return nodes;
}

int64_t search_now_ms(const SharedSearch *shared) {
    return shared->clock.now_ms(shared->clock.context);
}
int64_t search_clock_elapsed_ms(const SharedSearch *shared) {
    return search_now_ms(shared) -
           atomic_load_explicit(&shared->clock_started_ms, memory_order_relaxed);
}
bool search_is_pondering(const SharedSearch *shared) {
    return atomic_load_explicit(&shared->pondering, memory_order_acquire);
}

/* What people want to see of a search in which nothing else happens. */
static void tell_progress(Worker *w) {
    const SharedSearch *shared = w->shared;
    const SearchListener *listener = &shared->listener;
    CurrentMove *current = &w->current;
    if (listener->on_status == NULL && listener->on_current_move == NULL)
        return;
    const int64_t now = search_now_ms(shared), elapsed = now - shared->started_ms;
    if (elapsed < LONG_SEARCH_MS)
        return;
    if (listener->on_status != NULL && now - w->told_ms >= STATUS_EVERY_MS) {
        const uint64_t nodes = search_total_nodes(shared);
        const SearchStatus status = {.nodes = nodes,
                                     .time_ms = elapsed,
                                     .nodes_per_second = rate_per_second(nodes, elapsed),
                                     .hash_permille = tt_hash_permille(shared->tt)};
        w->told_ms = now;
        listener->on_status(listener->context, &status);
    }
    if (listener->on_current_move != NULL && current->move != MOVE_NONE && !current->told &&
        now - current->last_told_ms >= CURRENT_MOVE_EVERY_MS) {
        current->told = true;
        current->last_told_ms = now;
        listener->on_current_move(listener->context, w->root_depth, current->move, current->number);
    }
}

/* The main worker looks at clock and node limit now and then; others only at the stop flag. */
static void check_limits(Worker *w) {
    const SearchLimits *limits = &w->shared->limits;
    const uint64_t nodes = worker_nodes(w);
    w->next_check = nodes + TIME_CHECK_NODES;
    if (w->index != 0)
        return;
    w->overtaken = w->finished_depth > 0 && lead_is_ahead(&w->shared->lead, w->root_depth);
    tell_progress(w);
    if (limits->nodes > 0) {
        const uint64_t total = search_total_nodes(w->shared);
        if (total >= limits->nodes) {
            stop_all(w);
            return;
        }
        /* Never past the limit by more than the other workers' share. */
        if (limits->nodes - total < TIME_CHECK_NODES)
            w->next_check = nodes + (limits->nodes - total);
    }
    if (w->budget.hard == INT64_MAX || search_is_pondering(w->shared))
        return;
    /* An iteration that was begun while pondering was not begun with regard to the clock. */
    const bool planned = !limits->ponder || w->shared->analyse_mode;
    if (search_clock_elapsed_ms(w->shared) >= (planned ? w->budget.hard : w->soft_limit_ms))
        stop_all(w);
}

bool worker_must_stop(Worker *w) {
    if (worker_nodes(w) >= w->next_check)
        check_limits(w);
    return worker_stopped(w);
}
