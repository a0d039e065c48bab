/*
 * Tuning by SPSA: the gains, the steps and where they lead, the file of parameters, and the job:
 * the same at any concurrency, after any interruption, and when engines fail.
 */
#include "tests/support/suite.h"

#include "engine/spsa/spsa_job.h"
#include "engine/spsa/spsa_plot.h"
#include "engine/spsa/spsa_report.h"
#include "engine/tools/toolbox.h"
#include "tests/support/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static SpsaPlan plan_of(SpsaParameter *parameters, int count, uint64_t iterations) {
    return (SpsaPlan){.parameters = parameters,
                      .count = count,
                      .iterations = iterations,
                      .alpha = 0.602,
                      .gamma = 0.101,
                      .a_ratio = 0.1,
                      .seed = 1};
}

/* ---- Gains ---- */

static void expect_near(double got, double wanted, double error) {
    if (!(fabs(got - wanted) <= error))
        fail_msg("%.12g is not within %g of %.12g", got, error, wanted);
}

static void test_gains(void **state) {
    (void)state;
    SpsaParameter p = {"P", 50, 0, 100, 8, 0.002};
    const SpsaPlan plan = plan_of(&p, 1, 5000);
    /* Spall's form, from OpenBench's. */
    const double n = 5000, big_a = 500;
    const double c = 8 * pow(n, 0.101), a = 0.002 * 8 * 8 * pow(big_a + n, 0.602);
    for (uint64_t k = 1; k <= 5000; k += 7) {
        const SpsaGains g = spsa_gains(&plan, 0, k - 1);
        const double c_k = c / pow((double)k, 0.101), a_k = a / pow(big_a + (double)k, 0.602);
        expect_near(g.c, c_k, 1e-9);
        expect_near(g.step, a_k / c_k, 1e-9);
    }
    const SpsaGains last = spsa_gains(&plan, 0, 4999), first = spsa_gains(&plan, 0, 0);
    expect_near(last.c, 8, 1e-12);
    expect_near(last.step, 0.002 * 8, 1e-12);
    expect_near(first.c, c, 1e-9);
    assert_true(first.step > last.step);
}

static void test_whole_numbers_are_never_equal(void **state) {
    (void)state;
    SpsaParameter p = {"P", 5, 0, 10, 0.1, 0.5};
    const SpsaPlan plan = plan_of(&p, 1, 1000);
    const double theta = 5.3;
    for (uint64_t i = 0; i < 1000; i++) {
        int64_t plus, minus;
        const SpsaGains g = spsa_gains(&plan, 0, i);
        assert_true(g.c >= 0.5);
        spsa_values(&plan, i, &theta, &plus, &minus);
        assert_int_equal(llabs(plus - minus), 1);
    }
    /* c_k is 1/2 and a_k is as it would be without that. */
    expect_near(spsa_gains(&plan, 0, 999).step, 0.5 * 0.1 * 0.1 / 0.5, 1e-12);
}

/* ---- Values and steps ---- */

static void test_values(void **state) {
    (void)state;
    enum { TRIES = 20000 };
    SpsaParameter p[] = {{"P", 50, -1000, 1000, 3.3, 0.002}, {"Q", 50, -1000, 1000, 20, 0.002}};
    SpsaPlan plan = plan_of(p, 2, 1000000000);
    plan.gamma = 0; /* c is c_end throughout */
    const double theta[2] = {10.3, -77.75};
    double mean[2] = {0, 0}, distance[2] = {0, 0};
    int ups = 0, together = 0, changed = 0;
    for (uint64_t i = 0; i < TRIES; i++) {
        int64_t plus[2], minus[2], again[2], other[2];
        spsa_values(&plan, i, theta, plus, minus);
        spsa_values(&plan, i, theta, again, other);
        assert_memory_equal(plus, again, sizeof plus);
        for (int j = 0; j < 2; j++) {
            mean[j] += (double)(plus[j] + minus[j]) / 2 / TRIES;
            distance[j] += (double)llabs(plus[j] - minus[j]) / TRIES;
            assert_true(llabs(plus[j] - minus[j]) >= (int64_t)(2 * p[j].c_end));
        }
        ups += plus[0] > minus[0];
        together += (plus[0] > minus[0]) == (plus[1] > minus[1]);
        plan.seed = 2;
        spsa_values(&plan, i, theta, again, other);
        plan.seed = 1;
        changed += memcmp(plus, again, sizeof plus) != 0;
    }
    for (int j = 0; j < 2; j++) {
        expect_near(mean[j], theta[j], 0.02);
        expect_near(distance[j], 2 * p[j].c_end, 0.02);
    }
    assert_in_range(ups, TRIES / 2 - 300, TRIES / 2 + 300);
    assert_in_range(together, TRIES / 2 - 300, TRIES / 2 + 300);
    assert_true(changed > TRIES / 2);
}

static void test_updates(void **state) {
    (void)state;
    SpsaParameter p = {"P", 50, 0, 100, 8, 0.002};
    const SpsaPlan plan = plan_of(&p, 1, 100);
    for (uint64_t i = 0; i < 100; i++) {
        double theta = 50;
        int64_t plus, minus;
        spsa_values(&plan, i, &theta, &plus, &minus);
        const int delta = plus > minus ? 1 : -1;
        const double step = spsa_gains(&plan, 0, i).step;
        for (int result = -SPSA_RESULT_MAX; result <= SPSA_RESULT_MAX; result++) {
            theta = 50;
            spsa_update(&plan, i, result, &theta);
            expect_near(theta, 50 + delta * result * step, 1e-12);
        }
        theta = delta > 0 ? 99.999 : 0.001; /* no farther than the end of the range */
        spsa_update(&plan, i, 2, &theta);
        expect_near(theta, delta > 0 ? 100 : 0, 0);
        spsa_values(&plan, i, &theta, &plus, &minus);
        assert_in_range(plus, 0, 100);
        assert_in_range(minus, 0, 100);
    }
    assert_int_equal(spsa_rounded(2.5), 3);
    assert_int_equal(spsa_rounded(-2.4), -2);
}

/* A player whose strength falls off with the square of its distance from the best values. */
static double strength(const SpsaPlan *plan, const int64_t *values, const double *best) {
    double loss = 0;
    for (int i = 0; i < plan->count; i++) {
        const double away = ((double)values[i] - best[i]) / plan->parameters[i].c_end;
        loss += away * away;
    }
    return -4 * loss; /* Elo */
}

static int play_game(Random *random, double elo) {
    const double wins = 1 / (1 + pow(10, -elo / 400)), draws = 0.3 * fmin(wins, 1 - wins);
    const double chance = (double)(random_next(random) >> 11) * 0x1p-53;
    return chance < wins - draws ? 1 : chance < wins + draws ? 0 : -1;
}

static void test_converges(void **state) {
    (void)state;
    SpsaParameter p[] = {{"A", 50, 0, 100, 5, 0.01},
                         {"B", 900, 0, 2000, 100, 0.01},
                         {"C", 3, -20, 20, 2, 0.01},
                         {"D", -40, -100, 0, 6, 0.01}};
    const double best[] = {71, 420, -5, -40};
    SpsaPlan plan = plan_of(p, 4, (uint64_t)test_amount(20000, 100000));
    for (uint64_t seed = 1; seed <= 3; seed++) {
        Random random = {seed};
        double theta[4];
        plan.seed = seed;
        spsa_start(&plan, theta);
        for (uint64_t i = 0; i < plan.iterations; i++) {
            int64_t plus[4], minus[4];
            spsa_values(&plan, i, theta, plus, minus);
            const double elo = strength(&plan, plus, best) - strength(&plan, minus, best);
            const int result = play_game(&random, elo) + play_game(&random, elo);
            spsa_update(&plan, i, result, theta);
        }
        for (int i = 0; i < 4; i++)
            expect_near(theta[i], best[i], p[i].c_end);
    }
}

/* ---- The file of parameters ---- */

static void test_parameters(void **state) {
    (void)state;
    SpsaParameter *p;
    int count;
    Message message;
    assert_true(spsa_parameters_parse("# name, type\n"
                                      "  A Name , int,50,0,100, 8 ,0.002\r\n"
                                      "\n"
                                      "   # more\n"
                                      "B#1, INT, -7, -20, 20, 1.5, 2e-3 # of no use\n"
                                      "C, int, 0, -1000000000, 1000000000, 0.5, 1",
                                      "file", &p, &count, &message));
    assert_int_equal(count, 3);
    assert_string_equal(p[0].name, "A Name");
    assert_int_equal(p[0].start, 50);
    assert_int_equal(p[0].least, 0);
    assert_int_equal(p[0].most, 100);
    expect_near(p[0].c_end, 8, 0);
    expect_near(p[0].r_end, 0.002, 0);
    assert_string_equal(p[1].name, "B#1");
    assert_int_equal(p[1].start, -7);
    expect_near(p[1].r_end, 0.002, 0);
    assert_int_equal(p[2].least, -1000000000);

    /* What is written can be read. */
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < count; i++)
        spsa_parameter_write(out, &p[i], p[i].start + 1);
    fclose(out);
    SpsaParameter *again;
    int count_again;
    assert_true(spsa_parameters_parse(text, "text", &again, &count_again, &message));
    assert_int_equal(count_again, 3);
    for (int i = 0; i < 3; i++) {
        p[i].start++;
        assert_string_equal(again[i].name, p[i].name);
        assert_int_equal(again[i].start, p[i].start);
        assert_int_equal(again[i].most, p[i].most);
        expect_near(again[i].c_end, p[i].c_end, 0);
        expect_near(again[i].r_end, p[i].r_end, 0);
    }
    free(again);
    free(text);
    free(p);
}

static void test_bad_parameters(void **state) {
    (void)state;
    static const struct {
        const char *text, *told; /* told: what the message has in it */
    } bad[] = {
        {"", "file: there is no parameter"},
        {"# A, int, 50, 0, 100, 8, 0.002\n\n", "no parameter"},
        {"A, int, 50, 0, 100, 8", "line 1: 6 fields"},
        {"\n\nA, int, 50, 0, 100, 8, 0.002, 1", "line 3: 8 fields"},
        {"A", "line 1: 1 fields"},
        {", int, 50, 0, 100, 8, 0.002", "line 1: the name"},
        {"A\tB, int, 50, 0, 100, 8, 0.002", "line 1: the name"},
        {"\303\204, int, 50, 0, 100, 8, 0.002", "not ASCII"},
        {"A, float, 50, 0, 100, 8, 0.002", "line 1: type 'float'"},
        {"A, real, 50, 0, 100, 8, 0.002", "int, not 'real'"},
        {"A, int, 50.5, 0, 100, 8, 0.002", "line 1: start"},
        {"A, int, , 0, 100, 8, 0.002", "line 1: start"},
        {"A, int, 101, 0, 100, 8, 0.002", "line 1: start"},
        {"A, int, -1, 0, 100, 8, 0.002", "line 1: start"},
        {"A, int, 50, x, 100, 8, 0.002", "line 1: min"},
        {"A, int, 50, 0, 10000000000, 8, 0.002", "line 1: max"},
        {"A, int, 50, 50, 50, 8, 0.002", "min (50) must be below max (50)"},
        {"A, int, 50, 100, 0, 8, 0.002", "min (100)"},
        {"A, int, 50, 0, 100, 0, 0.002", "line 1: c_end"},
        {"A, int, 50, 0, 100, -8, 0.002", "line 1: c_end"},
        {"A, int, 50, 0, 100, nan, 0.002", "line 1: c_end"},
        {"A, int, 50, 0, 100, 101, 0.002", "line 1: c_end"},
        {"A, int, 50, 0, 100, 8, inf", "line 1: r_end"},
        {"A, int, 50, 0, 100, 8, 0.002x", "line 1: r_end"},
        {"A, int, 50, 0, 100, 8,", "line 1: r_end"},
        {"A, int, 50, 0, 100, 8, 0.002\nB, int, 1, 0, 2, 1, 1\na, int, 1, 0, 2, 1, 1",
         "line 3: 'a' stands in line 1"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        SpsaParameter *p;
        int count;
        Message message = {""};
        if (spsa_parameters_parse(bad[i].text, "file", &p, &count, &message))
            fail_msg("'%s' was taken", bad[i].text);
        assert_null(p);
        if (strstr(message.text, bad[i].told) == NULL)
            fail_msg("'%s': '%s' has no '%s'", bad[i].text, message.text, bad[i].told);
    }
}

/* ---- Tasks and results ---- */

static void test_units(void **state) {
    (void)state;
    const int64_t plus[] = {1, -2, 1000000000}, minus[] = {0, 5, -1000000000};
    int64_t read_plus[3], read_minus[3];
    Bytes json;
    Message message;
    assert_true(spsa_task_to_json(plus, minus, 3, &json));
    assert_true(spsa_task_from_json(&json, 3, read_plus, read_minus, &message));
    assert_memory_equal(plus, read_plus, sizeof plus);
    assert_memory_equal(minus, read_minus, sizeof minus);
    assert_false(spsa_task_from_json(&json, 2, read_plus, read_minus, &message));
    free(json.data);

    const SpsaResult results[] = {{2, 0, 0, 0, 123, ""},
                                  {0, 1, 1, 1, 7, ""},
                                  {0, 0, 0, 0, 0, "White is gone: \"signal 11\" \303\204"}};
    const int points[] = {2, -1, 0};
    for (int i = 0; i < 3; i++) {
        SpsaResult again;
        assert_true(spsa_result_to_json(&results[i], &json));
        assert_true(spsa_result_from_json(&json, &again, &message));
        assert_int_equal(again.wins, results[i].wins);
        assert_int_equal(again.draws, results[i].draws);
        assert_int_equal(again.losses, results[i].losses);
        assert_int_equal(again.forfeits, results[i].forfeits);
        assert_int_equal(again.plies, results[i].plies);
        assert_string_equal(again.failure, results[i].failure);
        assert_int_equal(spsa_result_points(&again), points[i]);
        free(json.data);
    }
    static const char *const bad[] = {
        "",
        "{}",
        "[]",
        "{\"failure\": \"\"}",
        "{\"wins\": 3, \"draws\": 0, \"losses\": -1, \"forfeits\": 0, \"plies\": 9}",
        "{\"wins\": 1, \"draws\": 0, \"losses\": 0, \"forfeits\": 0, \"plies\": 9}",
        "{\"wins\": 1, \"draws\": 0, \"losses\": 1, \"forfeits\": 0}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        SpsaResult result;
        json = (Bytes){strdup(bad[i]), strlen(bad[i])};
        assert_false(spsa_result_from_json(&json, &result, &message));
        free(json.data);
    }
}

/* ---- The job ---- */

typedef struct {
    SpsaConfig config;
    Arguments arguments;
    Database *store;
    char *words[32];
    int count;
} Tuning;

static const char *const PARAMETERS = "A, int, 50, 0, 100, 10, 0.05\n"
                                      "B, int, 50, 0, 100, 10, 0.05\n"
                                      "C, int, 50, 0, 100, 10, 0.05\n";

static void expect(bool done, const Message *message) {
    if (!done)
        fail_msg("%s", message->text);
}

static void add_words(Tuning *t, const char *const *words) {
    for (; words != NULL && *words != NULL; words++)
        t->words[t->count++] = strdup(*words);
}

/* The toy, tuned in short games; `more` is what else is said of it, up to a NULL, or NULL. */
static void describe(Tuning *t, const char *const *more) {
    static const char toy[] = "cmd=" BRINDLE_TOY;
    static const char *const engine[] = {"--engine", toy, "arg=style=tuned", "nodes=1", NULL};
    static const char *const rest[] = {
        "--params", "p.txt",       "--iterations", "12",          "--lag", "3",
        "--resign", "movecount=1", "score=300",    "--maxmoves",  "60",    "--openings",
        "random",   "plies=6",     "nodes=20",     "window=2000", NULL};
    Message message;
    memset(t, 0, sizeof *t);
    add_words(t, engine);
    add_words(t, more);
    add_words(t, rest);
    expect(arguments_parse(&COMMAND_SPSA, t->count, t->words, &t->arguments, &message), &message);
    expect(spsa_config_read(&t->arguments, &t->config, &message), &message);
    expect(spsa_config_parameters(&t->config, PARAMETERS, &message), &message);
    expect(spsa_config_probe(&t->config, &message), &message);
}

static void begin_tuning(Tuning *t, const char *file, const char *const *more) {
    const DatabaseEntry nothing[] = {{NULL, NULL}};
    Message message;
    describe(t, more);
    t->store = database_create(file, &SPSA_DATABASE, nothing, &message);
    expect(t->store != NULL, &message);
}

static void resume_tuning(Tuning *t, const char *file, const char *const *more) {
    Message message;
    describe(t, more);
    t->store = database_open(file, &SPSA_DATABASE, &message);
    expect(t->store != NULL, &message);
}

/* Plays to the end, or a failure; fills in where it stands then. */
static bool run_tuning(Tuning *t, int concurrency, SpsaState *end, Message *message) {
    const SpsaListener listener = {.on_tick = NULL};
    t->config.match.concurrency = concurrency;
    SpsaJob *job = spsa_job_new(&t->config, t->store, &listener, message);
    expect(job != NULL, message);
    const bool ran = spsa_job_run(job, &JOB_RUNNER_THREADS, message);
    assert_true(!ran || spsa_job_is_over(job));
    *end = *spsa_job_state(job);
    end->theta = NULL; /* the job's */
    spsa_job_free(job);
    return ran;
}

static void end_tuning(Tuning *t) {
    database_close(t->store);
    spsa_config_clear(&t->config);
    arguments_free(&t->arguments);
    for (int i = 0; i < t->count; i++)
        free(t->words[i]);
}

static int append_row(void *context, int columns, char **values, char **names) {
    (void)names;
    for (int i = 0; i < columns; i++)
        fprintf(context, "%s%c", values[i] != NULL ? values[i] : "-", i + 1 < columns ? ' ' : '\n');
    return 0;
}

/* All that the database knows about iterations. */
static char *dump(const Tuning *t) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    sqlite3_exec(t->store->db, "SELECT * FROM results ORDER BY number", append_row, out, NULL);
    sqlite3_exec(t->store->db, "SELECT * FROM updates ORDER BY number", append_row, out, NULL);
    fclose(out);
    return text;
}

static void execute(const Tuning *t, const char *sql) {
    assert_int_equal(sqlite3_exec(t->store->db, sql, NULL, NULL, NULL), SQLITE_OK);
}

static char *play_all(const char *file, int concurrency, const char *const *more) {
    Tuning t;
    SpsaState end;
    Message message;
    begin_tuning(&t, file, more);
    expect(run_tuning(&t, concurrency, &end, &message), &message);
    assert_int_equal(end.counted, 12);
    assert_int_equal(end.finished, 12);
    assert_int_equal(end.games, 24);
    assert_int_equal(end.wins + end.draws + end.losses, 24);
    assert_int_equal(end.failures, 0);
    char *text = dump(&t);
    end_tuning(&t);
    return text;
}

static void test_concurrency_does_not_matter(void **state) {
    (void)state;
    scratch_enter();
    char *one = play_all("one.db", 1, NULL), *three = play_all("three.db", 3, NULL);
    assert_string_equal(one, three);
    assert_int_equal(occurrences(one, "\n"), 24);
    char *other = play_all("other.db", 3, (const char *const[]){"--seed", "2", NULL});
    assert_string_not_equal(one, other);
    free(other);
    free(three);
    free(one);
    scratch_leave();
}

/* From whatever a kill may leave behind: results may be ahead of a gap, updates are not. */
static void test_resumes(void **state) {
    (void)state;
    static const char *const losses[] = {
        "DELETE FROM results; DELETE FROM updates",
        "DELETE FROM results WHERE number >= 5; DELETE FROM updates WHERE number >= 5",
        /* Some are left that were ahead of their turn. */
        "DELETE FROM results WHERE number = 4 OR number > 6; DELETE FROM updates WHERE number > 3",
        "DELETE FROM results WHERE number = 0 OR number > 2; DELETE FROM updates",
        "DELETE FROM results WHERE number = 10; DELETE FROM updates WHERE number >= 10",
    };
    scratch_enter();
    char *whole = play_all("run.db", 2, NULL);
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        Tuning t;
        SpsaState end;
        Message message;
        resume_tuning(&t, "run.db", NULL);
        execute(&t, losses[i]);
        expect(run_tuning(&t, 1 + (int)i % 3, &end, &message), &message);
        assert_int_equal(end.games, 24);
        char *again = dump(&t);
        assert_string_equal(whole, again);
        free(again);
        end_tuning(&t);
    }
    free(whole);
    scratch_leave();
}

static void test_refuses_other_databases(void **state) {
    (void)state;
    static const char *const faults[] = {
        "UPDATE updates SET number = 40 WHERE number = 11",
        "UPDATE updates SET theta = '[1,2]' WHERE number = 11",
        "UPDATE updates SET theta = 'x' WHERE number = 11",
        "DELETE FROM updates; UPDATE results SET number = 4000 WHERE number = 3"};
    scratch_enter();
    free(play_all("run.db", 2, NULL));
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        Tuning t;
        Message message;
        resume_tuning(&t, "run.db", NULL);
        execute(&t, "SAVEPOINT here");
        execute(&t, faults[i]);
        assert_null(spsa_job_new(&t.config, t.store, &(SpsaListener){.on_tick = NULL}, &message));
        execute(&t, "ROLLBACK");
        end_tuning(&t);
    }
    scratch_leave();
}

/* One crash, in the first game. */
static void test_failures(void **state) {
    (void)state;
    static const char *const crash[] = {"arg=fault=crash", "arg=at=2", "arg=once=crashed", NULL};
    static const char *const recovering[] = {"arg=fault=crash", "arg=at=2", "arg=once=crashed",
                                             "--recover", NULL};
    Tuning t;
    SpsaState end;
    Message message;
    scratch_enter();
    char *whole = play_all("whole.db", 1, NULL);

    /* The run ends, the iteration is not stored, and the run goes on as if nothing had been. */
    begin_tuning(&t, "ends.db", crash);
    assert_false(run_tuning(&t, 1, &end, &message));
    assert_non_null(strstr(message.text, "iteration 1:"));
    assert_non_null(strstr(message.text, "--recover"));
    assert_int_equal(end.finished, 0);
    expect(run_tuning(&t, 1, &end, &message), &message);
    char *again = dump(&t);
    assert_string_equal(whole, again);
    free(again);
    end_tuning(&t);

    /* The iteration is stored as failed and leaves theta alone. */
    assert_int_equal(remove("crashed"), 0);
    begin_tuning(&t, "recovers.db", recovering);
    expect(run_tuning(&t, 1, &end, &message), &message);
    assert_int_equal(end.counted, 12);
    assert_int_equal(end.failures, 1);
    assert_int_equal(end.games, 22);
    again = dump(&t);
    assert_non_null(strstr(again, "is gone"));
    assert_non_null(strstr(again, "\n0 [50.0,50.0,50.0]\n"));
    free(again);
    end_tuning(&t);
    free(whole);
    scratch_leave();
}

/* An illegal move loses the game and counts. */
static void test_forfeits(void **state) {
    (void)state;
    Tuning t;
    SpsaState end;
    Message message;
    scratch_enter();
    begin_tuning(&t, "run.db",
                 (const char *const[]){"arg=fault=illegal", "arg=at=2", "arg=once=done", NULL});
    expect(run_tuning(&t, 1, &end, &message), &message);
    assert_int_equal(end.failures, 0);
    /* The one process that goes wrong does so in all of its games; it never plays against itself,
     * and a win may come before its second move. */
    assert_in_range(end.forfeits, 1, 24);
    end_tuning(&t);
    scratch_leave();
}

static void test_unknown_option(void **state) {
    (void)state;
    Tuning t;
    Message message;
    scratch_enter();
    describe(&t, NULL);
    snprintf(t.config.plan.parameters[1].name, SPSA_NAME_SIZE, "Bee");
    assert_false(spsa_config_probe(&t.config, &message));
    assert_non_null(strstr(message.text, "Bee"));
    end_tuning(&t);
    scratch_leave();
}

/* ---- The plot ---- */

static void test_plot(void **state) {
    (void)state;
    SpsaParameter p[] = {{"A<&>\"'", 50, 0, 100, 8, 0.002}, {"Flat", 0, -1, 1, 1, 1e-9}};
    SpsaPlan plan = plan_of(p, 2, 3000);
    uint64_t counted[] = {0, 1000, 2000};
    double thetas[] = {50, 0, 61.5, 0, 70, 0};
    for (size_t points = 1; points <= 3; points++) {
        const SpsaPaths paths = {
            &plan, "Tom & \xFF\x01<Jerry>", "a\xE2\x82\xAC\xE2\x82", counted, thetas, points};
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        spsa_plot_draw(out, &paths);
        fclose(out);
        assert_non_null(strstr(text, "A&lt;&amp;&gt;&quot;'</text>"));
        assert_non_null(strstr(text, "<title>Tom &amp; ?\?&lt;Jerry&gt;</title>"));
        assert_non_null(strstr(text, "a\xE2\x82\xAC?\?</text>"));
        assert_non_null(strstr(text, points == 3 ? "50 → 70.0" : "50 → "));
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        assert_int_equal(occurrences(text, "<g>"), 2);
        assert_int_equal(occurrences(text, "</g>"), 2);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gains),
        cmocka_unit_test(test_whole_numbers_are_never_equal),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_updates),
        cmocka_unit_test(test_converges),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_bad_parameters),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_concurrency_does_not_matter),
        cmocka_unit_test(test_resumes),
        cmocka_unit_test(test_refuses_other_databases),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_forfeits),
        cmocka_unit_test(test_unknown_option),
        cmocka_unit_test(test_plot),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
