/*
 * Self-play: the same games whatever the threads and interruptions, all of them good.
 */
#include "tests/support/suite.h"

#include "engine/data/datagen.h"
#include "tests/support/data_games.h"
#include "tests/support/run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 8 };

static DatagenConfig make_config(const char *out) {
    DatagenConfig c = {.out = out, .games = GAMES, .concurrency = 1, .plays = {true, true}};
    c.parameters = (DatagenParameters){.nodes = 40,
                                       .hash = 1,
                                       .seed = 3,
                                       .openings_plies = 6,
                                       .openings_window = 400,
                                       .openings_nodes = 40,
                                       .win_score = 1000,
                                       .win_moves = 2,
                                       .draw_score = 20,
                                       .draw_moves = 4,
                                       .draw_from = 30,
                                       .max_plies = 120};
    return c;
}

/* How far a run goes before it is interrupted. */
typedef struct {
    uint64_t stop_at; /* games; 0: never */
} Watch;

static bool *stop_of_watch(void) {
    static bool stop; /* `interrupted` is told of no context */
    return &stop;
}
static bool is_interrupted(void) {
    return *stop_of_watch();
}
static void on_tick(void *context, const DatagenState *state) {
    const Watch *w = context;
    *stop_of_watch() = w->stop_at > 0 && state->finished >= w->stop_at;
}

/* Runs, and returns how many games there are then. */
static uint64_t generate_games(const DatagenConfig *config, uint64_t stop_at) {
    Message message = {""};
    Watch watch = {stop_at};
    const DatagenListener listener = {on_tick, is_interrupted, &watch};
    *stop_of_watch() = false;
    Datagen *d = datagen_new(config, &listener, &message);
    if (d == NULL || !datagen_run(d, &JOB_RUNNER_THREADS, &message))
        fail_msg("%s: %s", config->out, message.text);
    const uint64_t finished = datagen_state(d)->finished;
    assert_int_equal(datagen_is_over(d), finished == (uint64_t)config->games);
    datagen_free(d);
    return finished;
}

static void expect_same_files(const char *one, const char *other, int games) {
    int a_count, b_count;
    DataGame *a = data_file_read(one, &a_count), *b = data_file_read(other, &b_count);
    assert_int_equal(a_count, games);
    data_expect_same_games(a, a_count, b, b_count);
    data_games_free(a, a_count);
    data_games_free(b, b_count);
}

static int enter(void **state) {
    (void)state;
    scratch_enter();
    const DatagenConfig config = make_config("whole.data");
    assert_int_equal(generate_games(&config, 0), GAMES);
    return 0;
}
static int leave(void **state) {
    (void)state;
    scratch_leave();
    return 0;
}

/* ---- The games ---- */

static void test_games(void **state) {
    const DatagenConfig config = make_config("whole.data");
    int count;
    DataGame *games = data_file_read(config.out, &count); /* which checks them by the rules */
    (void)state;
    assert_int_equal(count, GAMES);
    for (int i = 0; i < count; i++) {
        const DataHead *head = &games[i].head;
        assert_ptr_equal(head->rules, &RULES[head->number % 2]);
        assert_true(head->from_array && head->scored);
        assert_int_equal(head->opening_plies, config.parameters.openings_plies);
        assert_true(head->move_count <= config.parameters.max_plies);
        assert_true(head->end != DATA_END_UNKNOWN);
        assert_int_equal(head->end == DATA_END_LENGTH,
                         head->move_count == config.parameters.max_plies &&
                             head->end >= DATA_END_SCORES);
        /* The game goes on for as long as the rules let it, and no longer. */
        Position pos = games[i].start;
        for (int m = 0; m < head->move_count; m++) {
            Undo undo;
            assert_int_equal(position_game_state(&pos), GAME_ONGOING);
            assert_int_equal(games[i].moves[m].score == SCORE_NONE, m < head->opening_plies);
            position_make(&pos, games[i].moves[m].move, &undo);
        }
        if (head->end == DATA_END_SCORES && head->result != DATA_RESULT_DRAWN)
            for (int m = head->move_count - 4; m < head->move_count; m++) {
                const Score score = games[i].moves[m].score;
                assert_true((head->result == DATA_RESULT_WON ? score : -score) >= 1000);
            }
    }
    data_games_free(games, count);
}

static void test_concurrency(void **state) {
    (void)state;
    for (int concurrency = 2; concurrency <= 5; concurrency += 3) {
        DatagenConfig config = make_config("threads.data");
        config.concurrency = concurrency;
        assert_int_equal(generate_games(&config, 0), GAMES);
        expect_same_files("whole.data", config.out, GAMES);
        assert_int_equal(unlink(config.out), 0);
    }
}

static void test_seed(void **state) {
    DatagenConfig config = make_config("seed.data");
    int a_count, b_count, same = 0;
    (void)state;
    config.parameters.seed++;
    generate_games(&config, 0);
    DataGame *a = data_file_read("whole.data", &a_count),
             *b = data_file_read("seed.data", &b_count);
    for (int i = 0; i < a_count; i++)
        for (int j = 0; j < b_count; j++)
            same += a[i].head.move_count == b[j].head.move_count &&
                    memcmp(a[i].moves, b[j].moves,
                           (size_t)a[i].head.move_count * sizeof(DataMove)) == 0;
    assert_int_equal(same, 0);
    data_games_free(a, a_count);
    data_games_free(b, b_count);
}

static void test_depth_and_one_variant(void **state) {
    DatagenConfig config = make_config("depth.data");
    int count;
    (void)state;
    config.parameters.nodes = 0;
    config.parameters.depth = 2;
    config.parameters.win_moves = config.parameters.draw_moves = 0;
    config.plays[0] = false;
    config.games = 3;
    generate_games(&config, 0);
    DataGame *games = data_file_read(config.out, &count);
    assert_int_equal(count, 3);
    for (int i = 0; i < count; i++) {
        assert_ptr_equal(games[i].head.rules, &RULES[1]);
        assert_true(games[i].head.end != DATA_END_SCORES);
    }
    data_games_free(games, count);
}

/* ---- Going on ---- */

static void test_more_games(void **state) {
    DatagenConfig config = make_config("parts.data");
    (void)state;
    for (config.games = 1; config.games <= GAMES; config.games += config.games < 4 ? 1 : 4)
        assert_int_equal(generate_games(&config, 0), config.games);
    config.games = GAMES;
    assert_int_equal(generate_games(&config, 0), GAMES);
    expect_same_files("whole.data", config.out, GAMES);
}

static void test_interrupted(void **state) {
    DatagenConfig config = make_config("stopped.data");
    uint64_t before = 0;
    (void)state;
    config.concurrency = 3;
    for (int i = 0; i < 3; i++) {
        const uint64_t finished = generate_games(&config, before + 1);
        int count;
        assert_true(finished > before || finished == GAMES);
        DataGame *games = data_file_read(config.out, &count);
        data_games_free(games, count);
        assert_int_equal(count, finished);
        before = finished;
        /* What a kill leaves: a block that was not finished. */
        FILE *out = fopen(config.out, "ab");
        assert_int_equal(fwrite("\xB1"
                                "BLK\x40",
                                1, 5, out),
                         5);
        fclose(out);
    }
    assert_int_equal(generate_games(&config, 0), GAMES);
    expect_same_files("whole.data", config.out, GAMES);
}

static void test_refusals(void **state) {
    Message message;
    const DatagenListener listener = {NULL, NULL, NULL};
    (void)state;
    DatagenConfig config = make_config("whole.data");
    config.parameters.nodes = 41;
    assert_null(datagen_new(&config, &listener, &message));
    assert_non_null(strstr(message.text, "'nodes' is 40, not 41"));
    config = make_config("whole.data");
    config.plays[1] = false;
    assert_null(datagen_new(&config, &listener, &message));
    assert_non_null(strstr(message.text, "'variant' is both, not wildebeest"));
    config = make_config("/no/such/place");
    assert_null(datagen_new(&config, &listener, &message));
    assert_non_null(strstr(message.text, "/no/such/place"));
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),      cmocka_unit_test(test_concurrency),
        cmocka_unit_test(test_seed),       cmocka_unit_test(test_depth_and_one_variant),
        cmocka_unit_test(test_more_games), cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
