#include "engine/commands/analyse_options.h"
#include "engine/watched_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

static int analyse(const AnalyseRequest *request, Engine *engine) {
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
static bool open_hash_file(const AnalyseRequest *request, Engine *engine, Message *message) {
    if (request->hash_file == NULL)
        return true;
    engine_set_position(engine, &request->pos); /* the file must be about the same rule set */
    if (!engine_set_hash_file(engine, request->hash_file, message))
        return false;
    return access(request->hash_file, F_OK) == 0 ? engine_load_hash(engine, message)
                                                 : engine_save_hash(engine, message);
}

static int analyse_one(const AnalyseRequest *request) {
    Message message = {"no memory"};
    Engine *engine = analyse_request_engine(request, &message);
    int status = 1;
    bool failed = true;
    if (engine != NULL && open_hash_file(request, engine, &message) &&
        analyse_request_show_book(request, &message)) {
        status = analyse(request, engine);
        failed = request->hash_file != NULL && !engine_save_hash(engine, &message);
    }
    if (failed) {
        fprintf(stderr, "brindle analyse: %s\n", message.text);
        status = 1;
    }
    engine_free(engine);
    return status;
}

/* Files and sessions are the tools' business. */
static int analyse_by_tools(const Arguments *arguments) {
    Message message;
    if (arguments->tools != NULL)
        return arguments->tools->analyse(arguments);
    message_set(&message, "--epd, --pgn and --session: this program was built without the tools "
                          "library (it needs Jansson, SQLite and zlib)");
    return arguments_refuse(arguments, &message);
}

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    if (arguments_value(arguments, "--epd") != NULL ||
        arguments_value(arguments, "--pgn") != NULL ||
        arguments_value(arguments, "--session") != NULL)
        return analyse_by_tools(arguments);
    AnalyseRequest *request = malloc(sizeof *request);
    const bool read = request != NULL && analyse_request_read(arguments, request, &message);
    const int status = read ? analyse_one(request) : arguments_refuse(arguments, &message);
    free(request);
    return status;
}

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
        "limits of one position, in the place of the command line's.  Games without a Variant tag\n"
        "need --variant.  FILE may be - for standard input.\n"
        "\n"
        "With --session whatever is finished is in FILE: after Ctrl-C, kill -9 or a power cut the\n"
        "same command, or just brindle analyse --session FILE, shows what is there and goes on.\n"
        "Of one position that is each finished depth, and the hash in FILE.hash; the limits are\n"
        "those of all runs together and may be raised.  Of a file each finished position; only\n"
        "--concurrency and what is written may be changed.",
    .options = OPTIONS,
    .run = run};
