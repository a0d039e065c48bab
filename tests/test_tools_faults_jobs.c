/*
 * What the system refuses to jobs that go on where they were: whatever call fails, and at whatever
 * length of their files, the same job without faults finishes what is there, and all of it is good.
 */
#include "tests/support/suite.h"

#include <unistd.h>

#include "engine/book/book_suite.h"
#include "engine/data/datagen.h"
#include "tests/support/data_games.h"
#include "tests/support/faults.h"

/* ---- Training data ---- */

enum { GAMES = 2 };

static bool generate_games(void *context, Message *message) {
    (void)context;
    const DatagenConfig config = {.out = "x.bdg",
                                  .games = GAMES,
                                  .concurrency = 1,
                                  .plays = {true, false},
                                  .parameters = {.nodes = 8,
                                                 .hash = 1,
                                                 .seed = 1,
                                                 .openings_plies = 2,
                                                 .openings_window = 3000,
                                                 .openings_nodes = 8,
                                                 .win_score = 1000,
                                                 .win_moves = 2,
                                                 .draw_score = 20,
                                                 .draw_moves = 4,
                                                 .draw_from = 30,
                                                 .max_plies = 8}};
    const DatagenListener listener = {.on_tick = NULL};
    Datagen *d = datagen_new(&config, &listener, message);
    if (d == NULL)
        return false;
    const bool good = datagen_run(d, message);
    datagen_free(d);
    return good;
}

static void look_at_games(void *context, bool good) {
    (void)good;
    Message message = {""};
    int count = 0;
    if (!generate_games(context, &message))
        fail_msg("it does not go on: %s", message.text);
    data_games_free(data_file_read("x.bdg", &count), count);
    assert_int_equal(count, GAMES);
    unlink("x.bdg");
}

static void test_datagen(void **state) {
    (void)state;
    const FaultWalk w = {.name = "training data",
                         .kinds = FAULT_ALL,
                         .run = generate_games,
                         .look = look_at_games,
                         .full_only_from = 10};
    faults_walk_both(&w);
    faults_walk_lengths(&w, 900);
}

/* ---- Openings ---- */

static bool make_suite(void *context, Message *message) {
    int64_t *taken = context;
    BookSuiteConfig config = {.rules = &RULES[0]};
    BookSuiteNumber list[BOOK_SUITE_NUMBERS];
    const BookSuiteListener listener = {.on_tick = NULL};
    book_suite_list(&config, list);
    for (int i = 0; i < BOOK_SUITE_NUMBERS; i++)
        *list[i].value = list[i].preset;
    config.count = 2;
    config.plies = 2;
    config.nodes = 20;
    config.hash = 1;
    config.least = -3000;
    config.most = 3000;
    config.concurrency = 1;
    BookSuite *suite = book_suite_new("x.db", &config, &listener, message);
    if (suite == NULL)
        return false;
    const bool good = book_suite_run(suite, message);
    *taken = book_suite_state(suite)->taken;
    book_suite_free(suite);
    return good;
}

static void look_at_suite(void *context, bool good) {
    (void)good;
    Message message = {""};
    const int64_t *taken = context;
    if (!make_suite(context, &message))
        fail_msg("it does not go on: %s", message.text);
    assert_int_equal(*taken, 2);
    unlink("x.db");
    unlink("x.db-journal");
    unlink("x.db-wal");
    unlink("x.db-shm");
}

static void test_suites(void **state) {
    (void)state;
    int64_t taken = 0;
    const FaultWalk w = {.name = "openings",
                         .kinds = FAULT_ALL,
                         .run = make_suite,
                         .look = look_at_suite,
                         .context = &taken,
                         .full_only_from = 6};
    faults_walk_both(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_datagen),
        cmocka_unit_test(test_suites),
    };
    board_init();
    faults_adopt_libraries();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
