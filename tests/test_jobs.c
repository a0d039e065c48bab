/*
 * Jobs on threads, with kinds of work that do next to nothing: every unit is carried out once,
 * whatever the order, and every way to end leaves nothing behind.
 */
#include "tests/support/suite.h"

#include "engine/jobs/cores.h"
#include "engine/jobs/job.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_UNITS = 20000 };

/* The owner of a job; what the threads share is atomic or under the mutex. */
typedef struct {
    /* What should happen */
    uint64_t units;
    uint64_t window; /* no unit is given out so far ahead of the first that is not committed */
    int64_t fail_work_at, fail_accept_at, fail_commit_at, stop_at; /* -1: never */
    int fail_worker; /* the slot whose worker cannot be made */
    bool with_tasks, work_fails_with_result;
    bool hold; /* units wait until they are told to stop */
    /* What did */
    uint64_t given, committed;
    int waits;
    bool in_batch;
    uint8_t accepted[MOST_UNITS];
    uint8_t durable[MOST_UNITS];
    uint64_t accepted_count;
    int ticks;
    atomic_int carried_out, workers_alive, workers_made, given_up;
    bool accept_after_failure, owner_failed;
    pthread_t thread; /* that the owner's functions are called on */
} Owner;

typedef struct {
    Owner *owner;
    const atomic_bool *stop;
} Worker;

/* For any thread; cmocka's own assertions are for the main one. */
static void check(bool holds) {
    if (!holds)
        abort();
}

static void *worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message) {
    Owner *o = *(Owner *const *)setup;
    if (slot == o->fail_worker) {
        message_set(message, "worker %d cannot be made", slot);
        return NULL;
    }
    Worker *w = malloc(sizeof *w);
    *w = (Worker){o, stop};
    atomic_fetch_add(&o->workers_alive, 1);
    atomic_fetch_add(&o->workers_made, 1);
    return w;
}

static bool give_result(Bytes *result, uint64_t number) {
    const size_t size = sizeof number;
    char *bytes = malloc(size);
    if (bytes == NULL)
        abort();
    memcpy(bytes, &number, size);
    *result = (Bytes){bytes, size};
    return true;
}

static bool work(void *worker, const Unit *unit, Bytes *result, Message *message) {
    Worker *w = worker;
    Owner *o = w->owner;
    if (o->with_tasks) {
        check(unit->task.size == sizeof(uint64_t));
        check(memcmp(unit->task.data, &unit->number, sizeof(uint64_t)) == 0);
    }
    if (o->hold)
        while (!atomic_load(w->stop))
            sched_yield();
    if (atomic_load(w->stop)) {
        atomic_fetch_add(&o->given_up, 1);
        return true; /* an empty result */
    }
    atomic_fetch_add(&o->carried_out, 1);
    /* Different amounts of work, so that results come out of order. */
    for (volatile uint64_t i = unit->number * 7919 % 500; i > 0; i--)
        continue;
    if ((int64_t)unit->number == o->fail_work_at) {
        if (o->work_fails_with_result)
            give_result(result, unit->number);
        return message_set(message, "unit %d failed", (int)unit->number);
    }
    return give_result(result, unit->number);
}

static void worker_free(void *worker) {
    Worker *w = worker;
    atomic_fetch_sub(&w->owner->workers_alive, 1);
    free(w);
}

static JobNext next(void *owner, Unit *unit) {
    Owner *o = owner;
    check(pthread_equal(o->thread, pthread_self()));
    if (o->given == o->units)
        return JOB_DONE;
    if (o->window > 0 && o->given >= o->committed + o->window) {
        o->waits++;
        return JOB_WAIT;
    }
    unit->number = o->given++;
    if (o->with_tasks)
        give_result(&unit->task, unit->number);
    return JOB_UNIT;
}

static bool accept_result(void *owner, uint64_t number, const Bytes *result, Message *message) {
    Owner *o = owner;
    check(pthread_equal(o->thread, pthread_self()));
    check(result->size == sizeof number && memcmp(result->data, &number, sizeof number) == 0);
    if (o->owner_failed)
        o->accept_after_failure = true;
    if ((int64_t)number == o->fail_accept_at) {
        o->owner_failed = true;
        return message_set(message, "result %d is not accepted", (int)number);
    }
    o->accepted[number]++;
    o->accepted_count++;
    return true;
}

static bool commit(void *owner, Message *message) {
    Owner *o = owner;
    if (o->fail_commit_at >= 0 && o->accepted[o->fail_commit_at] > 0) {
        o->owner_failed = true;
        return message_set(message, "the disk is full");
    }
    memcpy(o->durable, o->accepted, sizeof o->durable);
    while (o->committed < o->units && o->durable[o->committed] > 0)
        o->committed++;
    return true;
}

static bool should_stop(void *owner) {
    const Owner *o = owner;
    return o->stop_at >= 0 &&
           (o->hold ? o->ticks >= o->stop_at : o->accepted_count >= (uint64_t)o->stop_at);
}

static void tick(void *owner) {
    Owner *o = owner;
    o->ticks++;
}

static const JobWork WORK = {.worker_new = worker_new, .run = work, .worker_free = worker_free};
static const JobKind KIND = {.work = &WORK,
                             .next = next,
                             .accept = accept_result,
                             .commit = commit,
                             .should_stop = should_stop,
                             .tick = tick};

static Owner *owner_new(uint64_t units) {
    Owner *o = calloc(1, sizeof *o);
    assert_non_null(o);
    o->units = units;
    o->fail_work_at = o->fail_accept_at = o->fail_commit_at = o->stop_at = -1;
    o->fail_worker = -1;
    o->thread = pthread_self();
    return o;
}

static bool run_job(Owner *o, int workers, Message *message) {
    const JobThreads threads = {.workers = workers, .tick_ms = 5};
    const bool done = job_run_threads(&KIND, o, &o, &threads, message);
    assert_int_equal(atomic_load(&o->workers_alive), 0);
    assert_false(o->accept_after_failure);
    for (uint64_t i = 0; i < o->units; i++)
        assert_true(o->accepted[i] <= 1);
    return done;
}

static void test_all_units_once(void **state) {
    (void)state;
    static const int workers[] = {1, 2, 3, 8, 64};
    for (size_t i = 0; i < sizeof workers / sizeof workers[0]; i++)
        for (int tasks = 0; tasks < 2; tasks++) {
            Message message = {""};
            Owner *o = owner_new((uint64_t)test_amount(2000, MOST_UNITS));
            o->with_tasks = tasks != 0;
            if (!run_job(o, workers[i], &message))
                fail_msg("%s", message.text);
            assert_int_equal(o->committed, o->units);
            assert_int_equal(atomic_load(&o->carried_out), o->units);
            assert_int_equal(atomic_load(&o->workers_made), workers[i]);
            free(o);
        }
}

static void test_no_units(void **state) {
    (void)state;
    Message message;
    Owner *o = owner_new(0);
    assert_true(run_job(o, 4, &message));
    assert_int_equal(atomic_load(&o->carried_out), 0);
    free(o);
    o = owner_new(1); /* fewer than workers */
    assert_true(run_job(o, 16, &message));
    assert_int_equal(o->committed, 1);
    free(o);
}

/* Units that have to wait for results are handed out once these are there. */
static void test_waiting(void **state) {
    (void)state;
    for (uint64_t window = 1; window <= 3; window++) {
        Message message = {""};
        Owner *o = owner_new(500);
        o->window = window;
        assert_true(run_job(o, 4, &message));
        assert_int_equal(o->committed, 500);
        assert_true(o->waits > 0);
        free(o);
    }
}

static void test_failing_work(void **state) {
    (void)state;
    for (int with_result = 0; with_result < 2; with_result++) {
        Message message = {""};
        Owner *o = owner_new(MOST_UNITS);
        o->fail_work_at = 1000;
        o->work_fails_with_result = with_result != 0;
        assert_false(run_job(o, 4, &message));
        assert_string_equal(message.text, "unit 1000 failed");
        /* What came in is stored, with the result of the failure if there is one. */
        assert_memory_equal(o->accepted, o->durable, sizeof o->accepted);
        assert_int_equal(o->accepted[1000], with_result);
        assert_true(o->accepted_count >= 900 && o->accepted_count < MOST_UNITS);
        free(o);
    }
}

static void test_failing_owner(void **state) {
    (void)state;
    Message message = {""};
    Owner *o = owner_new(MOST_UNITS);
    o->fail_accept_at = 300;
    assert_false(run_job(o, 8, &message));
    assert_string_equal(message.text, "result 300 is not accepted");
    assert_int_equal(o->accepted[300], 0);
    free(o);
    o = owner_new(MOST_UNITS);
    o->fail_commit_at = 300;
    assert_false(run_job(o, 8, &message));
    assert_string_equal(message.text, "the disk is full");
    assert_int_equal(o->durable[300], 0);
    free(o);
}

static void test_failing_workers(void **state) {
    (void)state;
    for (int slot = 0; slot < 4; slot++) {
        Message message = {""};
        char wanted[64];
        Owner *o = owner_new(MOST_UNITS);
        o->fail_worker = slot;
        o->with_tasks = true;
        assert_false(run_job(o, 4, &message));
        snprintf(wanted, sizeof wanted, "worker %d cannot be made", slot);
        assert_string_equal(message.text, wanted);
        assert_memory_equal(o->accepted, o->durable, sizeof o->accepted);
        free(o);
    }
}

static void test_stopping(void **state) {
    (void)state;
    Message message = {""};
    Owner *o = owner_new(MOST_UNITS);
    o->stop_at = 100;
    assert_true(run_job(o, 4, &message)); /* no failure */
    assert_true(o->accepted_count >= 100 && o->accepted_count < MOST_UNITS);
    assert_memory_equal(o->accepted, o->durable, sizeof o->accepted);
    free(o);
    /* Units that would never end see the flag; their empty results do not count. */
    o = owner_new(100);
    o->hold = true;
    o->stop_at = 3;
    assert_true(run_job(o, 4, &message));
    assert_int_equal(o->accepted_count, 0);
    assert_int_equal(atomic_load(&o->given_up), 4);
    assert_true(o->ticks >= 3);
    free(o);
}

static void test_cores(void **state) {
    (void)state;
    const int count = cores_count();
    assert_true(count >= 1);
    Message message = {""};
    Owner *o = owner_new(100);
    const JobThreads threads = {.workers = 3, .pin = true, .tick_ms = 5};
    assert_true(job_run_threads(&KIND, o, &o, &threads, &message));
    assert_int_equal(o->committed, 100);
    free(o);
    assert_int_equal(cores_count(), count); /* it was the workers that were pinned */
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_units_once), cmocka_unit_test(test_no_units),
        cmocka_unit_test(test_waiting),        cmocka_unit_test(test_failing_work),
        cmocka_unit_test(test_failing_owner),  cmocka_unit_test(test_failing_workers),
        cmocka_unit_test(test_stopping),       cmocka_unit_test(test_cores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
