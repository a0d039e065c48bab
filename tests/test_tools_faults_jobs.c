/*
 * What the system refuses to jobs that go on where they were: whatever call fails, and at whatever
 * length of their files, the same job without faults finishes what is there, and all of it is good.
 */
#include "tests/support/suite.h"

#include <unistd.h>

#include "engine/book/book_expand.h"
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
    const bool good = datagen_run(d, &JOB_RUNNER_THREADS, message);
    datagen_free(d);
    return good;
}

static void look_at_games(void *context, bool good) {
    (void)good;
    Message message = {""};
    int count = 0;
    if (!generate_games(context, &message))
        fail_msg("it does not go on: %s", message.text);
    DataGame *games = data_file_read("x.bdg", &count);
    data_games_free(games, count);
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

static void unlink_database(void) {
    static const char *const files[] = {"x.db", "x.db-journal", "x.db-wal", "x.db-shm"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        unlink(files[i]);
}

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
    const bool good = book_suite_run(suite, &JOB_RUNNER_THREADS, message);
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
    unlink_database();
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

/* ---- A book that grows ---- */

static bool expand_book(void *context, Message *message) {
    int64_t *searched = context;
    BookExpandConfig config = {.positions = 2, .concurrency = 1};
    BookExpandNumber list[BOOK_EXPAND_NUMBERS];
    const BookExpandListener listener = {.on_tick = NULL};
    Position root;
    position_set_start(&root, &RULES[0]);
    book_expand_list(&config.parameters, list);
    for (int i = 0; i < BOOK_EXPAND_NUMBERS; i++)
        *list[i].value = list[i].preset;
    config.parameters.nodes = 30;
    config.parameters.hash = 1;
    config.parameters.round = 2;
    BookStore *store = book_store_open_or_create("x.db", &RULES[0], message);
    BookExpansion *x =
        store != NULL ? book_expansion_new(store, &root, &config, &listener, message) : NULL;
    const bool good = x != NULL && book_expansion_run(x, &JOB_RUNNER_THREADS, message);
    if (x != NULL)
        *searched = book_expansion_state(x)->searched;
    book_expansion_free(x);
    book_store_close(store);
    return good;
}

static void look_at_book(void *context, bool good) {
    (void)good;
    Message message = {""};
    const int64_t *searched = context;
    if (!expand_book(context, &message))
        fail_msg("it does not go on: %s", message.text);
    assert_true(*searched >= 2);
    unlink_database();
}

static void test_expansion(void **state) {
    (void)state;
    int64_t searched = 0;
    const FaultWalk w = {.name = "a book that grows",
                         .kinds = FAULT_ALL,
                         .run = expand_book,
                         .look = look_at_book,
                         .context = &searched,
                         .full_only_from = 6};
    faults_walk_both(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_datagen),
        cmocka_unit_test(test_suites),
        cmocka_unit_test(test_expansion),
    };
    board_init();
    faults_adopt_libraries();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
