/*
 * The program as a GUI sees it: lines in, lines out, over pipes.  Moves are judged by the slow
 * rules.
 *
 * Nothing here depends on how fast the machine is: where a test waits, it waits for a line, and
 * WAIT_MS only ends a test that would wait for ever.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/suite.h"

enum { WAIT_MS = 30000, LINE_ROOM = 1 << 16, DISPLAY_ROOM = 1 << 14, WORD_ROOM = 16 };

static const char *const START[] = {
    "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1",
    "rncwqkwcnr1/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNCWQKWCNR1 w - - 0 1",
};

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- A conversation ---- */

typedef struct {
    pid_t pid; /* 0: the process has been waited for */
    int to, from;
    char line[LINE_ROOM]; /* the line read last, without its end */
    char ahead[LINE_ROOM];
    size_t ahead_length;
    char told[WORD_ROOM]; /* the first move of the best line that this search told last */
} Client;

static void open_client(Client *c) {
    int in[2], out[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    /* The program must see the end of its input when we close our side, whoever else we start. */
    fcntl(in[1], F_SETFD, FD_CLOEXEC);
    fcntl(out[0], F_SETFD, FD_CLOEXEC);
    c->pid = fork();
    assert_true(c->pid >= 0);
    if (c->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(out[1]);
        execl(BRINDLE_PROGRAM, BRINDLE_PROGRAM, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    c->to = in[1];
    c->from = out[0];
    c->ahead_length = 0;
    c->line[0] = c->told[0] = '\0';
}

static int setup(void **state) {
    Client *c = calloc(1, sizeof *c);
    assert_non_null(c);
    signal(SIGPIPE, SIG_IGN);
    open_client(c);
    *state = c;
    return 0;
}

static int teardown(void **state) {
    Client *c = *state;
    if (c->to >= 0)
        close(c->to);
    close(c->from);
    if (c->pid > 0) {
        kill(c->pid, SIGKILL);
        waitpid(c->pid, NULL, 0);
    }
    free(c);
    return 0;
}

static void send_bytes(Client *c, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t written = write(c->to, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            fail_msg("the program takes no more input: %s", strerror(errno));
        bytes += written;
        length -= (size_t)written;
    }
}

static void say(Client *c, const char *line) {
    if (strncmp(line, "go", 2) == 0)
        c->told[0] = '\0';
    send_bytes(c, line, strlen(line));
    send_bytes(c, "\n", 1);
}

/* Moves the first `length` bytes that were read ahead out of the way. */
static void drop_ahead(Client *c, size_t length) {
    memmove(c->ahead, c->ahead + length, c->ahead_length - length);
    c->ahead_length -= length;
}

/* The next line is in c->line; false at the end of the output. */
static bool next_line(Client *c) {
    const int64_t give_up = now_ms() + WAIT_MS;
    for (;;) {
        const char *end = memchr(c->ahead, '\n', c->ahead_length);
        if (end != NULL) {
            const size_t length = (size_t)(end - c->ahead);
            memcpy(c->line, c->ahead, length);
            c->line[length] = '\0';
            assert_int_equal(strlen(c->line), length);
            assert_null(strchr(c->line, '\r'));
            drop_ahead(c, length + 1);
            return true;
        }
        assert_true(c->ahead_length < sizeof c->ahead);
        const int64_t left = give_up - now_ms();
        struct pollfd ready = {.fd = c->from, .events = POLLIN};
        if (left <= 0 || poll(&ready, 1, (int)left) == 0)
            fail_msg("no line within %d s; the last one was '%.200s'", WAIT_MS / 1000, c->line);
        const ssize_t got =
            read(c->from, c->ahead + c->ahead_length, sizeof c->ahead - c->ahead_length);
        if (got == 0) {
            assert_int_equal(c->ahead_length, 0);
            return false;
        }
        if (got > 0)
            c->ahead_length += (size_t)got;
        else if (errno != EINTR)
            fail_msg("read: %s", strerror(errno));
    }
}

static const char *hear(Client *c) {
    if (!next_line(c))
        fail_msg("the program ended; its last line was '%.200s'", c->line);
    return c->line;
}

static bool begins_with(const char *line, const char *start) {
    return strncmp(line, start, strlen(start)) == 0;
}

static void expect_line(Client *c, const char *wanted) {
    assert_string_equal(hear(c), wanted);
}

/* The program has nothing more to say. */
static void expect_silence(Client *c) {
    say(c, "isready");
    expect_line(c, "readyok");
}

/* One line that says what is wrong and holds `part`, and nothing else. */
static void expect_error(Client *c, const char *part) {
    hear(c);
    if (!begins_with(c->line, "info string error: ") || strstr(c->line, part) == NULL)
        fail_msg("an error with '%s' was expected, not '%.200s'", part, c->line);
    for (const char *p = c->line; *p != '\0'; p++)
        assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
    expect_silence(c);
}

/* Each line of input is refused with a message that has its word in it. */
static void expect_errors(Client *c, const char *const cases[][2], size_t count) {
    for (size_t i = 0; i < count; i++) {
        say(c, cases[i][0]);
        expect_error(c, cases[i][1]);
    }
}

/* Reads to the end of the output; the process must end with status 0. */
static void expect_end(Client *c) {
    const int64_t give_up = now_ms() + WAIT_MS;
    int status = 0;
    while (next_line(c))
        continue;
    while (waitpid(c->pid, &status, WNOHANG) == 0) {
        if (now_ms() > give_up)
            fail_msg("the program does not end");
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    c->pid = 0;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void quit(Client *c) {
    say(c, "quit");
    expect_end(c);
}

static void set_option(Client *c, const char *name, const char *value) {
    char line[512];
    snprintf(line, sizeof line, "setoption name %s value %s", name, value);
    say(c, line);
}

static void set_variant(Client *c, bool standard) {
    set_option(c, "UCI_Variant", standard ? "standard-wildebeest" : "wildebeest");
    assert_true(begins_with(hear(c), "info string variant "));
}

static void set_fen(Client *c, const char *fen) {
    char line[512];
    snprintf(line, sizeof line, "position fen %s", fen);
    say(c, line);
}

/* What "d" prints, all lines. */
static void display(Client *c, char *text) {
    size_t used = 0;
    say(c, "d");
    say(c, "isready");
    text[0] = '\0';
    while (strcmp(hear(c), "readyok") != 0) {
        const size_t length = strlen(c->line);
        assert_true(used + length + 2 < DISPLAY_ROOM);
        used += (size_t)snprintf(text + used, DISPLAY_ROOM - used, "%s\n", c->line);
    }
}

static void expect_displayed(Client *c, const char *line) {
    char text[DISPLAY_ROOM], whole[1024];
    display(c, text);
    snprintf(whole, sizeof whole, "\n%s\n", line);
    if (strstr(text, whole) == NULL)
        fail_msg("'%s' is missing in\n%s", line, text);
}

static void expect_fen(Client *c, const char *fen) {
    char line[512];
    snprintf(line, sizeof line, "Fen: %s", fen);
    expect_displayed(c, line);
}

/* ---- Answers to "go" ---- */

typedef struct {
    int64_t depth, seldepth, multipv, nodes, nps, hashfull, time;
    bool is_mate, is_bound, has_wdl;
    int64_t score; /* centipawns, or moves */
    int64_t win, draw, loss;
    char first[WORD_ROOM]; /* of the line */
} Info;

typedef struct {
    Info *lines;
    int count, room;
    char best[WORD_ROOM], ponder[WORD_ROOM];
} Answer;

static int64_t read_number(const char *line, const char *word) {
    char *end = NULL;
    errno = 0;
    const int64_t number = word != NULL ? strtoll(word, &end, 10) : 0;
    if (word == NULL || end == word || *end != '\0' || errno != 0)
        fail_msg("'%s' is no number in '%s'", word != NULL ? word : "", line);
    return number;
}

/* Plays a move given by its coordinates if the slow rules allow it. */
static bool play(SlowBoard *board, const char *text) {
    static SlowMove moves[SLOW_MAX_MOVES];
    const int count = slow_moves(board, moves);
    for (int i = 0; i < count; i++) {
        char spelled[32];
        slow_move_text(&moves[i], spelled);
        if (strcmp(spelled, text) == 0) {
            slow_make(board, &moves[i]);
            return true;
        }
    }
    return false;
}

static bool is_legal(const SlowBoard *board, const char *text) {
    SlowBoard copy = *board;
    return play(&copy, text);
}

/* The moves after "pv". */
static void read_variation(const char *line, const SlowBoard *board, char **rest, Info *info) {
    SlowBoard now = *board;
    int count = 0;
    for (const char *word; (word = strtok_r(NULL, " ", rest)) != NULL; count++) {
        if (!play(&now, word))
            fail_msg("%s is not legal in '%s'", word, line);
        if (count == 0)
            snprintf(info->first, sizeof info->first, "%s", word);
    }
    if (count == 0)
        fail_msg("no move follows pv in '%s'", line);
}

static void read_score(const char *line, char **rest, Info *info) {
    const char *kind = strtok_r(NULL, " ", rest);
    info->is_mate = kind != NULL && strcmp(kind, "mate") == 0;
    if (!info->is_mate && (kind == NULL || strcmp(kind, "cp") != 0))
        fail_msg("neither cp nor mate follows score in '%s'", line);
    info->score = read_number(line, strtok_r(NULL, " ", rest));
}

/* Reads an info line of a search, every word of it; each may stand there once. */
static void read_info(const char *line, const SlowBoard *board, Info *info) {
    struct {
        const char *word;
        int64_t *target;
        int seen;
    } numbers[] = {
        {"depth", &info->depth, 0},       {"seldepth", &info->seldepth, 0},
        {"multipv", &info->multipv, 0},   {"nodes", &info->nodes, 0},
        {"nps", &info->nps, 0},           {"time", &info->time, 0},
        {"hashfull", &info->hashfull, 0},
    };
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    static char copy[LINE_ROOM];
    char *rest = NULL;
    int scores = 0;
    snprintf(copy, sizeof copy, "%s", line);
    memset(info, 0, sizeof *info);
    strtok_r(copy, " ", &rest);
    for (const char *word; (word = strtok_r(NULL, " ", &rest)) != NULL;) {
        int i = 0;
        while (i < NUMBERS && strcmp(word, numbers[i].word) != 0)
            i++;
        if (i < NUMBERS) {
            assert_int_equal(numbers[i].seen++, 0);
            *numbers[i].target = read_number(line, strtok_r(NULL, " ", &rest));
        } else if (strcmp(word, "score") == 0) {
            assert_int_equal(scores++, 0);
            read_score(line, &rest, info);
        } else if (strcmp(word, "wdl") == 0) {
            info->has_wdl = true;
            info->win = read_number(line, strtok_r(NULL, " ", &rest));
            info->draw = read_number(line, strtok_r(NULL, " ", &rest));
            info->loss = read_number(line, strtok_r(NULL, " ", &rest));
        } else if (strcmp(word, "lowerbound") == 0 || strcmp(word, "upperbound") == 0) {
            info->is_bound = true;
        } else if (strcmp(word, "pv") == 0) {
            read_variation(line, board, &rest, info);
        } else {
            fail_msg("'%s' is not known in '%s'", word, line);
        }
    }
    for (int i = 0; i < NUMBERS; i++)
        if (numbers[i].seen != 1)
            fail_msg("%s is missing in '%s'", numbers[i].word, line);
    if (scores != 1 || info->first[0] == '\0')
        fail_msg("score or pv is missing in '%s'", line);
    assert_true(info->depth >= 1 && info->multipv >= 1);
    assert_true(info->nodes >= 0 && info->nps >= 0 && info->time >= 0);
    assert_in_range(info->hashfull, 0, 1000);
}

static void keep(Answer *answer, const Info *info) {
    if (answer->count == answer->room) {
        answer->room = answer->room * 2 + 64;
        answer->lines = realloc(answer->lines, (size_t)answer->room * sizeof *answer->lines);
        assert_non_null(answer->lines);
    }
    answer->lines[answer->count++] = *info;
}

/*
 * Takes in the info line just heard (`answer` may be NULL); those about the move being searched are
 * only looked at.
 */
static void take_info(Client *c, const SlowBoard *board, Answer *answer) {
    Info info;
    if (strstr(c->line, " currmove ") != NULL) {
        int depth, number, end = 0;
        char move[WORD_ROOM];
        assert_int_equal(sscanf(c->line, "info depth %d currmove %15s currmovenumber %d%n", &depth,
                                move, &number, &end),
                         3);
        assert_int_equal(c->line[end], '\0');
        assert_true(is_legal(board, move));
        return;
    }
    if (begins_with(c->line, "info nodes ")) { /* on a slow machine any search may be a long one */
        int64_t nodes, rate, hash, time;
        int end = 0;
        assert_int_equal(sscanf(c->line,
                                "info nodes %" SCNd64 " nps %" SCNd64 " hashfull %" SCNd64
                                " time %" SCNd64 "%n",
                                &nodes, &rate, &hash, &time, &end),
                         4);
        assert_int_equal(c->line[end], '\0');
        return;
    }
    if (!begins_with(c->line, "info depth "))
        fail_msg("'%.200s' has no place in a search", c->line);
    read_info(c->line, board, &info);
    if (info.multipv == 1)
        memcpy(c->told, info.first, sizeof c->told);
    if (answer != NULL)
        keep(answer, &info);
}

static void read_bestmove(const char *line, const SlowBoard *board, Answer *answer) {
    static char copy[LINE_ROOM];
    char *rest = NULL;
    SlowBoard now = *board;
    snprintf(copy, sizeof copy, "%s", line);
    strtok_r(copy, " ", &rest);
    const char *best = strtok_r(NULL, " ", &rest), *word = strtok_r(NULL, " ", &rest);
    assert_non_null(best);
    snprintf(answer->best, sizeof answer->best, "%s", best);
    if (!play(&now, best))
        fail_msg("'%s' is not legal", line);
    if (word == NULL)
        return;
    assert_string_equal(word, "ponder");
    const char *ponder = strtok_r(NULL, " ", &rest);
    assert_non_null(ponder);
    snprintf(answer->ponder, sizeof answer->ponder, "%s", ponder);
    if (!play(&now, ponder))
        fail_msg("the reply of '%s' is not legal", line);
    assert_null(strtok_r(NULL, " ", &rest));
}

static const Info *last_line(const Answer *answer) {
    const Info *last = NULL;
    for (int i = 0; i < answer->count; i++)
        if (answer->lines[i].multipv == 1)
            last = &answer->lines[i];
    return last;
}

/*
 * Reads up to the best move, which must be legal, begin the line told last and be the last thing
 * said.  `answer` is added to.
 */
static void hear_answer(Client *c, const SlowBoard *board, Answer *answer) {
    while (!begins_with(hear(c), "bestmove "))
        take_info(c, board, answer);
    read_bestmove(c->line, board, answer);
    assert_string_equal(c->told, answer->best);
}

/* For searches of which only a legal answer is asked. */
static void expect_answer(Client *c, const SlowBoard *board) {
    Answer answer = {0};
    hear_answer(c, board, &answer);
    free(answer.lines);
    expect_silence(c);
}

static void go(Client *c, const char *command, const SlowBoard *board, Answer *answer) {
    memset(answer, 0, sizeof *answer);
    say(c, command);
    hear_answer(c, board, answer);
    expect_silence(c);
}

static void expect_go(Client *c, const char *command, const SlowBoard *board) {
    say(c, command);
    expect_answer(c, board);
}

/* Waits for the search to say something, so that it is under way. */
static void hear_info(Client *c, const SlowBoard *board) {
    hear(c);
    take_info(c, board, NULL);
}

/* The program answers `isready` while it searches, and has not ended the search. */
static void expect_still_searching(Client *c, const SlowBoard *board) {
    say(c, "isready");
    while (strcmp(hear(c), "readyok") != 0)
        take_info(c, board, NULL);
}

static void start_board(SlowBoard *board, bool standard) {
    slow_parse(START[standard], standard, board);
}

/* ---- Handshake and options ---- */

static void test_handshake(void **state) {
    static const char *const options[] = {
        "option name Hash type spin default 64 min 1 max ",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max ",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default ",
        ("option name UCI_Variant type combo default wildebeest var wildebeest var "
         "standard-wildebeest"),
        "option name UCI_AnalyseMode type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name Log File type string default <empty>",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default ",
        "option name Skill Seed type spin default 0 min 0 max ",
        "option name Clear Hash type button",
        "option name HashFile type string default <empty>",
        "option name SaveHash type button",
        "option name LoadHash type button",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "option name BookDepth type spin default 255 min 0 max 255",
        "option name BookVariety type combo default best var best var weighted",
    };
    enum { OPTIONS = sizeof options / sizeof options[0] };
    Client *c = *state;
    int seen[OPTIONS] = {0}, ids = 0;
    say(c, "uci");
    while (strcmp(hear(c), "uciok") != 0) {
        int i = 0;
        if (begins_with(c->line, "id name Brindle") || begins_with(c->line, "id author ")) {
            ids++;
            continue;
        }
        if (c->line[0] == '\0')
            continue;
        while (i < OPTIONS && !begins_with(c->line, options[i]))
            i++;
        if (i == OPTIONS)
            fail_msg("'%s' was not expected", c->line);
        const size_t length = strlen(options[i]);
        if (options[i][length - 1] != ' ')
            assert_string_equal(c->line, options[i]);
        seen[i]++;
    }
    assert_int_equal(ids, 2);
    for (int i = 0; i < OPTIONS; i++)
        if (seen[i] != 1)
            fail_msg("'%s' is listed %d times", options[i], seen[i]);
    expect_silence(c);
    quit(c);
}

static void test_variant_lines(void **state) {
    Client *c = *state;
    static const char *const wanted[] = {
        "info string variant wildebeest files 11 ranks 10 pocket 0 template fairy startpos "
        "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1",
        "info string variant standard-wildebeest files 11 ranks 10 pocket 0 template fairy "
        "startpos rncwqkwcnr1/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNCWQKWCNR1 w - - 0 1",
    };
    static const char *const names[] = {"wildebeest", "standard-wildebeest"};
    for (int i = 0; i < 4; i++) {
        char line[64];
        set_option(c, "UCI_Variant", names[(i + 1) % 2]);
        expect_line(c, wanted[(i + 1) % 2]);
        expect_silence(c);
        say(c, "position startpos");
        expect_fen(c, START[(i + 1) % 2]);
        snprintf(line, sizeof line, "Variant: %s", names[(i + 1) % 2]);
        expect_displayed(c, line);
    }
    set_option(c, "UCI_Variant", "standard");
    expect_line(c, wanted[1]);
    quit(c);
}

static void test_option_errors(void **state) {
    Client *c = *state;
    static const char *const cases[][2] = {
        {"setoption", "name"},
        {"setoption Hash 5", "name"},
        {"setoption name", "name"},
        {"setoption name Hush value 5", "Hush"},
        {"setoption name value 5", ""},
        {"setoption name Hash", "Hash"},
        {"setoption name Hash value", "Hash"},
        {"setoption name Hash value 0", "Hash"},
        {"setoption name Hash value -1", "Hash"},
        {"setoption name Hash value 1e3", "Hash"},
        {"setoption name Hash value 64 MB", "Hash"},
        {"setoption name Hash value 100000000", "Hash"},
        {"setoption name Hash value 33554432", "hash"}, /* 32 TiB: no machine has them */
        {"setoption name Hash value 99999999999999999999", "Hash"},
        {"setoption name Threads value 0", "Threads"},
        {"setoption name Threads value 257", "Threads"},
        {"setoption name Threads value two", "Threads"},
        {"setoption name MultiPV value 0", "MultiPV"},
        {"setoption name MultiPV value 501", "MultiPV"},
        {"setoption name Move Overhead value -1", "Move Overhead"},
        {"setoption name Move Overhead value 5001", "Move Overhead"},
        {"setoption name Skill Level value 21", "Skill Level"},
        {"setoption name Skill Level value -1", "Skill Level"},
        {"setoption name UCI_Elo value 0", "UCI_Elo"},
        {"setoption name Skill Seed value -1", "Skill Seed"},
        {"setoption name BookVariety value worst", "BookVariety"},
        {"setoption name BookDepth value 256", "BookDepth"},
        {"setoption name UCI_LimitStrength value 1500", "UCI_LimitStrength"},
        {"setoption name UCI_Variant value chess", "chess"},
        {"setoption name UCI_Variant", "UCI_Variant"},
        {"setoption name Ponder value maybe", "Ponder"},
        {"setoption name UCI_AnalyseMode value 2", "UCI_AnalyseMode"},
        {"setoption name UCI_ShowWDL value", "UCI_ShowWDL"},
        {"setoption name Log File value /nowhere/to/be/found", "/nowhere/to/be/found"},
    };
    SlowBoard board;
    expect_errors(c, cases, sizeof cases / sizeof cases[0]);
    start_board(&board, false);
    expect_go(c, "go depth 3", &board);
    quit(c);
}

/* Names are read without regard to case and blanks around them. */
static void test_option_spellings(void **state) {
    Client *c = *state;
    say(c, "setoption name hash value 2");
    say(c, "  setoption   name   MOVE overhead   value   10  ");
    say(c, "setoption name Clear Hash");
    say(c, "setoption name Ponder value true");
    say(c, "setoption name UCI_AnalyseMode value True");
    say(c, "setoption name UCI_AnalyseMode value false");
    say(c, "setoption name Log File value");
    say(c, "setoption name Log File value <empty>");
    expect_silence(c);
    quit(c);
}

/* ---- go ---- */

static void test_limits(void **state) {
    Client *c = *state;
    for (int standard = 0; standard < 2; standard++) {
        SlowBoard board;
        Answer answer;
        start_board(&board, standard != 0);
        set_variant(c, standard != 0);

        go(c, "go depth 6", &board, &answer);
        assert_int_equal(last_line(&answer)->depth, 6);
        for (int i = 0; i < answer.count; i++)
            assert_int_equal(answer.lines[i].depth, i + 1);
        assert_int_equal(answer.count, 6);
        free(answer.lines);

        go(c, "go nodes 5000", &board, &answer);
        assert_true(last_line(&answer)->nodes <= 5000);
        free(answer.lines);

        expect_go(c, "go nodes 1", &board);
        expect_go(c, "go movetime 60", &board);
        expect_go(c, "go movetime 1", &board);
        expect_go(c, "go depth 3 nodes 100000000 movetime 30000", &board);
        expect_go(c, "go wtime 300 btime 400 winc 5 binc 6 movestogo 20", &board);
        expect_go(c, "go wtime 200 btime 200 movestogo 1", &board);
        expect_go(c, "go wtime 200 btime 200 movestogo 0", &board);
    }
    quit(c);
}

/* A clock that has run out, or that says nonsense, still wants a move. */
static void test_strange_clocks(void **state) {
    Client *c = *state;
    SlowBoard board;
    start_board(&board, false);
    expect_go(c, "go wtime -500 btime -500", &board);
    expect_go(c, "go wtime -500 btime 1000 winc 0 binc 0", &board);
    expect_go(c, "go wtime 0 btime 0 winc 0 binc 0", &board);
    expect_go(c, "go wtime 1 btime 1 winc 10 binc 10 movestogo 40", &board);
    set_option(c, "Move Overhead", "5000");
    expect_go(c, "go wtime 100 btime 100 winc 1 binc 1", &board);
    expect_go(c, "go movetime 100", &board);
    /* The other limits end these. */
    expect_go(c, "go depth 4 wtime 99999999999 btime 99999999999 movestogo 1", &board);
    expect_go(c, "go depth 4 movetime 99999999999999", &board);
    quit(c);
}

static void test_mate(void **state) {
    static const char *const fen = "k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1";
    Client *c = *state;
    for (int standard = 0; standard < 2; standard++) {
        SlowBoard board;
        Answer answer;
        slow_parse(fen, standard != 0, &board);
        set_variant(c, standard != 0);
        set_fen(c, fen);
        go(c, "go mate 1", &board, &answer);
        assert_true(last_line(&answer)->is_mate);
        assert_int_equal(last_line(&answer)->score, 1);
        /* Under the other rules a stalemate would do as well. */
        if (standard)
            assert_string_equal(answer.best, "g1g10");
        free(answer.lines);
    }
    quit(c);
}

static void test_searchmoves(void **state) {
    Client *c = *state;
    static const char *const commands[] = {
        "go depth 5 searchmoves a2a3 i1h4 k2k3",
        "go searchmoves a2a3 i1h4 k2k3 depth 5",
        "go searchmoves i1h4 i1h4 a2a3 k2k3 a2a3 nodes 3000 depth 5",
    };
    SlowBoard board;
    Answer answer;
    start_board(&board, false);
    set_option(c, "MultiPV", "8");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        go(c, commands[i], &board, &answer);
        for (int j = 0; j < answer.count; j++) {
            const Info *line = &answer.lines[j];
            assert_true(line->multipv <= 3);
            assert_true(strcmp(line->first, "a2a3") == 0 || strcmp(line->first, "i1h4") == 0 ||
                        strcmp(line->first, "k2k3") == 0);
        }
        free(answer.lines);
    }
    set_option(c, "MultiPV", "1");
    go(c, "go depth 3 searchmoves k2k3", &board, &answer);
    assert_string_equal(answer.best, "k2k3");
    free(answer.lines);
    say(c, "go depth 3 searchmoves a2a3 a2a9");
    expect_error(c, "a2a9");
    say(c, "go depth 3 searchmoves");
    expect_error(c, "searchmoves");
    quit(c);
}

static void test_infinite(void **state) {
    Client *c = *state;
    SlowBoard board;
    static const char *const commands[] = {"go infinite", "go"};
    start_board(&board, false);
    for (int i = 0; i < 6; i++) {
        say(c, commands[i % 2]);
        if (i < 4) {
            hear_info(c, &board);
            expect_still_searching(c, &board);
        }
        say(c, "stop");
        expect_answer(c, &board);
    }
    /* Even when everything has been looked at. */
    slow_parse("k10/11/11/11/11/11/11/11/11/10K w - - 0 1", false, &board);
    set_fen(c, "k10/11/11/11/11/11/11/11/11/10K w - - 0 1");
    say(c, "go infinite");
    hear_info(c, &board);
    expect_still_searching(c, &board);
    expect_still_searching(c, &board);
    say(c, "stop");
    expect_answer(c, &board);
    /* Nothing to stop, no ponder to hit. */
    say(c, "stop");
    say(c, "ponderhit");
    expect_silence(c);
    quit(c);
}

/* The same seed makes the same weak moves; without one they are other moves each time. */
static void test_skill_seed(void **state) {
    Client *c = *state;
    char first[64];
    set_option(c, "Skill Level", "0");
    for (int seed = 1; seed <= 6; seed++) {
        char value[16];
        snprintf(value, sizeof value, "%d", seed);
        set_option(c, "Skill Seed", value);
        for (int i = 0; i < 2; i++) {
            say(c, "ucinewgame");
            say(c, "position startpos");
            say(c, "go nodes 300");
            while (!begins_with(hear(c), "bestmove "))
                continue;
            if (i == 0)
                snprintf(first, sizeof first, "%.60s", c->line);
        }
        assert_string_equal(c->line, first);
    }
    quit(c);
}

/* At low levels it plays legal moves, shows the lines that were asked for, and waits where it must.
 */
static void test_limited_strength(void **state) {
    Client *c = *state;
    set_option(c, "MultiPV", "2");
    for (int standard = 0; standard < 2; standard++) {
        SlowBoard board;
        Answer answer;
        start_board(&board, standard != 0);
        set_variant(c, standard != 0);
        for (int level = 0; level <= 20; level += 5) {
            char value[16];
            snprintf(value, sizeof value, "%d", level);
            set_option(c, "Skill Level", value);
            memset(&answer, 0, sizeof answer);
            say(c, "go depth 4");
            while (!begins_with(hear(c), "bestmove "))
                take_info(c, &board, &answer);
            read_bestmove(c->line, &board, &answer);
            assert_true(answer.count >= 2);
            for (int i = 0; i < answer.count; i++)
                assert_int_equal(answer.lines[i].multipv, 1 + i % 2);
            free(answer.lines);
        }
    }
    /* Its nodes are used up at once, but nobody wants to know yet. */
    SlowBoard board;
    start_board(&board, false);
    set_variant(c, false);
    set_option(c, "UCI_LimitStrength", "true");
    set_option(c, "UCI_Elo", "1000");
    static const char *const commands[][2] = {{"go infinite", "stop"},
                                              {"go ponder wtime 60000 btime 60000", "ponderhit"}};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        Answer answer = {0};
        say(c, commands[i][0]);
        hear_info(c, &board);
        for (int k = 0; k < 3; k++) {
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
            expect_still_searching(c, &board);
        }
        say(c, commands[i][1]);
        while (!begins_with(hear(c), "bestmove "))
            take_info(c, &board, &answer);
        read_bestmove(c->line, &board, &answer);
        free(answer.lines);
        expect_silence(c);
    }
    quit(c);
}

static void test_ponder(void **state) {
    Client *c = *state;
    SlowBoard board;
    Answer answer;
    start_board(&board, false);
    say(c, "go ponder wtime 400 btime 400 winc 0 binc 0");
    hear_info(c, &board);
    expect_still_searching(c, &board);
    say(c, "ponderhit");
    expect_answer(c, &board);

    say(c, "go ponder wtime 100000 btime 100000");
    hear_info(c, &board);
    say(c, "stop");
    expect_answer(c, &board);

    /* A search that is done waits for the opponent all the same. */
    for (int i = 0; i < 2; i++) {
        memset(&answer, 0, sizeof answer);
        say(c, i == 0 ? "go ponder depth 3" : "go ponder movetime 10 depth 3");
        do {
            hear(c);
            take_info(c, &board, &answer);
        } while (last_line(&answer)->depth < 3);
        expect_still_searching(c, &board);
        say(c, i == 0 ? "ponderhit" : "stop");
        hear_answer(c, &board, &answer);
        free(answer.lines);
        expect_silence(c);
    }
    quit(c);
}

static void test_go_errors(void **state) {
    Client *c = *state;
    static const char *const cases[][2] = {
        {"go depth", "depth"},         {"go depth five", "depth"},
        {"go wtime", "wtime"},         {"go nodes 1.5", "nodes"},
        {"go sideways", "sideways"},   {"go perft", "perft"},
        {"go perft -1", "perft"},      {"go perft 1000", "perft"},
        {"go movetime x", "movetime"}, {"go movestogo -2 depth 2", "movestogo"},
    };
    SlowBoard board;
    expect_errors(c, cases, sizeof cases / sizeof cases[0]);
    start_board(&board, false);
    expect_go(c, "go depth 2", &board);
    quit(c);
}

/* The last case asks for more threads than there are moves. */
static void test_perft(void **state) {
    static const struct {
        int depth, threads;
        const char *nodes[2];
    } cases[] = {
        {1, 1, {"45", "39"}},       {2, 1, {"2025", "1521"}},  {3, 1, {"95829", "62751"}},
        {3, 3, {"95829", "62751"}}, {2, 64, {"2025", "1521"}},
    };
    Client *c = *state;
    for (int i = 0; i < 10; i++) {
        char line[64];
        uint64_t sum = 0;
        int moves = 0;
        const int standard = i % 2, depth = cases[i / 2].depth;
        SlowBoard board;
        start_board(&board, standard != 0);
        set_variant(c, standard != 0);
        snprintf(line, sizeof line, "%d", cases[i / 2].threads);
        set_option(c, "Threads", line);
        snprintf(line, sizeof line, "go perft %d", depth);
        say(c, line);
        while (!begins_with(hear(c), "Nodes searched: ")) {
            char move[WORD_ROOM];
            uint64_t count;
            if (c->line[0] == '\0')
                continue;
            assert_int_equal(sscanf(c->line, "%15[^:]: %" SCNu64, move, &count), 2);
            assert_true(is_legal(&board, move));
            sum += count;
            moves++;
        }
        assert_string_equal(strchr(c->line, ':') + 2, cases[i / 2].nodes[standard]);
        assert_true(sum == strtoull(cases[i / 2].nodes[standard], NULL, 10));
        assert_int_equal(moves, standard ? 39 : 45);
        say(c, "isready");
        while (strcmp(hear(c), "readyok") != 0)
            assert_string_equal(c->line, "");
    }
    quit(c);
}

static void test_multipv(void **state) {
    enum { SHOWN = 5, DEPTH = 5 };
    static const char few_moves[] = "k10/11/11/11/11/11/11/11/10P/10K w - - 0 1";
    Client *c = *state;
    for (int standard = 0; standard < 2; standard++) {
        SlowBoard board;
        Answer answer;
        start_board(&board, standard != 0);
        set_variant(c, standard != 0);
        set_option(c, "MultiPV", "5");
        go(c, "go depth 5", &board, &answer);
        assert_int_equal(answer.count, SHOWN * DEPTH);
        for (int i = 0; i < answer.count; i++) {
            const Info *line = &answer.lines[i], *group = line - i % SHOWN;
            assert_int_equal(line->depth, 1 + i / SHOWN);
            assert_int_equal(line->multipv, 1 + i % SHOWN);
            for (const Info *before = group; before < line; before++) {
                assert_string_not_equal(before->first, line->first);
                assert_true(before->score >= line->score);
            }
        }
        free(answer.lines);
    }
    /* There are no more lines than moves. */
    SlowBoard board;
    Answer answer;
    set_variant(c, false);
    slow_parse(few_moves, false, &board);
    set_fen(c, few_moves);
    set_option(c, "MultiPV", "500");
    go(c, "go depth 3", &board, &answer);
    assert_int_equal(answer.count, 5 * 3);
    free(answer.lines);
    quit(c);
}

static void test_win_draw_loss(void **state) {
    Client *c = *state;
    static const char *const fens[] = {
        "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1",
        "k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1",
        "k10/7R3/11/11/11/11/11/11/11/6R3K b - - 0 1",
        "k10/11/11/5Q5/11/11/11/11/11/10K b - - 0 1",
    };
    SlowBoard board;
    Answer answer;
    set_option(c, "UCI_ShowWDL", "true");
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        slow_parse(fens[i], false, &board);
        set_fen(c, fens[i]);
        go(c, "go depth 5", &board, &answer);
        for (int j = 0; j < answer.count; j++) {
            const Info *line = &answer.lines[j];
            assert_true(line->has_wdl);
            assert_true(line->win >= 0 && line->draw >= 0 && line->loss >= 0);
            assert_int_equal(line->win + line->draw + line->loss, 1000);
            if (line->is_mate)
                assert_int_equal(line->score > 0 ? line->win : line->loss, 1000);
        }
        free(answer.lines);
    }
    set_option(c, "UCI_ShowWDL", "false");
    go(c, "go depth 3", &board, &answer);
    for (int j = 0; j < answer.count; j++)
        assert_false(answer.lines[j].has_wdl);
    free(answer.lines);
    quit(c);
}

/* ---- Positions ---- */

static void test_no_legal_move(void **state) {
    Client *c = *state;
    char line[1024];
    char *fields[4];
    int count = 0;
    FILE *file = data_open("cases/endings.tsv");
    for (; data_line(file, line, sizeof line); count++) {
        assert_int_equal(data_fields(line, fields, 4), 4);
        const bool standard = strcmp(fields[0], "standard") == 0;
        const bool lost = !standard || strcmp(fields[2], "checkmate") == 0;
        set_variant(c, standard);
        set_fen(c, fields[1]);
        say(c, count % 2 == 0 ? "go depth 4" : "go wtime 1000 btime 1000");
        expect_line(c, lost ? "info depth 0 score mate 0" : "info depth 0 score cp 0");
        expect_line(c, "bestmove (none)");
    }
    fclose(file);
    assert_true(count > 20);
    say(c, "go infinite");
    expect_silence(c);
    say(c, "stop");
    assert_true(begins_with(hear(c), "info depth 0 score "));
    expect_line(c, "bestmove (none)");
    say(c, "go ponder wtime 1000 btime 1000");
    expect_silence(c);
    say(c, "ponderhit");
    assert_true(begins_with(hear(c), "info depth 0 score "));
    expect_line(c, "bestmove (none)");
    quit(c);
}

static void test_positions(void **state) {
    Client *c = *state;
    say(c, "position startpos moves");
    expect_fen(c, START[0]);
    say(c, "position startpos moves g2g5 e9e7");
    expect_fen(c,
               "rnccwkqbbnr/pppp1pppppp/11/4p6/11/6P4/11/11/PPPPPP1PPPP/RNBBQKWCCNR w KAka - 0 2");
    say(c, "position startpos moves g2g5 i9i8 a2a3 f9f6 g5f6 h9h8");
    expect_displayed(c, "Checkers:");
    say(c, "position fen r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 7 30 moves f1k1 f10e10");
    expect_fen(c, "r3k5r/11/11/11/11/11/11/11/11/R4RK4 w - - 9 31");
    /* EPD, and clocks left out. */
    say(c, "position fen r4k4r/11/11/11/11/11/11/11/11/R4K4R w KQkq -");
    expect_fen(c, "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1");
    quit(c);
}

static void test_position_errors(void **state) {
    static const char *const cases[][2] = {
        {"position startpos moves g2g5 e9e7 a2a7", "move 3: "},
        {"position startpos moves g2g5 e9e7 a2a7", "a2a7"},
        {"position startpos moves e9e7", "move 1: "},
        {"position startpos moves hello", "hello"},
        {"position startpos moves f1g1", "f1g1"},
        {"position fen r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1 moves f1k1 f1k1",
         "move 2: "},
        {"position fen r4k4r/11/11/11/11/11/11/11/11/R4K4 w KAka - 0 1", "rank 1"},
        {"position fen r4k4r/11/11/11/11/11/11/11/11/R4K4R x KAka - 0 1", "x"},
        {"position fen r4k4r/11/11/11/11/11/11/11/11/R4K3R1 w KAka - 0 1", "astling"},
        {"position fen 11/11/11/11/11/11/11/11/11/11 w - - 0 1", "king"},
        {"position fen", "FEN"},
        {"position", "position"},
        {"position somewhere", "somewhere"},
        {"position startpos mvoes a2a3", "mvoes"},
    };
    Client *c = *state;
    char before[DISPLAY_ROOM], after[DISPLAY_ROOM];
    SlowBoard board;
    slow_parse("k10/7R3/11/11/11/11/11/11/11/6R3K w - - 3 17", false, &board);
    set_fen(c, "k10/7R3/11/11/11/11/11/11/11/6R3K w - - 3 17");
    display(c, before);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        say(c, cases[i][0]);
        expect_error(c, cases[i][1]);
        display(c, after);
        assert_string_equal(after, before);
    }
    expect_go(c, "go depth 2", &board);
    quit(c);
}

/* A game of thousands of moves: longer than any history that is kept. */
static void test_long_game(void **state) {
    enum { CYCLES = 2500 };
    static const char cycle[] = " b1c3 b10c8 c3b1 c8b10", start[] = "position startpos moves";
    Client *c = *state;
    char *line = malloc(sizeof start + CYCLES * sizeof cycle);
    size_t used = sizeof start - 1;
    SlowBoard board;
    assert_non_null(line);
    memcpy(line, start, sizeof start);
    for (int i = 0; i < CYCLES; i++, used += sizeof cycle - 1)
        memcpy(line + used, cycle, sizeof cycle);
    say(c, line);
    expect_silence(c);
    free(line);
    expect_displayed(c, "Variant: wildebeest");
    start_board(&board, false);
    expect_go(c, "go depth 3", &board);
    quit(c);
}

static void test_flip(void **state) {
    Client *c = *state;
    char before[DISPLAY_ROOM], after[DISPLAY_ROOM];
    say(c, "flip");
    expect_fen(c, "rnbbqkwccnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNCCWKQBBNR b KAka - 0 1");
    say(c, "flip");
    expect_fen(c, START[0]);
    say(c, "position startpos moves g2g5 i9i8 a2a3 f9f6 k2k3 f6f5 g5g6");
    display(c, before);
    say(c, "flip");
    display(c, after);
    assert_string_not_equal(before, after);
    say(c, "flip");
    display(c, after);
    assert_string_equal(before, after);
    quit(c);
}

/* ---- Bad lines ---- */

static void test_unknown_commands(void **state) {
    Client *c = *state;
    static const char *const words[] = {"hello", "UCI", "Go depth 1", "quitt", "-", "0"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char word[32];
        snprintf(word, sizeof word, "'%.*s'", (int)strcspn(words[i], " "), words[i]);
        say(c, words[i]);
        expect_error(c, word);
    }
    say(c, "");
    say(c, "  \t ");
    say(c, " \t isready \t ");
    expect_line(c, "readyok");
    expect_silence(c);
    quit(c);
}

static void test_huge_lines(void **state) {
    enum { SIZE = 1 << 20 };
    static const char *const starts[] = {"",
                                         "position startpos moves ",
                                         "position fen ",
                                         "position ",
                                         "go ",
                                         "go depth ",
                                         "go searchmoves ",
                                         "setoption ",
                                         "setoption name ",
                                         "setoption name Hash value ",
                                         "setoption name UCI_Variant value ",
                                         "setoption name Log File value /"};
    static const char fillers[] = {'x', '9', '/'};
    Client *c = *state;
    char before[DISPLAY_ROOM], after[DISPLAY_ROOM];
    char *filler = malloc(SIZE);
    assert_non_null(filler);
    display(c, before);
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        for (size_t j = 0; j < sizeof fillers; j++) {
            memset(filler, fillers[j], SIZE);
            send_bytes(c, starts[i], strlen(starts[i]));
            send_bytes(c, filler, SIZE);
            send_bytes(c, "\n", 1);
            /* "//…/" is the root folder, which is no file to write to, or too long a name. */
            expect_error(c, "");
            display(c, after);
            assert_string_equal(after, before);
        }
    /* Blanks without end are an empty line, and do no harm between words. */
    memset(filler, ' ', SIZE);
    send_bytes(c, filler, SIZE);
    send_bytes(c, "\nposition", 9);
    send_bytes(c, filler, SIZE);
    send_bytes(c, "startpos\n", 9);
    expect_silence(c);
    free(filler);
    quit(c);
}

static void test_binary_lines(void **state) {
    static const char *const starts[] = {"",    "position fen ",   "position startpos moves ",
                                         "go ", "setoption name ", "setoption name Hash value "};
    Client *c = *state;
    char before[DISPLAY_ROOM], after[DISPLAY_ROOM];
    Random random = {2026};
    display(c, before);
    for (int i = 0; i < 300; i++) {
        char bytes[200];
        const size_t length = 1 + (size_t)random_below(&random, sizeof bytes);
        /* The first is no blank and no end of a line, so that every line has a word in it. */
        for (size_t j = 0; j < length; j++) {
            do
                bytes[j] = (char)(random_next(&random) & 0xff);
            while (bytes[j] == '\n' || (j == 0 && strchr(" \t\r", bytes[0]) != NULL));
        }
        const char *start = starts[(size_t)i % (sizeof starts / sizeof starts[0])];
        send_bytes(c, start, strlen(start));
        send_bytes(c, bytes, length);
        send_bytes(c, "\n", 1);
        expect_error(c, "");
    }
    /* What stands behind a zero byte is not looked at. */
    send_bytes(c, "isready\0quit\n", 13);
    expect_line(c, "readyok");
    send_bytes(c, "\0quit\n", 6);
    display(c, after);
    assert_string_equal(after, before);
    quit(c);
}

static void test_carriage_returns(void **state) {
    Client *c = *state;
    SlowBoard board;
    start_board(&board, false);
    say(c, "uci\r");
    while (strcmp(hear(c), "uciok") != 0)
        continue;
    say(c, "isready\r");
    expect_line(c, "readyok");
    say(c, "setoption name UCI_Variant value wildebeest\r");
    assert_true(begins_with(hear(c), "info string variant wildebeest "));
    say(c, "position fen r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1\r");
    expect_fen(c, "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1");
    say(c, "position startpos moves g2g5\r");
    say(c, "position startpos\r");
    say(c, "\r");
    expect_go(c, "go depth 3\r", &board);
    say(c, "quit\r");
    expect_end(c);
}

/* ---- Ends ---- */

/* Reads to the end of the output and says whether a best move was there. */
static void expect_end_with_answer(Client *c, const SlowBoard *board) {
    Answer answer = {0};
    hear_answer(c, board, &answer);
    free(answer.lines);
    expect_end(c);
}

static void test_end_of_input(void **state) {
    Client *c = *state;
    static const char *const last[] = {"", "go infinite\n", "go ponder wtime 1000 btime 1000\n",
                                       "go infinite", "go depth 5\nisready\n"};
    SlowBoard board;
    start_board(&board, false);
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
        if (i > 0)
            open_client(c);
        send_bytes(c, last[i], strlen(last[i]));
        if (i == 1 || i == 2)
            hear_info(c, &board);
        close(c->to);
        c->to = -1;
        if (i == 1 || i == 2)
            expect_end_with_answer(c, &board);
        else
            expect_end(c);
        if (i + 1 < sizeof last / sizeof last[0])
            close(c->from);
    }
}

static void test_quit(void **state) {
    Client *c = *state;
    SlowBoard board;
    start_board(&board, false);
    set_option(c, "Threads", "2");
    say(c, "go infinite");
    hear_info(c, &board);
    quit(c);
}

/* ---- In the middle of a search ---- */

static void test_commands_in_a_search(void **state) {
    Client *c = *state;
    static const char *const commands[] = {
        "setoption name Hash value 8",
        "setoption name Threads value 3",
        "setoption name Threads value 1",
        "setoption name Clear Hash",
        "setoption name MultiPV value 2",
        "setoption name UCI_ShowWDL value true",
        "setoption name Hash value 1",
        "ucinewgame",
        "position startpos",
    };
    SlowBoard board;
    start_board(&board, false);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        say(c, "go infinite");
        hear_info(c, &board);
        say(c, commands[i]);
        expect_answer(c, &board);
        expect_go(c, "go depth 4", &board);
    }
    /* A search begun in another's place: both answer. */
    Answer answer = {0};
    say(c, "go infinite");
    hear_info(c, &board);
    send_bytes(c, "go depth 3\n", 11);
    hear_answer(c, &board, &answer);
    c->told[0] = '\0';
    free(answer.lines);
    expect_answer(c, &board);
    /* These leave a search alone. */
    say(c, "go infinite");
    hear_info(c, &board);
    say(c, "ponderhit");
    expect_still_searching(c, &board);
    say(c, "stop");
    expect_answer(c, &board);
    quit(c);
}

static void test_threads(void **state) {
    Client *c = *state;
    static const char *const threads[] = {"2", "4", "8", "1"};
    SlowBoard board;
    start_board(&board, false);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        set_option(c, "Threads", threads[i]);
        expect_go(c, "go depth 6", &board);
        expect_go(c, "go nodes 2000", &board);
        say(c, "go infinite");
        say(c, "stop");
        expect_answer(c, &board);
    }
    quit(c);
}

static void test_new_games_repeat(void **state) {
    enum { SEARCHES = 3 };
    Client *c = *state;
    static const char *const openings[SEARCHES] = {
        "position startpos", "position startpos moves g2g5 e9e7", "position startpos moves b1c3"};
    int64_t nodes[SEARCHES] = {0};
    char best[SEARCHES][WORD_ROOM] = {""};
    for (int game = 0; game < 4; game++) {
        for (int i = 0; i < SEARCHES; i++) {
            SlowBoard board;
            Answer answer;
            start_board(&board, false);
            if (i == 1)
                assert_true(play(&board, "g2g5") && play(&board, "e9e7"));
            if (i == 2)
                assert_true(play(&board, "b1c3"));
            say(c, openings[i]);
            go(c, "go depth 7", &board, &answer);
            if (game == 0) {
                nodes[i] = last_line(&answer)->nodes;
                memcpy(best[i], answer.best, WORD_ROOM);
            }
            assert_int_equal(last_line(&answer)->nodes, nodes[i]);
            assert_string_equal(answer.best, best[i]);
            free(answer.lines);
        }
        /* Also in a new process. */
        if (game == 1) {
            quit(c);
            close(c->to);
            close(c->from);
            open_client(c);
        } else {
            say(c, "ucinewgame");
        }
    }
    quit(c);
}

static void test_log_file(void **state) {
    Client *c = *state;
    const char *folder = getenv("TMPDIR");
    char name[256], text[1 << 14];
    SlowBoard board;
    snprintf(name, sizeof name, "%s/brindle log XXXXXX", folder != NULL ? folder : "/tmp");
    const int descriptor = mkstemp(name);
    assert_true(descriptor >= 0);
    start_board(&board, false);
    set_option(c, "Log File", name);
    expect_go(c, "go depth 2", &board);
    say(c, "nonsense");
    expect_error(c, "nonsense");
    say(c, "setoption name Log File value <empty>");
    expect_go(c, "go depth 1", &board);
    const ssize_t length = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    unlink(name);
    assert_true(length > 0);
    text[length] = '\0';
    static const char *const wanted[] = {
        ">> go depth 2\n",        "<< info depth 1 ",
        "<< bestmove ",           ">> isready\n",
        "<< readyok\n",           ">> nonsense\n",
        "<< info string error: ", ">> setoption name Log File value <empty>\n"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (strstr(text, wanted[i]) == NULL)
            fail_msg("'%s' is missing in the log:\n%s", wanted[i], text);
    assert_null(strstr(text, ">> go depth 1\n"));
    quit(c);
}

static void test_help(void **state) {
    static const char *const words[] = {"uci",  "isready", "setoption", "ucinewgame", "position",
                                        "go",   "stop",    "ponderhit", "d",          "eval",
                                        "flip", "help",    "quit"};
    enum { WORDS = sizeof words / sizeof words[0] };
    Client *c = *state;
    say(c, "help");
    for (int i = 0; i < WORDS; i++) {
        hear(c);
        assert_true(begins_with(c->line, words[i]) && c->line[strlen(words[i])] == ' ');
    }
    expect_silence(c);
    quit(c);
}

/* Any blank parts words. */
static void test_tabs(void **state) {
    Client *c = *state;
    say(c, "position\tstartpos\tmoves\tg2g5 \t e9e7");
    expect_fen(c,
               "rnccwkqbbnr/pppp1pppppp/11/4p6/11/6P4/11/11/PPPPPP1PPPP/RNBBQKWCCNR w KAka - 0 2");
    say(c, "setoption\tname\tHash\tvalue\t2");
    expect_silence(c);
    quit(c);
}

static void test_eval(void **state) {
    Client *c = *state;
    int lines = 0;
    say(c, "eval");
    say(c, "isready");
    while (strcmp(hear(c), "readyok") != 0)
        lines++;
    assert_true(lines > 0);
    quit(c);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(test_handshake),
        CASE(test_variant_lines),
        CASE(test_option_errors),
        CASE(test_option_spellings),
        CASE(test_limits),
        CASE(test_strange_clocks),
        CASE(test_mate),
        CASE(test_searchmoves),
        CASE(test_infinite),
        CASE(test_skill_seed),
        CASE(test_limited_strength),
        CASE(test_ponder),
        CASE(test_go_errors),
        CASE(test_perft),
        CASE(test_multipv),
        CASE(test_win_draw_loss),
        CASE(test_no_legal_move),
        CASE(test_positions),
        CASE(test_position_errors),
        CASE(test_long_game),
        CASE(test_flip),
        CASE(test_unknown_commands),
        CASE(test_huge_lines),
        CASE(test_binary_lines),
        CASE(test_carriage_returns),
        CASE(test_end_of_input),
        CASE(test_quit),
        CASE(test_commands_in_a_search),
        CASE(test_threads),
        CASE(test_new_games_repeat),
        CASE(test_log_file),
        CASE(test_eval),
        CASE(test_help),
        CASE(test_tabs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
