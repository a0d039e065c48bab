/*
 * What a person sees on a terminal: lines that are drawn anew in place and leave nothing behind,
 * cut to the terminal's size, in colours and characters that it knows; how far long jobs are;
 * Ctrl-C.
 */
#include "tests/support/suite.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/commands/reading_progress.h"
#include "engine/commands/step_progress.h"
#include "engine/live_text.h"
#include "tests/support/run.h"
#include "tests/support/terminal.h"

static void expect_text(Terminal *t, const char *wanted) {
    assert_string_equal(terminal_text(t), wanted);
}

/* ---- Lines in place ---- */

static void test_live_text(void **state) {
    (void)state;
    Terminal t;
    terminal_open(&t, 12, 4);
    LiveText live = {.out = t.out};
    fputs("before\n", t.out);
    live_text_draw(&live, "one\ntwo\n");
    expect_text(&t, "before\none\ntwo\n\n");
    live_text_draw(&live, "1");
    expect_text(&t, "before\n1\n\n");
    live_text_erase(&live);
    fputs("between\n", t.out);
    live_text_erase(&live); /* takes nothing but its own */
    live_text_draw(&live, "3\n4\n");
    expect_text(&t, "before\nbetween\n3\n4\n\n");
    fputs("^C", t.out); /* as terminals show it */
    live_text_draw(&live, "5\n");
    expect_text(&t, "before\nbetween\n5\n\n");
    fputs("^C", t.out);
    live_text_erase(&live);
    fputs("end\n", t.out);
    expect_text(&t, "before\nbetween\nend\n\n");
    terminal_close(&t);
}

/* A line that wrapped, or a text that scrolled, could not be found again. */
static void test_live_text_is_cut(void **state) {
    (void)state;
    Terminal t;
    terminal_open(&t, 12, 4);
    LiveText live = {.out = t.out};
    for (int i = 0; i < 3; i++)
        live_text_draw(&live, "0123456789abcdef\n2\n3\n4\n5\n");
    expect_text(&t, "0123456789a\n2\n3\n\n");
    /* Characters count, not bytes; colours do not count, and the one that ends them stays. */
    live_text_draw(&live, "äöüß♘♞äöüß♘♞\n\033[1m0123\033[0m45\033[32m6789a\033[0mbc\n");
    expect_text(&t, "äöüß♘♞äöüß♘\n0123456789a\n\n");
    assert_int_equal(t.coloured, 4);
    terminal_close(&t);
}

static void test_size(void **state) {
    (void)state;
    Terminal t;
    int columns, rows;
    terminal_open(&t, 31, 17);
    terminal_size(t.slave, &columns, &rows);
    assert_int_equal(columns, 31);
    assert_int_equal(rows, 17);
    terminal_close(&t);
    terminal_open(&t, 0, 0); /* a terminal that does not say */
    terminal_size(t.slave, &columns, &rows);
    assert_int_equal(columns, 80);
    assert_int_equal(rows, 24);
    terminal_close(&t);
}

/* ---- How far a job is ---- */

/* A terminal as this process's standard error, which has its own back before anything is said. */
typedef struct {
    Terminal terminal;
    int before;
    char *texts[8];
    int count;
} Watch;

static void watch_begin(Watch *w) {
    *w = (Watch){.before = dup(STDERR_FILENO)};
    terminal_open(&w->terminal, 78, 10);
    assert_true(w->before >= 0 && dup2(w->terminal.slave, STDERR_FILENO) == STDERR_FILENO);
}

/* Remembers what is on the screen. */
static void watch_note(Watch *w) {
    w->texts[w->count++] = strdup(terminal_text(&w->terminal));
}

static void watch_end(Watch *w, const char *const *wanted) {
    dup2(w->before, STDERR_FILENO);
    close(w->before);
    for (int i = 0; i < w->count; i++) {
        assert_string_equal(w->texts[i], wanted[i]);
        free(w->texts[i]);
    }
    terminal_close(&w->terminal);
}

static void test_steps(void **state) {
    (void)state;
    Watch w;
    StepProgress progress;
    watch_begin(&w);
    step_progress_start(&progress);
    progress.done_before = 2;
    step_progress_show(&progress, 2, 103, "nothing known");
    watch_note(&w);
    progress.started_ms -= 150000; /* so long ago that a moment more makes no difference */
    step_progress_show(&progress, 102, 103, "7 nodes/s");
    watch_note(&w);
    step_progress_clear(&progress);
    step_progress_clear(&progress);
    watch_note(&w);
    watch_end(&w,
              (const char *const[]){"2 of 103\n", "102 of 103, 7 nodes/s, 0:00:01 left\n", "\n"});
}

static void test_reading(void **state) {
    (void)state;
    Watch w;
    ReadingProgress progress;
    const char *const files[] = {"a", "b", "fifo"};
    static const char known[] = "500 games, 5 games/s, 100.0 of 101.0 MB, 1 s left\n";
    scratch_enter();
    file_write("a", "0123456789");
    file_write("b", "");
    assert_int_equal(truncate("b", 100999990), 0);
    assert_int_equal(mkfifo("fifo", 0600), 0);
    watch_begin(&w);
    reading_progress_start(&progress, files, 2);
    progress.next_ms += 100000;
    reading_progress_show(&progress, 5, 1); /* nothing is shown of what takes no time */
    watch_note(&w);
    reading_progress_next_file(&progress, 10);
    progress.started_ms -= 100000;
    progress.next_ms = progress.started_ms;
    reading_progress_show(&progress, 99999990, 500);
    watch_note(&w);
    progress.next_ms += 100000;
    reading_progress_show(&progress, 100999990, 1000); /* not so soon again */
    watch_note(&w);
    reading_progress_clear(&progress);
    watch_note(&w);
    /* Nobody knows how long a pipe is. */
    reading_progress_start(&progress, files, 3);
    progress.started_ms -= 100000;
    progress.next_ms -= 100000;
    reading_progress_show(&progress, 2000000, 500);
    watch_note(&w);
    watch_end(&w,
              (const char *const[]){"\n", known, known, "\n", "500 games, 5 games/s, 2.0 MB\n"});
    scratch_leave();
}

/* ---- An analysis ---- */

#define ENVIRONMENT "env -u NO_COLOR -u LC_CTYPE LC_ALL=C.UTF-8 "
#define ENDLESS     " analyse --hash 1 --time 100000000"

static void test_analysis(void **state) {
    (void)state;
    Terminal t;
    terminal_start(&t, 100, 40, ENVIRONMENT "%s" ENDLESS " --multipv 2", BRINDLE_PROGRAM);
    terminal_await(&t, "\nthinking, ");
    terminal_expect(&t, "\n 1. "); /* the lines as they are now */
    terminal_expect(&t, "♜");
    assert_true(t.coloured > 0);
    terminal_type(&t, "\003");
    terminal_wait(&t);
    /* What moved is gone: the report, the board once, the result. */
    terminal_expect_none(&t, "thinking, ");
    assert_int_equal(occurrences(t.text, "♚"), 2); /* both kings, once */
    terminal_expect(&t, "\n 1. 1/");
    terminal_expect(&t, "\nBest move  ");
    terminal_expect(&t, "\nSearched   depth ");
    assert_true(strstr(t.text, "♚") < strstr(t.text, "\nBest move"));
    terminal_close(&t);
}

/* Too low for the board below the report: it stands above, once.  No colours where none are wanted.
 */
static void test_analysis_in_a_low_terminal(void **state) {
    (void)state;
    Terminal t;
    terminal_start(&t, 40, 12, "env NO_COLOR=1 LC_ALL=C %s" ENDLESS, BRINDLE_PROGRAM);
    terminal_await(&t, "\nthinking, ");
    terminal_type(&t, "\003");
    terminal_wait(&t);
    terminal_expect_none(&t, "thinking, ");
    assert_int_equal(occurrences(t.text, "10 | r  n  c  c  w  k  q"), 1);
    assert_true(strstr(t.text, "10 | r") < strstr(t.text, "depth    score"));
    terminal_expect(&t, "\nBest move  ");
    assert_int_equal(t.coloured, 0);
    terminal_close(&t);
}

/* ---- Other commands ---- */

static void test_perft(void **state) {
    (void)state;
    Terminal t;
    terminal_start(&t, 100, 20, "%s perft 6", BRINDLE_PROGRAM);
    terminal_await(&t, " s left");
    terminal_expect(&t, " M nodes/s, ");
    terminal_type(&t, "\003");
    terminal_wait(&t);
    assert_int_equal(t.status, 130);
    terminal_expect_none(&t, " s left");
    terminal_expect(&t, "brindle perft: perft was stopped\n");
    terminal_close(&t);
}

/* A reader is told to stop while more is coming. */
static void test_reading_is_interrupted(void **state) {
    (void)state;
    Terminal t;
    Run feeder;
    scratch_enter();
    file_write("game", "[Variant \"wildebeest\"]\n\n1. e4 e7 *\n\n");
    assert_int_equal(mkfifo("fifo", 0600), 0);
    run_start(&feeder, "sh -c 'while cat game; do sleep 0.01; done >fifo'");
    terminal_start(&t, 100, 20, "%s pgn check fifo", BRINDLE_PROGRAM);
    terminal_await(&t, " games/s, 0.0 MB");
    terminal_type(&t, "\003");
    terminal_wait(&t);
    assert_int_equal(t.status, 130);
    terminal_expect(&t, "brindle pgn: interrupted\n");
    terminal_expect_none(&t, "games/s");
    terminal_close(&t);
    run_wait(&feeder);
    run_free(&feeder);
    scratch_leave();
}

/* Ctrl-C first makes Brindle move, then asks, then leaves. */
static void test_play(void **state) {
    (void)state;
    Terminal t;
    terminal_start(&t, 100, 60, ENVIRONMENT "%s play --side black --level 20 --nodes 100000000000",
                   BRINDLE_PROGRAM);
    terminal_await(&t, "Brindle thinks, 1 s (Ctrl-C: move now)");
    terminal_type(&t, "\003");
    terminal_await_prompt(&t, "1... Black>");
    terminal_expect_none(&t, "Brindle thinks");
    terminal_expect(&t, "\nBrindle plays 1. ");
    terminal_type(&t, "\003");
    terminal_await(&t, "\nCtrl-C once more leaves, and the game is not saved ('save FILE'); "
                       "so does 'quit'.\n");
    /* Whoever goes on playing is asked again. */
    terminal_await_prompt(&t, "1... Black>");
    terminal_type(&t, "moves\n");
    terminal_await(&t, "\n1... Black> moves\n");
    terminal_await_prompt(&t, "1... Black>");
    terminal_type(&t, "\003");
    terminal_await_times(&t, "1... Black> ^C\nCtrl-C once more leaves", 2);
    terminal_await_prompt(&t, "1... Black>");
    terminal_expect(&t, "\nk9: ");
    terminal_type(&t, "\003");
    terminal_wait(&t);
    assert_int_equal(t.status, 130);
    terminal_close(&t);
}

/* So does "quit", of a game that is not saved. */
static void test_quit(void **state) {
    (void)state;
    Terminal t;
    terminal_start(&t, 100, 60, "%s play --side both", BRINDLE_PROGRAM);
    terminal_type(&t, "e4\nquit\n");
    terminal_await(&t, "The game is not saved: 'save FILE' saves it, and 'quit' once more leaves");
    terminal_type(&t, "quit\n");
    terminal_wait(&t);
    assert_int_equal(t.status, 0);
    terminal_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_live_text),
        cmocka_unit_test(test_live_text_is_cut),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_analysis),
        cmocka_unit_test(test_analysis_in_a_low_terminal),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_reading_is_interrupted),
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_quit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
