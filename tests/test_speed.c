/*
 * What figures of speed are made of: spreads, positions of games, tables of perft, the speed test
 * and the scaling report.  Nothing here depends on how fast the machine is.
 */
#include "bench/check.h"
#include "bitboard/fen.h"
#include "engine/perft.h"
#include "engine/speed/games.h"
#include "engine/speed/machine.h"
#include "engine/speed/perft_table.h"
#include "engine/speed/scaling.h"
#include "engine/speed/speedtest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/suite.h"

static void expect_near(double got, double wanted, double tolerance) {
    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("%.17g, not %.17g", got, wanted);
}

static void expect_spread(double *numbers, int count, double low, double median, double high) {
    const Spread s = spread_of(numbers, count);
    expect_near(s.low, low, 1e-9);
    expect_near(s.median, median, 1e-9);
    expect_near(s.high, high, 1e-9);
}

static void test_spread(void **state) {
    (void)state;
    double one[] = {7}, two[] = {3, 1}, five[] = {50, 10, 40, 20, 30},
           eight[] = {8, 1, 7, 2, 6, 3, 5, 4};
    expect_spread(one, 0, 0, 0, 0);
    expect_spread(one, 1, 7, 7, 7);
    expect_spread(two, 2, 1.5, 2, 2.5);
    expect_spread(five, 5, 20, 30, 40);
    expect_spread(eight, 8, 2.75, 4.5, 6.25);
    expect_near(spread_percent(&(Spread){.median = 50, .low = 45, .high = 65}), 20, 1e-9);
    expect_near(spread_percent(&(Spread){.median = 0}), 0, 0);
}

static void test_games(void **state) {
    (void)state;
    SpeedPosition p;
    int all = 0, by_rules[RULE_SETS] = {0, 0};
    for (int game = 0; game < SPEED_GAMES; game++) {
        int number = 0;
        for (; speed_position(game, number, &p); number++) {
            Position replayed = p.start;
            Message message;
            assert_int_equal(p.move_count, SPEED_FIRST_PLY + number * SPEED_STEP);
            for (int i = 0; i < p.move_count; i++) {
                Undo undo;
                assert_true(position_is_legal(&replayed, p.moves[i]));
                position_make(&replayed, p.moves[i], &undo);
            }
            assert_true(replayed.state.key == p.pos.state.key);
            assert_true(position_check(&p.pos, &message));
            assert_int_equal(position_game_state(&p.pos), GAME_ONGOING);
            by_rules[p.pos.rules - RULES]++;
        }
        assert_int_equal(number, speed_positions_of_game(game));
        all += number;
    }
    assert_int_equal(all, speed_position_count());
    assert_true(all <= SPEEDTEST_SAMPLES_MAX);
    assert_true(by_rules[0] >= 20 && by_rules[1] >= 10);
}

/* ---- The alternatives that only the benchmarks use ---- */

static void test_alternatives(void **state) {
    (void)state;
    Message message = {""};
    if (!check_alternatives(test_amount(200, 20000), 4711, &message))
        fail_msg("%s", message.text);
}

/* ---- Perft tables ---- */

static void test_perft_lines(void **state) {
    (void)state;
    static const char fen[] = "5k5/11/11/11/11/11/5p1p3/11/6P4/5K5 w - - 0 1";
    static const struct {
        const char *counts, *says;
    } wrong[] = {{"", "no counts"},
                 {" D1 6", "no counts"},
                 {";D2 46 ;D1 6", "count 2"},
                 {";D1 6 ;D1 6", "count 2"},
                 {";D0 1", "count 1"},
                 {";D1 -6", "count 1"},
                 {";D1 six", "count 1"},
                 {";D1", "count 1"},
                 {";D1 99999999999999999999999", "count 1"},
                 {";D65 1", "count 1"},
                 {";D1 6 and more", "behind"}};
    char text[256];
    PerftLine line;
    Message message;
    snprintf(text, sizeof text, "%s ;D1 6 ;D2 46 ;D4 2737\r\n", fen);
    assert_true(perft_line_read(text, &RULES[0], &line, &message));
    assert_int_equal(line.count, 3);
    assert_int_equal(line.depth[2], 4);
    assert_int_equal(line.nodes[2], 2737);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(text, sizeof text, "%s %s", fen, wrong[i].counts);
        assert_false(perft_line_read(text, &RULES[0], &line, &message));
        if (strstr(message.text, wrong[i].says) == NULL)
            fail_msg("'%s' is told '%s'", wrong[i].counts, message.text);
    }
    assert_false(perft_line_read("no board ;D1 6", &RULES[0], &line, &message));
    assert_non_null(strstr(message.text, "FEN"));
}

/* The program has the tables of tests/data in itself, line by line. */
static void test_perft_tables(void **state) {
    (void)state;
    static const char *const names[RULE_SETS] = {"perft/wildebeest.epd", "perft/standard.epd"};
    for (int r = 0; r < RULE_SETS; r++) {
        char text[PERFT_LINE_SIZE];
        PerftLine line;
        Message message;
        int count = 0;
        FILE *file = data_open(names[r]);
        while (data_line(file, text, sizeof text)) {
            assert_non_null(PERFT_TABLES[r][count]);
            assert_string_equal(PERFT_TABLES[r][count], text);
            if (!perft_line_read(text, &RULES[r], &line, &message))
                fail_msg("%s: %s", text, message.text);
            count++;
        }
        fclose(file);
        assert_null(PERFT_TABLES[r][count]);
    }
}

/* ---- The speed test ---- */

typedef struct {
    int told;
} Watch;

static void on_sample(void *context, const SpeedtestSample *sample, int done, int total) {
    Watch *watch = context;
    assert_int_equal(done, ++watch->told);
    assert_int_equal(total, speed_position_count());
    assert_true(sample->nodes > 0);
}

static void test_speedtest(void **state) {
    (void)state;
    Watch watch = {.told = 0};
    SpeedtestResult *r = calloc(1, sizeof *r);
    Message message = {""};
    const SpeedtestOptions options = {
        .threads = 2, .hash_mib = 1, .seconds = 0.05, .on_sample = on_sample, .context = &watch};
    uint64_t nodes = 0, of_threads = 0;
    assert_non_null(r);
    if (!speedtest_run(&options, r, &message))
        fail_msg("%s", message.text);
    assert_int_equal(r->count, speed_position_count());
    assert_int_equal(watch.told, r->count);
    for (int i = 0; i < r->count; i++)
        nodes += r->samples[i].nodes;
    for (int i = 0; i < options.threads; i++)
        of_threads += r->thread_nodes[i];
    assert_true(nodes == r->nodes);
    assert_true(of_threads == r->nodes);
    assert_true(r->per_position.low <= r->per_position.median);
    assert_true(r->depth.median >= 1);
    free(r);
}

static bool always(void) {
    return true;
}

static void test_interrupted(void **state) {
    (void)state;
    SpeedtestResult *r = calloc(1, sizeof *r);
    Message message = {""};
    const SpeedtestOptions options = {
        .threads = 1, .hash_mib = 1, .seconds = 80000, .interrupted = always};
    assert_non_null(r);
    assert_false(speedtest_run(&options, r, &message));
    assert_non_null(strstr(message.text, "stopped"));
    free(r);
}

/* ---- The scaling report ---- */

static const ScalingOptions SCALING = {
    .threads = 3, .hash_mib = 4, .thread_hash_mib = 2, .depth = 2, .positions = 2};

static void test_scaling(void **state) {
    (void)state;
    ScalingTable table = {.count = 0}, again = {.count = 0};
    Message message = {""};
    char *text = NULL;
    size_t size = 0;
    if (!scaling_run(&SCALING, &table, &message))
        fail_msg("%s", message.text);
    /* 1, 2 and 3 threads; 1, 2 and 4 MiB. */
    assert_int_equal(table.count, 6);
    assert_int_equal(table.rows[2].threads, 3);
    assert_int_equal(table.rows[5].hash_mib, 4);
    expect_near(scaling_nodes_ratio(&table, &table.rows[0]), 1, 1e-9);
    expect_near(scaling_speed_up(&table, &table.rows[3]), 1, 1e-9);
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    scaling_write_header(file);
    for (int i = 0; i < table.count; i++)
        scaling_write_row(file, &SCALING, &table, &table.rows[i]);
    fclose(file);
    /* What was written is read; a torn last line is left out, and then alone measured again. */
    file = fmemopen(text, size - 3, "r");
    assert_non_null(file);
    assert_true(scaling_read(file, &SCALING, &again, &message));
    fclose(file);
    assert_int_equal(again.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_true(again.rows[i].nodes == table.rows[i].nodes);
        assert_int_equal(again.rows[i].time_ms, table.rows[i].time_ms);
    }
    again.rows[0].nodes = 12345; /* to be recognised */
    assert_true(scaling_run(&SCALING, &again, &message));
    assert_int_equal(again.count, 6);
    assert_int_equal(again.rows[0].nodes, 12345);
    free(text);
}

static void test_scaling_files(void **state) {
    (void)state;
    static const char header[] = "sweep,threads,hash_mib,depth,positions,nodes,time_ms,"
                                 "mean_time_ms,huge_page_kib,nps,nps_ratio,speed_up\n";
    static const struct {
        const char *rows, *says;
    } wrong[] = {{"threads,1,2,9,2,10,1,1.0,0,1,1,1\n", "depth 9"},
                 {"threads,1,2,2,7,10,1,1.0,0,1,1,1\n", "7 positions"},
                 {"cores,1,2,2,2,10,1,1.0,0,1,1,1\n", "no sweep 'cores'"},
                 {"threads,0,2,2,2,10,1,1.0,0,1,1,1\n", "line 2"},
                 {"threads,1,2,2,2,10,1,nan,0,1,1,1\n", "line 2"},
                 {"hello\n", "line 2"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[512];
        ScalingTable table;
        Message message = {""};
        snprintf(text, sizeof text, "%s%s", header, wrong[i].rows);
        FILE *file = fmemopen(text, strlen(text), "r");
        assert_non_null(file);
        assert_false(scaling_read(file, &SCALING, &table, &message));
        fclose(file);
        if (strstr(message.text, wrong[i].says) == NULL)
            fail_msg("'%s' is told '%s'", wrong[i].rows, message.text);
    }
}

static void test_json_strings(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    machine_json_string(file, "a \"b\" \\ c\td\x01 é");
    fclose(file);
    assert_string_equal(text, "\"a \\\"b\\\" \\\\ c\\u0009d\\u0001 é\"");
    free(text);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spread),        cmocka_unit_test(test_games),
        cmocka_unit_test(test_alternatives),  cmocka_unit_test(test_perft_lines),
        cmocka_unit_test(test_perft_tables),  cmocka_unit_test(test_speedtest),
        cmocka_unit_test(test_interrupted),   cmocka_unit_test(test_scaling),
        cmocka_unit_test(test_scaling_files), cmocka_unit_test(test_json_strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
