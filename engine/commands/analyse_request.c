#include "engine/commands/analyse_request.h"

#include "bitboard/notation.h"
#include "engine/analysis/line.h"
#include "engine/commands/analyse_options.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_TIME_MS = 10000 };
static const double SECONDS_MAX = 1e9;

/* ---- What goes together ---- */

static const int TRAITS[] = {ANALYSE_OPTIONS(ACTION_OPTION_TAKER)};

int analyse_option_traits(int index) {
    return TRAITS[index];
}

static bool find_mode(const Arguments *arguments, AnalyseMode *mode, Message *message) {
    const OptionSpec *options = arguments->command->options;
    const bool epd = arguments_value(arguments, "--epd") != NULL,
               pgn = arguments_value(arguments, "--pgn") != NULL;
    *mode = epd ? ANALYSE_EPD : pgn ? ANALYSE_PGN : ANALYSE_ONE;
    for (int i = 0; options[i].name != NULL; i++) {
        if (arguments->values[i] == NULL || (TRAITS[i] & (int)*mode) != 0)
            continue;
        if (*mode == ANALYSE_ONE)
            return message_set(message, "%s needs %s--pgn", options[i].name,
                               (TRAITS[i] & ANALYSE_EPD) != 0 ? "--epd or " : "");
        return message_set(message, "%s does not go with --%s", options[i].name,
                           epd ? "epd" : "pgn");
    }
    return true;
}

/* ---- Reading ---- */

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

bool analyse_request_read(const Arguments *arguments, AnalyseRequest *request, Message *message) {
    int64_t depth = 0, nodes = 0;
    double seconds = 0; /* no limit */
    *request = (AnalyseRequest){.multipv = 1,
                                .threads = 1,
                                .hash = DEFAULT_HASH_MIB,
                                .hash_file = arguments_value(arguments, "--hash-file"),
                                .book_file = arguments_value(arguments, "--book")};
    SearchLimits *limits = &request->limits;
    if (!find_mode(arguments, &request->mode, message) ||
        !arguments_position(arguments, &request->pos, message) ||
        !read_search_moves(arguments, &request->pos, limits, message) ||
        !arguments_real(arguments, "--time", 0.001, SECONDS_MAX, &seconds, message) ||
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
    if (arguments_value(arguments, "--snapshot") != NULL &&
        arguments_value(arguments, "--session") == NULL)
        return message_set(message, "--snapshot needs --session");
    if (request->hash_file != NULL && arguments_value(arguments, "--session") != NULL)
        return message_set(message, "--hash-file does not go with --session, which has its own");
    if (request->book_file != NULL && request->writer != &TERMINAL_WRITER)
        return message_set(message, "--book does not go with --json");
    limits->depth = (int)depth;
    limits->nodes = (uint64_t)nodes;
    limits->move_time_ms = (int64_t)(seconds * 1000);
    if (seconds == 0 && depth == 0 && nodes == 0)
        limits->move_time_ms = DEFAULT_TIME_MS;
    return true;
}

/* ---- For one position ---- */

Engine *analyse_request_engine(const AnalyseRequest *request, Message *message) {
    Engine *engine = engine_new(message);
    if (engine == NULL)
        return NULL;
    if (!engine_set_hash(engine, (size_t)request->hash, message) ||
        !engine_set_threads(engine, (int)request->threads, message)) {
        engine_free(engine);
        return NULL;
    }
    engine_set_multipv(engine, (int)request->multipv);
    engine_set_move_overhead(engine, 0);
    engine_set_analyse_mode(engine, true);
    return engine;
}

bool analyse_request_show_book(const AnalyseRequest *request, Message *message) {
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
