/*
 * Search threads: the pool they live in, the vote on their answers, what the listener hears of it,
 * and rounds of everything that a GUI may ask for in any order.
 */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/bench.h"
#include "engine/protocol/protocol.h"
#include "engine/search/engine.h"
#include "engine/search/pool.h"
#include "engine/search/vote.h"
#include "engine/search/worker.h"
#include "tests/support/lone_worker.h"
#include "tests/support/run.h"

/* ---- The pool ---- */

enum { POOL_MOST = 40 };

typedef struct {
    Pool pool;
    pthread_t ids[POOL_MOST];
    int done[POOL_MOST];
} PoolTest;

static void note(void *context, int index) {
    PoolTest *t = context;
    t->ids[index] = pthread_self();
    t->done[index]++;
}

static void expect_done(const PoolTest *t, const int *wanted, int count) {
    for (int i = 0; i < count; i++)
        assert_int_equal(t->done[i], wanted[i]);
}

static void test_pool(void **state) {
    (void)state;
    PoolTest *t = calloc(1, sizeof *t);
    assert_non_null(t);
    Random random = {8};
    Message message;
    int wanted[POOL_MOST] = {0};
    pool_init(&t->pool);
    pool_run(&t->pool, note, t); /* nobody */
    for (int round = 0; round < test_amount(60, 300); round++) {
        const int count = random_below(&random, POOL_MOST + 1);
        assert_true(pool_resize(&t->pool, count, &message));
        assert_int_equal(t->pool.count, count);
        const int first = random_below(&random, count + 1),
                  end = first + random_below(&random, count - first + 1);
        /* A second job waits for the first one of the same thread. */
        pool_start(&t->pool, first, end, note, t);
        pool_run(&t->pool, note, t);
        for (int i = 0; i < count; i++)
            wanted[i] += 1 + (i >= first && i < end);
        expect_done(t, wanted, POOL_MOST);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < i; j++)
                assert_false(pthread_equal(t->ids[i], t->ids[j]));
    }
    /* The end waits for what has been started. */
    assert_true(pool_resize(&t->pool, POOL_MOST, &message));
    pool_start(&t->pool, 0, POOL_MOST, note, t);
    pool_free(&t->pool);
    for (int i = 0; i < POOL_MOST; i++)
        wanted[i]++;
    expect_done(t, wanted, POOL_MOST);
    free(t);
}

/* The first thread sets the others to work and waits for them, as a search does. */
static void lead(void *context, int index) {
    PoolTest *t = context;
    pool_start(&t->pool, 1, t->pool.count, note, t);
    note(t, index);
    pool_wait(&t->pool, 1, t->pool.count);
    for (int i = 1; i < t->pool.count; i++)
        t->done[i]++;
}

static void test_jobs_start_jobs(void **state) {
    (void)state;
    PoolTest *t = calloc(1, sizeof *t);
    assert_non_null(t);
    pool_init(&t->pool);
    assert_true(pool_resize(&t->pool, 9, NULL));
    for (int round = 1; round <= test_amount(50, 500); round++) {
        pool_start(&t->pool, 0, 1, lead, t);
        pool_wait(&t->pool, 0, 1);
        assert_int_equal(t->done[0], round);
        for (int i = 1; i < 9; i++)
            assert_int_equal(t->done[i], 2 * round);
    }
    pool_free(&t->pool);
    free(t);
}

/* ---- The vote ---- */

static void test_vote(void **state) {
    (void)state;
    static const struct {
        Vote votes[5];
        int count, best;
    } cases[] = {
        {{{1, 20, 10}}, 1, 0},
        /* One against one: the main thread, unless the other is deeper or sees clearly more. */
        {{{1, 20, 10}, {2, 20, 10}}, 2, 0},
        {{{1, 20, 10}, {2, 20, 11}}, 2, 1},
        {{{1, 20, 12}, {2, 25, 11}}, 2, 0},
        {{{1, 20, 12}, {2, 220, 11}}, 2, 1},
        /* Two against one; of the two, the deeper. */
        {{{1, 20, 10}, {2, 20, 9}, {2, 20, 10}}, 3, 2},
        {{{1, 20, 10}, {2, 20, 10}, {1, 20, 12}}, 3, 2},
        /* Who has finished nothing says nothing. */
        {{{1, -500, 3}, {2, 900, 0}, {2, 900, 0}}, 3, 0},
        {{{1, 10, 5}, {2, 900, 0}, {2, 10, 9}}, 3, 2},
        /* The shortest mate, whatever the others think. */
        {{{1, 20, 30}, {1, 20, 30}, {2, SCORE_MATE - 9, 5}, {3, SCORE_MATE - 5, 4}}, 4, 3},
        {{{1, SCORE_MATE - 5, 30}, {2, SCORE_MATE - 5, 40}}, 2, 0},
        {{{1, 20, 30}, {2, SCORE_MATE - 5, 0}}, 2, 0},
        /* What stands behind the votes that are counted says nothing. */
        {{{1, 20, 12}, {2, 220, 11}, {1, 20, 90}}, 2, 1},
        {{{1, 20, 10}, {2, 20, 11}, {3, SCORE_MATE - 5, 9}}, 2, 1},
        {{{1, 20, 10}, {2, 20, 11}, {3, -900, 9}}, 2, 1},
        /* Away from being mated, be it with less depth; if all are mated, the last to be. */
        {{{1, -SCORE_MATE + 6, 20}, {2, -300, 15}}, 2, 1},
        {{{1, -SCORE_MATE + 6, 20}, {2, -SCORE_MATE + 200, 20}}, 2, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (vote_best(cases[i].votes, cases[i].count) != cases[i].best)
            fail_msg("vote %zu goes to %d", i, vote_best(cases[i].votes, cases[i].count));
}

/* ---- Engines ---- */

static Engine *make_engine(int threads) {
    Message message = {""};
    Engine *engine = engine_new(&message);
    if (engine == NULL || !engine_set_hash(engine, 2, &message) ||
        !engine_set_threads(engine, threads, &message))
        fail_msg("%s", message.text);
    return engine;
}

static void set_bench_position(Engine *engine, int number) {
    const RuleSet *rules = &RULES[number % RULE_SETS];
    Position pos;
    Message message;
    const int index = number / RULE_SETS % bench_position_count(rules);
    if (!fen_parse(bench_position(rules, index), rules, &pos, NULL, &message))
        fail_msg("%s", message.text);
    engine_set_position(engine, &pos);
}

typedef struct {
    Move best, ponder;
    int depth;
} LastLine;

static void hear(void *context, const SearchReport *report) {
    LastLine *last = context;
    if (report->multipv == 1)
        *last = (LastLine){.best = report->pv[0],
                           .ponder = report->pv_length > 1 ? report->pv[1] : MOVE_NONE,
                           .depth = report->depth};
}

/* Whichever thread's answer it is: the last line says the same as the best move. */
static void test_last_line_is_the_answer(void **state) {
    (void)state;
    static const int threads[] = {1, 2, 5};
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
        Engine *engine = make_engine(threads[t]);
        for (int i = 0; i < test_amount(12, 60); i++) {
            LastLine last = {MOVE_NONE, MOVE_NONE, 0};
            const SearchListener listener = {.on_report = hear, .context = &last};
            const SearchLimits limits = {.nodes = 500 + 700 * (uint64_t)(i % 12)};
            set_bench_position(engine, i);
            engine_set_multipv(engine, i % 5 == 4 ? 3 : 1);
            engine_go(engine, &limits, &listener);
            const SearchResult result = engine_wait(engine);
            assert_true(position_is_legal(engine_position(engine), result.best));
            assert_int_equal(last.best, result.best);
            assert_int_equal(last.ponder, result.ponder);
            assert_true(result.depth >= 1);
        }
        engine_free(engine);
    }
}

/* Helpers do search.  A short search may be over before they have begun, but not every one. */
static void test_helpers_search(void **state) {
    (void)state;
    enum { SEARCHES = 1000, HELPERS = 2 };
    Engine *engine = make_engine(1 + HELPERS);
    const SearchLimits limits = {.nodes = 5000};
    bool searched[HELPERS] = {false};
    for (int i = 0; i < SEARCHES && !(searched[0] && searched[1]); i++) {
        set_bench_position(engine, i);
        engine_go(engine, &limits, NULL);
        const SearchResult result = engine_wait(engine);
        uint64_t sum = engine_thread_nodes(engine, 0);
        for (int helper = 0; helper < HELPERS; helper++) {
            const uint64_t nodes = engine_thread_nodes(engine, helper + 1);
            searched[helper] = searched[helper] || nodes > 0;
            sum += nodes;
        }
        assert_true(result.nodes == sum);
    }
    assert_true(searched[0] && searched[1]);
    engine_free(engine);
}

static void test_thread_counts(void **state) {
    (void)state;
    const int counts[] = {1, 7, 2, test_amount(40, MAX_THREADS), 3, 3, 1};
    Engine *engine = make_engine(1);
    Message message;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const SearchLimits limits = {.nodes = 300};
        assert_true(engine_set_threads(engine, counts[i], &message));
        assert_int_equal(engine_threads(engine), counts[i]);
        engine_clear(engine);
        engine_go(engine, &limits, NULL);
        assert_true(position_is_legal(engine_position(engine), engine_wait(engine).best));
    }
    assert_false(engine_set_threads(engine, MAX_THREADS + 1, &message));
    assert_non_null(strstr(message.text, "256"));
    engine_free(engine);
}

/*
 * One thread is deterministic: whatever happened before, after engine_clear the same position and
 * node budget give the same search.
 */
static void test_same_search_again(void **state) {
    (void)state;
    enum { BUDGETS = 20 };
    Engine *engine = make_engine(1);
    Random random = {20};
    Message message;
    for (int i = 0; i < BUDGETS; i++) {
        const SearchLimits limits = {
            .nodes = (uint64_t)(1 + random_below(&random, 20) * random_below(&random, 20) *
                                        random_below(&random, test_amount(50, 200)))};
        SearchResult first = {.nodes = 0};
        for (int again = 0; again < 3; again++) {
            engine_clear(engine);
            set_bench_position(engine, i);
            engine_go(engine, &limits, NULL);
            const SearchResult result = engine_wait(engine);
            if (again == 0)
                first = result;
            assert_int_equal(result.nodes, first.nodes);
            assert_int_equal(result.best, first.best);
            assert_int_equal(result.ponder, first.ponder);
            assert_int_equal(result.score, first.score);
            assert_int_equal(result.depth, first.depth);
            /* Something else in between: other threads, another size and back, another game. */
            const SearchLimits other = {.nodes = 3000};
            assert_true(engine_set_threads(engine, 1 + random_below(&random, 3), &message));
            assert_true(engine_set_hash(engine, 1 + (size_t)random_below(&random, 9), &message));
            set_bench_position(engine, random_below(&random, 50));
            engine_go(engine, &other, NULL);
            engine_wait(engine);
            assert_true(engine_set_threads(engine, 1, &message));
            assert_true(engine_set_hash(engine, 2, &message));
        }
    }
    engine_free(engine);
}

/* ---- Torture, over UCI ---- */

enum { LINE_SIZE = 1 << 15, GAME_MOVES = 12 };

typedef struct {
    Random random;
    FILE *to, *from; /* our ends of the pipes */
    FILE *in, *out;  /* the engine's */
    pthread_t engine;
    int status;
    const RuleSet *rules;
    Position pos;              /* what is being searched */
    char told[MOVE_TEXT_SIZE]; /* the first move of the line told last */
    char line[LINE_SIZE];
    int searches;
} Torture;

static void *talk(void *argument) {
    Torture *t = argument;
    t->status = protocol_run(t->in, t->out, SPEAK_UCI);
    fclose(t->out);
    return NULL;
}

static void open_torture(Torture *t) {
    int in[2], out[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    t->in = fdopen(in[0], "r");
    t->to = fdopen(in[1], "w");
    t->from = fdopen(out[0], "r");
    t->out = fdopen(out[1], "w");
    assert_true(t->in != NULL && t->to != NULL && t->from != NULL && t->out != NULL);
    setvbuf(t->to, NULL, _IOLBF, 0);
    t->rules = &RULES[0];
    position_set_start(&t->pos, t->rules);
    assert_int_equal(pthread_create(&t->engine, NULL, talk, t), 0);
}

static void say(Torture *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Torture *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(t->to, format, arguments);
    va_end(arguments);
    fputc('\n', t->to);
}

/* The next line that begins with that word.  No complaint may come before it, and no best move. */
static void await(Torture *t, const char *word) {
    for (;;) {
        if (fgets(t->line, sizeof t->line, t->from) == NULL)
            fail_msg("the engine ended before it said '%s'", word);
        t->line[strcspn(t->line, "\n")] = '\0';
        const char *line = strstr(t->line, " multipv 1 "), *pv = strstr(t->line, " pv ");
        if (strncmp(t->line, "info string error", 17) == 0)
            fail_msg("%s", t->line);
        if (line != NULL && pv != NULL)
            snprintf(t->told, sizeof t->told, "%.*s", (int)strcspn(pv + 4, " "), pv + 4);
        if (strncmp(t->line, word, strlen(word)) == 0)
            return;
        assert_int_not_equal(strncmp(t->line, "bestmove", 8), 0);
    }
}

static void await_best_move(Torture *t) {
    Move move;
    Message message;
    char best[MOVE_TEXT_SIZE];
    await(t, "bestmove ");
    const char *text = t->line + strlen("bestmove ");
    snprintf(best, sizeof best, "%.*s", (int)strcspn(text, " "), text);
    if (!has_legal_move(&t->pos)) {
        assert_string_equal(best, "(none)");
        return;
    }
    if (!move_parse(&t->pos, best, &move, &message))
        fail_msg("%s: %s", best, message.text);
    assert_string_equal(t->told, best);
}

/* A game of random moves; where it ends early, there is nothing left to search. */
static void say_position(Torture *t) {
    char text[MOVE_TEXT_SIZE], moves[GAME_MOVES * MOVE_TEXT_SIZE + 1] = "";
    const int count = random_below(&t->random, GAME_MOVES);
    const bool from_start = random_below(&t->random, 2) == 0;
    const char *fen =
        bench_position(t->rules, random_below(&t->random, bench_position_count(t->rules)));
    position_set_start(&t->pos, t->rules);
    if (!from_start)
        assert_true(fen_parse(fen, t->rules, &t->pos, NULL, NULL));
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        MoveList list;
        Undo undo;
        generate_legal(&t->pos, &list);
        if (list.count == 0)
            break;
        const Move move = list.moves[random_below(&t->random, list.count)];
        used += (size_t)snprintf(moves + used, sizeof moves - used, " %s", move_write(move, text));
        position_make(&t->pos, move, &undo);
    }
    say(t, "position %s%s%s%s", from_start ? "startpos" : "fen ", from_start ? "" : fen,
        used > 0 ? " moves" : "", moves);
}

static void say_option(Torture *t) {
    Random *r = &t->random;
    switch (random_below(r, 12)) {
    case 0:
    case 1: say(t, "setoption name Threads value %d", 1 + random_below(r, 6)); break;
    case 2:
    case 3: say(t, "setoption name Hash value %d", 1 + random_below(r, 12)); break;
    case 4: say(t, "setoption name MultiPV value %d", 1 + random_below(r, 3)); break;
    case 5: say(t, "setoption name Clear Hash"); break;
    case 6:
        say(t, "setoption name UCI_AnalyseMode value %s", random_below(r, 2) ? "true" : "false");
        break;
    case 7: say(t, "setoption name SaveHash"); break;
    case 8: say(t, "setoption name LoadHash"); break;
    case 9: say(t, "ucinewgame"); break;
    case 10:
        say(t, "isready");
        await(t, "readyok");
        break;
    default:
        t->rules = &RULES[random_below(r, RULE_SETS)];
        say(t, "setoption name UCI_Variant value %s", t->rules->name);
        say(t, "setoption name HashFile value %s.hash", t->rules->short_name);
        say(t, "setoption name SaveHash");
        say_position(t);
        break;
    }
}

/* Something that ends a search, be it by the way. */
static void end_search(Torture *t, bool ponder) {
    Random *r = &t->random;
    for (int i = random_below(r, 4); i > 0; i--) {
        say(t, "isready");
        await(t, "readyok");
    }
    if (ponder && random_below(r, 2) == 0)
        say(t, "ponderhit");
    switch (random_below(r, 6)) {
    case 0: say(t, "setoption name Threads value %d", 1 + random_below(r, 6)); break;
    case 1: say(t, "setoption name Hash value %d", 1 + random_below(r, 12)); break;
    case 2: say(t, "ucinewgame"); break;
    default: say(t, "stop"); break;
    }
}

static void torture_round(Torture *t) {
    Random *r = &t->random;
    for (int i = random_below(r, 3); i > 0; i--)
        say_option(t);
    if (random_below(r, 3) > 0)
        say_position(t);
    const int kind = random_below(r, 6);
    t->searches++;
    t->told[0] = '\0';
    switch (kind) {
    case 0: say(t, "go nodes %d", 1 + random_below(r, 3000)); break;
    case 1: say(t, "go depth %d", 1 + random_below(r, 4)); break;
    case 2: say(t, "go movetime %d", 1 + random_below(r, 10)); break;
    case 3:
        say(t, "go wtime %d btime %d winc 5 binc 5", random_below(r, 300), random_below(r, 300));
        break;
    case 4: say(t, "go ponder wtime 50 btime 50"); break;
    default: say(t, "go infinite"); break;
    }
    /* An unlimited search has to be ended; so may a limited one be, before or after its end. */
    if (kind >= 4)
        end_search(t, kind == 4);
    else if (random_below(r, 3) == 0)
        say(t, "stop");
    await_best_move(t);
}

static void test_torture(void **state) {
    (void)state;
    Torture *t = calloc(1, sizeof *t);
    assert_non_null(t);
    scratch_enter();
    t->random.state = 2024;
    open_torture(t);
    for (int i = 0; i < RULE_SETS; i++) {
        say(t, "setoption name UCI_Variant value %s", RULES[RULE_SETS - 1 - i].name);
        say(t, "setoption name HashFile value %s.hash", RULES[RULE_SETS - 1 - i].short_name);
        say(t, "setoption name SaveHash");
    }
    const int rounds = test_amount(30, 200);
    for (int i = 0; i < rounds; i++)
        torture_round(t);
    /* The end may come in the middle of a search. */
    t->told[0] = '\0';
    say(t, "go infinite");
    say(t, "quit");
    await_best_move(t);
    assert_int_equal(pthread_join(t->engine, NULL), 0);
    assert_int_equal(t->status, 0);
    assert_int_equal(t->searches, rounds);
    assert_null(fgets(t->line, sizeof t->line, t->from));
    fclose(t->to);
    fclose(t->in);
    fclose(t->from);
    free(t);
    scratch_leave();
}

/* ---- Helpers that are ahead ---- */

static void test_lead(void **state) {
    (void)state;
    RootMove best = {.move = move_make(1, 2), .score = 10}, taken;
    Lead lead;
    lead_init(&lead);
    assert_false(lead_is_ahead(&lead, 1));
    assert_false(lead_is_ahead(&lead, 0)); /* as quiescence alone has it */
    lead_offer(&lead, &best, 4);
    assert_true(lead_is_ahead(&lead, 4));
    assert_false(lead_is_ahead(&lead, 5));
    best.score = 20;
    lead_offer(&lead, &best, 4); /* comes too late */
    lead_offer(&lead, &best, 2);
    assert_int_equal(lead_take(&lead, &taken), 4);
    assert_int_equal(taken.score, 10);
    lead_offer(&lead, &best, 6);
    assert_int_equal(lead_take(&lead, &taken), 6);
    assert_int_equal(taken.score, 20);
    lead_reset(&lead);
    assert_false(lead_is_ahead(&lead, 1));
    lead_destroy(&lead);
}

static void on_lead_report(void *context, const SearchReport *report) {
    int *depth = context;
    assert_true(report->depth >= *depth); /* a long search tells its last line again */
    *depth = report->depth;
}

/* The main worker breaks off, and ends with the helper's line; its own of later depths follow. */
static void test_lead_is_taken_over(void **state) {
    (void)state;
    enum { AHEAD = 20, NODES = 60000 };
    for (int deepest = AHEAD; deepest <= MAX_PLY; deepest += MAX_PLY - AHEAD) {
        LoneWorker *lone = lone_worker_open(1);
        Position pos;
        int told = 0;
        lone->shared.limits = (SearchLimits){.depth = deepest, .nodes = NODES};
        lone->shared.listener = (SearchListener){.on_report = on_lead_report, .context = &told};
        position_set_start(&pos, &RULES[0]);
        Worker *w = lone_worker_set(lone, &pos);
        RootMove best = w->root[w->root_count / 2];
        best.score = 77;
        best.depth = AHEAD;
        lead_offer(&lone->shared.lead, &best, AHEAD);
        worker_search(w);
        assert_int_equal(told, AHEAD);
        assert_int_equal(w->finished_depth, AHEAD);
        assert_int_equal(w->finished_best.move, best.move);
        assert_int_equal(w->finished_best.score, 77);
        /* With the depth that was asked for it ends; otherwise it goes on for all its nodes. */
        assert_true((worker_nodes(w) == NODES) == (deepest > AHEAD));
        for (int i = 0; i < w->root_count; i++)
            for (int j = 0; j < i; j++)
                assert_true(w->root[i].move != w->root[j].move);
        lone_worker_close(lone);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_jobs_start_jobs),
        cmocka_unit_test(test_vote),
        cmocka_unit_test(test_last_line_is_the_answer),
        cmocka_unit_test(test_helpers_search),
        cmocka_unit_test(test_thread_counts),
        cmocka_unit_test(test_same_search_again),
        cmocka_unit_test(test_torture),
        cmocka_unit_test(test_lead),
        cmocka_unit_test(test_lead_is_taken_over),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
