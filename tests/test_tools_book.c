/*
 * Books in the making: the store, games that come in, values that go back up, and a book that grows
 * the same whoever searches and whatever interrupts it.
 */
#include "tests/support/suite.h"

#include "bitboard/notation.h"
#include "engine/book/audit_table.h"
#include "engine/book/book_audit.h"
#include "engine/book/book_eval.h"
#include "engine/book/book_expand.h"
#include "engine/book/book_export.h"
#include "engine/book/book_games.h"
#include "engine/book/book_text.h"
#include "engine/book/book_verify.h"
#include "engine/wbook/book_key.h"
#include "engine/wbook/wbook_merge.h"
#include "tests/support/fake_clock.h"
#include "tests/support/run.h"

#include <stdlib.h>
#include <string.h>

static BookStore *create(const char *path) {
    Message message = {""};
    BookStore *s = book_store_create(path, &RULES[0], &message);
    if (s == NULL)
        fail_msg("%s", message.text);
    return s;
}

/* Plays moves given by coordinates. */
static int read_moves(const char *text, Move *moves) {
    Position pos;
    Message message;
    char *words = strdup(text), *rest = NULL;
    int count = 0;
    position_set_start(&pos, &RULES[0]);
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        Undo undo;
        if (!move_parse(&pos, word, &moves[count], &message))
            fail_msg("%s", message.text);
        position_make(&pos, moves[count++], &undo);
    }
    free(words);
    return count;
}

static Position position_after(const char *text) {
    Move moves[64];
    const int count = read_moves(text, moves);
    Position pos;
    position_set_start(&pos, &RULES[0]);
    for (int i = 0; i < count; i++) {
        Undo undo;
        position_make(&pos, moves[i], &undo);
    }
    return pos;
}

static int64_t id_after(BookStore *s, const char *text) {
    Message message;
    int64_t id;
    const Position pos = position_after(text);
    assert_true(book_store_find(s, &pos, &id, &message));
    return id;
}

/* The row of a move in the position after some moves; the test fails if there is none. */
static BookMove move_after(BookStore *s, const char *text, const char *move_text) {
    static BookMove moves[MAX_MOVES];
    Message message;
    Move move;
    int count;
    const Position pos = position_after(text);
    assert_true(move_parse(&pos, move_text, &move, &message));
    assert_true(book_store_read_moves(s, id_after(s, text), moves, &count, &message));
    for (int i = 0; i < count; i++)
        if (moves[i].move == move)
            return moves[i];
    fail_msg("no %s after '%s'", move_text, text);
    return moves[0];
}

static const BookGameRules ALL_GAMES = {
    .max_ply = 40, .takes = {true, true}, .min_games = 1, .weights = BOOK_WEIGHTS_BY_RESULT};

static void add_game(BookStore *s, const BookGameRules *rules, const char *text,
                     const char *result) {
    Move moves[64];
    Position start;
    Message message = {""};
    const int count = read_moves(text, moves);
    position_set_start(&start, &RULES[0]);
    if (!book_games_add(s, rules, &start, moves, count, result, BOOK_FROM_PGN, &message))
        fail_msg("%s", message.text);
}

static bool print_fault(void *context, const char *text) {
    (void)context;
    print_message("%s\n", text);
    return true;
}

static BookCheck verify(BookStore *s) {
    Message message = {""};
    BookCheck check;
    if (!book_verify_store(s, print_fault, NULL, &check, &message))
        fail_msg("%s", message.text);
    return check;
}

static void expect_counts(BookCounts c, int games, int wins, int draws, int losses) {
    assert_int_equal(c.games, games);
    assert_int_equal(c.wins, wins);
    assert_int_equal(c.draws, draws);
    assert_int_equal(c.losses, losses);
}

/* ---- The store ---- */

static void test_store(void **state) {
    (void)state;
    Message message = {""};
    BookPosition p;
    int64_t a, b;
    bool is_new;
    scratch_enter();
    BookStore *s = create("a.db");
    /* Transpositions meet, and the shorter way counts. */
    const Position slow = position_after("b1c3 b10c8 g2g3 e9e8"),
                   fast = position_after("g2g3 e9e8 b1c3 b10c8"), other = position_after("g2g3");
    assert_true(book_store_add(s, &slow, 6, &a, &is_new, &message) && is_new);
    assert_true(book_store_add(s, &fast, 4, &b, &is_new, &message) && !is_new);
    assert_int_equal(a, b);
    assert_true(book_store_add(s, &fast, 9, &b, &is_new, &message));
    assert_true(book_store_read(s, a, &p, &message));
    assert_int_equal(p.ply, 4);
    assert_int_equal(p.findings.score, SCORE_NONE);
    assert_true(book_store_add(s, &other, 1, &b, &is_new, &message) && is_new);
    assert_int_not_equal(a, b);
    assert_false(book_store_read(s, 99, &p, &message));
    assert_non_null(strstr(message.text, "there is no position 99"));
    p = (BookPosition){
        .id = b, .ply = 3, .findings = {-12, 7, 1234, -15}, .sources = 5, .round = 2};
    assert_true(book_store_write(s, &p, &message));
    book_store_close(s);
    /* Everything is there again. */
    s = book_store_open("a.db", &message);
    assert_non_null(s);
    assert_true(book_store_read(s, b, &p, &message));
    assert_true(p.ply == 3 && p.findings.score == -12 && p.findings.depth == 7 &&
                p.findings.nodes == 1234 && p.findings.learned == -15 && p.sources == 5 &&
                p.round == 2);
    assert_int_equal(verify(s).faults, 0);
    /* One user at a time; no other rule set; nothing is overwritten. */
    assert_null(book_store_open("a.db", &message));
    assert_non_null(strstr(message.text, "another run is using it"));
    book_store_close(s);
    assert_null(book_store_open_or_create("a.db", &RULES[1], &message));
    assert_non_null(strstr(message.text, "a.db is a book of wildebeest, not of standard"));
    assert_null(book_store_create("a.db", &RULES[0], &message));
    file_write("text.db", "no database");
    assert_null(book_store_open_or_create("text.db", NULL, &message));
    scratch_leave();
}

/* Two positions with one key: both are there, and neither is published. */
static void test_collision(void **state) {
    (void)state;
    Message message = {""};
    BookExported exported;
    const BookExport how = {.title = "", .stored_weights = true};
    char sql[256];
    scratch_enter();
    BookStore *s = create("a.db");
    add_game(s, &ALL_GAMES, "b1c3 b10c8 g2g3 e9e8", "1-0");
    assert_true(book_games_finish(s, &ALL_GAMES, &message));
    const int64_t a = id_after(s, "b1c3"), b = id_after(s, "b1c3 b10c8");
    snprintf(sql, sizeof sql,
             "UPDATE positions SET key = (SELECT key FROM positions WHERE id = %d) WHERE id = %d",
             (int)a, (int)b);
    assert_true(book_store_execute(s, sql, &message));
    const BookCheck check = verify(s);
    assert_int_equal(check.collisions, 2);
    assert_int_equal(check.faults, 1); /* the key is forged */
    assert_int_equal(id_after(s, "b1c3"), a);
    FILE *out = fopen("a.wbook", "wb");
    assert_true(book_export(s, &how, out, "a.wbook", &exported, &message));
    fclose(out);
    assert_int_equal(exported.collisions, 2);
    book_store_close(s);
    scratch_leave();
}

/* Whatever is wrong in a store is found. */
static void test_verify(void **state) {
    (void)state;
    static const char *const spoilers[] = {
        "UPDATE positions SET key = key + 1 WHERE id = 2",
        "UPDATE positions SET position = replace(position, ' b ', ' w ') WHERE id = 2",
        "UPDATE positions SET position = 'nonsense' WHERE id = 2",
        "UPDATE positions SET games = games + 1 WHERE id = 1",
        "UPDATE positions SET score = 40000 WHERE id = 1",
        "UPDATE moves SET move = 5 WHERE position = 1",
        "UPDATE moves SET child = 3 WHERE position = 1",
        "UPDATE moves SET child = 77 WHERE position = 1",
        "UPDATE moves SET wins = 7 WHERE position = 1",
        "UPDATE moves SET weight = -1 WHERE position = 1",
        "UPDATE moves SET position = 88 WHERE position = 1"};
    scratch_enter();
    for (size_t i = 0; i < sizeof spoilers / sizeof spoilers[0]; i++) {
        Message message = {""};
        char name[32];
        snprintf(name, sizeof name, "%zu.db", i);
        BookStore *s = create(name);
        add_game(s, &ALL_GAMES, "b1c3 b10c8 g2g3 e9e8", "1-0");
        assert_true(book_games_finish(s, &ALL_GAMES, &message));
        assert_int_equal(verify(s).faults, 0);
        assert_true(book_store_execute(s, spoilers[i], &message));
        if (verify(s).faults == 0)
            fail_msg("%s: not found", spoilers[i]);
        book_store_close(s);
    }
    scratch_leave();
}

/* ---- Games ---- */

static void add_three_games(BookStore *s, const BookGameRules *rules) {
    add_game(s, rules, "b1c3 b10c8 g2g3 e9e8", "1-0");
    add_game(s, rules, "g2g3 e9e8 b1c3 b10c8", "1/2-1/2");
    add_game(s, rules, "g2g3 e9e7 b1c3", "0-1");
    Message message = {""};
    if (!book_games_finish(s, rules, &message))
        fail_msg("%s", message.text);
}

static void test_games(void **state) {
    (void)state;
    Message message = {""};
    BookPosition p;
    scratch_enter();
    BookStore *s = create("a.db");
    add_three_games(s, &ALL_GAMES);
    expect_counts(move_after(s, "", "g2g3").counts, 2, 0, 1, 1);
    expect_counts(move_after(s, "", "b1c3").counts, 1, 1, 0, 0);
    expect_counts(move_after(s, "g2g3", "e9e7").counts, 1, 1, 0, 0); /* for the side that moves */
    assert_int_equal(move_after(s, "", "b1c3").weight, 2);
    assert_int_equal(move_after(s, "", "g2g3").weight, 1);
    assert_true(book_store_read(s, id_after(s, ""), &p, &message));
    expect_counts(p.counts, 3, 1, 1, 1);
    /* The first two games end in one position. */
    assert_int_equal(move_after(s, "b1c3 b10c8 g2g3", "e9e8").child,
                     move_after(s, "g2g3 e9e8 b1c3", "b10c8").child);
    assert_int_equal(verify(s).faults, 0);
    book_store_close(s);

    BookGameRules rules = ALL_GAMES; /* only what was played twice; what follows it goes, too */
    rules.min_games = 2;
    s = create("b.db");
    add_three_games(s, &rules);
    int64_t count;
    assert_true(book_store_count(s, "moves", &count, &message));
    assert_int_equal(count, 1);
    assert_true(book_store_count(s, "positions", &count, &message));
    assert_int_equal(count, 2);
    assert_int_equal(verify(s).faults, 0);
    book_store_close(s);

    rules = ALL_GAMES; /* what made half of the points */
    rules.min_score = 50;
    rules.max_ply = 1;
    s = create("c.db");
    add_three_games(s, &rules);
    assert_true(book_store_count(s, "moves", &count, &message));
    assert_int_equal(count, 1);
    assert_int_equal(id_after(s, "g2g3"), 0);
    book_store_close(s);

    rules = ALL_GAMES; /* White's moves, all alike */
    rules.takes[BLACK] = false;
    rules.weights = BOOK_WEIGHTS_UNIFORM;
    s = create("d.db");
    add_three_games(s, &rules);
    assert_int_equal(move_after(s, "", "b1c3").weight, 1);
    assert_int_equal(move_after(s, "", "g2g3").weight, 1);
    assert_true(book_store_count(s, "moves", &count, &message));
    assert_int_equal(count, 5);
    assert_int_equal(verify(s).faults, 0);
    book_store_close(s);
    scratch_leave();
}

/* ---- Values ---- */

static void note(BookStore *s, const char *text, const char *move_text, Score score, bool link) {
    Message message;
    Move move;
    int64_t here = 0, next;
    bool is_new;
    BookPosition p;
    Position pos = position_after(text);
    const BookFindings findings = {score, 5, 100, SCORE_NONE};
    assert_true(book_store_add(s, &pos, 0, &here, &is_new, &message));
    assert_true(book_store_read(s, here, &p, &message));
    if (p.findings.score == SCORE_NONE || score > p.findings.score)
        p.findings.score = score;
    assert_true(book_store_write(s, &p, &message));
    assert_true(move_parse(&pos, move_text, &move, &message));
    assert_true(book_store_note_search(s, here, move, &findings, &message));
    Undo undo;
    position_make(&pos, move, &undo);
    if (link) {
        assert_true(book_store_add(s, &pos, 0, &next, &is_new, &message));
        assert_true(book_store_link(s, here, move, next, &message));
    }
}

static const BookNode *node_after(const BookGraph *g, BookStore *s, const char *text) {
    const int node = book_graph_find(g, id_after(s, text));
    assert_true(node != BOOK_NO_NODE);
    return &g->nodes[node];
}

/*
 * White's g2g3 looked like +30, but Black's answer e9e7 is worth 40 to him; b1c3 stays at +20.  A
 * circle leads back to the array and must not be gone round in.
 */
static void test_back_solving(void **state) {
    (void)state;
    Message message = {""};
    BookGraph g;
    Move line[8];
    char text[MOVE_TEXT_SIZE];
    scratch_enter();
    BookStore *s = create("a.db");
    note(s, "", "g2g3", 30, true);
    note(s, "", "b1c3", 20, true);
    note(s, "", "e2e4", 10, false);
    note(s, "g2g3", "e9e7", 40, true);
    note(s, "g2g3", "e9e8", -25, false);
    note(s, "b1c3", "b10c8", -20, true);
    note(s, "b1c3 b10c8", "c3b1", 15, true);
    note(s, "b1c3 b10c8 c3b1", "c8b10", 500, true); /* the array again */
    assert_true(book_graph_read(s, id_after(s, ""), 0, &g, &message));
    assert_true(book_graph_solve(&g, 10, &message));
    assert_int_equal(g.reached, 6);
    assert_int_equal(node_after(&g, s, "g2g3 e9e7")->value, SCORE_NONE); /* not searched */
    assert_int_equal(node_after(&g, s, "g2g3")->value, 40);
    assert_int_equal(node_after(&g, s, "b1c3 b10c8 c3b1")->value, 500); /* its own score */
    assert_int_equal(node_after(&g, s, "b1c3 b10c8")->value, -500);
    assert_int_equal(node_after(&g, s, "b1c3")->value, 500);
    assert_int_equal(node_after(&g, s, "")->value, 10); /* nothing in the book is better */
    assert_int_equal(book_graph_best_line(&g, line, 8), 1);
    assert_string_equal(move_write(line[0], text), "e2e4");
    /* 10 for a half-move, and what a move is worse than +10: -40, -500. */
    assert_int_equal(node_after(&g, s, "")->cost, 0);
    assert_int_equal(node_after(&g, s, "g2g3")->cost, 10 + 50);
    assert_int_equal(node_after(&g, s, "b1c3")->cost, 10 + 510);
    assert_int_equal(node_after(&g, s, "g2g3 e9e7")->cost, 60 + 10);
    assert_true(database_begin(book_store_database(s), &message));
    assert_true(book_graph_store(&g, s, &message));
    assert_true(database_commit(book_store_database(s), &message));
    assert_int_equal(move_after(s, "", "g2g3").findings.learned, -40);
    assert_int_equal(move_after(s, "", "g2g3").findings.score, 30);
    book_graph_free(&g);
    book_store_close(s);
    scratch_leave();
}

static void test_mates_move_away(void **state) {
    (void)state;
    assert_int_equal(book_score_before(35), -35);
    assert_int_equal(book_score_before(score_mate_in(3)), score_mated_in(4));
    assert_int_equal(book_score_before(score_mated_in(0)), score_mate_in(1));
    assert_int_equal(book_score_before(SCORE_NONE), SCORE_NONE);
}

/* ---- Searches ---- */

/* The same lines come out of a search however slow the machine is, or is held up. */
static void test_slow_machine(void **state) {
    (void)state;
    Message message;
    Position pos;
    BookEval quick, slow;
    FakeClock clock;
    position_set_start(&pos, &RULES[0]);
    Engine *engine = engine_new(&message);
    assert_non_null(engine);
    for (int64_t nodes = 1000; nodes < 8000; nodes += 500)
        for (int lines = 1; lines <= 8; lines += 7) {
            fake_clock_init(&clock, 0, 0);
            EngineClock given = fake_clock_engine(&clock);
            engine_set_clock(engine, &given);
            book_evaluate(engine, &pos, nodes, lines, 80, &quick);
            fake_clock_init(&clock, 0, 5000); /* with each look at it */
            given = fake_clock_engine(&clock);
            engine_set_clock(engine, &given);
            book_evaluate(engine, &pos, nodes, lines, 80, &slow);
            assert_int_equal(slow.depth, quick.depth);
            assert_int_equal(slow.count, quick.count);
            for (int i = 0; i < quick.count; i++) {
                assert_int_equal(slow.lines[i].move, quick.lines[i].move);
                assert_int_equal(slow.lines[i].score, quick.lines[i].score);
            }
        }
    engine_free(engine);
}

/* ---- Expansion ---- */

static BookExpandConfig config_of(int positions, int workers) {
    BookExpandConfig c = {.positions = positions, .concurrency = workers};
    BookExpandNumber list[BOOK_EXPAND_NUMBERS];
    book_expand_list(&c.parameters, list);
    for (int i = 0; i < BOOK_EXPAND_NUMBERS; i++)
        *list[i].value = list[i].preset;
    c.parameters.nodes = 150;
    c.parameters.round = 8;
    c.parameters.hash = 1;
    return c;
}

static BookExpandState expand(BookStore *s, const BookExpandConfig *config) {
    Message message = {""};
    Position root;
    const BookExpandListener silent = {.context = NULL};
    position_set_start(&root, &RULES[0]);
    BookExpansion *x = book_expansion_new(s, &root, config, &silent, &message);
    if (x == NULL || !book_expansion_run(x, &JOB_RUNNER_THREADS, &message))
        fail_msg("%s", message.text);
    assert_true(book_expansion_is_over(x));
    const BookExpandState state = *book_expansion_state(x);
    book_expansion_free(x);
    return state;
}

typedef struct {
    BookStore *store;
    FILE *out;
    BookMove moves[MAX_MOVES];
} Dumper;

static bool dump_row(void *context, BookPosition *p, Message *message) {
    Dumper *d = context;
    Position pos;
    int count;
    assert_true(book_store_open_row(d->store, p, &pos, d->moves, &count, message));
    fprintf(d->out, "%d %d ", (int)p->id, p->round);
    for (int i = 0; i < count; i++)
        fprintf(d->out, "%d ", (int)d->moves[i].child);
    book_text_write(d->out, &pos, p, d->moves, count);
    return true;
}

/* All of a book as text, with ids and rounds. */
static char *dump(BookStore *s) {
    Message message = {""};
    char *text = NULL;
    size_t size;
    Dumper *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->store = s;
    d->out = open_memstream(&text, &size);
    assert_true(book_store_each(s, BOOK_BY_ID, dump_row, d, &message));
    fclose(d->out);
    free(d);
    return text;
}

static void test_expansion(void **state) {
    (void)state;
    const int positions = test_amount(60, 600);
    scratch_enter();
    BookExpandConfig config = config_of(positions, 1);
    BookStore *s = create("one.db");
    const BookExpandState one = expand(s, &config);
    assert_in_range(one.searched, positions, positions + 8);
    assert_int_equal(one.searches, one.searched);
    assert_int_equal(verify(s).faults, 0);
    char *wanted = dump(s);
    book_store_close(s);

    config.concurrency = 3; /* other workers, and a stop on the way */
    s = create("three.db");
    config.positions = positions / 3;
    const BookExpandState begun = expand(s, &config);
    book_store_close(s);
    Message message = {""};
    s = book_store_open("three.db", &message);
    config.positions = positions;
    const BookExpandState rest = expand(s, &config);
    assert_int_equal(rest.searched_before, begun.searched);
    assert_int_equal(rest.searches + begun.searches, one.searches);
    char *text = dump(s);
    assert_string_equal(text, wanted);
    free(text);
    assert_int_equal(expand(s, &config).searches, 0);

    config.parameters.nodes++; /* other numbers are not taken by accident */
    Position root;
    const BookExpandListener silent = {.context = NULL};
    position_set_start(&root, &RULES[0]);
    assert_null(book_expansion_new(s, &root, &config, &silent, &message));
    assert_non_null(strstr(message.text, "three.db was expanded with --nodes 150"));
    config.anew = true;
    BookExpansion *x = book_expansion_new(s, &root, &config, &silent, &message);
    assert_non_null(x);
    book_expansion_free(x);
    root = position_after("b1c3");
    assert_null(book_expansion_new(s, &root, &config, &silent, &message));
    assert_non_null(strstr(message.text, "began somewhere else"));
    book_store_close(s);
    free(wanted);
    scratch_leave();
}

/*
 * What a killed program leaves: searches of a round that is not complete.  They are made here by
 * undoing the end of the last round, and the last search of it.
 */
static void test_half_a_round(void **state) {
    (void)state;
    Message message = {""};
    char sql[512];
    scratch_enter();
    BookExpandConfig config = config_of(40, 1);
    BookStore *s = create("a.db");
    expand(s, &config);
    char *wanted = dump(s);
    int64_t rounds = 0, of_last;
    for (of_last = 1; of_last > 0;) {
        snprintf(sql, sizeof sql, "positions WHERE round = %d", (int)++rounds);
        assert_true(book_store_count(s, sql, &of_last, &message));
    }
    rounds--;
    snprintf(sql, sizeof sql,
             "UPDATE moves SET child = NULL WHERE child IN (SELECT id FROM positions WHERE round = "
             "%d);"
             "UPDATE job SET value = %d WHERE key = 'expansion_rounds';"
             "DELETE FROM moves WHERE position = (SELECT max(id) FROM positions);"
             "UPDATE positions SET score = NULL, depth = 0, nodes = 0, learned = NULL, round = 0,"
             "  sources = 0 WHERE id = (SELECT max(id) FROM positions);",
             (int)rounds, (int)rounds - 1);
    assert_true(book_store_execute(s, sql, &message));
    assert_int_equal(verify(s).faults, 0);
    const BookExpandState again = expand(s, &config);
    assert_int_equal(again.searches, 1); /* the one that was lost, no other */
    char *text = dump(s);
    assert_string_equal(text, wanted);
    free(text);
    free(wanted);
    book_store_close(s);
    scratch_leave();
}

/* A book of games is searched from its beginning on, and its counts stay. */
static void test_expansion_of_games(void **state) {
    (void)state;
    scratch_enter();
    BookStore *s = create("a.db");
    add_three_games(s, &ALL_GAMES);
    const BookExpandConfig config = config_of(12, 2);
    expand(s, &config);
    expect_counts(move_after(s, "", "g2g3").counts, 2, 0, 1, 1);
    assert_true(move_after(s, "g2g3", "e9e7").findings.learned != SCORE_NONE ||
                move_after(s, "g2g3", "e9e8").findings.learned != SCORE_NONE);
    assert_int_equal(verify(s).faults, 0);
    book_store_close(s);
    scratch_leave();
}

/* ---- Ways out and in ---- */

static Wbook *publish(BookStore *s, const BookExport *how, const char *path) {
    Message message = {""};
    BookExported exported;
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    if (!book_export(s, how, out, path, &exported, &message))
        fail_msg("%s", message.text);
    fclose(out);
    Wbook *b = wbook_open(path, &message);
    if (b == NULL)
        fail_msg("%s", message.text);
    return b;
}

static void test_export(void **state) {
    (void)state;
    const BookExport how = {.title = "x", .halving = 10, .loss = 30, .min_score = -45};
    Message message = {""};
    WbookEntry found[MAX_MOVES];
    int count;
    scratch_enter();
    assert_int_equal(book_weight(&how, 20, 20), 1000);
    assert_int_equal(book_weight(&how, 20, 10), 500);
    assert_int_equal(book_weight(&how, 20, -11), 0);
    assert_int_equal(book_weight(&how, -40, -46), 0);
    BookStore *s = create("a.db");
    const BookExpandConfig config = config_of(40, 2);
    expand(s, &config);
    Wbook *b = publish(s, &how, "a.wbook");
    BookCheck check;
    assert_true(book_verify_wbook(b, print_fault, NULL, &check, &message));
    assert_int_equal(check.faults, 0);
    assert_true(check.reached > 20);
    const Position array = position_after("");
    assert_true(wbook_probe(b, &array, found, &count, &message));
    assert_true(count >= 2);
    assert_int_equal(found[0].weight, 1000);
    for (int i = 0; i < count; i++)
        assert_int_equal(found[i].weight, book_weight(&how, found[0].learn, found[i].learn));
    wbook_close(b);
    book_store_close(s);
    scratch_leave();
}

/* ---- Audits ---- */

enum { AUDIT_NODES = 400 };

static BookAuditConfig audit_config(int workers) {
    return (BookAuditConfig){.weights = {.title = "", .halving = 10, .loss = 30, .min_score = -45},
                             .nodes = AUDIT_NODES,
                             .hash = 1,
                             .concurrency = workers};
}

/* What was told last. */
static void remember_state(void *context, const BookAuditState *state) {
    *(BookAuditState *)context = *state;
}

static BookAuditState run_audit(BookStore *s, const BookAuditConfig *config) {
    Message message = {""};
    BookAuditState told = {0};
    const BookAuditListener listener = {.on_tick = remember_state, .context = &told};
    BookAudit *a = book_audit_new(s, config, &listener, &message);
    if (a == NULL || !book_audit_run(a, &JOB_RUNNER_THREADS, &message))
        fail_msg("%s", message.text);
    assert_true(book_audit_is_over(a));
    const BookAuditState state = *book_audit_state(a);
    assert_true(state.searched == state.searched_before || told.searched == state.searched);
    book_audit_free(a);
    return state;
}

typedef struct {
    BookStore *store;
    AuditTable table;
    Engine *engine;
    const Wbook *book; /* with weights taken away */
    const BookExport *how;
    int moves, refuted;
    BookMove row_moves[MAX_MOVES];
} AuditLook;

/* Each move of weight was searched as it should be, and weighs nothing if it is bad. */
static bool look_at_audits(void *context, BookPosition *p, Message *message) {
    AuditLook *look = context;
    Position pos;
    Audit audit;
    BookEval eval;
    WbookEntry entries[MAX_MOVES];
    int count, entry_count, weights[MAX_MOVES];
    assert_true(book_store_open_row(look->store, p, &pos, look->row_moves, &count, message));
    assert_true(wbook_probe(look->book, &pos, entries, &entry_count, message));
    book_export_weights(look->how, look->row_moves, count, weights);
    for (int i = 0; i < count; i++) {
        char text[FEN_SIZE];
        int found = 0;
        if (weights[i] == 0)
            continue;
        const uint64_t key = book_position_after(&pos, look->row_moves[i].move, text);
        assert_true(audit_table_find(&look->table, key, text, &audit, message));
        assert_true(audit.score != SCORE_NONE && audit.nodes >= AUDIT_NODES);
        Position after = pos;
        Undo undo;
        position_make(&after, look->row_moves[i].move, &undo);
        after.state.halfmove_clock = 0;
        after.fullmove = 1;
        book_evaluate(look->engine, &after, AUDIT_NODES, 1, 0, &eval);
        assert_int_equal(eval.score, audit.score);
        for (int e = 0; e < entry_count; e++)
            if (entries[e].move == look->row_moves[i].move) {
                const bool bad = -audit.score < look->how->min_score;
                assert_int_equal(entries[e].weight, bad ? 0 : weights[i]);
                look->refuted += bad;
                found++;
            }
        assert_int_equal(found, 1);
        look->moves++;
    }
    return true;
}

static void test_audit(void **state) {
    (void)state;
    Message message = {""};
    scratch_enter();
    BookStore *s = create("a.db");
    const BookExpandConfig expansion = config_of(30, 1);
    expand(s, &expansion);
    BookAuditConfig config = audit_config(2);
    config.weights.loss = 5; /* a part of it first */
    const BookAuditState part = run_audit(s, &config);
    assert_int_equal(part.searched_before, 0);
    config.weights.loss = 30;
    const BookAuditState rest = run_audit(s, &config);
    assert_true(part.searched > 0 && rest.positions > part.positions);
    assert_int_equal(rest.searched_before, part.searched);
    assert_true(rest.bad > 0 && rest.bad < rest.positions);
    const BookAuditState again = run_audit(s, &config);
    assert_int_equal(again.searched_before, rest.positions);
    assert_int_equal(again.bad, rest.bad);
    assert_int_equal(verify(s).faults, 0);

    AuditLook *look = calloc(1, sizeof *look);
    assert_non_null(look);
    Wbook *book = publish(s, &config.weights, "a.wbook");
    look->store = s;
    look->book = book;
    look->how = &config.weights;
    look->engine = engine_new(&message);
    assert_true(engine_set_hash(look->engine, 1, &message));
    engine_set_analyse_mode(look->engine, true);
    assert_true(audit_table_open(&look->table, s, false, &message));
    assert_true(book_store_each(s, BOOK_BY_ID, look_at_audits, look, &message));
    assert_true(look->refuted >= rest.bad && look->moves > look->refuted);
    audit_table_close(&look->table);
    engine_free(look->engine);
    free(look);
    wbook_close(book);

    assert_true(book_store_execute(s, "UPDATE audits SET key = key + 1", &message));
    assert_true(verify(s).faults >= (uint64_t)rest.positions);
    book_store_close(s);
    scratch_leave();
}

static void test_merge(void **state) {
    (void)state;
    Message message = {""};
    WbookMergeState merged;
    const BookExport stored = {.title = "", .stored_weights = true};
    WbookEntry found[MAX_MOVES];
    int count;
    scratch_enter();
    BookStore *s = create("a.db"), *t = create("b.db");
    add_three_games(s, &ALL_GAMES);
    add_game(t, &ALL_GAMES, "b1c3 e9e8", "1-0");
    add_game(t, &ALL_GAMES, "e2e4 e9e7", "1-0");
    assert_true(book_games_finish(t, &ALL_GAMES, &message));
    Wbook *books[] = {publish(s, &stored, "a.wbook"), publish(t, &stored, "b.wbook")};
    FILE *out = fopen("c.wbook", "wb");
    WbookWriter *w = wbook_writer_new(out, "c.wbook", &RULES[0], "both", &message);
    assert_true(wbook_merge(books, 2, w, &merged, NULL, NULL, &message));
    assert_true(wbook_writer_finish(w, &message));
    wbook_writer_free(w);
    fclose(out);
    assert_int_equal(merged.done, wbook_entries(books[0]) + wbook_entries(books[1]));
    Wbook *c = wbook_open("c.wbook", &message);
    assert_non_null(c);
    assert_int_equal(wbook_entries(c), merged.done - merged.joined);
    const Position array = position_after("");
    assert_true(wbook_probe(c, &array, found, &count, &message));
    assert_int_equal(count, 3);
    assert_int_equal(found[0].weight, 4); /* b1c3: two and two */
    wbook_close(c);
    /* One book and itself: the same moves. */
    out = fopen("d.wbook", "wb");
    w = wbook_writer_new(out, "d.wbook", &RULES[0], "", &message);
    Wbook *twice[] = {books[0], books[0]};
    assert_true(wbook_merge(twice, 2, w, &merged, NULL, NULL, &message));
    assert_int_equal(merged.joined, wbook_entries(books[0]));
    wbook_writer_free(w);
    fclose(out);
    wbook_close(books[0]);
    wbook_close(books[1]);
    book_store_close(s);
    book_store_close(t);
    scratch_leave();
}

/* What is written can be read, and then written again, all the same. */
static void test_text(void **state) {
    (void)state;
    Message message = {""};
    scratch_enter();
    BookStore *s = create("a.db"), *t = create("b.db");
    add_three_games(s, &ALL_GAMES);
    const BookExpandConfig config = config_of(30, 2);
    expand(s, &config);
    char *text = dump(s);
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        const char *fen = strchr(line, '/'); /* behind ids, which are not part of the text */
        while (fen > line && fen[-1] != ' ')
            fen--;
        if (!book_text_read(t, fen, &message))
            fail_msg("%s: %s", fen, message.text);
    }
    assert_true(book_text_link(t, &message));
    assert_int_equal(verify(t).faults, 0);
    expect_counts(move_after(t, "", "g2g3").counts, 2, 0, 1, 1);
    assert_int_equal(move_after(t, "", "g2g3").findings.learned,
                     move_after(s, "", "g2g3").findings.learned);
    assert_int_equal(move_after(t, "", "g2g3").child != 0, true);
    /* Lines of others, and lines that are none. */
    static const char *const array =
        "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - ";
    static const struct {
        const char *operations, *says;
    } lines[] = {{"bm e4 d5; ce 30; acd 12; id \"x\";", NULL},
                 {"bm Zz;", "bm: "},
                 {"ce x;", "ce: 'x' is no whole number"},
                 {"ce 99999;", "ce: ce: 99999 is not within"},
                 {"m1 \"e2e9\";", "m1: "},
                 {"m1 \"e2e4 weight\";", "m1: weight: the number is missing"},
                 {"m1 \"e2e4 weight 70000\";", "is not within"},
                 {"m1 \"e2e4 games 1 +2 =0 -0\";", "more ended than there were"},
                 {"m1 \"e2e4 games 1 2 3 4\";", "+wins =draws -losses must follow"},
                 {"m1 \"e2e4 wait 3\";", "'wait' is not known"},
                 {"variant \"standard-wildebeest\";", "the book about wildebeest"},
                 {"no end", "'no end' is no EPD operation"}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char line[512];
        snprintf(line, sizeof line, "%s%s", array, lines[i].operations);
        message.text[0] = '\0';
        const bool read = book_text_read(t, line, &message);
        if (read != (lines[i].says == NULL) ||
            (!read && strstr(message.text, lines[i].says) == NULL))
            fail_msg("%s: %s", lines[i].operations, message.text);
    }
    free(text);
    book_store_close(s);
    book_store_close(t);
    scratch_leave();
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store),           cmocka_unit_test(test_slow_machine),
        cmocka_unit_test(test_collision),       cmocka_unit_test(test_verify),
        cmocka_unit_test(test_games),           cmocka_unit_test(test_back_solving),
        cmocka_unit_test(test_mates_move_away), cmocka_unit_test(test_expansion),
        cmocka_unit_test(test_half_a_round),    cmocka_unit_test(test_expansion_of_games),
        cmocka_unit_test(test_export),          cmocka_unit_test(test_audit),
        cmocka_unit_test(test_merge),           cmocka_unit_test(test_text)};
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
