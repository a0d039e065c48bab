#include "tests/toy/toy_faults.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HUGE_LINE_MOVES = 5000 };

bool fault_set(const Toy *toy, Fault fault) {
    return (toy->settings.faults >> fault & 1) != 0;
}

/* Of all processes that share a "once" file, the first one to need it creates it. */
static bool is_granted(Toy *toy) {
    if (toy->settings.once == NULL || toy->once_granted)
        return true;
    const int file = open(toy->settings.once, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    close(file);
    toy->once_granted = true;
    return true;
}

bool fault_strikes(Toy *toy, Fault fault) {
    const Settings *s = &toy->settings;
    return fault_set(toy, fault) && toy->moves + 1 >= s->at &&
           (s->games == 0 || toy->games == s->games) && is_granted(toy);
}

bool fault_withholds_ready(const Toy *toy) {
    /* Between games the question belongs to the game that is about to begin. */
    const int64_t game = toy->games + (toy->new_game ? 1 : 0);
    return fault_set(toy, FAULT_NO_READY) && game >= toy->settings.games;
}

void faults_limit_life(const Toy *toy) {
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    /* Both may have been inherited. */
    signal(SIGALRM, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &alarms, NULL);
    alarm((unsigned)toy->settings.life_s);
}

void faults_hang(const Toy *toy) {
    faults_limit_life(toy);
    for (;;)
        pause();
}

/* Ends the process by a signal, without a core file and whatever a sanitizer made of the signal. */
static _Noreturn void die_of(int signal_number) {
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(signal_number, SIG_DFL);
    raise(signal_number);
    _exit(1);
}

bool faults_at_start(Toy *toy) {
    if (fault_set(toy, FAULT_FAIL_START)) {
        fputs("toy_engine: cannot find libtoy.so.1, as fault=failstart wants it\n", stderr);
        return false;
    }
    /* Our own end comes by the end of stdin, not by a signal that the parent may have set. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTERM, fault_set(toy, FAULT_IGNORE_TERM) ? SIG_IGN : SIG_DFL);
    return true;
}

static void thinking_line(Toy *toy, int64_t number) {
    const int depth = (int)(number % 100) + 1;
    const long long nodes = (long long)number;
    if (toy->protocol->is_xboard)
        out(&toy->output, "%d %d %d %lld", depth, depth, depth, nodes);
    else
        out(&toy->output, "info depth %d score cp %d time %d nodes %lld", depth, depth, depth,
            nodes);
}

static void flood(Toy *toy) {
    char block[4096];
    memset(block, 'x', sizeof block);
    for (int64_t left = toy->settings.flood_bytes; left > 0 && !toy->output.closed;
         left -= (int64_t)sizeof block)
        out_bytes(&toy->output, block, left < (int64_t)sizeof block ? (size_t)left : sizeof block);
    out(&toy->output, "%s", "");
}

/* A negative count never ends. */
static void flood_lines(Toy *toy, int64_t count) {
    toy->output.gather = true;
    for (int64_t i = 0; i != count && !toy->output.closed; i++)
        thinking_line(toy, i);
    toy->output.gather = false;
    out_flush(&toy->output);
}

bool faults_before_answer(Toy *toy) {
    if (fault_strikes(toy, FAULT_CRASH))
        die_of(SIGSEGV);
    if (fault_strikes(toy, FAULT_ABORT))
        die_of(SIGABRT);
    if (fault_strikes(toy, FAULT_EXIT)) {
        toy->done = true;
        return false;
    }
    if (fault_strikes(toy, FAULT_DEAF))
        faults_hang(toy);
    if (!toy->output.closed && fault_strikes(toy, FAULT_CLOSE)) {
        out_shut(&toy->output);
        faults_limit_life(toy);
    }
    if (fault_strikes(toy, FAULT_STALL)) {
        toy->silent = true;
        faults_limit_life(toy);
        return false;
    }
    if (fault_strikes(toy, FAULT_FLOOD_FOREVER)) {
        faults_limit_life(toy);
        flood_lines(toy, -1);
        return false;
    }
    if (fault_strikes(toy, FAULT_FLOOD))
        flood(toy);
    if (fault_strikes(toy, FAULT_FLOOD_LINES))
        flood_lines(toy, toy->settings.flood_lines);
    if (fault_strikes(toy, FAULT_BAD_INFO))
        faults_bad_info(toy);
    return true;
}

/* ---- Hostile thinking ---- */

static const char *const BAD_UCI[] = {
    "info",
    "info depth",
    "info depth x score cp y nodes z",
    "info depth 99999999999999999999 seldepth 4294967296 score cp 1",
    "info depth -5 score cp -99999999999999999999999 nodes -1 time -7 nps -9223372036854775809",
    "info depth 2147483648 score cp 2147483648 time 9223372036854775808",
    "info score",
    "info score cp",
    "info score mate",
    "info score cp mate 3",
    "info score mate 0 score mate -2147483649",
    "info depth 3 score cp 5 lowerbound upperbound lowerbound",
    "info depth 1.5 score cp 0x7f nodes 1e9 nps inf hashfull nan tbhits -",
    "info multipv 0 depth 3 score cp 5 pv a1a1",
    "info multipv -1 depth 3 score cp 30000 pv",
    "info multipv 99999999999 score cp -30000 depth 200",
    "info pv",
    "info pv zz9 k11l12 0000 (none) a1k10 f1g1,k1f1 \xff\xfe\x80",
    "info string",
    "info string bestmove a1a1 %s%n%s%n \x1b[2J \x01\x02\x7f",
    "info depth 1 string score mate 1 pv a1a1",
    "info wdl 1000 1000 1000 score cp",
    "info currmove currmovenumber refutation currline 0 cpuload",
    "  info   depth   7   score   cp   12   ",
    "\tinfo\tdepth\t8",
    "infodepth 9 score cp 9",
    "bestmovexyz a1a1",
    "BESTMOVE a1a1",
    "xbestmove a1a1 bestmove b1b1",
    "",
    "   ",
    "copyprotection error",
    "option name",
    "id",
};

static const char *const BAD_XBOARD[] = {
    "1",
    "1 2",
    "1 2 3",
    "99999999999999999999 -99999999999999999999 99999999999999999999 99999999999999999999999 e1e2",
    "-5 -5 -5 -5",
    "2147483648 2147483648 2147483648 9223372036854775808 zz9",
    "1. 2. 3. 4.",
    "1.5 0x7f 1e9 inf nan",
    "4 100000 1 1 (none) a0k9 \xff\xfe\x80 %s%n%s%n",
    "4 -100000 1",
    "4+ 30 1 1 ...",
    "4& 30 1 1 ",
    " 4   30   1   1   ",
    "\t4\t30\t1\t1",
    "# move a0a1",
    "#",
    "",
    "   ",
    "movement a0a1",
    "xmove a0a1",
    "MOVE a0a1",
    "telluser hello \x1b[2J",
    "tellopponent",
    "telluserror",
    "tellics",
    "pong",
    "pong 99999999999999999999",
    "feature",
    "feature done",
    "feature myname=\"never closed",
    "Error",
    "stat01: 1 2 3 4 5",
    "2-0 {nobody}",
    "1-0x",
};

void faults_bad_info(Toy *toy) {
    const bool xboard = toy->protocol->is_xboard;
    const char *const *lines = xboard ? BAD_XBOARD : BAD_UCI;
    const size_t count =
        xboard ? sizeof BAD_XBOARD / sizeof BAD_XBOARD[0] : sizeof BAD_UCI / sizeof BAD_UCI[0];
    for (size_t i = 0; i < count; i++)
        out(&toy->output, "%s", lines[i]);
    /* Well-formed up to a line that is longer than anybody's buffer. */
    static const char start[] = "info depth 6 score cp 6 pv";
    out_bytes(&toy->output, xboard ? "6 6 6 6" : start, xboard ? 7 : sizeof start - 1);
    for (int i = 0; i < HUGE_LINE_MOVES; i++)
        out_bytes(&toy->output, i % 2 == 0 ? " a1b3 k9j7" : " b3a1 j7k9", 10);
    out_bytes(&toy->output, "\n", 1);
    /* A zero byte in a line. */
    out_bytes(&toy->output, "info depth 7\0 score cp 7\n", 25);
    out_flush(&toy->output);
}
