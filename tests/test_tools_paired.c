/*
 * The statistics of comparisons: signed ranks against all their signs, and what is read from runs.
 */
#include "bench/measurements.h"
#include "engine/statistics/paired.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/suite.h"

static void expect_near(double got, double wanted, double tolerance) {
    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("%.17g, not %.17g", got, wanted);
}

static PairedRatio ratio_of(const double *a, const double *b, int count, double alpha) {
    PairedRatio r;
    Message message;
    if (!paired_ratio(a, b, count, alpha, &r, &message))
        fail_msg("%s", message.text);
    return r;
}

/* ---- The probability ---- */

static double mean_rank(const double *sizes, int count, int index) {
    int less = 0, equal = 0;
    for (int i = 0; i < count; i++) {
        if (sizes[i] == 0)
            continue;
        less += sizes[i] < sizes[index];
        equal += sizes[i] == sizes[index];
    }
    return less + (equal + 1) / 2.0;
}

/* Two-sided, by going through all 2^count ways to choose the signs. */
static double slow_probability(const double *a, const double *b, int count) {
    double sizes[16], ranks[16], seen = 0, total = 0;
    uint32_t at_most = 0, at_least = 0;
    for (int i = 0; i < count; i++)
        sizes[i] = fabs(log(b[i]) - log(a[i]));
    for (int i = 0; i < count; i++) {
        ranks[i] = sizes[i] == 0 ? 0 : mean_rank(sizes, count, i);
        total += ranks[i];
        seen += log(b[i]) - log(a[i]) > 0 ? ranks[i] : 0;
    }
    for (uint32_t signs = 0; signs < 1u << count; signs++) {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += signs >> i & 1 ? ranks[i] : 0;
        at_most += sum <= fmin(seen, total - seen) + 1e-9;
        at_least += sum >= fmax(seen, total - seen) - 1e-9;
    }
    assert_int_equal(at_most, at_least);
    return fmin(1, (double)(at_most + at_least) / (double)(1u << count));
}

static void test_probability(void **state) {
    (void)state;
    Random random = {99};
    for (int i = 0; i < test_amount(60, 600); i++) {
        const int count = 1 + random_below(&random, 11);
        double a[16], b[16];
        for (int j = 0; j < count; j++) { /* powers of two: ties are exact, and there are zeros */
            a[j] = 1 << random_below(&random, 4);
            b[j] = 1 << random_below(&random, 5);
        }
        expect_near(ratio_of(a, b, count, 0.05).p, slow_probability(a, b, count), 1e-9);
    }
}

static void test_known(void **state) {
    (void)state;
    double a[20], b[20];
    for (int i = 0; i < 20; i++) {
        a[i] = 100 + i;
        b[i] = a[i] * (1.1 + 0.001 * i);
    }
    /* All one way: the likeliest signs by chance are 2 of 2^n. */
    for (int n = 1; n <= 20; n++)
        expect_near(ratio_of(a, b, n, 0.05).p, fmin(1, 2 / pow(2, n)), 1e-12);
    /* The tables of the signed-rank test: at 5% (two-sided) the critical sums are 0 for 6 pairs, 8
     * for 10, 52 for 20; the interval leaves as many of the sorted means out. */
    for (int i = 0; i < 20; i++)
        b[i] = a[i] * exp(i + 1);
    const PairedRatio six = ratio_of(a, b, 6, 0.05), five = ratio_of(a, b, 5, 0.05);
    expect_near(log(six.low), 1, 1e-9);
    expect_near(log(six.high), 6, 1e-9);
    assert_true(five.low == 0 && isinf(five.high));
    const PairedRatio ten = ratio_of(a, b, 10, 0.05);
    /* Means of two of 1 … 10, sorted: 1, 1½, 2, 2, 2½, 2½, 3, 3, 3, … the ninth is 3. */
    expect_near(log(ten.low), 3, 1e-9);
    expect_near(log(ten.high), 8, 1e-9);
    expect_near(log(ten.ratio), 5.5, 1e-9);
}

/* A run that was disturbed badly moves nothing much, and the order of the pairs nothing at all. */
static void test_robust(void **state) {
    (void)state;
    double a[PAIRED_MAX], b[PAIRED_MAX], turned_a[PAIRED_MAX], turned_b[PAIRED_MAX];
    Random random = {5};
    for (int i = 0; i < PAIRED_MAX; i++) {
        a[i] = 1000 + random_below(&random, 100);
        b[i] = a[i] * (1.02 + 0.0001 * random_below(&random, 100));
    }
    const PairedRatio r = ratio_of(a, b, 30, 0.01);
    assert_true(r.low > 1.02 && r.high < 1.03 && r.p < 1e-6);
    assert_int_equal(paired_verdict(&r, 0.01), PAIRED_MORE);
    b[7] *= 50;
    a[9] *= 50;
    const PairedRatio disturbed = ratio_of(a, b, 30, 0.01);
    assert_true(fabs(disturbed.ratio - r.ratio) < 0.002);
    assert_int_equal(paired_verdict(&disturbed, 0.01), PAIRED_MORE);
    for (int i = 0; i < 30; i++) {
        turned_a[i] = a[29 - i];
        turned_b[i] = b[29 - i];
    }
    const PairedRatio turned = ratio_of(turned_a, turned_b, 30, 0.01);
    expect_near(turned.p, disturbed.p, 1e-12);
    expect_near(turned.low, disturbed.low, 1e-12);
    /* The other way round. */
    const PairedRatio inverse = ratio_of(b, a, 30, 0.01);
    expect_near(inverse.ratio, 1 / disturbed.ratio, 1e-9);
    assert_int_equal(paired_verdict(&inverse, 0.01), PAIRED_LESS);
    /* As many as there may be. */
    assert_true(ratio_of(a, b, PAIRED_MAX, 0.01).p < 1e-12);
}

/* Where there is no difference, a 95% interval leaves 1 out in one case of twenty. */
static void test_coverage(void **state) {
    (void)state;
    Random random = {2026};
    const int trials = test_amount(2000, 40000);
    int missed = 0;
    for (int t = 0; t < trials; t++) {
        double a[12], b[12];
        for (int i = 0; i < 12; i++) {
            a[i] = 1000 + random_below(&random, 1000000) * 1e-3;
            b[i] = 1000 + random_below(&random, 1000000) * 1e-3;
        }
        const PairedRatio r = ratio_of(a, b, 12, 0.05);
        missed += r.low > 1 || r.high < 1;
        assert_int_equal(r.low > 1 || r.high < 1, r.p <= 0.05);
    }
    assert_in_range(missed, trials * 3 / 100, trials * 6 / 100);
}

static void test_verdicts(void **state) {
    (void)state;
    static const struct {
        double low, high;
        PairedVerdict verdict;
    } cases[] = {{1.001, 1.3, PAIRED_MORE},     {0.5, 0.999, PAIRED_LESS},
                 {0.995, 1.005, PAIRED_SAME},   {0.995, 1.02, PAIRED_UNCLEAR},
                 {0.98, 1.005, PAIRED_UNCLEAR}, {0, INFINITY, PAIRED_UNCLEAR}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const PairedRatio r = {.low = cases[i].low, .high = cases[i].high};
        assert_int_equal(paired_verdict(&r, 0.01), cases[i].verdict);
    }
}

static void test_refusals(void **state) {
    (void)state;
    const double good[] = {1, 2}, zero[] = {1, 0}, bad[] = {NAN, 1};
    PairedRatio r;
    Message message;
    assert_false(paired_ratio(good, good, 0, 0.05, &r, &message));
    assert_false(paired_ratio(good, good, PAIRED_MAX + 1, 0.05, &r, &message));
    assert_false(paired_ratio(good, zero, 2, 0.05, &r, &message));
    assert_non_null(strstr(message.text, "pair 2"));
    assert_false(paired_ratio(bad, good, 2, 0.05, &r, &message));
    assert_non_null(strstr(message.text, "pair 1"));
    expect_near(ratio_of(good, good, 2, 0.05).p, 1, 0);
}

/* ---- What runs print ---- */

static void test_json(void **state) {
    (void)state;
    static const char run[] =
        "{\"context\":{},\"benchmarks\":["
        "{\"name\":\"a/b\",\"run_type\":\"iteration\",\"cpu_time\":2.5,\"time_unit\":\"us\"},"
        "{\"name\":\"a/b_mean\",\"run_type\":\"aggregate\",\"cpu_time\":9,\"time_unit\":\"us\"},"
        "{\"name\":\"gone\",\"run_type\":\"iteration\",\"error_occurred\":true},"
        "{\"name\":\"c\",\"cpu_time\":7,\"time_unit\":\"ns\"}]}";
    Measurements m = {0, NULL};
    Message message;
    assert_true(measurements_add_json(&m, SIDE_A, run, &message));
    assert_true(measurements_add_json(&m, SIDE_B, run, &message));
    assert_true(measurements_add_json(&m, SIDE_B, run, &message));
    assert_int_equal(m.count, 2);
    assert_string_equal(m.list[0].name, "a/b");
    assert_int_equal(m.list[0].count[SIDE_A], 1);
    assert_int_equal(m.list[0].count[SIDE_B], 2);
    expect_near(m.list[0].nanoseconds[SIDE_B][1], 2500, 1e-9);
    expect_near(m.list[1].nanoseconds[SIDE_A][0], 7, 1e-9);
    assert_false(measurements_add_json(&m, SIDE_A, "{\"benchmarks\":[{}]}", &message));
    assert_false(measurements_add_json(&m, SIDE_A, "{}", &message));
    assert_false(measurements_add_json(&m, SIDE_A, "hello", &message));
    measurements_clear(&m);
}

static void test_bench_lines(void **state) {
    (void)state;
    Measurements m = {0, NULL};
    Message message;
    assert_true(measurements_add_bench(&m, SIDE_A,
                                       " 1  77 e2e4 fen\n\n500 nodes 250 nps\n1000 nodes "
                                       "2000000 nps\n",
                                       &message));
    assert_int_equal(m.count, 1);
    expect_near(m.list[0].nanoseconds[SIDE_A][0], 500, 1e-9);
    expect_near(m.list[0].nodes[SIDE_A], 1000, 0);
    assert_false(measurements_add_bench(&m, SIDE_A, "", &message));
    assert_false(measurements_add_bench(&m, SIDE_A, "12 nodes\n", &message));
    assert_false(measurements_add_bench(&m, SIDE_A, "12 nodes 0 nps\n", &message));
    measurements_clear(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_probability), cmocka_unit_test(test_known),
        cmocka_unit_test(test_robust),      cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_verdicts),    cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_json),        cmocka_unit_test(test_bench_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
