/*
 * The toy engine that other tests play against: that it is what they take it for.
 *
 * Its moves are judged by the slow rules.  Where a test waits, it waits for a line or for the end
 * of a process; WAIT_MS only ends a test that would wait for ever.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bitboard/notation.h"
#include "tests/support/suite.h"

enum { WAIT_MS = 60000, MAX_ARGUMENTS = 8, MAX_PLIES = 2000, WORD_ROOM = 16 };

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- A conversation ---- */

typedef struct {
    pid_t pid;
    int to, from;
    char *bytes; /* read and not yet given out, from `start` on */
    size_t start, end, room;
    const char *line; /* the last one, without its end */
} Client;

/* Starts the toy with the arguments that stand in `arguments`, separated by blanks. */
static void start(Client *c, const char *arguments) {
    char copy[512], *argv[MAX_ARGUMENTS + 2] = {BRINDLE_TOY}, *rest = copy;
    int in[2], out[2], argc = 1;
    snprintf(copy, sizeof copy, "%s", arguments);
    for (char *word; argc <= MAX_ARGUMENTS && (word = strtok_r(rest, " ", &rest)) != NULL;)
        argv[argc++] = word;
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    /* A second toy must not hold the first one's input open. */
    for (int i = 0; i < 2; i++) {
        fcntl(in[i], F_SETFD, FD_CLOEXEC);
        fcntl(out[i], F_SETFD, FD_CLOEXEC);
    }
    *c = (Client){.pid = fork(), .to = in[1], .from = out[0], .line = ""};
    assert_true(c->pid >= 0);
    if (c->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execv(BRINDLE_TOY, argv);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
}

static void say(const Client *c, const char *line) {
    char text[1 << 14];
    const int length = snprintf(text, sizeof text, "%s\n", line);
    assert_true(length > 0 && (size_t)length < sizeof text);
    /* A toy that has gone takes no more; what it said before tells whether it should have. */
    for (int written = 0; written < length;) {
        const ssize_t part = write(c->to, text + written, (size_t)(length - written));
        if (part < 0 && errno != EINTR)
            return;
        written += part > 0 ? (int)part : 0;
    }
}

/* False at the end of the output. */
static bool next_line(Client *c) {
    const int64_t give_up = now_ms() + WAIT_MS;
    for (;;) {
        char *first = c->end > c->start ? c->bytes + c->start : NULL;
        char *end = first != NULL ? memchr(first, '\n', c->end - c->start) : NULL;
        if (end != NULL) {
            *end = '\0';
            c->line = first;
            c->start = (size_t)(end + 1 - c->bytes);
            return true;
        }
        const int64_t left = give_up - now_ms();
        struct pollfd ready = {.fd = c->from, .events = POLLIN};
        if (left <= 0 || poll(&ready, 1, (int)left) == 0)
            fail_msg("no line; the last one was '%.200s'", c->line);
        if (first != NULL)
            memmove(c->bytes, first, c->end - c->start);
        c->end -= c->start;
        c->start = 0;
        if (c->end == c->room) {
            c->room = c->room == 0 ? 4096 : 2 * c->room;
            c->bytes = realloc(c->bytes, c->room);
            assert_non_null(c->bytes);
        }
        c->line = "";
        const ssize_t got = read(c->from, c->bytes + c->end, c->room - c->end);
        if (got == 0)
            return false;
        c->end += got > 0 ? (size_t)got : 0;
    }
}

/* Reads on to a line that begins so; returns what follows there. */
static const char *hear(Client *c, const char *beginning) {
    do
        if (!next_line(c))
            fail_msg("the toy ended before a line with '%s'", beginning);
    while (strncmp(c->line, beginning, strlen(beginning)) != 0);
    return c->line + strlen(beginning);
}

static void expect_line(Client *c, const char *wanted) {
    assert_true(next_line(c));
    assert_string_equal(c->line, wanted);
}

/* The toy says nothing more and ends; returns how, as waitpid tells it. */
static int end_status(Client *c) {
    const int64_t give_up = now_ms() + WAIT_MS;
    int status = 0;
    if (next_line(c))
        fail_msg("no more lines were expected, not '%.200s'", c->line);
    while (waitpid(c->pid, &status, WNOHANG) == 0) {
        if (now_ms() > give_up)
            fail_msg("the toy does not end");
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    close(c->to);
    close(c->from);
    free(c->bytes);
    return status;
}

static void expect_exit(Client *c, int wanted) {
    const int status = end_status(c);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), wanted);
}

static void expect_signal(Client *c, int wanted) {
    const int status = end_status(c);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), wanted);
}

static void quit(Client *c) {
    say(c, "quit");
    expect_exit(c, 0);
}

/* ---- Games ---- */

typedef struct {
    SlowBoard board;
    Position pos;
    int plies;
    char moves[MAX_PLIES][WORD_ROOM]; /* in coordinates as RULES.md has them */
    char line[MAX_PLIES * 8];         /* all of them, a blank before each */
    size_t length;
} Game;

static void begin(Game *game, bool standard) {
    memset(game, 0, sizeof *game);
    slow_start(&game->board, standard);
    position_set_start(&game->pos, &RULES[standard ? 1 : 0]);
}

/* Plays a move on both boards; the test fails if the slow rules do not have it. */
static void advance(Game *game, const char *text) {
    static SlowMove moves[SLOW_MAX_MOVES];
    const int count = slow_moves(&game->board, moves);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        char spelled[32];
        slow_move_text(&moves[i], spelled);
        found = strcmp(spelled, text) == 0;
        if (found)
            slow_make(&game->board, &moves[i]);
    }
    Move move = MOVE_NONE;
    Message message;
    Undo undo;
    if (!found || !move_parse(&game->pos, text, &move, &message))
        fail_msg("'%.40s' is not legal after%s", text, game->line);
    position_make(&game->pos, move, &undo);
    assert_true(game->plies < MAX_PLIES);
    snprintf(game->moves[game->plies++], WORD_ROOM, "%s", text);
    game->length +=
        (size_t)snprintf(game->line + game->length, sizeof game->line - game->length, " %s", text);
}

static bool is_over(const Game *game) {
    return position_game_state(&game->pos) != GAME_ONGOING;
}

/* One toy plays both sides by UCI. */
static void play_uci(Game *game, bool standard, const char *arguments) {
    Client c;
    char line[sizeof game->line + 64];
    begin(game, standard);
    start(&c, arguments);
    say(&c, "uci");
    hear(&c, "uciok");
    say(&c, standard ? "setoption name UCI_Variant value standard-wildebeest"
                     : "setoption name UCI_Variant value wildebeest");
    say(&c, "ucinewgame");
    say(&c, "isready");
    hear(&c, "readyok");
    while (!is_over(game)) {
        char move[WORD_ROOM];
        snprintf(line, sizeof line, "position startpos%s%s", game->plies > 0 ? " moves" : "",
                 game->line);
        say(&c, line);
        say(&c, "go wtime 1000 btime 1000 winc 10 binc 10");
        hear(&c, "info depth ");
        assert_non_null(strstr(c.line, " score cp "));
        assert_non_null(strstr(c.line, " nodes "));
        assert_non_null(strstr(c.line, " time "));
        snprintf(move, sizeof move, "%s", hear(&c, "bestmove "));
        advance(game, move);
    }
    quit(&c);
}

/* "f0g0" is f1g1 and "f0g0,k0f0" is f1k1; promotion letters stay. */
static void from_xboard(const char *text, char *move) {
    const char *second = strchr(text, ',');
    char plain[WORD_ROOM], *out = move;
    snprintf(plain, sizeof plain, "%.2s%s", text, second != NULL ? second + 1 : text + 2);
    if (second != NULL)
        plain[4] = '\0';
    for (const char *p = plain; *p != '\0'; p++)
        if (*p == '9')
            out += sprintf(out, "10");
        else
            *out++ = (char)(*p >= '0' && *p < '9' ? *p + 1 : *p);
    *out = '\0';
}

/* Two toys play each other by XBoard, the second one with `usermove`. */
static void play_xboard(Game *game, bool standard, const char *seed) {
    Client c[2];
    char line[128];
    begin(game, standard);
    for (int i = 0; i < 2; i++) {
        snprintf(line, sizeof line, "%s usermove=%d", seed, i);
        start(&c[i], line);
        say(&c[i], "xboard");
        say(&c[i], "protover 2");
        hear(&c[i], "feature done=1");
        say(&c[i], "accepted ping");
        say(&c[i], "new");
        say(&c[i], standard ? "variant standard-wildebeest" : "variant wildebeest");
        say(&c[i], "level 0 1 0.1");
        say(&c[i], "post");
        say(&c[i], "hard");
        say(&c[i], "ping 7");
        hear(&c[i], "pong 7");
    }
    say(&c[0], "go");
    for (int us = 0; !is_over(game); us = 1 - us) {
        char move[WORD_ROOM], text[32];
        int ply;
        assert_true(next_line(&c[us]));
        assert_int_equal(sscanf(c[us].line, "%d %*d %*d %*d %15s", &ply, move),
                         2); /* NOLINT(cert-err34-c) */
        snprintf(text, sizeof text, "%s", hear(&c[us], "move "));
        from_xboard(text, move);
        advance(game, move);
        say(&c[1 - us], "time 6000");
        say(&c[1 - us], "otim 6000");
        snprintf(line, sizeof line, "%s%s", us == 0 ? "usermove " : "", text);
        say(&c[1 - us], line);
    }
    const char *result = position_result(&game->pos, position_game_state(&game->pos));
    for (int i = 0; i < 2; i++) {
        assert_true(next_line(&c[i]));
        assert_memory_equal(c[i].line, result, strlen(result));
        say(&c[i], "result *");
        quit(&c[i]);
    }
}

static void test_games(void **state) {
    (void)state;
    static Game first, second;
    for (int standard = 0; standard < 2; standard++)
        for (int seed = 1; seed <= test_amount(2, 20); seed++) {
            char arguments[64];
            snprintf(arguments, sizeof arguments, "seed=%d", seed);
            play_uci(&first, standard != 0, arguments);
            play_uci(&second, standard != 0, arguments);
            assert_string_equal(first.line, second.line);
            play_xboard(&second, standard != 0, arguments);
            assert_string_equal(first.line, second.line);
            snprintf(arguments, sizeof arguments, "uci style=random seed=%d", seed);
            play_uci(&second, standard != 0, arguments);
            assert_string_not_equal(first.line, second.line);
        }
}

/* ---- The protocols ---- */

static void test_uci(void **state) {
    (void)state;
    Client c;
    char pondered[32], move[32], line[96];
    start(&c, "name=Gnu seed=5");
    say(&c, "uci");
    expect_line(&c, "id name Gnu");
    hear(&c, "option name Ponder type check");
    hear(&c, "option name Seed type spin default 5 ");
    hear(&c, "option name A type spin");
    hear(&c, "uciok");
    say(&c, "setoption name Ponder value true");
    say(&c, "setoption name A value 70");
    say(&c, "position startpos");
    say(&c, "go movetime 10");
    snprintf(line, sizeof line, "%s", hear(&c, "bestmove "));
    assert_int_equal(sscanf(line, "%31s ponder %31s", move, pondered), 2);
    /* Pondering ends by ponderhit or stop; an infinite search by stop. */
    snprintf(line, sizeof line, "position startpos moves %s %s", move, pondered);
    say(&c, line);
    for (int i = 0; i < 3; i++) {
        say(&c, i == 2 ? "go infinite" : "go ponder wtime 100 btime 100");
        say(&c, "isready");
        expect_line(&c, "readyok");
        say(&c, i == 0 ? "ponderhit" : "stop");
        hear(&c, "bestmove ");
    }
    say(&c, "position fen 5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1");
    say(&c, "go depth 4 searchmoves f1k1");
    hear(&c, "info depth 4 ");
    hear(&c, "bestmove f1k1");
    say(&c, "position fen 5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1 moves f1a1");
    say(&c, "stop");
    say(&c, "go nodes 77");
    assert_non_null(strstr(hear(&c, "info "), " nodes 77 "));
    hear(&c, "bestmove ");
    say(&c, "position startpos moves g2g6");
    hear(&c, "info string error: ");
    say(&c, "position fen 5k5/5Q5/5K5/11/11/11/11/11/11/11 b - - 0 1");
    say(&c, "go depth 1");
    hear(&c, "bestmove (none)");
    say(&c, "setoption name A value 101");
    hear(&c, "info string error: ");
    /* The end of the input is as good as quit. */
    close(c.to);
    c.to = -1;
    expect_exit(&c, 0);
}

/* Looks for a seed with which the toy plays the move that is spelled so. */
static void find_hint(Client *c, const char *wanted) {
    for (int seed = 0; seed < 5000; seed++) {
        char line[32];
        snprintf(line, sizeof line, "option Seed=%d", seed);
        say(c, line);
        say(c, "hint");
        if (strcmp(hear(c, "Hint: "), wanted) == 0)
            return;
    }
    fail_msg("%s was not found", wanted);
}

/* In force mode, a command to which there is nothing to say. */
static void accepted(Client *c, const char *command) {
    say(c, command);
    say(c, "ping 3");
    expect_line(c, "pong 3");
}

static void test_xboard(void **state) {
    (void)state;
    Client c;
    char first[32];
    start(&c, "xboard style=random");
    say(&c, "xboard");
    say(&c, "protover 2");
    hear(&c, "feature ping=1 setboard=1 playother=1 san=0 usermove=0");
    hear(&c, "feature done=1");
    say(&c, "new");
    say(&c, "variant wildebeest");
    hear(&c, "setup ");
    hear(&c, "piece K& ");
    say(&c, "force");
    /* Castling by one square is two legs, both ways and for both sides. */
    accepted(&c, "setboard r4k4r/11/11/11/11/5p5/11/11/11/R4K4R w KQkq - 0 1");
    find_hint(&c, "f0g0,k0f0");
    find_hint(&c, "f0i0");
    accepted(&c, "f0e0,a0f0");
    find_hint(&c, "f9e9,a9f9");
    accepted(&c, "f9g9,k9f9");
    accepted(&c, "undo");
    say(&c, "f9k9");
    expect_line(&c, "Illegal move: f9k9");
    /* Both squares that a pawn passed over, counted from 0; a promotion on rank 9. */
    accepted(&c, "setboard 5k5/10P/11/11/11/11/5p5/7p3/11/5K5 w - - 0 1");
    accepted(&c, "k8k9w");
    accepted(&c, "undo");
    accepted(&c, "setboard 5k5/11/11/11/11/5p1p3/5p5/11/6P4/5K5 w - - 0 1");
    accepted(&c, "g1g4");
    accepted(&c, "f4g3");
    accepted(&c, "setboard 5k5/11/11/11/11/6Pp3/5p5/11/11/5K5 b - g2g3 0 1");
    accepted(&c, "f3g2");
    accepted(&c, "undo");
    accepted(&c, "h4g3");
    /* What the engine plays can be taken back, and then it plays the same. */
    say(&c, "new");
    say(&c, "variant standard-wildebeest");
    say(&c, "st 1");
    say(&c, "d1d3");
    snprintf(first, sizeof first, "%s", hear(&c, "move "));
    say(&c, "remove");
    say(&c, "d1d3");
    assert_string_equal(hear(&c, "move "), first);
    say(&c, "bogus");
    hear(&c, "Error (unknown command): bogus");
    say(&c, "ping 12");
    expect_line(&c, "pong 12");
    quit(&c);
}

static void test_move_now(void **state) {
    (void)state;
    Client c;
    start(&c, "think=86400000");
    say(&c, "xboard");
    say(&c, "new");
    say(&c, "go");
    say(&c, "ping 1");
    say(&c, "?");
    assert_true(next_line(&c));
    assert_memory_equal(c.line, "move ", 5);
    expect_line(&c, "pong 1");
    quit(&c);
    start(&c, "uci think=50");
    say(&c, "position startpos");
    const int64_t asked = now_ms();
    say(&c, "go depth 1");
    hear(&c, "bestmove ");
    assert_true(now_ms() - asked >= 50);
    quit(&c);
}

static void test_old_xboard(void **state) {
    (void)state;
    Client c;
    start(&c, "feature=old");
    say(&c, "xboard");
    say(&c, "protover 2");
    expect_line(&c, "Error (unknown command): protover");
    say(&c, "new");
    say(&c, "ping 1");
    expect_line(&c, "Error (unknown command): ping");
    say(&c, "variant wildebeest");
    say(&c, "g1g4");
    hear(&c, "move ");
    quit(&c);
    start(&c, "feature=held slowstart=1 usermove=1 reuse=0");
    say(&c, "xboard");
    say(&c, "protover 2");
    expect_line(&c, "feature done=0");
    hear(&c, "feature sigterm=0 reuse=0 ");
    hear(&c, "feature done=1");
    say(&c, "new");
    say(&c, "g1g4");
    hear(&c, "Error (unknown command): g1g4");
    say(&c, "rejected usermove");
    say(&c, "g1g4");
    hear(&c, "move ");
    quit(&c);
}

/* ---- Faults ---- */

/* Plays until the first answer that is wrong: the second one of the game. */
static void provoke(Client *c, const char *arguments) {
    char line[128];
    snprintf(line, sizeof line, "at=2 %s", arguments);
    start(c, line);
    if (strstr(arguments, "xboard") != NULL) {
        say(c, "xboard");
        say(c, "protover 2");
        hear(c, "feature done=1");
        say(c, "new");
        say(c, "go");
        hear(c, "move ");
        say(c, "force");
        say(c, "undo");
        say(c, "go");
    } else {
        say(c, "uci");
        hear(c, "uciok");
        say(c, "position startpos");
        say(c, "go movetime 40");
        hear(c, "bestmove ");
        say(c, "go movetime 40");
    }
}

static void test_wrong_answers(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *wanted;
    } cases[] = {
        {"uci fault=garbage", "bestmove zz9"},
        {"uci fault=nomove", "bestmove (none)"},
        {"uci fault=empty", "bestmove"},
        {"uci fault=twomoves", "bestmove "},
        {"uci fault=floodlines lines=5000", "bestmove "},
        {"uci fault=badinfo,twomoves", "bestmove "},
        {"uci fault=resign", "bestmove "},
        {"xboard fault=garbage", "move zz9"},
        {"xboard fault=nomove", "move (none)"},
        {"xboard fault=twomoves", "move "},
        {"xboard fault=badinfo", "move "},
        {"xboard fault=resign", "resign"},
        {"xboard fault=wrongclaim", "1-0 {White mates}"},
        {"xboard fault=drawclaim", "1/2-1/2 {"},
        {"xboard fault=offerdraw", "offer draw"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Client c;
        provoke(&c, cases[i].arguments);
        hear(&c, cases[i].wanted);
        if (strstr(cases[i].arguments, "twomoves") != NULL ||
            strstr(cases[i].arguments, "offerdraw") != NULL)
            hear(&c, strchr(cases[i].arguments, 'u') == cases[i].arguments ? "bestmove " : "move ");
        quit(&c);
    }
}

static void test_illegal_move(void **state) {
    (void)state;
    for (int xboard = 0; xboard < 2; xboard++) {
        Client c;
        Square from, to;
        Move move;
        char text[32];
        Position pos;
        position_set_start(&pos, &RULES[0]);
        provoke(&c, xboard != 0 ? "xboard fault=illegal" : "uci fault=illegal");
        if (xboard != 0)
            from_xboard(hear(&c, "move "), text);
        else
            snprintf(text, sizeof text, "%s", hear(&c, "bestmove "));
        const int first = square_read(text, &from);
        assert_true(first > 0 && square_read(text + first, &to) > 0);
        assert_false(move_parse(&pos, text, &move, NULL));
        quit(&c);
    }
}

static void test_ends(void **state) {
    (void)state;
    static const struct {
        const char *arguments;
        int signal; /* 0: exit status 0 */
    } cases[] = {
        {"uci fault=crash", SIGSEGV},
        {"uci fault=abort", SIGABRT},
        {"uci fault=exit", 0},
        {"uci fault=deaf life=1", SIGALRM},
        {"xboard fault=crash", SIGSEGV},
        {"xboard fault=exit", 0},
        {"xboard fault=deaf life=1", SIGALRM},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Client c;
        provoke(&c, cases[i].arguments);
        if (cases[i].signal != 0)
            expect_signal(&c, cases[i].signal);
        else
            expect_exit(&c, 0);
    }
}

static void test_silence(void **state) {
    (void)state;
    Client c;
    provoke(&c, "uci fault=stall");
    say(&c, "isready");
    quit(&c);
    provoke(&c, "xboard fault=stall");
    say(&c, "ping 1");
    quit(&c);
    /* Its stdout is gone, and it is still there. */
    provoke(&c, "uci fault=close");
    assert_false(next_line(&c));
    assert_int_equal(waitpid(c.pid, NULL, WNOHANG), 0);
    quit(&c);
    start(&c, "fault=nouciok");
    say(&c, "uci");
    say(&c, "isready");
    quit(&c);
    start(&c, "fault=noready games=2");
    say(&c, "isready");
    expect_line(&c, "readyok");
    say(&c, "ucinewgame");
    say(&c, "isready");
    expect_line(&c, "readyok");
    say(&c, "position startpos");
    say(&c, "go depth 1");
    hear(&c, "bestmove ");
    say(&c, "isready");
    expect_line(&c, "readyok");
    say(&c, "ucinewgame");
    say(&c, "isready");
    quit(&c);
    start(&c, "fault=ignorequit life=1");
    say(&c, "isready");
    expect_line(&c, "readyok");
    say(&c, "quit");
    say(&c, "isready");
    expect_signal(&c, SIGALRM);
    start(&c, "fault=ignorequit life=1");
    close(c.to);
    c.to = -1;
    expect_signal(&c, SIGALRM);
}

static void test_start(void **state) {
    (void)state;
    Client c;
    start(&c, "fault=failstart stderr=0");
    expect_exit(&c, 1);
    start(&c, "fault=unheard-of");
    expect_exit(&c, 2);
    start(&c, "seed=-1");
    expect_exit(&c, 2);
    start(&c, "seed");
    expect_exit(&c, 2);
}

static void test_flood(void **state) {
    (void)state;
    Client c;
    provoke(&c, "uci fault=flood bytes=1000000");
    assert_true(next_line(&c));
    assert_int_equal(strlen(c.line), 1000000);
    hear(&c, "bestmove ");
    quit(&c);
    /* It ends when nobody listens any more. */
    provoke(&c, "uci fault=floodforever");
    for (int i = 0; i < 10000; i++)
        hear(&c, "info depth ");
    close(c.from);
    c.from = open("/dev/null", O_RDONLY);
    c.start = c.end = 0;
    quit(&c);
}

static void test_late(void **state) {
    (void)state;
    Client c;
    int64_t asked = now_ms();
    provoke(&c, "uci fault=late late=60");
    say(&c, "stop");
    hear(&c, "bestmove ");
    assert_true(now_ms() - asked >= 100);
    quit(&c);
    start(&c, "xboard fault=late at=1 late=60");
    say(&c, "new");
    say(&c, "time 4");
    asked = now_ms();
    say(&c, "go");
    say(&c, "?");
    hear(&c, "move ");
    assert_true(now_ms() - asked >= 100);
    quit(&c);
}

/* The nth game of a process, and of processes the first that gets there. */
static void test_which_game(void **state) {
    (void)state;
    Client c;
    char once[] = "/tmp/brindle-toy-XXXXXX", arguments[128];
    start(&c, "fault=garbage at=2 games=2");
    for (int game = 1; game <= 3; game++) {
        say(&c, "ucinewgame");
        say(&c, "position startpos");
        for (int i = 1; i <= 3; i++) {
            say(&c, "go depth 1");
            assert_int_equal(strcmp(hear(&c, "bestmove "), "zz9") == 0, game == 2 && i >= 2);
        }
    }
    quit(&c);
    const int file = mkstemp(once);
    assert_true(file >= 0);
    close(file);
    unlink(once);
    snprintf(arguments, sizeof arguments, "fault=garbage at=1 once=%s", once);
    for (int process = 0; process < 2; process++) {
        start(&c, arguments);
        say(&c, "position startpos");
        for (int i = 0; i < 2; i++) {
            say(&c, "go depth 1");
            assert_int_equal(strcmp(hear(&c, "bestmove "), "zz9") == 0, process == 0);
        }
        quit(&c);
    }
    unlink(once);
}

/* How lines look. */
static void test_manners(void **state) {
    (void)state;
    Client c;
    char name[] = "/tmp/brindle-toy-XXXXXX", arguments[128], line[128], wanted[64];
    start(&c, "crlf=1 split=1");
    say(&c, "isready\r");
    expect_line(&c, "readyok\r");
    quit(&c);
    start(&c, "blanks=1");
    say(&c, "position startpos");
    say(&c, "go depth 1");
    hear(&c, "bestmove  \t");
    quit(&c);
    start(&c, "promotion=upper");
    say(&c, "position fen 11/1P3k5/11/11/11/11/11/11/11/5K5 w - - 0 1");
    say(&c, "go depth 1 searchmoves b9b10w");
    hear(&c, "bestmove b9b10W");
    quit(&c);
    start(&c, "fault=echo score=-31");
    say(&c, "position startpos");
    expect_line(&c, "info string heard: position startpos");
    say(&c, "go depth 1");
    assert_non_null(strstr(hear(&c, "info depth "), " score cp -31 "));
    say(&c, "quit");
    hear(&c, "info string heard: quit");
    expect_exit(&c, 0);
    const int file = mkstemp(name);
    assert_true(file >= 0);
    snprintf(arguments, sizeof arguments, "log=%s", name);
    start(&c, arguments);
    const long pid = (long)c.pid;
    say(&c, "isready");
    hear(&c, "readyok");
    say(&c, "nonsense");
    hear(&c, "info string error: ");
    quit(&c);
    FILE *log = fdopen(file, "r");
    assert_non_null(log);
    static const char *const lines[] = {"< isready", "> readyok",           "< nonsense",
                                        "! unknown", "> info string error", "< quit"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_non_null(fgets(line, sizeof line, log));
        snprintf(wanted, sizeof wanted, "%ld %s", pid, lines[i]);
        assert_memory_equal(line, wanted, strlen(wanted));
    }
    fclose(log);
    unlink(name);
}

static int setup(void **state) {
    (void)state;
    board_init();
    signal(SIGPIPE, SIG_IGN);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),        cmocka_unit_test(test_uci),
        cmocka_unit_test(test_xboard),       cmocka_unit_test(test_move_now),
        cmocka_unit_test(test_old_xboard),   cmocka_unit_test(test_wrong_answers),
        cmocka_unit_test(test_illegal_move), cmocka_unit_test(test_ends),
        cmocka_unit_test(test_silence),      cmocka_unit_test(test_start),
        cmocka_unit_test(test_flood),        cmocka_unit_test(test_late),
        cmocka_unit_test(test_which_game),   cmocka_unit_test(test_manners),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
