/*
 * What the tuner writes, and the program: it can be compiled, read, interrupted and taken up again.
 */
#include "tests/support/suite.h"

#include "tests/support/compiled.h"
#include "tests/support/run.h"
#include "tests/support/tuning.h"
#include "tune/report.h"
#include "tune/weights_file.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The weights, compiled ---- */

static void write_weights(const char *name, const Weights *weights, const char *about) {
    FILE *out = fopen(name, "w");
    assert_non_null(out);
    weights_file_write(out, weights, about);
    assert_int_equal(fclose(out), 0);
}

/* What a compiler makes of a file of weights. */
static void expect_compiled(const char *name, const Weights *wanted) {
    void *library;
    const Weights *got = compiled_object(name, "WEIGHTS", &library);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        if (got->value[i] != wanted->value[i])
            fail_msg("weight %d is %lld, not %lld", i, (long long)got->value[i],
                     (long long)wanted->value[i]);
    dlclose(library);
}

static void test_weights_compile_to_themselves(void **state) {
    (void)state;
    Random random = {81};
    Weights weights;
    Pair parameters[PARAMETERS];
    scratch_enter();
    write_weights("force.c", &WEIGHTS, "");
    expect_compiled("force.c", &WEIGHTS);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        for (int lane = 0; lane < PAIR_LANES; lane++)
            parameters[i][lane] = random_below(&random, 6000000) / 100.0 - 30000;
    parameters_round(parameters, &weights);
    write_weights("random.c", &weights, "games of /* somebody */\nand others");
    expect_compiled("random.c", &weights);
    scratch_leave();
}

static void test_weights_are_rounded_to_the_nearest(void **state) {
    (void)state;
    Pair parameters[PARAMETERS];
    Weights weights;
    parameters_from_weights(&WEIGHTS, parameters);
    parameters_round(parameters, &weights);
    assert_memory_equal(&weights, &WEIGHTS, sizeof weights);
    parameters[W_material] = (Pair){-3.6, 2.4};
    parameters[W_material + 1] = (Pair){1e9, -1e9};
    parameters[W_danger_base] = (Pair){-7.7, 0};
    parameters_round(parameters, &weights);
    assert_int_equal(weight_middlegame(weights.value[W_material]), -4);
    assert_int_equal(weight_endgame(weights.value[W_material]), 2);
    assert_int_equal(weight_middlegame(weights.value[W_material + 1]), PARAMETER_MAX);
    assert_int_equal(weight_endgame(weights.value[W_material + 1]), -PARAMETER_MAX);
    assert_int_equal(weights.value[W_danger_base], -8);
}

static void test_printed_weights(void **state) {
    (void)state;
    Run r;
    scratch_enter();
    run(&r, "%s --print-weights", BRINDLE_TUNE);
    assert_int_equal(r.status, 0);
    file_write("printed.c", r.out);
    run_free(&r);
    expect_compiled("printed.c", &WEIGHTS);
    scratch_leave();
}

/* ---- The program ---- */

#define SMALL "--synthetic 2000 --batch 500 --rate 10 --equal 300 --k 1"

static void expect_same_file(const char *a, const char *b) {
    char *x = file_read(a), *y = file_read(b);
    assert_string_equal(x, y);
    free(x);
    free(y);
}

static void test_files(void **state) {
    (void)state;
    Run r;
    scratch_enter();
    run(&r, "%s " SMALL " --epochs 5 --errors 10 --output a --write w.c --pawn 100", BRINDLE_TUNE);
    run_expect_status(&r, 0);
    assert_int_equal(occurrences(r.out, "Epoch "), 5);
    assert_int_equal(occurrences(r.out, "±"), 2 * PIECE_VALUES);
    assert_non_null(strstr(r.out, " 100.0 ± ")); /* the pawn, in the endgame */
    assert_string_equal(r.err, "");
    run_free(&r);

    char *text = file_read("a.csv");
    assert_int_equal(occurrences(text, "\n"), 1 + 1 + 5);
    assert_int_equal(occurrences(text, ","), (1 + 1 + 5) * (4 + 2 * PIECE_VALUES));
    assert_non_null(strstr(text, "wildebeest_endgame"));
    free(text);

    text = file_read("a.svg");
    assert_int_equal(occurrences(text, "<g>"), 2 + PIECE_VALUES);
    assert_int_equal(occurrences(text, "<polyline"), 2 * (2 + PIECE_VALUES));
    assert_int_equal(occurrences(text, "</svg>\n"), 1);
    assert_int_equal(occurrences(text, "nan"), 0);
    assert_int_equal(occurrences(text, "inf"), 0);
    free(text);

    text = file_read("a.txt");
    assert_int_equal(occurrences(text, "\n"), 1 + WEIGHT_COUNT);
    free(text);

    expect_same_file("a.weights.c", "w.c");
    text = file_read("w.c");
    assert_non_null(strstr(text, "2,000 positions"));
    free(text);
    run(&r, "%s -std=c11 -I%s -c -o ./w.o w.c", BRINDLE_CC, BRINDLE_SOURCE);
    run_expect_status(&r, 0);
    run_free(&r);
    scratch_leave();
}

static void test_program_resumes(void **state) {
    (void)state;
    Run r;
    scratch_enter();
    run(&r, "%s " SMALL " --epochs 6 --errors 10 --threads 1 --output whole", BRINDLE_TUNE);
    run_expect_status(&r, 0);
    run_free(&r);
    run(&r, "%s " SMALL " --epochs 3 --errors 0 --threads 3 --output part", BRINDLE_TUNE);
    run_expect_status(&r, 0);
    run_free(&r);
    run(&r, "%s --resume part.checkpoint --epochs 6 --errors 10 --threads 2", BRINDLE_TUNE);
    run_expect_status(&r, 0);
    assert_int_equal(occurrences(r.out, "Epoch "), 3);
    run_free(&r);
    expect_same_file("whole.txt", "part.txt");

    /* What would change the outcome is refused, and so is a checkpoint of something else. */
    run(&r, "%s --resume part.checkpoint --rate 5", BRINDLE_TUNE);
    run_expect_status(&r, 2);
    assert_non_null(strstr(r.err, "--rate cannot change"));
    run_free(&r);
    run(&r, "%s --resume part.checkpoint --epochs 2", BRINDLE_TUNE);
    run_expect_status(&r, 1);
    assert_non_null(strstr(r.err, "epoch 6"));
    run_free(&r);
    file_write("none", "a text");
    run(&r, "%s --resume none", BRINDLE_TUNE);
    run_expect_status(&r, 1);
    assert_non_null(strstr(r.err, "none: "));
    run_free(&r);
    scratch_leave();
}

static void test_signals(void **state) {
    (void)state;
    static const int SIGNALS[] = {SIGINT, SIGKILL};
    Run r;
    scratch_enter();
    for (int i = 0; i < 2; i++) {
        run_start(&r, "%s " SMALL " --epochs 1000000 --patience 1000000 --output %d", BRINDLE_TUNE,
                  i);
        char name[32];
        snprintf(name, sizeof name, "%d.checkpoint", i);
        file_wait_for(name);
        kill(r.pid, SIGNALS[i]);
        run_wait(&r);
        if (SIGNALS[i] == SIGINT) {
            run_expect_status(&r, 130);
            assert_non_null(strstr(r.err, "brindle-tune --resume 0.checkpoint"));
            assert_non_null(strstr(r.out, "Best: "));
            assert_int_equal(access("0.weights.c", R_OK), 0);
        }
        run_free(&r);
        /* Nothing is to be done any more, so that it ends at once. */
        run(&r, "%s --resume %s --epochs 1", BRINDLE_TUNE, name);
        if (r.status != 0) {
            run_expect_status(&r, 1); /* more epochs than one had passed */
            assert_non_null(strstr(r.err, "it has come to epoch"));
        }
        run_free(&r);
    }
    scratch_leave();
}

static void test_games(void **state) {
    (void)state;
    Run r;
    scratch_enter();
    run(&r, "%s datagen --out games.data --games 12 --nodes 60 --variant both --concurrency 2",
        BRINDLE_PROGRAM);
    run_expect_status(&r, 0);
    run_free(&r);
    run(&r, "%s games.data --epochs 2 --errors 10 --blend 0.3 --output quiet", BRINDLE_TUNE);
    run_expect_status(&r, 0);
    assert_non_null(strstr(r.out, "noisy"));
    run_free(&r);
    /* Noisy ones count for the quiet positions behind them, whoever resolves them. */
    for (int threads = 1; threads <= 3; threads += 2) {
        run(&r, "%s games.data --epochs 2 --errors 0 --noisy --threads %d --output noisy%d",
            BRINDLE_TUNE, threads, threads);
        run_expect_status(&r, 0);
        assert_non_null(strstr(r.out, " 0 noisy"));
        run_free(&r);
    }
    expect_same_file("noisy1.txt", "noisy3.txt");
    /* Other games than those that the fit was begun with. */
    run(&r, "%s datagen --out games.data --games 14 --nodes 60 --variant both --concurrency 2",
        BRINDLE_PROGRAM);
    run_expect_status(&r, 0);
    run_free(&r);
    run(&r, "%s --resume quiet.checkpoint --epochs 3", BRINDLE_TUNE);
    run_expect_status(&r, 1);
    assert_non_null(strstr(r.err, "the positions are not those"));
    run_free(&r);
    scratch_leave();
}

static void test_benchmark(void **state) {
    (void)state;
    Run r;
    scratch_enter();
    run(&r, "%s --synthetic 1000 --benchmark", BRINDLE_TUNE);
    run_expect_status(&r, 0);
    assert_non_null(strstr(r.out, "million coefficients/s"));
    assert_int_not_equal(access("tune.checkpoint", F_OK), 0);
    run_free(&r);
    scratch_leave();
}

static void test_bad_input(void **state) {
    (void)state;
    static const Refusal CASES[] = {
        {"", 2, "the files of games are missing"},
        {"nowhere.data", 1, "nowhere.data"},
        {"text", 1, "text"},
        {"--synthetic 10 text", 2, "neither files nor filters"},
        {"--synthetic 10 --tune squars", 2, "did you mean squares"},
        {"--synthetic 10 --freeze", 2, "--freeze"},
        {"--synthetic 10 --tune tempo --freeze tempo", 1, "no weight is to be tuned"},
        {"--synthetic 10 --blend 2", 2, "--blend: '2' is no number from 0 to 1"},
        {"--synthetic 10 --loss absolute", 2, "neither logistic nor squares"},
        {"--synthetic 10 --pawn 100 --freeze tempo", 2, "none can be frozen"},
        {"--synthetic 10 --errors 1", 2, "--errors"},
        {"--synthetic 10 --output nowhere/a", 1, "nowhere/a"},
        {"--synthetic 10 --rat 3", 2, "did you mean --rate"},
        {"--resume nowhere", 1, "nowhere"},
    };
    scratch_enter();
    file_write("text", "no games at all\n");
    run_expect_refusals(BRINDLE_TUNE, "brindle-tune", CASES, sizeof CASES / sizeof CASES[0]);
    scratch_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights_compile_to_themselves),
        cmocka_unit_test(test_weights_are_rounded_to_the_nearest),
        cmocka_unit_test(test_printed_weights),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_program_resumes),
        cmocka_unit_test(test_signals),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_benchmark),
        cmocka_unit_test(test_bad_input),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
