#include "tests/support/lone_worker.h"

#include <stdlib.h>

#include "tests/support/suite.h"

LoneWorker *lone_worker_open(size_t hash_mib) {
    Message message;
    LoneWorker *lone = calloc(1, sizeof *lone);
    assert_non_null(lone);
    lone->worker = worker_new(&lone->shared, 0);
    assert_non_null(lone->worker);
    if (!tt_resize(&lone->tt, hash_mib, &message))
        fail_msg("%s", message.text);
    reductions_init(&lone->reductions);
    lone->shared.tt = &lone->tt;
    lone->shared.reductions = &lone->reductions;
    lone->shared.workers = &lone->worker;
    lone->shared.worker_count = 1;
    lone->shared.clock = SYSTEM_CLOCK;
    lone->shared.multipv = 1;
#ifdef BRINDLE_TUNING
    lone->shared.parameters = search_parameters_default();
#endif
    lead_init(&lone->shared.lead);
    return lone;
}

void lone_worker_close(LoneWorker *lone) {
    lead_destroy(&lone->shared.lead);
    tt_free(&lone->tt);
    free(lone->worker);
    free(lone);
}

Worker *lone_worker_set(LoneWorker *lone, const Position *pos) {
    atomic_store(&lone->shared.stop, false);
    tt_clear(&lone->tt);
    tt_new_search(&lone->tt);
    worker_clear(lone->worker);
    worker_prepare(lone->worker, pos);
    return lone->worker;
}
