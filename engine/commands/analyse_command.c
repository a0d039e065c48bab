#include "bitboard/notation.h"
#include "engine/analysis/line.h"
#include "engine/commands/action.h"
#include "engine/watched_search.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DEFAULT_TIME_MS = 10000 };

typedef struct {
    const AnalysisWriter *writer;
    void *state;
} Analysis;

static void on_report(void *context, const SearchReport *report) {
    const Analysis *a = context;
    a->writer->report(a->state, report);
}

static void on_tick(void *context, int64_t elapsed_ms) {
    const Analysis *a = context;
    if (a->writer->tick != NULL)
        a->writer->tick(a->state, elapsed_ms);
}

typedef struct {
    Position pos;
    SearchLimits limits;
    int64_t multipv, threads, hash;
    const char *hash_file; /* NULL: none */
    const char *book_file; /* NULL: none */
    const AnalysisWriter *writer;
} Request;

/* Seconds, with a fraction if need be. */
static bool read_time(const char *text, int64_t *time_ms, Message *message) {
    char *end;
    errno = 0;
    const double seconds = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !isfinite(seconds) || seconds < 0.001 ||
        seconds > 1e9)
        return message_set(
            message, "--time: '%.40s' is no number of seconds from 0.001 to 1000000000", text);
    *time_ms = (int64_t)(seconds * 1000);
    return true;
}

/* The moves of the position that alone are to be thought about, by coordinates or SAN. */
static bool read_search_moves(const Arguments *arguments, const Position *pos, SearchLimits *limits,
                              Message *message) {
    char *const *words = NULL;
    const char *single = arguments_value(arguments, "--searchmoves");
    const int count = arguments_words(arguments, "--searchmoves", &words);
    const int moves = single != NULL && count == 0 ? 1 : count; /* 1: --searchmoves=MOVE */
    if (moves > MAX_MOVES)
        return message_set(message, "--searchmoves: %d moves are too many", moves);
    for (int i = 0; i < moves; i++) {
        const char *word = count == 0 ? single : words[i];
        Move *move = &limits->root_moves[i];
        Message why;
        if (!move_parse(pos, word, move, &why) && !san_parse(pos, word, move, &why))
            return message_set(message, "--searchmoves: %s", why.text);
    }
    limits->root_move_count = moves;
    return true;
}

static bool read_request(const Arguments *arguments, Request *request, Message *message) {
    const char *time = arguments_value(arguments, "--time");
    int64_t depth = 0, nodes = 0;
    *request = (Request){.multipv = 1,
                         .threads = 1,
                         .hash = DEFAULT_HASH_MIB,
                         .hash_file = arguments_value(arguments, "--hash-file"),
                         .book_file = arguments_value(arguments, "--book")};
    SearchLimits *limits = &request->limits;
    if (!arguments_position(arguments, &request->pos, message) ||
        !read_search_moves(arguments, &request->pos, limits, message) ||
        (time != NULL && !read_time(time, &limits->move_time_ms, message)) ||
        !arguments_number(arguments, "--depth", 1, MAX_PLY - 1, &depth, message) ||
        !arguments_number(arguments, "--nodes", 1, INT64_MAX, &nodes, message) ||
        !arguments_number(arguments, "--multipv", 1, MAX_MULTIPV, &request->multipv, message) ||
        !arguments_number(arguments, "--threads", 1, MAX_THREADS, &request->threads, message) ||
        !arguments_number(arguments, "--hash", 1, 1 << 25, &request->hash, message))
        return false;
    request->writer = arguments_value(arguments, "--json") == NULL ? &TERMINAL_WRITER
                      : arguments->tools != NULL                   ? arguments->tools->json
                                                                   : NULL;
    if (request->writer == NULL) {
        message_set(message,
                    "--json: this program was built without the tools library (it needs Jansson)");
        return false;
    }
    if (request->book_file != NULL && request->writer != &TERMINAL_WRITER)
        return message_set(message, "--book does not go with --json");
    limits->depth = (int)depth;
    limits->nodes = (uint64_t)nodes;
    if (time == NULL && depth == 0 && nodes == 0)
        limits->move_time_ms = DEFAULT_TIME_MS;
    return true;
}

/* The moves that a book has, in a few lines before the analysis. */
static bool show_book(const Request *request, Message *message) {
    WbookEntry entries[MAX_MOVES];
    int count, total = 0;
    if (request->book_file == NULL)
        return true;
    Wbook *book = wbook_open(request->book_file, message);
    const bool probed = book != NULL && wbook_probe(book, &request->pos, entries, &count, message);
    if (probed) {
        for (int i = 0; i < count; i++)
            total += entries[i].weight;
        printf("book:%s", count == 0 ? " the position is not in it" : "");
        for (int i = 0; i < count; i++) {
            char san[MOVE_TEXT_SIZE], score[SCORE_TEXT_SIZE] = "";
            if (entries[i].learn != SCORE_NONE)
                score_write(entries[i].learn, score);
            printf(" %s %.0f%%%s%s%s", san_write(&request->pos, entries[i].move, san),
                   total > 0 ? 100.0 * entries[i].weight / total : 0, score[0] != '\0' ? " " : "",
                   score, i + 1 < count ? "," : "");
        }
        printf("\n\n");
    }
    wbook_close(book);
    return probed;
}

static int analyse(const Request *request, Engine *engine) {
    Analysis a = {.writer = request->writer};
    const GameState game_state = position_game_state(&request->pos);
    a.state = a.writer->begin(stdout, &request->pos, (int)request->multipv);
    if (a.state == NULL) {
        fprintf(stderr, "brindle analyse: no memory\n");
        return 1;
    }
    /* A draw by rule may still be worth a look; without a legal move there is nothing to search. */
    if (game_state == GAME_CHECKMATE || game_state == GAME_STALEMATE) {
        a.writer->end(a.state, NULL, game_state);
        return 0;
    }
    const SearchWatch watch = {
        .interrupted = interrupted, .on_report = on_report, .on_tick = on_tick, .context = &a};
    SearchResult result;
    interrupts_watch();
    watched_search(engine, &request->pos, &request->limits, &watch, &result);
    a.writer->end(a.state, &result, game_state);
    return 0;
}

/*
 * Goes on from what an earlier analysis has left in the hash file.  If there is none, it is begun
 * now: that it cannot be written should not come out after hours.
 */
static bool open_hash_file(const Request *request, Engine *engine, Message *message) {
    if (request->hash_file == NULL)
        return true;
    engine_set_position(engine, &request->pos); /* the file must be about the same rule set */
    if (!engine_set_hash_file(engine, request->hash_file, message))
        return false;
    return access(request->hash_file, F_OK) == 0 ? engine_load_hash(engine, message)
                                                 : engine_save_hash(engine, message);
}

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    Request *request = malloc(sizeof *request);
    if (request == NULL || !read_request(arguments, request, &message)) {
        free(request);
        return arguments_refuse(arguments, &message);
    }
    Engine *engine = engine_new(&message);
    int status = 1;
    bool failed = true;
    if (engine != NULL && engine_set_hash(engine, (size_t)request->hash, &message) &&
        engine_set_threads(engine, (int)request->threads, &message) &&
        open_hash_file(request, engine, &message) && show_book(request, &message)) {
        engine_set_multipv(engine, (int)request->multipv);
        engine_set_move_overhead(engine, 0);
        engine_set_analyse_mode(engine, true);
        status = analyse(request, engine);
        failed = request->hash_file != NULL && !engine_save_hash(engine, &message);
    }
    if (failed) {
        fprintf(stderr, "brindle analyse: %s\n", message.text);
        status = 1;
    }
    engine_free(engine);
    free(request);
    return status;
}

/* What there is to analyse: one position, the lines of an EPD file, the games of a PGN file. */
enum { ONE = 1 << 0, EPD = 1 << 1, PGN = 1 << 2, BATCH = EPD | PGN, ALL = ONE | BATCH };

/* clang-format off */
#define ANALYSE_OPTIONS(X) \
    X("--fen", "FEN", ONE, "the position (default: the array)") \
    X("--moves", "MOVE…", ONE, "moves to play first, by coordinates or SAN") \
    X("--epd", "FILE", EPD, "every position of an EPD file; bm, am and dm are marked as a test suite") \
    X("--pgn", "FILE", PGN, "every position of the main line of every game of a PGN file") \
    X("--games", "A-B", PGN, "only games number A to B of the PGN file") \
    X("--variant", "V", ALL, "the rule set: wildebeest (default) or standard-wildebeest") \
    X("--searchmoves", "MOVE…", ONE, "think about these moves only") \
    X("--time", "S", ALL, "seconds to think about a position (default 10, if there is no other limit)") \
    X("--depth", "D", ALL, "half-moves to search") \
    X("--nodes", "N", ALL, "moves to look at") \
    X("--multipv", "K", ALL, "the K best lines") \
    X("--threads", "N", ALL, "search on N threads") \
    X("--hash", "MB", ALL, "size of the transposition table in MiB (default 64)") \
    X("--concurrency", "N", BATCH, "work on N positions of a file at once, each with threads and hash of its own") \
    X("--session", "FILE", ALL, "keep what is found in FILE, and go on from there") \
    X("--snapshot", "MIN", ONE, "with --session: save the hash every MIN minutes (default 5), beside it") \
    X("--hash-file", "FILE", ONE, "go on from the table in FILE, if there is one, and keep it there") \
    X("--book", "FILE", ONE, "show what a .wbook has about it, too") \
    X("--json", NULL, ALL, "a JSON object per line, for programs") \
    X("--epd-out", "FILE", BATCH, "write the positions as EPD with ce, pv, acd, acn and bm") \
    X("--pgn-out", "FILE", PGN, "write the games as PGN with evaluations, ?!, ? and ??, and better lines") \
    X("--report", "FILE", PGN, "write the game as an HTML page to step through (only one game)")
/* clang-format on */

static const OptionSpec OPTIONS[] = {ANALYSE_OPTIONS(ACTION_OPTION_SPEC){NULL, NULL, NULL}};

const Command COMMAND_ANALYSE = {
    .name = "analyse",
    .aliases = {"analyze"},
    .summary = "think about a position, the positions of an EPD file, or the games of a PGN file",
    .details =
        "Scores are in pawns for the side to move.  Ctrl-C ends the thinking; what has been found\n"
        "is shown, and kept.\n"
        "\n"
        "With --epd and --pgn the limits are for each position, and each is searched with an empty\n"
        "hash: with --depth or --nodes and one thread the results are the same in every run and at\n"
        "any --concurrency.  The EPD operations max_depth, max_nodes and max_time (seconds) are\n"
        "limits of one position, in the place of the command line's.  FILE may be - for standard\n"
        "input.\n"
        "\n"
        "With --session whatever is finished is in FILE: after Ctrl-C, kill -9 or a power cut the\n"
        "same command, or just brindle analyse --session FILE, shows what is there and goes on.\n"
        "Of one position that is each finished depth, and the hash in FILE.hash; the limits are\n"
        "those of all runs together and may be raised.  Of a file each finished position; only\n"
        "--concurrency and what is written may be changed.",
    .options = OPTIONS,
    .run = run};
