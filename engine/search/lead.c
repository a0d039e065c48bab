#include "engine/search/lead.h"

#include "engine/search/worker.h"

void lead_init(Lead *lead) {
    pthread_mutex_init(&lead->mutex, NULL);
    lead_reset(lead);
}
void lead_reset(Lead *lead) {
    atomic_store_explicit(&lead->depth, 0, memory_order_relaxed);
}
void lead_destroy(Lead *lead) {
    pthread_mutex_destroy(&lead->mutex);
}

void lead_offer(Lead *lead, const RootMove *best, int depth) {
    pthread_mutex_lock(&lead->mutex);
    if (depth > atomic_load_explicit(&lead->depth, memory_order_relaxed)) {
        lead->best = *best;
        atomic_store_explicit(&lead->depth, depth, memory_order_relaxed);
    }
    pthread_mutex_unlock(&lead->mutex);
}

bool lead_is_ahead(const Lead *lead, int depth) {
    const int ahead = atomic_load_explicit(&lead->depth, memory_order_relaxed);
    return ahead > 0 && ahead >= depth;
}

int lead_take(Lead *lead, RootMove *best) {
    pthread_mutex_lock(&lead->mutex);
    const int depth = atomic_load_explicit(&lead->depth, memory_order_relaxed);
    *best = lead->best;
    pthread_mutex_unlock(&lead->mutex);
    return depth;
}
