/*
 * Fitting: it finds what is known, whatever the threads and the interruptions, and tells how sure
 * it is.
 */
#include "tests/support/suite.h"

#include "tests/support/run.h"
#include "tests/support/tuning.h"
#include "tune/checkpoint.h"
#include "tune/errors.h"
#include "tune/outcome.h"
#include "tune/slope.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void run_all(Fit *fit) {
    while (!fit_is_over(fit))
        assert_true(fit_epoch(fit, NULL));
}

static void expect_same(const Fit *a, const Fit *b) {
    const FitState *x = fit_state(a), *y = fit_state(b);
    assert_memory_equal(x->weights, y->weights, sizeof x->weights);
    assert_memory_equal(x->best, y->best, sizeof x->best);
    assert_memory_equal(&x->optimiser, &y->optimiser, sizeof x->optimiser);
    assert_int_equal(x->epochs, y->epochs);
    assert_int_equal(x->best_epoch, y->best_epoch);
    assert_true(x->best_loss == y->best_loss && x->rate == y->rate && x->slope == y->slope);
    for (int i = 0; i < x->epochs; i++)
        assert_true(x->records[i].training_loss == y->records[i].training_loss &&
                    x->records[i].validation_loss == y->records[i].validation_loss);
}

/* ---- Threads and interruptions ---- */

/* From games to weights. */
static Fit *fit_with_threads(int threads, TuneData *data, const FitPlan *plan, Crew **crew) {
    *crew = tuning_crew(threads);
    tuning_load(data, 3000, 0.2, 61, *crew);
    Fit *fit = tuning_begin(plan, data, *crew, 300);
    run_all(fit);
    return fit;
}

static void test_threads_do_not_matter(void **state) {
    (void)state;
    FitPlan plan = tuning_plan(4);
    plan.k = 0;
    plan.blend = 0.3;
    plan.pull = 30;
    plan.batch = 700;
    Crew *crew, *other_crew;
    TuneData data, other_data;
    Fit *fit = fit_with_threads(1, &data, &plan, &crew);
    const ErrorPlan errors = {.draws = 20, .seed = 1};
    PieceErrors found, other_found;
    Message message;
    assert_true(errors_find(fit, &errors, &found, &message));
    for (int threads = 2; threads <= 5; threads += 3) {
        Fit *other = fit_with_threads(threads, &other_data, &plan, &other_crew);
        assert_true(data.fingerprint == other_data.fingerprint);
        assert_memory_equal(&data.gauge, &other_data.gauge, sizeof data.gauge);
        expect_same(fit, other);
        assert_true(errors_find(other, &errors, &other_found, &message));
        assert_memory_equal(&found, &other_found, sizeof found);
        fit_free(other);
        data_clear(&other_data);
        crew_free(other_crew);
    }
    fit_free(fit);
    data_clear(&data);
    crew_free(crew);
}

static bool stop_at_once(void) {
    return true;
}

static void test_resuming_is_going_on(void **state) {
    (void)state;
    const FitPlan plan = tuning_plan(6);
    Crew *crew = tuning_crew(2);
    TuneData data;
    Message message;
    Checkpoint checkpoint;
    char first[] = "games.data", second[] = "--rate";
    char *words[] = {first, second};
    tuning_load(&data, 2000, 0.2, 62, crew);
    Fit *whole = tuning_begin(&plan, &data, crew, 300);
    run_all(whole);

    scratch_enter();
    Fit *part = tuning_begin(&plan, &data, crew, 300);
    for (int i = 0; i < 3; i++)
        assert_true(fit_epoch(part, NULL));
    /* An epoch that is given up leaves no trace. */
    assert_false(fit_epoch(part, stop_at_once));
    assert_true(checkpoint_write("c", words, 2, data.fingerprint, fit_state(part), &message));
    fit_free(part);
    if (!checkpoint_read(&checkpoint, "c", &message))
        fail_msg("%s", message.text);
    assert_int_equal(checkpoint.word_count, 2);
    assert_string_equal(checkpoint.words[0], "games.data");
    assert_string_equal(checkpoint.words[1], "--rate");
    assert_true(checkpoint.data_fingerprint == data.fingerprint);
    /* The blocks have been in use, as they would not be in another process. */
    Fit *resumed = fit_resume(&plan, &data, crew, &checkpoint.state, &message);
    assert_non_null(resumed);
    run_all(resumed);
    expect_same(whole, resumed);
    checkpoint_clear(&checkpoint);
    scratch_leave();

    fit_free(whole);
    fit_free(resumed);
    data_clear(&data);
    crew_free(crew);
}

static void test_damaged_checkpoints(void **state) {
    (void)state;
    const FitPlan plan = tuning_plan(1);
    Crew *crew = tuning_crew(1);
    TuneData data;
    Message message;
    Checkpoint checkpoint;
    tuning_load(&data, 300, 0.2, 63, crew);
    Fit *fit = tuning_begin(&plan, &data, crew, 0);
    run_all(fit);
    scratch_enter();
    assert_true(checkpoint_write("c", NULL, 0, 1, fit_state(fit), &message));
    FILE *file = fopen("c", "rb");
    assert_non_null(file);
    static char bytes[1 << 20];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 1000 && size < sizeof bytes);
    Random random = {63};
    for (int i = 0; i < 60; i++) {
        /* A byte changed, or the end cut off. */
        const size_t length = i % 3 == 0 ? (size_t)random_below(&random, (int)size) : size;
        const size_t at = (size_t)random_below(&random, (int)size);
        if (i % 3 != 0)
            bytes[at] = (char)(bytes[at] ^ 0x40);
        file = fopen("c", "wb");
        fwrite(bytes, 1, length, file);
        fclose(file);
        if (i % 3 != 0)
            bytes[at] = (char)(bytes[at] ^ 0x40);
        message.text[0] = '\0';
        assert_false(checkpoint_read(&checkpoint, "c", &message));
        assert_memory_equal(message.text, "c: ", 3);
        checkpoint_clear(&checkpoint);
    }
    assert_false(checkpoint_read(&checkpoint, "none", &message));
    checkpoint_clear(&checkpoint);
    scratch_leave();
    fit_free(fit);
    data_clear(&data);
    crew_free(crew);
}

/* ---- What is found ---- */

static void expect_within(double got, double wanted, double part, const char *what) {
    if (!(fabs(got - wanted) <= part * fabs(wanted)))
        fail_msg("%s: %.2f is not within %g%% of %.2f", what, got, 100 * part, wanted);
}

/*
 * From all-equal pieces to those of the evaluation that judged the positions.  With few positions
 * what a piece is worth for each own pawn stays frozen: it is much like the value of a pawn.
 */
static void test_material_is_recovered(void **state) {
    (void)state;
    FitPlan plan = tuning_plan(test_amount(100, 150));
    Crew *crew = tuning_crew(2);
    TuneData data;
    Message message;
    Pair truth[PARAMETERS];
    tuning_load(&data, (uint64_t)test_amount(20000, 200000), 0, 64, crew);
    plan.blend = 1;
    plan.rate = 10;
    plan.batch = test_amount(256, 1024);
    plan.patience = test_amount(3, 10);
    if (!test_is_full())
        assert_true(mask_change(&plan.mask, "with_pawns", false, &message));
    Fit *fit = tuning_begin(&plan, &data, crew, 400);
    parameters_from_weights(tuning_known(), truth);
    run_all(fit);
    for (int t = 0; t < PIECE_VALUES; t++) {
        const Pair wanted = gauge_value(&data.gauge, truth, t);
        const Pair got = gauge_value(&data.gauge, fit_state(fit)->best, t);
        expect_within(got[PAIR_MIDDLEGAME], wanted[PAIR_MIDDLEGAME], 0.02, "middlegame");
        expect_within(got[PAIR_ENDGAME], wanted[PAIR_ENDGAME], 0.02, "endgame");
    }
    fit_free(fit);
    data_clear(&data);
    crew_free(crew);
}

static void test_k_is_recovered(void **state) {
    (void)state;
    Crew *crew = tuning_crew(2);
    TuneData data;
    Pair truth[PARAMETERS];
    tuning_load(&data, 6000, 0, 65, crew);
    parameters_from_weights(tuning_known(), truth);
    for (int kind = LOSS_LOGISTIC; kind <= LOSS_SQUARES; kind++) {
        expect_within(loss_k(slope_of_weights(crew, &data.training, truth, (LossKind)kind)), 1,
                      0.06, "K");
        expect_within(loss_k(slope_of_recorded(crew, &data.training, (LossKind)kind)), 1, 0.06,
                      "K of the scores");
    }
    data_clear(&data);
    crew_free(crew);
}

static void test_plans_are_kept(void **state) {
    (void)state;
    Crew *crew = tuning_crew(2);
    TuneData data;
    Message message;
    tuning_load(&data, 3000, 0.2, 66, crew);
    FitPlan plan = tuning_plan(5);
    memset(&plan.mask, 0, sizeof plan.mask);
    assert_true(mask_change(&plan.mask, "danger", true, &message));
    assert_true(mask_change(&plan.mask, "material", true, &message));
    assert_true(mask_change(&plan.mask, "camel_pair", false, &message));
    assert_false(mask_change(&plan.mask, "squars", false, &message));
    assert_non_null(strstr(message.text, "squares"));
    for (int kind = OPTIMISER_ADAM; kind <= OPTIMISER_ADAGRAD; kind++) {
        plan.optimiser = (OptimiserKind)kind;
        plan.loss = kind == OPTIMISER_ADAM ? LOSS_LOGISTIC : LOSS_SQUARES;
        Fit *fit = tuning_begin(&plan, &data, crew, 300);
        const FitState *s = fit_state(fit);
        run_all(fit);
        assert_true(s->best_loss < s->start_validation_loss);
        for (int i = 0; i < WEIGHT_COUNT; i++) {
            const char *group = parameter_term(i)->group;
            const bool tuned = strcmp(group, "danger") == 0 ||
                               (strcmp(group, "material") == 0 && i != W_camel_pair);
            if (!tuned)
                assert_memory_equal(&s->weights[i], &s->start[i], sizeof s->start[i]);
        }
        assert_true(s->weights[W_material + ROOK][0] != s->start[W_material + ROOK][0]);
        assert_true(s->weights[W_danger_weak][0] != s->start[W_danger_weak][0]);
        assert_true(s->weights[W_danger_weak][1] == 0);
        fit_free(fit);
    }
    data_clear(&data);
    crew_free(crew);
}

static double distance_from_start(const Fit *fit) {
    const FitState *s = fit_state(fit);
    double sum = 0;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        for (int lane = 0; lane < PAIR_LANES; lane++)
            sum += fabs(s->weights[i][lane] - s->start[i][lane]);
    return sum;
}

static void test_pull(void **state) {
    (void)state;
    static const double PULLS[] = {0, 100, 3};
    Crew *crew = tuning_crew(2);
    TuneData data;
    double before = HUGE_VAL;
    tuning_load(&data, 3000, 0.2, 67, crew);
    for (size_t i = 0; i < sizeof PULLS / sizeof PULLS[0]; i++) {
        FitPlan plan = tuning_plan(10);
        plan.pull = PULLS[i];
        Fit *fit = tuning_begin(&plan, &data, crew, 0);
        run_all(fit);
        const double now = distance_from_start(fit);
        assert_true(now < 0.7 * before);
        before = now;
        fit_free(fit);
    }
    data_clear(&data);
    crew_free(crew);
}

static void test_it_ends_by_itself(void **state) {
    (void)state;
    FitPlan plan = tuning_plan(2000);
    Crew *crew = tuning_crew(2);
    TuneData data;
    Message message;
    tuning_load(&data, 1500, 0.3, 68, crew);
    memset(&plan.mask, 0, sizeof plan.mask);
    assert_true(mask_change(&plan.mask, "tempo", true, &message));
    Fit *fit = tuning_begin(&plan, &data, crew, 0);
    run_all(fit);
    const FitState *s = fit_state(fit);
    assert_true(s->converged);
    assert_true(s->epochs < 2000);
    assert_true(s->rate < plan.rate / 30);
    /* The best is the best of all that there were. */
    double best = s->start_validation_loss;
    for (int i = 0; i < s->epochs; i++)
        best = fmin(best, s->records[i].validation_loss);
    assert_true(best == s->best_loss);
    fit_free(fit);
    data_clear(&data);
    crew_free(crew);
}

/* ---- Splits ---- */

static void mark_games(const SampleSet *set, uint8_t *seen, uint8_t mark) {
    for (size_t i = 0; i < set->count; i++)
        for (uint32_t n = 0; n < set->blocks[i]->samples; n++)
            seen[set->blocks[i]->game[n]] |= mark;
}

static void test_games_are_not_split(void **state) {
    (void)state;
    Crew *crew = tuning_crew(2);
    TuneData data;
    tuning_load(&data, 20000, 0.3, 69, crew);
    uint8_t *seen = calloc(data.games_end, 1);
    assert_non_null(seen);
    mark_games(&data.training, seen, 1);
    mark_games(&data.validation, seen, 2);
    uint64_t training = 0, validation = 0;
    for (uint64_t g = 0; g < data.games_end; g++) {
        assert_int_not_equal(seen[g], 3);
        training += seen[g] == 1;
        validation += seen[g] == 2;
    }
    assert_int_equal(training, data.training_games);
    assert_int_equal(training + validation, data.games);
    assert_in_range(validation * 100 / data.games, 24, 36);
    assert_int_equal(data.training.samples + data.validation.samples, 20000);
    free(seen);
    data_clear(&data);
    crew_free(crew);
}

/* ---- The gauge, and what comes out ---- */

static void test_normalising_changes_no_score(void **state) {
    (void)state;
    Crew *crew = tuning_crew(2);
    TuneData data;
    Pair before[PARAMETERS], after[PARAMETERS];
    ParameterMask mask;
    Random random = {70};
    BlockScores x, y;
    tuning_load(&data, 3000, 0, 70, crew);
    /* Squares of eight types, the king's by rule set, and the mobility of six. */
    int found[PIECE_VALUES] = {0}, sides = 0;
    for (int r = 0; r < data.gauge.rows; r++) {
        const int piece = data.gauge.row[r].piece;
        if (piece == GAUGE_NO_PIECE)
            sides++;
        else
            found[piece]++;
    }
    assert_int_equal(found[PAWN], 1);
    for (int t = KNIGHT; t < PIECE_VALUES; t++)
        assert_int_equal(found[t], 2);
    assert_true(sides >= 2);

    parameters_from_weights(tuning_known(), before);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        before[i] += (Pair){random_below(&random, 100), random_below(&random, 100)};
    memcpy(after, before, sizeof after);
    mask_all(&mask);
    gauge_normalise(&data.gauge, &mask, after);
    for (size_t b = 0; b < data.training.count; b++) {
        model_scores(data.training.blocks[b], before, &x);
        model_scores(data.training.blocks[b], after, &y);
        for (uint32_t n = 0; n < data.training.blocks[b]->samples; n++)
            if (fabs(x.score[n] - y.score[n]) > 1e-6)
                fail_msg("%.9f became %.9f", x.score[n], y.score[n]);
    }
    for (int t = 0; t < PIECE_VALUES; t++)
        for (int lane = 0; lane < PAIR_LANES; lane++) {
            const double value = gauge_value(&data.gauge, after, t)[lane];
            assert_true(fabs(value - gauge_value(&data.gauge, before, t)[lane]) < 1e-6);
        }
    for (int r = 0; r < data.gauge.rows; r++) {
        const GaugeRow *row = &data.gauge.row[r];
        double mean = 0;
        for (int i = row->first; i < row->first + row->columns; i++)
            mean += data.gauge.share[i][PAIR_ENDGAME] * after[i][PAIR_ENDGAME];
        assert_true(fabs(mean) < 1e-6);
    }
    /* What is frozen stays. */
    memcpy(after, before, sizeof after);
    memset(mask.lanes + W_piece_square, 0, PIECE_VALUES * SQUARES_HALF);
    mask.lanes[W_material + ROOK] = 0;
    gauge_normalise(&data.gauge, &mask, after);
    assert_memory_equal(after + W_piece_square, before + W_piece_square,
                        PIECE_VALUES * SQUARES_HALF * sizeof *before);
    assert_memory_equal(after + W_mobility + ROOK * MOBILITY_MAX,
                        before + W_mobility + ROOK * MOBILITY_MAX, MOBILITY_MAX * sizeof *before);
    assert_true(after[W_material + QUEEN][0] != before[W_material + QUEEN][0]);
    data_clear(&data);
    crew_free(crew);
}

static void test_a_pawn_of_a_hundred(void **state) {
    (void)state;
    Crew *crew = tuning_crew(2);
    TuneData data;
    FitPlan plan = tuning_plan(3);
    Outcome as_it_is, scaled;
    tuning_load(&data, 3000, 0.2, 71, crew);
    Fit *fit = tuning_begin(&plan, &data, crew, 0);
    run_all(fit);
    outcome_find(fit, 0, &as_it_is);
    outcome_find(fit, 100, &scaled);
    assert_true(as_it_is.scale == 1);
    assert_true(fabs(scaled.value[PAWN][PAIR_ENDGAME] - 100) < 1e-9);
    for (int t = 0; t < PIECE_VALUES; t++)
        for (int lane = 0; lane < PAIR_LANES; lane++)
            assert_true(fabs(scaled.value[t][lane] - scaled.scale * as_it_is.value[t][lane]) <
                        1e-6);
    /* The odds are nearly the same. */
    assert_true(fabs(scaled.validation_loss - as_it_is.validation_loss) < 2e-3);
    assert_true(fabs(as_it_is.validation_loss - fit_state(fit)->best_loss) < 2e-3);
    fit_free(fit);
    data_clear(&data);
    crew_free(crew);
}

/* A pawn is worth what it is worth, whichever of two terms says so. */
static void test_companions(void **state) {
    (void)state;
    Crew *crew = tuning_crew(2);
    TuneData data;
    Pair plain[PARAMETERS], other[PARAMETERS];
    tuning_load(&data, 6000, 0, 72, crew);
    parameters_from_weights(tuning_known(), plain);
    memcpy(other, plain, sizeof other);
    /* Three centipawns for each pawn and piece of a side, which has some five pieces. */
    for (int t = KNIGHT; t < PIECE_VALUES; t++)
        other[W_with_pawns + t] += (Pair){3, 3};
    const Pair by_material = gauge_value(&data.gauge, plain, PAWN);
    const Pair with_pawns = gauge_value(&data.gauge, other, PAWN);
    assert_true(with_pawns[PAIR_MIDDLEGAME] > by_material[PAIR_MIDDLEGAME] + 10);
    assert_true(with_pawns[PAIR_MIDDLEGAME] < by_material[PAIR_MIDDLEGAME] + 36);
    /* In the endgame there are fewer pieces. */
    assert_true(with_pawns[PAIR_ENDGAME] > by_material[PAIR_ENDGAME] + 5);
    assert_true(with_pawns[PAIR_ENDGAME] < with_pawns[PAIR_MIDDLEGAME] -
                                               by_material[PAIR_MIDDLEGAME] +
                                               by_material[PAIR_ENDGAME]);
    /* The direction that standard errors are found along is that of the value. */
    for (int lane = 0; lane < PAIR_LANES; lane++) {
        Pair direction[PARAMETERS];
        double product = 0;
        gauge_direction(&data.gauge, PAWN, lane, direction);
        for (int i = 0; i < WEIGHT_COUNT; i++)
            product += direction[i][lane] * other[i][lane];
        assert_true(fabs(product - with_pawns[lane]) < 1e-6);
    }
    data_clear(&data);
    crew_free(crew);
}

/* ---- Standard errors ---- */

/* The mean and the variance of `count` numbers. */
static void spread(const double *numbers, int count, double *mean, double *variance) {
    *mean = *variance = 0;
    for (int i = 0; i < count; i++)
        *mean += numbers[i] / count;
    for (int i = 0; i < count; i++)
        *variance += (numbers[i] - *mean) * (numbers[i] - *mean) / (count - 1);
}

/* They are as large as values really differ from data to data. */
static void test_errors(void **state) {
    (void)state;
    enum { SETS_MOST = 12, VALUES = PIECE_VALUES * PAIR_LANES };
    static const char *const FROZEN[] = {"with_pawns", "redundant", "bishop_pair", "camel_pair"};
    Crew *crew = tuning_crew(1);
    Message message;
    double value[VALUES][SETS_MOST], square[VALUES][SETS_MOST], ratio = 0;
    const int sets = test_amount(4, SETS_MOST);
    FitPlan plan = tuning_plan(1000);
    plan.batch = 256;
    plan.rate = 10;
    plan.patience = 10; /* all the way down */
    memset(&plan.mask, 0, sizeof plan.mask);
    assert_true(mask_change(&plan.mask, "material", true, &message));
    for (size_t i = 0; i < sizeof FROZEN / sizeof FROZEN[0]; i++)
        assert_true(mask_change(&plan.mask, FROZEN[i], false, &message));
    for (int set = 0; set < sets; set++) {
        TuneData data;
        PieceErrors errors;
        const ErrorPlan error_plan = {.draws = 100, .seed = 1};
        tuning_load(&data, 1600, 0, 100 + (uint64_t)set, crew);
        Fit *fit = tuning_begin(&plan, &data, crew, 0);
        run_all(fit);
        assert_true(errors_find(fit, &error_plan, &errors, &message));
        for (int v = 0; v < VALUES; v++) {
            const int piece = v / PAIR_LANES, lane = v % PAIR_LANES;
            value[v][set] = gauge_value(&data.gauge, fit_state(fit)->best, piece)[lane];
            square[v][set] = errors.error[piece][lane] * errors.error[piece][lane];
        }
        fit_free(fit);
        data_clear(&data);
    }
    for (int v = 0; v < VALUES; v++) {
        double mean, variance, expected, unused;
        spread(value[v], sets, &mean, &variance);
        spread(square[v], sets, &expected, &unused);
        assert_true(expected > 0);
        ratio += variance / expected / VALUES;
    }
    if (!(ratio > 0.5 && ratio < 2))
        fail_msg("the values' variance is %.2f times what the errors say", ratio);
    crew_free(crew);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_resuming_is_going_on),
        cmocka_unit_test(test_damaged_checkpoints),
        cmocka_unit_test(test_material_is_recovered),
        cmocka_unit_test(test_k_is_recovered),
        cmocka_unit_test(test_plans_are_kept),
        cmocka_unit_test(test_pull),
        cmocka_unit_test(test_it_ends_by_itself),
        cmocka_unit_test(test_games_are_not_split),
        cmocka_unit_test(test_normalising_changes_no_score),
        cmocka_unit_test(test_a_pawn_of_a_hundred),
        cmocka_unit_test(test_companions),
        cmocka_unit_test(test_errors),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
