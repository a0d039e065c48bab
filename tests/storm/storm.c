/*
 * Sends an engine random lines (lines.h) in batches, and holds it against what must always be so:
 *
 *   storm uci|xboard PROGRAM [--lines N] [--threads N] [--seed N]
 *
 *   - after each batch `isready` is answered, also in mid-search, or `ping` once there is none;
 *     so is every single `isready` of the batch;
 *   - as many searches have told their move as were begun;
 *   - after some batches and after the last one, a new position gets a move that the slow rules
 *     allow;
 *   - in UCI, no control byte comes back, and in the end the program leaves with status 0.
 *
 * `--threads` is the most that lines ask for (1), `--lines` is how many there are (1000), and from
 * one seed come the same lines in every run; without `--seed`, it is the time of day.  It is a
 * directory of its own where the program writes its files.
 */
#include <ctype.h>
#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bitboard/fen.h"
#include "bitboard/movegen.h"
#include "bitboard/notation.h"
#include "engine/commands/step_progress.h"
#include "engine/number.h"
#include "engine/protocol/xboard_notation.h"
#include "engine/search/time.h"
#include "engine/wbook/wbook_writer.h"
#include "tests/storm/lines.h"
#include "tests/storm/talk.h"
#include "tests/support/slow.h"

enum { BATCH_LINES = 200, PROBE_PLIES = 20, SHOWN_LINES = 40, SHOWN_BYTES = 160 };

typedef struct {
    bool xboard;
    int64_t lines, threads, seed;
} Settings;

typedef struct {
    Settings settings;
    Talk talk;
    LineSource source;
    Message fault; /* what was wrong with a line of the program's */

    int ready_due; /* answers to `isready` */
    int is_ready;  /* none is due; or the awaited `pong` is there */
    char pong[32];
    int has_move;
    char move[64]; /* told last */
    int64_t answers, moves, searches_least, searches_most, probes;

    StormLine batch[BATCH_LINES];
    int batch_count;
} Storm;

/* ---- What the program says ---- */

static const char *behind(const char *line, const char *start) {
    const size_t length = strlen(start);
    return strncmp(line, start, length) == 0 ? line + length : NULL;
}

static void take_move(Storm *s, const char *move) {
    snprintf(s->move, sizeof s->move, "%.*s", (int)strcspn(move, " "), move);
    s->has_move = 1;
    s->moves++;
}

static void on_uci_line(void *context, const char *line) {
    Storm *s = context;
    const char *move = behind(line, "bestmove ");
    s->answers++;
    if (move != NULL)
        take_move(s, move);
    else if (strcmp(line, "readyok") == 0)
        s->is_ready = --s->ready_due == 0;
    for (const char *c = line; *c != '\0'; c++)
        if (iscntrl((unsigned char)*c))
            message_set(&s->fault, "a control byte is in '%.200s'", line);
}

static void on_xboard_line(void *context, const char *line) {
    Storm *s = context;
    const char *move = behind(line, "move ");
    s->answers++;
    if (move != NULL)
        take_move(s, move);
    else if (strcmp(line, s->pong) == 0)
        s->is_ready = 1;
}

/* ---- What is said to it ---- */

static bool say(Storm *s, const char *text, Message *message) {
    return talk_say(&s->talk, text, strlen(text), message);
}

static bool synchronise_uci(Storm *s, Message *message) {
    s->ready_due++;
    s->is_ready = 0;
    return say(s, "isready\n", message) && talk_await(&s->talk, &s->is_ready, message);
}

/* A ping waits for the move of a search, and so does what else the search holds up. */
static bool synchronise_xboard(Storm *s, Message *message) {
    static const char *const ends[] = {"force\n", "exit\n", "new\n", "result * {}\n"};
    char text[64];
    const int number = random_below(&s->source.random, INT32_MAX);
    snprintf(s->pong, sizeof s->pong, "pong storm%d", number);
    snprintf(text, sizeof text, "%sping storm%d\n", source_pick(&s->source, ends, 4), number);
    s->is_ready = 0;
    return say(s, text, message) && talk_await(&s->talk, &s->is_ready, message);
}

static bool synchronise(Storm *s, Message *message) {
    if (!(s->settings.xboard ? synchronise_xboard : synchronise_uci)(s, message))
        return false;
    return s->fault.text[0] == '\0' || message_set(message, "%s", s->fault.text);
}

/* The move it told, in coordinates. */
static bool move_text(const Storm *s, char *text, Message *message) {
    Move move;
    if (!s->settings.xboard) {
        snprintf(text, MOVE_TEXT_SIZE, "%.15s", s->move);
        return true;
    }
    if (!xboard_move_parse(&s->source.pos, s->move, 0, &move, message))
        return false;
    move_write(move, text);
    return true;
}

static bool is_legal(const char *fen, bool standard, const char *text) {
    static SlowMove moves[SLOW_MAX_MOVES];
    SlowBoard board;
    char spelled[32];
    slow_parse(fen, standard, &board);
    for (int i = slow_moves(&board, moves) - 1; i >= 0; i--) {
        slow_move_text(&moves[i], spelled);
        if (strcmp(spelled, text) == 0)
            return true;
    }
    return false;
}

/* A position of a game that goes on, by either rules. */
static void choose_position(LineSource *source) {
    do
        source_new_game(source, PROBE_PLIES);
    while (position_game_state(&source->pos) != GAME_ONGOING);
}

/* Asks for a move in a position that has nothing to do with what came before. */
static bool probe(Storm *s, Message *message) {
    char fen[FEN_SIZE], board[FEN_SIZE], text[4 * FEN_SIZE], move[MOVE_TEXT_SIZE];
    choose_position(&s->source);
    fen_write(&s->source.pos, fen);
    const char *go = "go nodes 300\n";
    if (s->settings.xboard) {
        xboard_fen_write(&s->source.pos, 0, false, board);
        snprintf(text, sizeof text, "new\nvariant %s\nsetboard %s\nlevel 40 5 0\nsd 3\nst 0.05\n",
                 s->source.rules->name, board);
        go = "go\n";
    } else {
        snprintf(text, sizeof text, "setoption name UCI_Variant value %s\nposition fen %s\n",
                 s->source.rules->name, fen);
    }
    if (!synchronise(s, message) || !say(s, text, message))
        return false;
    if (!s->settings.xboard && !synchronise(s, message))
        return false;
    s->has_move = 0;
    s->searches_least++;
    s->searches_most++;
    if (!say(s, go, message) || !talk_await(&s->talk, &s->has_move, message) ||
        !move_text(s, move, message))
        return false;
    s->probes++;
    return is_legal(fen, s->source.rules == &RULES[1], move) ||
           message_set(message, "%s is not legal in %s", s->move, fen);
}

static bool send_line(Storm *s, const StormLine *line, Message *message) {
    if (!s->settings.xboard && storm_line_begins(line, "isready")) {
        s->ready_due++;
        s->is_ready = 0;
    }
    s->searches_least += line->starts_search;
    s->searches_most += storm_line_begins(line, "go");
    if (source_chance(&s->source, 30)) {
        const int most_us = s->settings.xboard ? 20000 : 3000;
        const struct timespec moment = {.tv_nsec = 1000 * random_below(&s->source.random, most_us)};
        nanosleep(&moment, NULL);
    }
    return talk_say(&s->talk, line->text, line->length, message);
}

static void forget_batch(Storm *s) {
    for (int i = 0; i < s->batch_count; i++)
        free(s->batch[i].text);
    s->batch_count = 0;
}

static bool send_batch(Storm *s, int lines, Message *message) {
    for (int i = 0; i < lines; i++) {
        s->batch[s->batch_count++] =
            storm_line(&s->source, s->settings.xboard ? xboard_line_write : uci_line_write);
        if (!send_line(s, &s->batch[i], message))
            return false;
    }
    if (!synchronise(s, message))
        return false;
    return !source_chance(&s->source, 10) || probe(s, message);
}

/* ---- All of it ---- */

static bool send_all(Storm *s, int64_t *sent, Message *message) {
    StepProgress progress;
    const int64_t started = clock_ms();
    char rate[48];
    bool good = true;
    step_progress_start(&progress);
    for (*sent = 0; *sent < s->settings.lines && good;) {
        const int most = source_chance(&s->source, 2) ? 20 : BATCH_LINES;
        int64_t lines = 1 + random_below(&s->source.random, most);
        if (lines > s->settings.lines - *sent)
            lines = s->settings.lines - *sent;
        forget_batch(s);
        good = send_batch(s, (int)lines, message);
        *sent += s->batch_count;
        const int64_t ms = clock_ms() - started + 1;
        snprintf(rate, sizeof rate, "%" PRId64 " lines/s", *sent * 1000 / ms);
        step_progress_show(&progress, (int)*sent, (int)s->settings.lines, rate);
    }
    step_progress_clear(&progress);
    return good && probe(s, message);
}

/* Either by `quit` or by the end of its input, in mid-search or not. */
static bool end(Storm *s, long *most_kib, Message *message) {
    if (!s->settings.xboard && source_chance(&s->source, 2)) {
        s->searches_least++;
        s->searches_most++;
        if (!say(s, "go infinite\n", message))
            return false;
    }
    if (source_chance(&s->source, 2) && !say(s, "quit\n", message))
        return false;
    return talk_end(&s->talk, most_kib, message);
}

static bool has_all_moves(const Storm *s, Message *message) {
    return s->settings.xboard || (s->searches_least <= s->moves && s->moves <= s->searches_most) ||
           message_set(message, "%" PRId64 " moves for %" PRId64 " to %" PRId64 " searches",
                       s->moves, s->searches_least, s->searches_most);
}

/* The end of what was sent last, with what does not print as \xHH. */
static void show_batch(const Storm *s) {
    const int first = s->batch_count > SHOWN_LINES ? s->batch_count - SHOWN_LINES : 0;
    for (int i = first; i < s->batch_count; i++) {
        const StormLine *line = &s->batch[i];
        fputs("  > ", stderr);
        for (size_t at = 0; at + 1 < line->length && at < SHOWN_BYTES; at++) {
            const unsigned char byte = (unsigned char)line->text[at];
            fprintf(stderr, isprint(byte) ? "%c" : "\\x%02x", byte);
        }
        fprintf(stderr, line->length > SHOWN_BYTES ? " … %zu bytes\n" : "\n", line->length);
    }
}

static bool run(Storm *s, const char *program, Message *message) {
    char *arguments[] = {(char *)program, s->settings.xboard ? "xboard" : "uci", NULL};
    int64_t sent = 0;
    long most_kib = 0;
    s->talk.on_line = s->settings.xboard ? on_xboard_line : on_uci_line;
    s->talk.context = s;
    source_init(&s->source, (uint64_t)s->settings.seed, (int)s->settings.threads);
    const bool good = talk_start(&s->talk, arguments, message) && send_all(s, &sent, message) &&
                      end(s, &most_kib, message) && has_all_moves(s, message);
    printf("%s, up to %" PRId64 " threads, seed %" PRId64 ": %" PRId64 " lines, %" PRId64
           " moves (%" PRId64 " of them judged), %" PRId64 " lines of answers, %ld MiB\n",
           arguments[1], s->settings.threads, s->settings.seed, sent, s->moves, s->probes,
           s->answers, most_kib / 1024);
    fflush(stdout);
    if (!good)
        show_batch(s);
    forget_batch(s);
    talk_free(&s->talk);
    return good;
}

/* ---- Its directory ---- */

static bool write_book(Message *message) {
    FILE *out = fopen(STORM_BOOK, "w+b");
    if (out == NULL)
        return message_set(message, "%s: %s", STORM_BOOK, strerror(errno));
    Position pos;
    position_set_start(&pos, &RULES[0]);
    WbookEntry entry = {.key = book_key(&pos), .weight = 1};
    bool good = move_parse(&pos, "e2e4", &entry.move, message);
    WbookWriter *writer = wbook_writer_new(out, STORM_BOOK, &RULES[0], "storm", message);
    good = good && writer != NULL && wbook_writer_add(writer, &entry, message) &&
           wbook_writer_finish(writer, message);
    wbook_writer_free(writer);
    return fclose(out) == 0 && good;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status;
    (void)type;
    (void)where;
    return remove(path);
}

static bool run_in_directory(Storm *s, const char *program, Message *message) {
    char path[PATH_MAX], directory[] = "/tmp/brindle-storm-XXXXXX";
    if (realpath(program, path) == NULL)
        return message_set(message, "%.200s: %s", program, strerror(errno));
    if (mkdtemp(directory) == NULL || chdir(directory) != 0)
        return message_set(message, "%s: %s", directory, strerror(errno));
    const bool good = write_book(message) && run(s, path, message);
    if (chdir("/") == 0)
        nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return good;
}

/* ---- Arguments ---- */

static bool read_settings(int argc, char **argv, Settings *settings, Message *message) {
    const struct {
        const char *name;
        int64_t least, most, *target;
    } numbers[] = {{"--lines", 1, INT32_MAX, &settings->lines},
                   {"--threads", 1, 64, &settings->threads},
                   {"--seed", 0, INT64_MAX, &settings->seed}};
    *settings = (Settings){.lines = 1000, .threads = 1, .seed = (int64_t)time(NULL)};
    if (argc < 3 || (strcmp(argv[1], "uci") != 0 && strcmp(argv[1], "xboard") != 0))
        return message_set(message, "usage: storm uci|xboard PROGRAM [--lines N] [--threads N] "
                                    "[--seed N]");
    settings->xboard = strcmp(argv[1], "xboard") == 0;
    for (int i = 3; i < argc; i += 2) {
        bool known = false;
        for (int k = 0; k < 3 && !known; k++)
            if (strcmp(argv[i], numbers[k].name) == 0) {
                known = true;
                if (!number_read(argv[i], i + 1 < argc ? argv[i + 1] : "", numbers[k].least,
                                 numbers[k].most, numbers[k].target, message))
                    return false;
            }
        if (!known)
            return message_set(message, "'%.80s' is not known", argv[i]);
    }
    return true;
}

int main(int argc, char **argv) {
    static Storm storm;
    Message message = {""};
    board_init();
    signal(SIGPIPE, SIG_IGN);
    if (!read_settings(argc, argv, &storm.settings, &message)) {
        fprintf(stderr, "storm: %s\n", message.text);
        return 2;
    }
    if (!run_in_directory(&storm, argv[2], &message)) {
        fprintf(stderr, "storm: %s\n", message.text);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
