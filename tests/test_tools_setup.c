/*
 * Jobs whose workers are made from a setup that went through bytes, as they are in other processes:
 * each command leaves the same behind as with the setup itself, and damaged bytes make none.
 */
#include "tests/support/suite.h"

#include "bitboard/fen.h"
#include "engine/commands/command.h"
#include "engine/jobs/setup_text.h"
#include "engine/tools/toolbox.h"
#include "tests/support/match_run.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- A runner that describes its jobs ---- */

/* Bytes that are cut short make no setup, wherever that is; few of these places are looked at if
 * there are many. */
static void expect_cut_refused(const JobWork *work, const Bytes *bytes) {
    const size_t step = bytes->size / 40 + 1;
    for (size_t size = 0; size < bytes->size; size += step) {
        Bytes part = {malloc(size + 1), size}; /* of its own, so that sanitizers see its end */
        Message message = {""};
        memcpy(part.data, bytes->data, size);
        void *setup = work->setup_read(&part, &message);
        if (setup != NULL)
            fail_msg("%s: %zu of %zu bytes make a setup", work->name, size, bytes->size);
        assert_string_not_equal(message.text, "");
        free(part.data);
    }
}

static bool run_described(const JobRunner *runner, const JobKind *kind, void *owner,
                          const void *setup, const JobThreads *threads, Message *message) {
    const JobWork *work = kind->work;
    Bytes bytes;
    (void)runner;
    bool known = false;
    for (int i = 0; TOOLBOX.works[i] != NULL; i++)
        known =
            known || (TOOLBOX.works[i] == work && strcmp(TOOLBOX.works[i]->name, work->name) == 0);
    assert_true(known);
    if (!setup_collect(work, setup, &bytes, message))
        return false;
    expect_cut_refused(work, &bytes);
    void *copy = work->setup_read(&bytes, message);
    free(bytes.data);
    if (copy == NULL)
        return false;
    const bool ran = job_run_threads(kind, owner, copy, threads, message);
    work->setup_free(copy);
    return ran;
}

static const JobRunner DESCRIBING = {.run = run_described, .program = "elsewhere"};

/* ---- Commands ---- */

/* Runs a command line, whose words blanks separate, with its output in a file. */
static void command(const JobRunner *runner, const char *output, const char *line) {
    enum { WORDS_MAX = 80 };
    char text[2048], *words[WORDS_MAX + 1] = {(char *)"brindle"}, *rest = text;
    Toolbox toolbox = TOOLBOX;
    int count = 1;
    toolbox.runner = runner;
    snprintf(text, sizeof text, "%s", line);
    for (char *word; count < WORDS_MAX && (word = strtok_r(rest, " ", &rest)) != NULL;)
        words[count++] = word;
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO), file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(kept >= 0 && file >= 0 && dup2(file, STDOUT_FILENO) == STDOUT_FILENO);
    close(file);
    const int status = commands_run(count, words, &toolbox);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    if (status != 0)
        fail_msg("status %d of %s", status, line);
}

static void expect_same_text(const char *one, const char *other) {
    char *a = file_read(one), *b = file_read(other);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static int enter(void **state) {
    (void)state;
    scratch_enter();
    return 0;
}
static int leave(void **state) {
    (void)state;
    scratch_leave();
    return 0;
}

/* An XBoard engine with a dialect to be found out, and Brindle, on positions of a file. */
#define MATCH                                                                              \
    "match --engine cmd=" BRINDLE_TOY " arg=xboard --engine name=B depth=1 option.Hash=1 " \
    "--each tc=100+1 --openings file=o.epd order=random --seed 4 --games 4 --maxmoves 8 "

static void test_match(void **state) {
    (void)state;
    char fen[FEN_SIZE];
    Position pos;
    Games one, other;
    FILE *out = fopen("o.epd", "w");
    for (int i = 0; i < 2; i++) {
        position_set_start(&pos, &RULES[0]);
        pos.fullmove = (uint16_t)(1 + i);
        fen_write(&pos, fen);
        fprintf(out, "%s\n", fen);
    }
    fclose(out);
    command(&JOB_RUNNER_THREADS, "1.out", MATCH "--db 1.db --jsonl 1.jsonl");
    command(&DESCRIBING, "2.out", MATCH "--db 2.db --jsonl 2.jsonl --concurrency 2");
    games_read(&one, "1.jsonl");
    games_read(&other, "2.jsonl");
    games_expect_same(&one, &other);
    games_free(&one);
    games_free(&other);
}

/* The owner reads the openings, then the file becomes another one. */
static bool read_late(const JobRunner *runner, const JobKind *kind, void *owner, const void *setup,
                      const JobThreads *threads, Message *message) {
    const JobWork *work = kind->work;
    Bytes bytes;
    (void)runner;
    assert_true(setup_collect(work, setup, &bytes, message));
    file_write("late.epd", "4k6/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1\n");
    assert_null(work->setup_read(&bytes, message));
    assert_non_null(strstr(message->text, "'late.epd' is another file here"));
    free(bytes.data);
    return job_run_threads(kind, owner, setup, threads, message);
}

static void test_other_openings(void **state) {
    (void)state;
    static const JobRunner late = {.run = read_late, .program = "elsewhere"};
    file_write("late.epd", "4k6/11/11/11/11/11/11/11/11/R4K4R w - - 0 1\n");
    command(&late, "late.out",
            "match --engine name=A depth=1 --engine name=B depth=1 --openings file=late.epd --db "
            "late.db --maxmoves 2");
}

/* A file by threads, and one by workers whose setup was described, are the same. */
static void expect_same_output(const char *line, const char *one, const char *other) {
    char words[1024];
    snprintf(words, sizeof words, line, one);
    command(&JOB_RUNNER_THREADS, "out", words);
    snprintf(words, sizeof words, line, other);
    command(&DESCRIBING, "out", words);
    expect_same_text(one, other);
}

static void test_datagen(void **state) {
    (void)state;
    command(&JOB_RUNNER_THREADS, "out",
            "datagen --games 4 --nodes 40 --variant both --seed 9 --concurrency 1 --openings-nodes "
            "40 --max-plies 60 --hash 1 --out 1.data");
    command(&DESCRIBING, "out",
            "datagen --games 4 --nodes 40 --variant both --seed 9 --concurrency 1 --openings-nodes "
            "40 --max-plies 60 --hash 1 --out 2.data");
    command(&JOB_RUNNER_THREADS, "1.games", "data cat 1.data");
    command(&JOB_RUNNER_THREADS, "2.games", "data cat 2.data");
    expect_same_text("1.games", "2.games");
}

static void test_books(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++)
        command(i == 0 ? &JOB_RUNNER_THREADS : &DESCRIBING, "out",
                i == 0 ? "book expand 1.book --positions 20 --nodes 200 --round 8 --hash 1"
                       : "book expand 2.book --positions 20 --nodes 200 --round 8 --hash 1");
    command(&JOB_RUNNER_THREADS, "1.dump", "book dump 1.book");
    command(&JOB_RUNNER_THREADS, "2.dump", "book dump 2.book");
    expect_same_text("1.dump", "2.dump");
    expect_same_output("book suite %s --count 5 --plies 2 --nodes 200 --hash 1", "1.epd", "2.epd");
}

/* Limits of the lines and of the command, rules of the command, games that are not taken. */
static void test_analyse(void **state) {
    (void)state;
    file_write("p.epd", "4k6/11/11/11/11/11/11/11/11/R4K4R w - - acn 300;\n"
                        "4k6/11/11/11/11/11/11/11/11/R4K4R b - - id \"two\";\n");
    for (int i = 0; i < 2; i++)
        command(
            i == 0 ? &JOB_RUNNER_THREADS : &DESCRIBING, i == 0 ? "1.out" : "2.out",
            "analyse --epd p.epd --variant standard-wildebeest --nodes 200 --depth 9 --multipv 2 "
            "--hash 1");
    expect_same_text("1.out", "2.out");
    file_write("p.pgn", "[Event \"a\"]\n\n1. g2g5 *\n\n[Event \"b\"]\n\n1. f2f5 f9f6 *\n");
    expect_same_output("analyse --pgn p.pgn --variant wildebeest --games 2-2 --nodes 200 --hash 1 "
                       "--pgn-out %s",
                       "1.pgn", "2.pgn");
}

static void test_spsa(void **state) {
    (void)state;
    file_write("parameters", "A, int, 50, 0, 100, 5, 0.002\nB, int, 50, 0, 100, 5, 0.002\n");
    for (int i = 0; i < 2; i++)
        command(i == 0 ? &JOB_RUNNER_THREADS : &DESCRIBING, "out",
                i == 0 ? "spsa --engine cmd=" BRINDLE_TOY " arg=style=tuned tc=100+1 --params "
                         "parameters --iterations 3 --maxmoves 6 --openings random nodes=20 "
                         "--output 1.values --db 1.spsa"
                       : "spsa --engine cmd=" BRINDLE_TOY " arg=style=tuned tc=100+1 --params "
                         "parameters --iterations 3 --maxmoves 6 --openings random nodes=20 "
                         "--output 2.values --db 2.spsa");
    expect_same_text("1.values", "2.values");
}

/* ---- The words themselves ---- */

static void test_words(void **state) {
    (void)state;
    char text[] = "word\0-12\0\0x1\0tail";
    const Bytes bytes = {text, sizeof text - 1};
    Message message;
    SetupText t = setup_text(&bytes);
    assert_string_equal(setup_take(&t), "word");
    assert_int_equal(setup_take_number(&t, -12, 0), -12);
    assert_string_equal(setup_take(&t), "");
    assert_true(setup_taken(&t, &message));
    SetupText number = t;
    assert_int_equal(setup_take_number(&number, 3, 9), 3); /* "x1" is none */
    assert_false(setup_taken(&number, &message));
    assert_string_equal(setup_take(&t), "x1");
    assert_string_equal(setup_take(&t), ""); /* "tail" has no end */
    assert_false(setup_taken(&t, &message));
    t = setup_text(&bytes);
    (void)setup_take(&t);
    assert_int_equal(setup_take_number(&t, -11, 0), -11); /* beyond its limits */
    assert_false(setup_taken(&t, &message));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),          cmocka_unit_test(test_match),
        cmocka_unit_test(test_other_openings), cmocka_unit_test(test_datagen),
        cmocka_unit_test(test_books),          cmocka_unit_test(test_analyse),
        cmocka_unit_test(test_spsa),
    };
    board_init();
    return cmocka_run_group_tests(tests, enter, leave);
}
