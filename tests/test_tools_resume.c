/*
 * Matches that are cut short, by kill -9 or politely, and taken up again: the games are those of a
 * match that was left in peace.
 */
#include "tests/support/suite.h"

#include "tests/support/match_run.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES_A_ROUND = 6, MANY_ROUNDS = 10, FEW_ROUNDS = 4 };

static const char *mark(void) {
    static char text[40];
    snprintf(text, sizeof text, "name=Toy-%ld", (long)getpid());
    return text;
}

static void expect_run(const Run *r, int status) {
    if (r->status != status)
        fail_msg("exit status %d, not %d: %.1000s%.1000s", r->status, status, r->err, r->out);
}

static void expect_in(const char *text, const char *wanted) {
    if (strstr(text, wanted) == NULL)
        fail_msg("no '%s' in: %.2000s", wanted, text);
}

static void expect_nobody_left(void) {
    for (const int64_t give_up = test_now_ms() + 60000; processes_with(mark()) > 0;
         test_pause_ms(10))
        if (test_now_ms() > give_up)
            fail_msg("%d processes are left", processes_with(mark()));
}

/* Three engines of three kinds, each at home in fixed depths and nodes. */
static void write_words(char *words, size_t size, int rounds, const char *more) {
    snprintf(words, size,
             "--engine name=Inside nodes=20 option.Hash=1 "
             "--engine name=Outside cmd=%s arg=uci proto=uci nodes=20 option.Hash=1 "
             "--engine name=Toy cmd=%s arg=xboard arg=%s proto=xboard depth=1 "
             "--openings random plies=4 nodes=10 --games 2 --rounds %d --seed 7 --maxmoves 5 %s "
             "--stall 100 " GAMES_WORDS,
             BRINDLE_PROGRAM, BRINDLE_TOY, mark(), rounds, more);
}

static void remove_match(void) {
    unlink("match.db");
    unlink("games.jsonl");
    unlink("games.pgn");
}

/* In the directory that it leaves, "whole" is the match as it is without interruption.  Returns how
 * long it took. */
static int64_t play_whole(Games *whole, int rounds) {
    char words[2048];
    Run r;
    const int64_t begun = test_now_ms();
    write_words(words, sizeof words, rounds, "--concurrency 3");
    run(&r, "%s match %s", BRINDLE_PROGRAM, words);
    expect_run(&r, 0);
    games_read(whole, "games.jsonl");
    games_expect_in_pgn(whole, "games.pgn");
    assert_int_equal(whole->count, GAMES_A_ROUND * rounds);
    run_free(&r);
    remove_match();
    return test_now_ms() - begun;
}

static void expect_whole(const Games *whole) {
    Games games;
    games_read(&games, "games.jsonl");
    games_expect_same(whole, &games);
    games_expect_in_pgn(&games, "games.pgn");
    games_free(&games);
    expect_nobody_left();
}

/* Kills it after a random time, and takes it up again, until it has been played to its end. */
static int play_with_kills(Random *random, int whole_ms, int kills_left) {
    char words[2048];
    int kills = 0;
    for (bool begun = false;;) {
        Run r;
        snprintf(words, sizeof words, "--concurrency %d", 1 + random_below(random, 6));
        if (begun) {
            run_start(&r, "%s match --resume match.db %s", BRINDLE_PROGRAM, words);
        } else {
            write_words(words, sizeof words, MANY_ROUNDS, "--concurrency 2");
            run_start(&r, "%s match %s", BRINDLE_PROGRAM, words);
        }
        if (kills < kills_left) {
            test_pause_ms(1 + random_below(random, 2 * whole_ms / 5));
            kill(r.pid, SIGKILL);
        }
        run_wait(&r);
        const bool over = r.status == 0;
        if (r.status == 128 + SIGKILL)
            kills++;
        else
            expect_run(&r, 0);
        /* Killed before it has made its database it begins anew, in an empty file or none. */
        if (!begun && !over) {
            Run check;
            run(&check, "%s match --resume match.db --concurrency 0", BRINDLE_PROGRAM);
            expect_run(&check, 2);
            run_free(&check);
        }
        begun = begun || access("games.jsonl", F_OK) == 0;
        run_free(&r);
        if (over)
            return kills;
    }
}

static void test_killed(void **state) {
    (void)state;
    const int wanted = test_amount(3, 30);
    Random random = {(uint64_t)getpid()};
    Games whole;
    scratch_enter();
    const int whole_ms = (int)play_whole(&whole, MANY_ROUNDS);
    print_message("One match takes %d ms; the seed is %ld.\n", whole_ms, (long)getpid());
    for (int kills = 0; kills < wanted;) {
        kills += play_with_kills(&random, whole_ms, wanted - kills);
        expect_whole(&whole);
        remove_match();
    }
    games_free(&whole);
    scratch_leave();
}

/* Waits until the file has that many lines. */
static void await_lines(const char *file_name, int lines) {
    for (const int64_t give_up = test_now_ms() + 100000;; test_pause_ms(2)) {
        if (access(file_name, R_OK) == 0) {
            char *text = file_read(file_name);
            const int count = occurrences(text, "\n");
            free(text);
            if (count >= lines)
                return;
        }
        if (test_now_ms() > give_up)
            fail_msg("%s has no %d lines", file_name, lines);
    }
}

/* Begins it and sends a signal once some games are there.  A match that was quicker than the signal
 * is begun anew. */
static void interrupt_match(Run *r, int signal_number) {
    char words[2048];
    write_words(words, sizeof words, FEW_ROUNDS, "--concurrency 2");
    for (int tries = 0; tries < 50; tries++) {
        run_start(r, "%s match %s", BRINDLE_PROGRAM, words);
        await_lines("games.jsonl", 3);
        kill(r->pid, signal_number);
        run_wait(r);
        if (r->status != 0)
            return;
        run_free(r);
        remove_match();
    }
    fail_msg("the match is always quicker than the signal");
}

/* SIGINT and SIGTERM, and what is said then; the next run may be in another directory, and the last
 * one finds nothing to do. */
static void test_interrupted(void **state) {
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM};
    char directory[RUN_PATH];
    Games whole;
    Run r;
    scratch_enter();
    assert_non_null(getcwd(directory, sizeof directory));
    play_whole(&whole, FEW_ROUNDS);
    for (int i = 0; i < 2; i++) {
        interrupt_match(&r, signals[i]);
        expect_run(&r, 130);
        expect_in(r.err, "Stopped; what is finished is saved.  To go on:\n"
                         "  brindle match --resume match.db\n");
        expect_in(r.out, "Rank");
        run_free(&r);
        expect_nobody_left();
        for (int again = 0; again < (i == 0 ? 2 : 0); again++) {
            run(&r, "sh -c 'cd /tmp && exec %s match --resume %s/match.db --concurrency 4 --quiet'",
                BRINDLE_PROGRAM, directory);
            expect_run(&r, 0);
            expect_in(r.out, "Rank");
            if (again == 1) {
                assert_null(strstr(r.out, "Finished game"));
                assert_string_equal(r.err, "");
            }
            run_free(&r);
            expect_whole(&whole);
        }
        remove_match();
    }
    games_free(&whole);
    scratch_leave();
}

/* What stood in the output files before the match stays there. */
static void shorten(const char *name, int64_t bytes) {
    struct stat status;
    assert_int_equal(stat(name, &status), 0);
    assert_int_equal(truncate(name, status.st_size - bytes), 0);
}

static void append(const char *name, const char *text) {
    FILE *out = fopen(name, "a");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void test_appends(void **state) {
    (void)state;
    static const char before[] = "[Event \"an older one\"]\n\n1. g2g5 *\n\n";
    char words[2048];
    Run r;
    scratch_enter();
    file_write("games.pgn", before);
    write_words(words, sizeof words, FEW_ROUNDS, "--concurrency 2");
    run_start(&r, "%s match %s", BRINDLE_PROGRAM, words);
    await_lines("games.jsonl", 4);
    kill(r.pid, SIGKILL);
    run_wait(&r);
    run_free(&r);
    /* The last entry cut short, as a crash might leave it. */
    shorten("games.pgn", 30);
    shorten("games.jsonl", 20);
    run(&r, "%s match --resume match.db", BRINDLE_PROGRAM);
    expect_run(&r, 0);
    char *text = file_read("games.pgn");
    assert_int_equal(strncmp(text, before, strlen(before)), 0);
    assert_int_equal(occurrences(text, "[Event "), GAMES_A_ROUND * FEW_ROUNDS + 1);
    free(text);
    Games games;
    games_read(&games, "games.jsonl");
    assert_int_equal(games.count, GAMES_A_ROUND * FEW_ROUNDS);
    games_free(&games);
    run_free(&r);
    scratch_leave();
}

/* What others add to the file behind this match's games stays; what they put between them is
 * reported. */
static void test_shared_output(void **state) {
    (void)state;
    static const char theirs[] = "[Event \"of others\"]\n\n1. g5 *\n\n";
    char words[2048];
    Run r;
    scratch_enter();
    write_words(words, sizeof words, FEW_ROUNDS, "");
    run(&r, "%s match %s", BRINDLE_PROGRAM, words);
    expect_run(&r, 0);
    run_free(&r);
    char *whole = file_read("games.pgn");
    const size_t size = strlen(whole);
    append("games.pgn", theirs);
    run(&r, "%s match --resume match.db", BRINDLE_PROGRAM);
    expect_run(&r, 0);
    run_free(&r);
    char *after = file_read("games.pgn");
    assert_int_equal(strlen(after), size + strlen(theirs));
    assert_memory_equal(after, whole, size);
    free(after);
    file_write("games.pgn", theirs);
    append("games.pgn", whole);
    run(&r, "%s match --resume match.db", BRINDLE_PROGRAM);
    expect_run(&r, 1);
    assert_non_null(strstr(r.err, "has been changed by others"));
    run_free(&r);
    after = file_read("games.pgn");
    assert_int_equal(strlen(after), size + strlen(theirs));
    free(after);
    free(whole);
    scratch_leave();
}

static void test_used_by_another(void **state) {
    (void)state;
    Run r, other;
    scratch_enter();
    /* It goes on until it is told to stop. */
    run_start(&r,
              "%s match --engine cmd=%s arg=%s arg=think=200 --engine depth=1 --each tc=1000 "
              "--rounds 100 --openings array " GAMES_WORDS,
              BRINDLE_PROGRAM, BRINDLE_TOY, mark());
    for (const int64_t give_up = test_now_ms() + 100000; access("games.pgn", F_OK) != 0;
         test_pause_ms(5))
        assert_true(test_now_ms() < give_up);
    run(&other, "%s match --resume match.db", BRINDLE_PROGRAM);
    expect_run(&other, 1);
    assert_string_equal(other.err, "brindle match: match.db: another run is using it\n");
    run_free(&other);
    run(&other, "%s match --engine depth=1 --engine depth=1 --db match.db", BRINDLE_PROGRAM);
    expect_run(&other, 1);
    assert_string_equal(other.err, "brindle match: match.db: another run is using it\n");
    run_free(&other);
    kill(r.pid, SIGINT);
    run_wait(&r);
    expect_run(&r, 130);
    run_free(&r);
    expect_nobody_left();
    scratch_leave();
}

/* The end of an SPRT is the same at any concurrency, and stays the end. */
static void test_sprt(void **state) {
    (void)state;
    static const char *const counts[] = {"pairs", "games"};
    for (int c = 0; c < test_amount(1, 2); c++) {
        Games first = {NULL, 0};
        for (int concurrency = 1; concurrency <= 5; concurrency += test_amount(4, 1)) {
            Run r;
            Games games;
            scratch_enter();
            run(&r,
                "%s match --engine name=Strong cmd=%s arg=style=greedy --engine name=Weak cmd=%s "
                "arg=style=random --each tc=100 --openings random plies=4 nodes=1 --maxmoves 25 "
                "--sprt elo0=0 elo1=200 alpha=0.1 beta=0.1 counts=%s --concurrency %d " GAMES_WORDS,
                BRINDLE_PROGRAM, BRINDLE_TOY, BRINDLE_TOY, counts[c], concurrency);
            expect_run(&r, 0);
            expect_in(r.out, " accepted after ");
            games_read(&games, "games.jsonl");
            assert_true(games.count > 0);
            if (c == 0)
                assert_int_equal(games.count % 2, 0);
            run_free(&r);
            run(&r, "%s match --resume match.db", BRINDLE_PROGRAM);
            expect_run(&r, 0);
            expect_in(r.out, " accepted after ");
            run_free(&r);
            scratch_leave();
            if (first.games == NULL) {
                first = games;
                continue;
            }
            games_expect_same(&first, &games);
            games_free(&games);
        }
        games_free(&first);
    }
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_killed),          cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_appends),         cmocka_unit_test(test_shared_output),
        cmocka_unit_test(test_used_by_another), cmocka_unit_test(test_sprt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
