/*
 * Reviews the games of a PGN file by a shallow search and writes them as an HTML report, the graph
 * of the first one, too.
 *
 *   report_sample DEPTH GAMES.pgn REPORT.html GRAPH.svg [TITLE]
 */
#include "engine/report/game_graph.h"
#include "engine/report/html_report.h"
#include "tests/support/reviewed.h"

#include <stdlib.h>

static int fail(const char *what) {
    fprintf(stderr, "report_sample: %s\n", what);
    return 1;
}

/* A file that holds one game becomes a report of one. */
static bool is_single(const char *path) {
    FILE *in = fopen(path, "r");
    PgnReader *reader = in != NULL ? pgn_reader_new(in, path) : NULL;
    PgnGame game;
    Message message;
    int games = 0;
    pgn_game_init(&game, &RULES[0]);
    while (reader != NULL && pgn_read(reader, NULL, &game, &message) == PGN_GAME)
        games++;
    pgn_game_clear(&game);
    if (reader != NULL)
        pgn_reader_free(reader);
    if (in != NULL)
        fclose(in);
    return games == 1;
}

typedef struct {
    Engine *engine;
    int depth;
    FILE *html, *graph;
    bool single;
    HtmlReport report;
} Sample;

static bool write_game(Sample *s, const PgnGame *game, const char *title) {
    GameReview review;
    reviewed_init(&review, game);
    engine_clear(s->engine);
    reviewed_search(&review, s->engine, s->depth);
    bool good = s->single ? html_report_write(s->html, &review, title)
                          : html_report_add(&s->report, &review);
    if (game->number == 1)
        good = game_graph_write(s->graph, &review) && good;
    reviewed_free(&review);
    return good;
}

static bool write_games(Sample *s, FILE *in, const char *name, const char *title) {
    Message message;
    PgnGame game;
    PgnStatus status;
    PgnReader *reader = pgn_reader_new(in, name);
    bool good = reader != NULL && (s->single || html_report_begin(&s->report, s->html, title));
    pgn_game_init(&game, &RULES[0]);
    while (good && (status = pgn_read(reader, NULL, &game, &message)) != PGN_END) {
        if (status != PGN_GAME)
            fprintf(stderr, "%s\n", message.text);
        good = status == PGN_GAME && write_game(s, &game, title);
    }
    pgn_game_clear(&game);
    pgn_reader_free(reader);
    return good && (s->single || html_report_end(&s->report));
}

int main(int argc, char **argv) {
    Message message;
    if (argc < 5)
        return fail("DEPTH GAMES.pgn REPORT.html GRAPH.svg [TITLE]");
    board_init();
    FILE *in = fopen(argv[2], "r");
    Sample s = {.engine = engine_new(&message),
                .depth = (int)strtol(argv[1], NULL, 10),
                .html = fopen(argv[3], "w"),
                .graph = fopen(argv[4], "w"),
                .single = is_single(argv[2])};
    if (in == NULL || s.html == NULL || s.graph == NULL || s.engine == NULL)
        return fail("a file cannot be opened, or there is no memory");
    const bool good = write_games(&s, in, argv[2], argc > 5 ? argv[5] : NULL);
    engine_free(s.engine);
    fclose(in);
    return fclose(s.html) == 0 && fclose(s.graph) == 0 && good ? 0 : fail("it went wrong");
}
