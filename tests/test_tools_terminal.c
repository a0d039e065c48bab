/*
 * What the long jobs of the tools show on a terminal: how far they are, drawn in place, and after
 * Ctrl-C nothing of it but how to go on.
 */
#include "tests/support/suite.h"

#include "tests/support/run.h"
#include "tests/support/terminal.h"

#include <string.h>

typedef struct {
    const char *program, *words; /* endless, for a test */
    const char *shows;           /* while it runs */
    int stays;                   /* how often, then, at its end */
    const char *says;            /* at its end */
    int status;
} Job;

static const Job JOBS[] = {
    {BRINDLE_PROGRAM,
     "match --engine name=one --engine name=two --each nodes=300 option.Hash=1 --games 1000000 "
     "--db x.db",
     " of 1000000 games", 0,
     "Stopped; what is finished is saved.  To go on:\n  brindle match --resume x.db\n", 130},
    {BRINDLE_PROGRAM,
     "spsa --engine cmd=" BRINDLE_TOY
     " arg=style=tuned nodes=1 --params p.txt --iterations 1000000 "
     "--maxmoves 4 --db x.db",
     "Iteration ", 1,
     "Stopped; what is finished is saved.  To go on:\n  brindle spsa --resume x.db\n", 130},
    {BRINDLE_PROGRAM, "book expand x.db --positions 1000000 --nodes 100 --hash 1",
     " of 1000000 positions, ", 0,
     "Stopped; finished searches are saved.  To go on:\n"
     "  brindle book expand x.db --positions 1000000 --nodes 100 --hash 1\n",
     130},
    {BRINDLE_PROGRAM, "book suite x.epd --count 1000000 --nodes 50 --hash 1",
     " of 1000000 openings, of ", 0,
     "brindle book: stopped; the searches are kept: the same command goes on\n", 130},
    {BRINDLE_PROGRAM, "datagen --out x.bdg --games 1000000 --nodes 50 --hash 1", " left", 0,
     "Stopped; finished games are saved.  To go on:\n"
     "  brindle datagen --out x.bdg --games 1000000 --nodes 50 --hash 1\n",
     130},
    {BRINDLE_TUNE, "--synthetic 100000000 --output x", "Reading: ", 0, "", 130},
};

static void test_jobs(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof JOBS / sizeof JOBS[0]; i++) {
        const Job *job = &JOBS[i];
        Terminal t;
        scratch_enter();
        file_write("p.txt", "A, int, 50, 0, 100, 10, 0.05\n");
        terminal_start(&t, 150, 40, "%s %s", job->program, job->words);
        terminal_await(&t, job->shows);
        terminal_type(&t, "\003");
        terminal_wait(&t);
        terminal_expect(&t, job->says);
        if (occurrences(t.text, job->shows) != job->stays || t.status != job->status)
            fail_msg("%s: status %d\n%s", job->words, t.status, t.text);
        terminal_close(&t);
        scratch_leave();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_jobs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
