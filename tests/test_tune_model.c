/*
 * The tuner's model: samples hold all that a trace says, the sums are the evaluation, and the
 * slopes are slopes.
 */
#include "tests/support/suite.h"

#include "eval/evaluate.h"
#include "tests/support/tuning.h"
#include "tune/passes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void next_trace(Sampler *sampler, EvaluationTrace *trace, int *score) {
    SlowBoard board;
    Position pos;
    sampler_next(sampler, &board);
    bridge_position(&board, &pos);
    const int total = evaluate(&pos, NULL);
    *score = pos.side == WHITE ? total : -total;
    evaluate_trace(&pos, trace);
}

static void make_sample(const EvaluationTrace *trace, Sample *sample) {
    Message message;
    memset(sample, 0, sizeof *sample);
    if (!sample_from_trace(sample, trace, &message))
        fail_msg("%s", message.text);
}

/* ---- Sums ---- */

/* What a sample says, back as a trace: all of it counts for White that is not a danger of Black. */
static void unpack(const Sample *s, EvaluationTrace *trace) {
    memset(trace->count, 0, sizeof trace->count);
    for (int list = 0; list < SAMPLE_LISTS; list++)
        for (int i = 0; i < s->length[list]; i++) {
            const int c = list == LIST_DANGER_BLACK ? BLACK : WHITE, index = s->index[list][i];
            const int count = list == LIST_PLUS ? 1 : list == LIST_MINUS ? -1 : s->count[list][i];
            trace->count[c][index] = (int16_t)(trace->count[c][index] + count);
        }
    trace->phase = s->phase;
}

static void test_samples_add_up_to_the_evaluation(void **state) {
    (void)state;
    const int tries = test_amount(5000, 100000);
    Sampler sampler;
    EvaluationTrace trace, again;
    Sample sample;
    sampler_open(&sampler, 51);
    for (int i = 0; i < tries; i++) {
        int score;
        next_trace(&sampler, &trace, &score);
        assert_int_equal(trace_score(&trace, &WEIGHTS), score);
        make_sample(&trace, &sample);
        again = trace;
        unpack(&sample, &again);
        assert_int_equal(trace_score(&again, &WEIGHTS), score);
        assert_int_equal(sample.share, trace.scale * (EVALUATION_CLOCK - trace.clock));
    }
    sampler_close(&sampler);
}

static void test_large_counts_are_split(void **state) {
    (void)state;
    EvaluationTrace trace, again;
    Sample sample;
    memset(&trace, 0, sizeof trace);
    trace.count[WHITE][W_space] = 300;
    trace.count[BLACK][W_space] = 1000;
    trace.count[WHITE][W_danger_weak] = -200;
    trace.count[BLACK][W_danger_weak] = 128;
    trace.phase = 100;
    trace.scale = 64;
    make_sample(&trace, &sample);
    assert_int_equal(sample.length[LIST_COUNTED], 6);
    again = trace;
    unpack(&sample, &again);
    assert_int_equal(again.count[WHITE][W_space], -700);
    assert_int_equal(again.count[WHITE][W_danger_weak], -200);
    assert_int_equal(again.count[BLACK][W_danger_weak], 128);
}

/* A set of one block for each sample. */
static void add_alone(SampleSet *set, const Sample *sample) {
    Message message;
    SampleStrewer *strewer = strewer_new(set, 1, &message);
    assert_non_null(strewer);
    assert_true(strewer_add(strewer, sample, &message));
    assert_true(strewer_finish(strewer, &message));
    strewer_free(strewer);
}

static void test_model_is_the_evaluation_but_for_rounding(void **state) {
    (void)state;
    const int tries = test_amount(500, 20000);
    Sampler sampler;
    EvaluationTrace trace;
    Sample sample;
    BlockScores scores;
    Pair weights[PARAMETERS];
    parameters_from_weights(&WEIGHTS, weights);
    sampler_open(&sampler, 52);
    for (int i = 0; i < tries; i++) {
        int score;
        SampleSet set = {0};
        next_trace(&sampler, &trace, &score);
        make_sample(&trace, &sample);
        add_alone(&set, &sample);
        model_scores(set.blocks[0], weights, &scores);
        /* Two penalties, the phases, the scale and the clock are each rounded once. */
        if (abs(score) < EVALUATION_MAX && fabs(scores.score[0] - score) > 5)
            fail_msg("%d by the evaluation, %.3f by the model", score, scores.score[0]);
        samples_clear(&set);
    }
    sampler_close(&sampler);
}

/* ---- Slopes ---- */

static double loss_with(const SampleBlock *block, const Loss *loss, const Pair *weights) {
    BlockScores scores;
    model_scores(block, weights, &scores);
    return loss_of_block(loss, block, scores.score, NULL);
}

/* The derivative by one number, from five points. */
static double numerical(const SampleBlock *block, const Loss *loss, Pair *weights, int index,
                        int lane, double step) {
    const Pair before = weights[index];
    double at[5];
    for (int i = -2; i <= 2; i++) {
        weights[index][lane] = before[lane] + i * step;
        at[i + 2] = loss_with(block, loss, weights);
    }
    weights[index] = before;
    return (at[0] - 8 * at[1] + 8 * at[3] - at[4]) / (12 * step);
}

/* How often a sample counts a weight, at most. */
static int largest_count(const Sample *s, int index) {
    int largest = 1;
    for (int list = LIST_COUNTED; list < SAMPLE_LISTS; list++)
        for (int i = 0; i < s->length[list]; i++)
            if (s->index[list][i] == index && abs(s->count[list][i]) > largest)
                largest = abs(s->count[list][i]);
    return largest;
}

/* Whether one step in a weight could reach a place where the penalty for danger has no slope. */
static bool near_a_kink(const Sample *s, const Pair *weights) {
    for (int list = LIST_DANGER_WHITE; list < SAMPLE_LISTS; list++) {
        double danger = 0;
        for (int i = 0; i < s->length[list]; i++)
            danger += weights[s->index[list][i]][0] * s->count[list][i];
        if (fabs(danger) < 2 || fabs(danger - DANGER_MAX) < 2)
            return true;
    }
    return false;
}

static void check_gradient(const Sample *sample, const Loss *loss, Pair *weights, int *compared) {
    SampleSet set = {0};
    BlockScores scores;
    double derivatives[BLOCK_SAMPLES];
    Pair gradient[PARAMETERS];
    memset(gradient, 0, sizeof gradient);
    add_alone(&set, sample);
    const SampleBlock *block = set.blocks[0];
    model_scores(block, weights, &scores);
    loss_of_block(loss, block, scores.score, derivatives);
    model_add_gradient(block, &scores, derivatives, gradient);
    for (int list = 0; list < SAMPLE_LISTS; list++)
        for (int i = 0; i < sample->length[list]; i++) {
            const int index = sample->index[list][i];
            for (int lane = 0; lane < PAIR_LANES; lane++) {
                const double got = gradient[index][lane];
                const double wanted = numerical(block, loss, weights, index, lane,
                                                0.5 / largest_count(sample, index));
                /* What the loss itself is rounded by is in the difference. */
                if (fabs(got - wanted) > 1e-6 * fmax(fabs(got), fabs(wanted)) + 1e-12)
                    fail_msg("weight %d, lane %d: %.12g, but %.12g by differences", index, lane,
                             got, wanted);
                *compared += fabs(got) > 1e-7;
            }
        }
    samples_clear(&set);
}

static void test_gradient(void **state) {
    (void)state;
    enum { TRIES = 1000 };
    Sampler sampler;
    Random random = {53};
    EvaluationTrace trace;
    Sample sample;
    Pair weights[PARAMETERS];
    int compared = 0, score;
    sampler_open(&sampler, 53);
    for (int i = 0; i < TRIES;) {
        const Loss loss = {i % 2 == 0 ? LOSS_LOGISTIC : LOSS_SQUARES, 0.004};
        parameters_from_weights(&WEIGHTS, weights);
        for (int w = 0; w < WEIGHT_COUNT; w++)
            for (int lane = 0; lane < (parameter_term(w)->kind == WEIGHT_DANGER ? 1 : 2); lane++)
                weights[w][lane] += random_below(&random, 4001) / 100.0 - 20;
        next_trace(&sampler, &trace, &score);
        make_sample(&trace, &sample);
        sample.label.result = (uint8_t)random_below(&random, 3);
        if (near_a_kink(&sample, weights))
            continue;
        check_gradient(&sample, &loss, weights, &compared);
        i++;
    }
    /* Most slopes are far above what is forgiven. */
    assert_true(compared > 20 * TRIES);
    sampler_close(&sampler);
}

/* The change along a direction is the product of gradient and direction, and squares are squares.
 */
static void test_directions_and_squares(void **state) {
    (void)state;
    Crew *crew = tuning_crew(1);
    TuneData data;
    Random random = {54};
    Pair weights[PARAMETERS], direction[PARAMETERS];
    Pair gradient[PARAMETERS], squares[PARAMETERS];
    BlockScores scores;
    double changes[BLOCK_SAMPLES];
    tuning_load(&data, 600, 0, 54, crew);
    parameters_from_weights(&WEIGHTS, weights);
    direction[PARAMETER_NONE] = (Pair){0, 0};
    for (int i = 0; i < WEIGHT_COUNT; i++)
        direction[i] = (Pair){random_below(&random, 100) - 50, random_below(&random, 100) - 50};
    for (size_t b = 0; b < data.training.count; b++) {
        const SampleBlock *block = data.training.blocks[b];
        model_scores(block, weights, &scores);
        model_directional(block, &scores, direction, changes);
        for (uint32_t n = 0; n < block->samples; n++) {
            double one[BLOCK_SAMPLES] = {0}, product = 0;
            one[n] = 1;
            memset(gradient, 0, sizeof gradient);
            memset(squares, 0, sizeof squares);
            model_add_gradient(block, &scores, one, gradient);
            model_add_squares(block, &scores, one, squares);
            for (int i = 0; i < WEIGHT_COUNT; i++)
                for (int lane = 0; lane < PAIR_LANES; lane++) {
                    const double g = gradient[i][lane];
                    product += g * direction[i][lane];
                    /* The danger of both kings adds up in the gradient, but not in the squares. */
                    if (parameter_term(i)->kind == WEIGHT_PAIR &&
                        fabs(squares[i][lane] - g * g) > 1e-9)
                        fail_msg("weight %d: %g is not the square of %g", i, squares[i][lane], g);
                }
            if (fabs(product - changes[n]) > 1e-9 * fmax(1, fabs(product)))
                fail_msg("%.12g along the direction, %.12g by the gradient", changes[n], product);
        }
    }
    data_clear(&data);
    crew_free(crew);
}

/* ---- Losses ---- */

static void test_losses(void **state) {
    (void)state;
    const Loss logistic = {LOSS_LOGISTIC, loss_slope(1)}, squares = {LOSS_SQUARES, loss_slope(1)};
    double derivative;
    /* K = 1: 400 centipawns are ten to one. */
    assert_true(fabs(loss_expected_points(logistic.slope, 400) - 10.0 / 11) < 1e-12);
    assert_true(fabs(loss_at(&logistic, 400, 1, &derivative) + log(10.0 / 11)) < 1e-12);
    assert_true(fabs(loss_at(&logistic, -400, 0.5, &derivative) +
                     (log(1.0 / 11) + log(10.0 / 11)) / 2) < 1e-12);
    assert_true(fabs(loss_at(&squares, 400, 0, &derivative) - 100.0 / 121) < 1e-12);
    /* Neither end of the scale overflows. */
    assert_true(fabs(loss_at(&logistic, 1e6, 0, &derivative) - 1e6 * logistic.slope) < 1e-6);
    assert_true(loss_at(&logistic, 1e6, 1, &derivative) == 0);
    assert_true(fabs(loss_k(loss_slope(0.77)) - 0.77) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_add_up_to_the_evaluation),
        cmocka_unit_test(test_large_counts_are_split),
        cmocka_unit_test(test_model_is_the_evaluation_but_for_rounding),
        cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_directions_and_squares),
        cmocka_unit_test(test_losses),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
