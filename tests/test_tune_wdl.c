/*
 * Fitting the curves of expected wins, draws and losses: known ones are found again, in memory and
 * by the program, and the standard errors are what they should be.
 */
#include "tests/support/suite.h"

#include "bitboard/fen.h"
#include "tests/support/compiled.h"
#include "tests/support/data_games.h"
#include "tests/support/run.h"
#include "tests/support/tuning.h"
#include "tune/wdl_errors.h"
#include "tune/wdl_file.h"

#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Polynomials of the second degree, such as no games have led to. */
static const WdlModel KNOWN = {.centre = {600, -1200, 700}, .width = {150, 60, 90}};

/* ---- Made-up outcomes ---- */

static int draw_outcome(Random *random, const WdlModel *model, int material, Score score) {
    const WdlCurves c = wdl_curves(model, material);
    double p[WDL_OUTCOMES];
    wdl_probabilities(&c, abs(score), p);
    const double drawn = (double)(random_next(random) >> 11) * 0x1p-53;
    const int outcome = drawn < p[WDL_LOSS]                 ? WDL_LOSS
                        : drawn < p[WDL_LOSS] + p[WDL_DRAW] ? WDL_DRAW
                                                            : WDL_WIN;
    return score < 0 ? WDL_OUTCOMES - 1 - outcome : outcome;
}

/* Games of `each` positions that are all the same one. */
static void make_data(WdlData *data, uint64_t seed, int games, int each) {
    Random random = {seed};
    Message message;
    memset(data, 0, sizeof *data);
    for (int g = 0; g < games; g++) {
        const int material = random_below(&random, WDL_MATERIAL + 1);
        const Score score = random_below(&random, 2401) - 1200;
        const int outcome = draw_outcome(&random, &KNOWN, material, score);
        for (int i = 0; i < each; i++)
            assert_true(
                wdl_data_add(data, (uint64_t)g, g % 10 == 0, material, score, outcome, &message));
    }
    assert_true(wdl_data_finish(data, &message));
}

static void choose(const WdlData *data, WdlChoice *choice) {
    Message message;
    if (!wdl_choose(data, &WDL_MODELS[0], "made up", choice, &message))
        fail_msg("%s", message.text);
}

static void find_errors(const WdlData *data, const WdlChoice *choice, int draws, int threads,
                        WdlErrors *errors) {
    const ErrorPlan plan = {.draws = draws, .seed = 5};
    Message message;
    Crew *crew = tuning_crew(threads);
    if (!wdl_errors_find(data, choice, &plan, crew, errors, &message))
        fail_msg("%s", message.text);
    crew_free(crew);
}

static void expect_near(double got, double wanted, double margin, const char *what, int material) {
    if (!(fabs(got - wanted) <= margin))
        fail_msg("%s at material %d is %g, not %g ± %g", what, material, got, wanted, margin);
}

/* ---- Cells ---- */

static void test_cells(void **state) {
    (void)state;
    WdlData data = {.positions = 0};
    WdlCount counts[4];
    Message message;
    const uint32_t times[] = {3, 7, 0};
    assert_true(wdl_data_add(&data, 4, false, 30, 50, WDL_WIN, &message));
    assert_true(wdl_data_add(&data, 4, false, 30, -50, WDL_LOSS, &message)); /* the same again */
    assert_true(wdl_data_add(&data, 4, false, 20, -50, WDL_DRAW, &message));
    assert_true(wdl_data_add(&data, 6, true, 30, 50, WDL_LOSS, &message));
    assert_true(wdl_data_add(&data, 9, false, 0, SCORE_MATE_BOUND - 1, WDL_WIN, &message));
    assert_true(wdl_data_finish(&data, &message));
    assert_int_equal(data.game_count, 3);
    assert_int_equal(data.cell_count, 3); /* by material, then by score */
    assert_true(data.cells[0].material == 0 && data.cells[0].score == SCORE_MATE_BOUND - 1);
    assert_true(data.cells[1].material == 20 && data.cells[1].score == 50);
    assert_true(data.cells[2].material == 30 && data.cells[2].score == 50);
    wdl_data_count(&data, false, NULL, counts);
    assert_int_equal(counts[0].of[WDL_WIN], 1);
    assert_int_equal(counts[1].of[WDL_DRAW], 1);
    assert_int_equal(counts[2].of[WDL_WIN], 2);
    assert_int_equal(counts[2].of[WDL_LOSS], 0);
    wdl_data_count(&data, true, NULL, counts);
    assert_int_equal(counts[2].of[WDL_LOSS], 1);
    assert_int_equal(counts[2].of[WDL_WIN], 0);
    wdl_data_count(&data, false, times, counts);
    assert_int_equal(counts[0].of[WDL_WIN], 0);
    assert_int_equal(counts[2].of[WDL_WIN], 6);
    wdl_data_clear(&data);
}

/* ---- The fit ---- */

static void test_gradient_is_a_slope(void **state) {
    (void)state;
    static const double STEP = 1e-3;
    WdlData data;
    double gradient[2 * WDL_COEFFICIENTS];
    make_data(&data, 11, 500, 1);
    WdlCount *counts = calloc(data.cell_count, sizeof *counts);
    assert_non_null(counts);
    wdl_data_count(&data, false, NULL, counts);
    const WdlTable table = {data.cells, counts, data.cell_count};
    const WdlModel at = {.centre = {700, -1100, 500, 100}, .width = {120, 100, 30, 20}};
    wdl_gradient(&table, &at, gradient);
    for (int i = 0; i < 2 * WDL_COEFFICIENTS; i++) {
        WdlModel less = at, more = at;
        double *const l = i < WDL_COEFFICIENTS ? less.centre : less.width, *const m =
                                                                               i < WDL_COEFFICIENTS
                                                                                   ? more.centre
                                                                                   : more.width;
        l[i % WDL_COEFFICIENTS] -= STEP;
        m[i % WDL_COEFFICIENTS] += STEP;
        const double slope =
            (wdl_loss(&table, &more).loss - wdl_loss(&table, &less).loss) / (2 * STEP);
        if (fabs(slope - gradient[i]) > 1e-6 + 1e-5 * fabs(slope))
            fail_msg("coefficient %d: %g, not %g", i, gradient[i], slope);
    }
    free(counts);
    wdl_data_clear(&data);
}

/* Within what their errors allow, at all material; and no degree but the true one and the one above
 * can win. */
static void test_known_curves_are_found(void **state) {
    (void)state;
    const int games = test_amount(12000, 1000000);
    WdlData data;
    WdlChoice choice;
    WdlErrors errors;
    make_data(&data, 12, games, 1);
    choose(&data, &choice);
    assert_in_range(choice.degree, 2, 3);
    find_errors(&data, &choice, 25, 2, &errors);
    for (int material = 0; material <= WDL_MATERIAL; material += 5) {
        const WdlCurves known = wdl_curves(&KNOWN, material),
                        found = wdl_curves(wdl_choice_model(&choice), material);
        const WdlCurves *error = &errors.error[material];
        assert_true(error->centre > 0 && error->centre < known.centre / 4);
        assert_true(error->width > 0 && error->width < known.width / 4);
        expect_near(found.centre, known.centre, 5 * error->centre, "the centre", material);
        expect_near(found.width, known.width, 5 * error->width, "the width", material);
    }
    for (int degree = 0; degree < WDL_DEGREES; degree++) {
        const WdlAttempt *a = &choice.attempt[degree];
        assert_true(a->fit.converged);
        assert_true(degree == 0 || a->training_loss <= (a - 1)->training_loss);
        assert_true(a->validation_loss < choice.before.validation_loss);
        assert_true(choice.attempt[choice.degree].validation_loss <= a->validation_loss);
    }
    wdl_choice_clear(&choice);
    wdl_data_clear(&data);
}

/* A position that stands nine times in its game tells no more than once. */
static void test_errors_are_of_games(void **state) {
    (void)state;
    WdlErrors errors[2], again;
    for (int i = 0; i < 2; i++) {
        WdlData data;
        WdlChoice choice;
        make_data(&data, 13, 3000, i == 0 ? 1 : 9);
        choose(&data, &choice);
        find_errors(&data, &choice, 40, 1, &errors[i]);
        find_errors(&data, &choice, 40, 3, &again);
        assert_memory_equal(&again, &errors[i], sizeof again);
        wdl_choice_clear(&choice);
        wdl_data_clear(&data);
    }
    for (int material = 10; material <= 90; material += 20) {
        expect_near(errors[1].error[material].centre / errors[0].error[material].centre, 1, 0.1,
                    "the centre's error", material);
        expect_near(errors[1].error[material].width / errors[0].error[material].width, 1, 0.1,
                    "the width's error", material);
    }
}

static bool have_enough(void *context, int done, int total) {
    (void)context;
    return done < total / 2;
}

static void test_errors_stop(void **state) {
    (void)state;
    const ErrorPlan plan = {.draws = 40, .listener = have_enough};
    WdlData data;
    WdlChoice choice;
    WdlErrors errors;
    Message message;
    Crew *crew = tuning_crew(1);
    make_data(&data, 14, 300, 1);
    choose(&data, &choice);
    assert_false(wdl_errors_find(&data, &choice, &plan, crew, &errors, &message));
    assert_string_equal(message.text, "stopped");
    crew_free(crew);
    wdl_choice_clear(&choice);
    wdl_data_clear(&data);
}

/* What games cannot tell: chances without draws, or without doubt, or from next to nothing. */
static void test_nothing_to_fit(void **state) {
    (void)state;
    enum { NO_DRAWS, DRAWS, NO_DOUBT, ONE_GAME, CASES };
    static const char *const SAYS[CASES] = {"no game is a draw", "every game is a draw",
                                            "almost without exception", "too few"};
    for (int kind = 0; kind < CASES; kind++) {
        Random random = {15};
        WdlData data = {.positions = 0};
        WdlChoice choice;
        Message message;
        for (int g = 0; g < (kind == ONE_GAME ? 1 : 200); g++) {
            const Score score = random_below(&random, 1000) - 500;
            const int sign = score > 30 ? WDL_WIN : score < -30 ? WDL_LOSS : WDL_DRAW;
            const int outcome = kind == NO_DRAWS ? (g % 2 == 0 ? WDL_WIN : WDL_LOSS)
                                : kind == DRAWS  ? WDL_DRAW
                                                 : sign;
            assert_true(wdl_data_add(&data, (uint64_t)g, g % 10 == 0, random_below(&random, 100),
                                     score, outcome, &message));
        }
        assert_true(wdl_data_finish(&data, &message));
        assert_false(wdl_choose(&data, &WDL_MODELS[0], "made up", &choice, &message));
        if (strstr(message.text, SAYS[kind]) == NULL || strncmp(message.text, "made up: ", 9) != 0)
            fail_msg("case %d: %s", kind, message.text);
        wdl_choice_clear(&choice);
        wdl_data_clear(&data);
    }
}

/* Little data, all of it at one material: higher degrees have nothing to hold on to, and still make
 * curves that can be used. */
static void test_one_material(void **state) {
    (void)state;
    Random random = {16};
    WdlData data = {.positions = 0};
    WdlChoice choice;
    Message message;
    for (int g = 0; g < 400; g++) {
        const Score score = random_below(&random, 1000) - 500;
        assert_true(wdl_data_add(&data, (uint64_t)g, g % 10 == 0, 64, score,
                                 draw_outcome(&random, &KNOWN, 64, score), &message));
    }
    assert_true(wdl_data_finish(&data, &message));
    choose(&data, &choice);
    for (int material = 0; material <= WDL_MATERIAL; material++) {
        const WdlCurves c = wdl_curves(wdl_choice_model(&choice), material);
        assert_true(isfinite(c.centre) && isfinite(c.width) && c.centre > 0 && c.width > 1);
    }
    const WdlCurves known = wdl_curves(&KNOWN, 64),
                    found = wdl_curves(wdl_choice_model(&choice), 64);
    expect_near(found.centre, known.centre, 60, "the centre", 64);
    expect_near(found.width, known.width, 80, "the width", 64);
    wdl_choice_clear(&choice);
    wdl_data_clear(&data);
}

/* ---- The file ---- */

/* No line is longer than the format of the sources allows. */
static void expect_narrow(const char *file) {
    char *text = file_read(file);
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 100)
            fail_msg("%s: %s", file, line);
    free(text);
}

static void test_table_compiles_to_itself(void **state) {
    (void)state;
    const WdlModel models[RULE_SETS] = {KNOWN, {.centre = {1832.2394, -0.0004}, .width = {1e5, 1}}};
    scratch_enter();
    FILE *out = fopen("table.c", "w");
    assert_non_null(out);
    wdl_file_write(out, models,
                   "games of /* somebody */\nand of so many others that one line does not hold the "
                   "names of all of their files, and neither do two: somebody.data, another.data, "
                   "a_third_one.data, and_so_on.data, and_so_on_again.data");
    assert_int_equal(fclose(out), 0);
    expect_narrow("table.c");
    void *library;
    const WdlModel *got = compiled_object("table.c", "WDL_MODELS", &library);
    for (int i = 0; i < RULE_SETS; i++)
        for (int n = 0; n < WDL_COEFFICIENTS; n++) {
            expect_near(got[i].centre[n], models[i].centre[n], 0.0006, "a coefficient", n);
            expect_near(got[i].width[n], models[i].width[n], 0.0006, "a coefficient", n);
        }
    dlclose(library);
    scratch_leave();
}

/* ---- The program ---- */

/* A rank of a FEN with so many men on its first files. */
static void add_rank(char *fen, char man, int men) {
    const size_t length = strlen(fen);
    char *at = fen + length;
    memset(at, man, (size_t)men);
    snprintf(at + men, FEN_SIZE - length - (size_t)men, "%d/", FILES - men);
}

/* Kings, some pawns and some knights that give no check. */
static void make_position(Random *random, const RuleSet *rules, Position *pos) {
    char fen[FEN_SIZE] = "k10/";
    Message message;
    add_rank(fen, 'p', random_below(random, FILES));
    add_rank(fen, 'n', random_below(random, FILES));
    snprintf(fen + strlen(fen), FEN_SIZE - strlen(fen), "11/11/11/11/");
    add_rank(fen, 'N', random_below(random, FILES));
    add_rank(fen, 'P', random_below(random, FILES));
    snprintf(fen + strlen(fen), FEN_SIZE - strlen(fen), "10K %c - - 0 1",
             "wb"[random_below(random, 2)]);
    if (!fen_parse_position(fen, rules, pos, &message))
        fail_msg("%s: %s", fen, message.text);
}

/* What is wrong with the games of a file. */
typedef enum { GOOD, UNSCORED, MATES, ALL_WON, ALL_DRAWN, ALL_OF_ONE_RULE_SET } Fault;

static void write_games(const char *file, int count, Fault fault) {
    Random random = {17};
    DataGame *games = calloc((size_t)count, sizeof *games);
    assert_non_null(games);
    for (int i = 0; i < count; i++) {
        const RuleSet *rules = &RULES[fault == ALL_OF_ONE_RULE_SET ? 1 : i % RULE_SETS];
        Position pos;
        make_position(&random, rules, &pos);
        data_game_init(&games[i], rules);
        data_game_set_start(&games[i], &pos);
        const Score score = random_below(&random, 2001) - 1000; /* from White's view */
        games[i].head.number = (uint64_t)i;
        games[i].head.scored = fault != UNSCORED;
        games[i].start_score = fault == MATES ? score_mate_in(7) : score;
        games[i].head.result = fault == ALL_WON ? DATA_RESULT_WON
                               : fault == ALL_DRAWN
                                   ? DATA_RESULT_DRAWN
                                   : draw_outcome(&random, &KNOWN, wdl_material(&pos), score);
    }
    data_file_write(file, games, count);
    for (int i = 0; i < count; i++)
        data_game_free(&games[i]);
    free(games);
}

static void expect_known(const WdlModel *model, double margin) {
    for (int material = 20; material <= 60; material += 10) {
        const WdlCurves known = wdl_curves(&KNOWN, material), found = wdl_curves(model, material);
        expect_near(found.centre, known.centre, margin, "the centre", material);
        expect_near(found.width, known.width, margin, "the width", material);
    }
}

static void test_program(void **state) {
    (void)state;
    Run r;
    scratch_enter();
    write_games("games.data", 20000, GOOD);
    run(&r, "%s --wdl games.data --write one.c --errors 8 --threads 1", BRINDLE_TUNE);
    run_expect_status(&r, 0);
    assert_string_equal(r.err, "");
    assert_non_null(strstr(r.out, "20000 positions of 20000 games"));
    assert_int_equal(occurrences(r.out, "in force"), RULE_SETS);
    assert_int_equal(occurrences(r.out, "quadratic"), RULE_SETS);
    assert_int_equal(occurrences(r.out, "observed"), 2 * RULE_SETS);
    assert_int_equal(occurrences(r.out, "nan"), 0);
    assert_true(occurrences(r.out, "±") > 2 * RULE_SETS);
    Run again;
    run(&again, "%s --wdl games.data --write two.c --errors 8 --threads 3", BRINDLE_TUNE);
    run_expect_status(&again, 0);
    assert_string_equal(again.out, r.out);
    char *one = file_read("one.c"), *two = file_read("two.c");
    assert_string_equal(one, two);
    assert_non_null(strstr(one, "games.data"));
    void *library;
    const WdlModel *got = compiled_object("one.c", "WDL_MODELS", &library);
    for (int i = 0; i < RULE_SETS; i++)
        expect_known(&got[i], 25);
    dlclose(library);
    free(one);
    free(two);
    run_free(&r);
    run_free(&again);
    scratch_leave();
}

/* The other one keeps the curves in force. */
static void test_one_rule_set(void **state) {
    (void)state;
    Run r;
    scratch_enter();
    write_games("games.data", 4000, ALL_OF_ONE_RULE_SET);
    run(&r, "%s --wdl games.data --write table.c --errors 0", BRINDLE_TUNE);
    run_expect_status(&r, 0);
    assert_non_null(strstr(r.out, "\nwildebeest: no games; its curves stay as they are"));
    assert_int_equal(occurrences(r.out, "±"), 0);
    run_free(&r);
    void *library;
    const WdlModel *got = compiled_object("table.c", "WDL_MODELS", &library);
    assert_memory_equal(&got[0], &WDL_MODELS[0], sizeof got[0]);
    expect_known(&got[1], 80);
    dlclose(library);
    scratch_leave();
}

/* The table is there before the errors, which may take their time. */
static void test_interruption(void **state) {
    (void)state;
    Run r;
    scratch_enter();
    write_games("games.data", 1000, GOOD);
    run_start(&r, "%s --wdl games.data --write table.c --errors 1000000", BRINDLE_TUNE);
    file_wait_for("table.c");
    kill(r.pid, SIGINT);
    run_wait(&r);
    run_expect_status(&r, 130);
    assert_string_equal(r.err, "");
    run_free(&r);
    void *library;
    compiled_object("table.c", "WDL_MODELS", &library);
    dlclose(library);
    scratch_leave();
}

static void test_refusals(void **state) {
    (void)state;
    static const Refusal REFUSALS[] = {
        {"good.data nowhere.data", 1, "nowhere.data"},
        {"text", 1, "text"},
        {"unscored.data", 1, "none of these positions has a score that is no mate"},
        {"mates.data", 1, "none of these positions has a score that is no mate"},
        {"won.data", 1, "no game is a draw"},
        {"drawn.data", 1, "every game is a draw"},
        {"good.data --validation 0", 1, "none is left to be held back"},
        {"good.data --write nowhere/table.c --errors 0", 1, "nowhere/table.c"},
        {"good.data --errors 1", 2, "--errors"},
        {"good.data --epochs 3", 2, "--epochs does not go with --wdl"},
        {"--synthetic 10", 2, "--synthetic does not go with --wdl"},
        {"--resume good.data", 2, "the files of games are missing"},
        {"good.data --max-score -3", 2, "--max-score"},
        {"nowhere.data", 1, "nowhere.data"},
        {"", 2, "the files of games are missing"},
    };
    scratch_enter();
    file_write("text", "no games at all\n");
    write_games("good.data", 300, GOOD);
    write_games("unscored.data", 100, UNSCORED);
    write_games("mates.data", 100, MATES);
    write_games("won.data", 100, ALL_WON);
    write_games("drawn.data", 100, ALL_DRAWN);
    run_expect_refusals(BRINDLE_TUNE " --wdl", "brindle-tune", REFUSALS,
                        sizeof REFUSALS / sizeof REFUSALS[0]);
    scratch_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_gradient_is_a_slope),
        cmocka_unit_test(test_known_curves_are_found),
        cmocka_unit_test(test_errors_are_of_games),
        cmocka_unit_test(test_errors_stop),
        cmocka_unit_test(test_nothing_to_fit),
        cmocka_unit_test(test_one_material),
        cmocka_unit_test(test_table_compiles_to_itself),
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_one_rule_set),
        cmocka_unit_test(test_interruption),
        cmocka_unit_test(test_refusals),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
