/*
 * Reports of reviewed games: every position on the page is the game's, whatever the game holds is
 * text there, and the figures are those of the scores.
 */
#include "tests/support/suite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/report/game_graph.h"
#include "engine/report/game_title.h"
#include "engine/report/html_report.h"
#include "engine/report/verdict.h"
#include "tests/support/reviewed.h"
#include "tests/support/run.h"

static const char SPECIAL_MOVES[] = "[Variant \"wildebeest\"]\n[SetUp \"1\"]\n"
                                    "[FEN \"5k5/1P9/11/11/11/11/7p3/11/6P4/R4K4R w KA - 0 30\"]\n\n"
                                    "30. g5 hxg3 31. O-O-g1 Ke9 32. b10=W Kd8 33. Wa7 *\n";
static const char BLACK_BEGINS[] =
    "[Variant \"wildebeest\"]\n[SetUp \"1\"]\n[FEN \"5k5/11/11/11/11/4P6/11/11/3p7/R4K4R b K - 0 7\"]\n"
    "\n7... d1=Q+ 8. Rxd1 *\n";
static const char MATE[] =
    "[Variant \"wildebeest\"]\n[SetUp \"1\"]\n"
    "[FEN \"5k5/R10/11/11/11/11/11/11/1R9/5K5 w - - 0 1\"]\n\n1. Rb10# 1-0\n";
static const char EMPTY[] = "[Variant \"standard-wildebeest\"]\n\n*\n";

/* ---- Games and what becomes of them ---- */

static void read_game(const char *text, PgnGame *game) {
    Message message = {""};
    FILE *in = fmemopen((void *)text, strlen(text), "r");
    PgnReader *reader = pgn_reader_new(in, "the test");
    pgn_game_init(game, &RULES[0]);
    if (pgn_read(reader, NULL, game, &message) != PGN_GAME)
        fail_msg("%s", message.text);
    pgn_reader_free(reader);
    fclose(in);
}

/* Both into memory, to be freed. */
static void write_report(const GameReview *review, const char *title, char **page) {
    size_t size = 0;
    FILE *out = open_memstream(page, &size);
    assert_true(html_report_write(out, review, title));
    fclose(out);
}
static void write_graph(const GameReview *review, char **graph) {
    size_t size = 0;
    FILE *out = open_memstream(graph, &size);
    assert_true(game_graph_write(out, review));
    fclose(out);
}

static void set_score(GameReview *review, int position, Score score) {
    reviewed_set(review, position, score, 9, NULL, 0);
}

static void play_at_random(Random *random, PgnGame *game, int half_moves) {
    Position pos = game->start;
    MoveList list;
    for (int i = 0; i < half_moves && position_game_state(&pos) == GAME_ONGOING; i++) {
        Undo undo;
        generate_legal(&pos, &list);
        const Move move = list.moves[random_below(random, list.count)];
        assert_non_null(pgn_add_move(&game->line, move));
        position_make(&pos, move, &undo);
    }
}

/* ---- Reading a page ---- */

/* The value of an attribute of the tag that begins at `tag`, malloced; NULL if it has none. */
static char *attribute(const char *tag, const char *name) {
    char pattern[32];
    snprintf(pattern, sizeof pattern, " %s=\"", name);
    char *whole = strndup(tag, (size_t)(find_text(tag, ">") - tag)), *value = NULL;
    const char *at = strstr(whole, pattern);
    if (at != NULL) {
        at += strlen(pattern);
        value = strndup(at, (size_t)(strchr(at, '"') - at));
    }
    free(whole);
    return value;
}

/* Does on a board what data-d says. */
static void change_board(char *board, const char *changes) {
    while (*changes != '\0') {
        Square s;
        const int taken = square_read(changes, &s);
        assert_true(taken > 0);
        board[s] = changes[taken];
        changes += taken + 1;
    }
}

static void expect_board(const char *board, const Position *pos) {
    for (Square s = 0; s < SQUARES; s++)
        assert_int_equal(board[s], piece_letter(pos->board[s]));
}

static void expect_position(const char *button, char *board, const Position *pos) {
    char fen[FEN_SIZE], king[MOVE_TEXT_SIZE];
    char *changes = attribute(button, "data-d"), *rest = attribute(button, "data-s"),
         *check = attribute(button, "data-c");
    change_board(board, changes);
    expect_board(board, pos);
    fen_write(pos, fen);
    assert_string_equal(rest, strchr(fen, ' ') + 1);
    assert_int_equal(check != NULL, position_in_check(pos));
    if (check != NULL)
        assert_string_equal(check, square_write(pos->king[pos->side], king));
    free(changes);
    free(rest);
    free(check);
}

/* The page has this game's positions, one after the other, and the moves between them; returns
 * what follows them. */
static const char *expect_game(const char *page, const PgnGame *game) {
    static const char BUTTON[] = "<button class=\"m";
    Position pos = game->start;
    char board[SQUARES];
    memset(board, '.', sizeof board);
    for (int i = 0; i <= game->line.count; i++) {
        char san[MOVE_TEXT_SIZE] = "Start", shown[MOVE_TEXT_SIZE + 16];
        page = find_text(page, BUTTON);
        assert_non_null(page);
        if (i > 0) {
            Undo undo;
            const Move move = game->line.moves[i - 1].move;
            san_write(&pos, move, san);
            position_make(&pos, move, &undo);
        }
        expect_position(page, board, &pos);
        snprintf(shown, sizeof shown, "><b>%s", san);
        assert_int_equal(strncmp(find_text(page, ">"), shown, strlen(shown)), 0);
        page++;
    }
    const char *end = find_text(page, "</ol>"), *another = find_text(page, BUTTON);
    assert_true(another == NULL || another > end);
    return end;
}

/* How many elements of this name begin. */
static int elements(const char *page, const char *name) {
    int count = 0;
    for (const char *at = page; (at = find_text(at, "<")) != NULL;) {
        at++;
        const size_t length = strlen(name);
        count += strncmp(at, name, length) == 0 && !isalnum((unsigned char)at[length]);
    }
    return count;
}

/* Elements that the writer closes are closed, and what a page has once it has once. */
static void expect_sound(const char *page) {
    static const char *const NAMES[] = {"button", "li",    "p",     "article", "ol", "figure",
                                        "script", "title", "style", "svg",     "g",  "section"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char end[16];
        snprintf(end, sizeof end, "/%s", NAMES[i]);
        assert_int_equal(elements(page, NAMES[i]), elements(page, end));
    }
    assert_int_equal(occurrences(page, "<script"), 2);
    assert_int_equal(occurrences(page, "<g id=\""), PIECES);
    assert_int_equal(occurrences(page, "http:") + occurrences(page, "https:"),
                     occurrences(page, "http://www.w3.org/2000/svg"));
    assert_int_equal(strncmp(page, "<!DOCTYPE html>", 15), 0);
    assert_string_equal(page + strlen(page) - 8, "</html>\n");
}

/* A game, its review and what is written of it. */
typedef struct {
    PgnGame game;
    GameReview review;
    char *page, *graph;
} Reported;

static void close_reported(Reported *r) {
    free(r->page);
    free(r->graph);
    reviewed_free(&r->review);
    pgn_game_clear(&r->game);
}

/* The game is there: begins a review without scores. */
static void review_game(Reported *r) {
    r->page = r->graph = NULL;
    reviewed_init(&r->review, &r->game);
}
static void open_reported(Reported *r, const char *text) {
    read_game(text, &r->game);
    review_game(r);
}

/* Writes it (again) as a page, which must be sound and show the game. */
static const char *page_of(Reported *r, const char *title) {
    free(r->page);
    write_report(&r->review, title, &r->page);
    expect_sound(r->page);
    expect_game(r->page, &r->game);
    return r->page;
}

static const char *graph_of(Reported *r) {
    free(r->graph);
    write_graph(&r->review, &r->graph);
    assert_string_equal(r->graph + strlen(r->graph) - 7, "</svg>\n");
    return r->graph;
}

/* ---- Tests ---- */

static void test_positions(void **state) {
    (void)state;
    static const char *const GAMES[] = {SPECIAL_MOVES, BLACK_BEGINS, MATE, EMPTY};
    for (int i = 0; i < 4; i++) {
        Reported r;
        open_reported(&r, GAMES[i]);
        page_of(&r, NULL);
        graph_of(&r);
        close_reported(&r);
    }
}

static void test_random_games(void **state) {
    (void)state;
    Random random = {5};
    Message message;
    Engine *engine = engine_new(&message);
    assert_non_null(engine);
    for (int i = 0; i < test_amount(6, 300); i++) {
        Reported r;
        pgn_game_init(&r.game, &RULES[i % 2]);
        play_at_random(&random, &r.game, 1 + random_below(&random, 200));
        review_game(&r);
        if (i % 3 == 0)
            reviewed_search(&r.review, engine, 1);
        page_of(&r, NULL);
        graph_of(&r);
        close_reported(&r);
    }
    engine_free(engine);
}

/* The men that a move changed, in the order that scripts rely on. */
static void test_special_moves(void **state) {
    (void)state;
    static const char *const CHANGES[] = {"g2.g5P", "h4.g3pg5.", "f1Rg1Kk1.", "b9.b10W"};
    Reported r;
    open_reported(&r, SPECIAL_MOVES);
    const char *page = page_of(&r, NULL);
    for (int i = 0; i < 4; i++) {
        char text[40];
        snprintf(text, sizeof text, " data-d=\"%s\"", CHANGES[i]);
        assert_int_equal(occurrences(page, text), 1);
    }
    assert_non_null(strstr(page, " data-s=\"b KA g3 0 30\""));
    close_reported(&r);
    open_reported(&r, BLACK_BEGINS);
    page = page_of(&r, NULL);
    assert_non_null(strstr(page, "<span class=\"n\">7.</span><span class=\"gap\">…</span>"));
    assert_non_null(strstr(page, "<span class=\"n\">8.</span><button"));
    close_reported(&r);
}

/* Whatever tags, title and comments hold, it is text. */
static void test_hostile_texts(void **state) {
    (void)state;
    static const char HOSTILE[] =
        "</script></title><script>alert(1)</script><img src=x onerror=\"alert('2')\">&lt;\"'>";
    static const char *const TAGS[] = {"Event",  "Site",     "White",   "Black",
                                       "Result", "WhiteElo", "Opening", "Date"};
    Reported r;
    open_reported(&r, SPECIAL_MOVES);
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++)
        assert_true(pgn_set_tag(&r.game, TAGS[i], HOSTILE));
    assert_true(pgn_set_comment(&r.game.line.moves[1], HOSTILE));
    assert_true(pgn_set_comment(&r.game.line.moves[2], "+0.1/2\" onclick=\"alert(1)"));
    assert_true(pgn_set_line_comment(&r.game.line, HOSTILE));
    const char *const texts[] = {page_of(&r, HOSTILE), graph_of(&r)};
    for (int i = 0; i < 2; i++) {
        assert_null(strstr(texts[i], "<img"));
        assert_null(strstr(texts[i], "onerror=\""));
        assert_null(strstr(texts[i], "<script>alert"));
        assert_non_null(strstr(texts[i], "&lt;/script&gt;&lt;/title&gt;&lt;script&gt;alert(1)"));
    }
    assert_null(strstr(r.page, " onclick=\""));
    assert_non_null(strstr(r.page, " title=\"+0.1/2&quot; onclick=&quot;alert(1)\""));
    close_reported(&r);
}

static void test_no_searches(void **state) {
    (void)state;
    Reported r;
    open_reported(&r, EMPTY);
    const char *page = page_of(&r, NULL);
    assert_non_null(strstr(page, "<h2>White – Black</h2>"));
    assert_null(strstr(page, "Judged by"));
    assert_null(strstr(page, " data-w="));
    close_reported(&r);
}

static void test_mate(void **state) {
    (void)state;
    Reported r;
    open_reported(&r, MATE);
    reviewed_set(&r.review, 0, score_mate_in(1), 5, &r.game.line.moves[0].move, 1);
    set_score(&r.review, 1, score_mated_in(0));
    const char *page = page_of(&r, NULL);
    assert_non_null(strstr(page, "<b>Start</b><i>#1</i>"));
    assert_non_null(strstr(page, "<b>Rb10#</b></button>"));
    assert_non_null(strstr(page, " data-b=\"b2b10\" data-l=\"1.\u00a0Rb10#\""));
    assert_int_equal(occurrences(page, " data-w=\"1000\""), 2);
    assert_non_null(strstr(page, "<b>1-0</b> checkmate"));
    /* The result is known without a search, too. */
    r.review.positions[1].score = SCORE_NONE;
    assert_int_equal(occurrences(page_of(&r, NULL), " data-w=\"1000\""), 2);
    close_reported(&r);
}

/* 1. a3 throws a won game away, 1... b8 gives half of it back. */
static void open_mistakes(Reported *r) {
    static const char *const MOVES[] = {"a2a3", "b9b8", "c2c3"};
    Message message;
    Move best;
    pgn_game_init(&r->game, &RULES[0]);
    Position pos = r->game.start;
    assert_true(move_parse(&pos, "g2g5", &best, &message));
    for (int i = 0; i < 3; i++) {
        Move move;
        Undo undo;
        assert_true(move_parse(&pos, MOVES[i], &move, &message));
        assert_non_null(pgn_add_move(&r->game.line, move));
        position_make(&pos, move, &undo);
    }
    review_game(r);
    reviewed_set(&r->review, 0, 2000, 12, &best, 1);
    set_score(&r->review, 1, 2000); /* for Black */
    set_score(&r->review, 2, 0);
    set_score(&r->review, 3, 0);
}

static void test_verdicts(void **state) {
    (void)state;
    Reported r;
    open_mistakes(&r);
    const char *page = page_of(&r, NULL);
    assert_non_null(strstr(page, "<button class=\"m worst\" data-d=\"a2.a3P\""));
    assert_non_null(strstr(page, "<b>a3\?\?</b><i>-20.00</i>"));
    assert_non_null(strstr(page, "<p class=\"better worst\"><b>1. a3\?\?</b> Blunder, "));
    assert_non_null(strstr(page, " Better: <span>1.\u00a0g5</span> <i>+20.00</i>"));
    assert_non_null(strstr(page, "<b>1... b8\?\?</b> Blunder, "));
    assert_non_null(strstr(page, "<b>c3</b><i>+0.00</i>"));
    assert_int_equal(occurrences(page, " data-p=\""), 2);
    assert_int_equal(occurrences(page, "<path class=\"worst\""), 2);
    /* The game's own mark stands where the engine has none. */
    assert_true(pgn_add_nag(&r.game.line.moves[2], 1));
    assert_non_null(strstr(page_of(&r, NULL), "<b>c3!</b>"));
    close_reported(&r);
}

static void test_summary(void **state) {
    (void)state;
    Reported r;
    GameSummary summary;
    open_mistakes(&r);
    assert_true(game_summary_init(&summary, &r.review));
    const SideSummary *white = &summary.sides[WHITE], *black = &summary.sides[BLACK];
    assert_int_equal(white->judged, 2);
    assert_int_equal(white->verdicts[VERDICT_BLUNDER], 1);
    assert_int_equal(white->verdicts[VERDICT_NONE], 1);
    assert_int_equal(black->verdicts[VERDICT_BLUNDER], 1);
    /* White: from +20 to -20, both cut off at 10, and then nothing; Black: from 10 to 0. */
    assert_true(side_mean_centipawns(white) == 1000);
    assert_true(side_mean_centipawns(black) == 1000);
    assert_true(side_mean_points(white) > 0.45 && side_mean_points(white) <= 0.5);
    assert_int_equal(summary.most_depth, 12);
    game_summary_clear(&summary);
    close_reported(&r);
}

static void test_graph(void **state) {
    (void)state;
    Reported r;
    open_mistakes(&r);
    assert_true(pgn_set_tag(&r.game, "White", "A & B"));
    assert_true(pgn_set_tag(&r.game, "Event", "Cup"));
    r.review.positions[2].score = SCORE_NONE;
    const char *graph = graph_of(&r);
    const char *curve = strstr(graph, "<polyline class=\"path\" points=\"");
    assert_non_null(curve);
    assert_int_equal(occurrences(curve, ",") - occurrences(strchr(curve, '>'), ","), 3);
    assert_non_null(strstr(graph, ">A &amp; B – Black</text>"));
    assert_non_null(strstr(graph, ">Cup</text>"));
    assert_int_equal(occurrences(graph, "<path class=\"worst\""), 1);
    assert_non_null(strstr(graph, "<title>1. a3\?\? lost "));
    close_reported(&r);
}

static void test_many_games(void **state) {
    (void)state;
    enum { GAMES = 100 };
    Random random = {11};
    HtmlReport report;
    PgnGame *games = calloc(GAMES, sizeof *games);
    char *page = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&page, &size);
    assert_non_null(games);
    assert_true(html_report_begin(&report, out, "A hundred"));
    for (int i = 0; i < GAMES; i++) {
        GameReview review;
        char name[32];
        snprintf(name, sizeof name, "Player <%d>", i);
        pgn_game_init(&games[i], &RULES[i % 2]);
        assert_true(pgn_set_tag(&games[i], "White", name));
        play_at_random(&random, &games[i], 20);
        reviewed_init(&review, &games[i]);
        assert_true(html_report_add(&report, &review));
        reviewed_free(&review);
    }
    assert_true(html_report_end(&report));
    fclose(out);
    expect_sound(page);
    const char *at = page;
    for (int i = 0; i < GAMES; i++) {
        char text[80];
        snprintf(text, sizeof text, "<article class=\"game\" id=\"g%d\">", i + 1);
        at = find_text(at, text);
        assert_non_null(at);
        at = expect_game(at, &games[i]);
    }
    at = find_text(at, "<nav id=\"index\"");
    for (int i = 0; i < GAMES; i++) {
        char text[80];
        snprintf(text, sizeof text, "<tr><td>%d<td><a href=\"#g%d\">Player &lt;%d&gt;</a>", i + 1,
                 i + 1, i);
        at = find_text(at, text);
        assert_non_null(at);
        pgn_game_clear(&games[i]);
    }
    free(games);
    free(page);
}

/* A disk that is full is told. */
static void test_full_disk(void **state) {
    (void)state;
    Reported r;
    FILE *out = fopen("/dev/full", "w");
    if (out == NULL)
        skip();
    open_mistakes(&r);
    setvbuf(out, NULL, _IONBF, 0);
    assert_false(html_report_write(out, &r.review, NULL));
    assert_false(game_graph_write(out, &r.review));
    fclose(out);
    close_reported(&r);
}

static void test_titles(void **state) {
    (void)state;
    PgnGame game;
    char title[GAME_TITLE_SIZE], name[600] = "";
    pgn_game_init(&game, &RULES[0]);
    assert_true(pgn_set_tag(&game, "White", "?"));
    assert_true(pgn_set_tag(&game, "Date", "????.??.??"));
    assert_true(pgn_set_tag(&game, "Round", "3"));
    assert_string_equal(game_title_write(&game, title), "White – Black");
    assert_string_equal(game_event_write(&game, title), "round 3");
    while (strlen(name) < 500) /* cut between characters of two bytes */
        strncat(name, "ä", 3);
    assert_true(pgn_set_tag(&game, "White", name));
    game_title_write(&game, title);
    const char *end = strstr(title, " – Black");
    assert_non_null(end);
    assert_int_equal((end - title) % 2, 0);
    assert_int_equal(strncmp(title, name, (size_t)(end - title)), 0);
    pgn_game_clear(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),     cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_special_moves), cmocka_unit_test(test_hostile_texts),
        cmocka_unit_test(test_no_searches),   cmocka_unit_test(test_mate),
        cmocka_unit_test(test_verdicts),      cmocka_unit_test(test_graph),
        cmocka_unit_test(test_summary),       cmocka_unit_test(test_many_games),
        cmocka_unit_test(test_full_disk),     cmocka_unit_test(test_titles),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
