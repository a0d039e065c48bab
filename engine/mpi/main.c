/*
 * brindle-mpi: the commands of brindle, whose long jobs are carried out by all processes of an MPI
 * run.  Rank 0 is brindle as it is elsewhere; the others work for it.
 */
#include "bitboard/position.h"
#include "engine/mpi/ranks.h"
#include "engine/mpi/relay.h"
#include "engine/tools/toolbox.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void print_report(const RanksReport *r, int workers) {
    if (r->units == 0)
        return;
    fprintf(stderr,
            "brindle-mpi: %" PRIu64
            " units on %d ranks in %.1f s; %.2f messages each; rank 0 was busy "
            "for %.2f%% of the time\n",
            r->units, workers, r->seconds, (double)r->letters / (double)r->units,
            100 * r->cpu_seconds / r->seconds);
}

/*
 * Between this process and mpirun's terminal are a pseudo-terminal, for standard output, and a
 * pipe: whoever asks them whether a person is looking is told nothing.  So this takes mpirun's own
 * terminal instead, where there is one.  False if it has none in this place, or is on another
 * machine.
 */
static bool take_terminal(int file) {
    char path[48];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getppid(), file);
    struct stat about;
    /* Not even to be opened if it is something else: a pipe would wait for its reader. */
    if (stat(path, &about) != 0 || !S_ISCHR(about.st_mode))
        return false;
    const int terminal = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    const bool taken = terminal >= 0 && isatty(terminal) == 1 && dup2(terminal, file) == file;
    if (terminal >= 0)
        close(terminal);
    return taken;
}

static int lead(Link *link, int argc, char **argv) {
    RanksReport report = {.units = 0};
    RanksRunner runner;
    Toolbox toolbox = TOOLBOX;
    ranks_runner_init(&runner, link, &report);
    toolbox.runner = &runner.runner;
    if (link->ranks > 1) {
        runner.runner.plain_output = !take_terminal(STDOUT_FILENO);
        (void)take_terminal(STDERR_FILENO);
    }
    const int status = commands_run(argc, argv, &toolbox);
    print_report(&report, link->ranks - 1);
    ranks_quit(link);
    return status;
}

static void on_forwarded(int number) {
    (void)number;
    raise(SIGTERM);
}

/* mpirun takes SIGTERM and SIGINT for itself, and gives its processes a second until it kills them.
 * SIGUSR1 it forwards: the way to stop without haste. */
static void watch_forwarded_signal(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_forwarded;
    action.sa_flags = (int)SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
}

int main(int argc, char **argv) {
    Link link;
    int status = 0;
    link_open(&link, &argc, &argv);
    board_init();
    watch_forwarded_signal();
    if (link.rank == 0) {
        status = lead(&link, argc, argv);
    } else {
        signal(SIGPIPE, SIG_IGN); /* an engine that has gone must not take us with it */
        interrupts_watch();
        relay_serve(&link, TOOLBOX.works);
    }
    link_close(&link);
    return status;
}
