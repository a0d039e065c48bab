/*
 * Long searches, by a clock that the test moves: a month goes by in a blink.  Counts beyond 32 bits
 * are counted and told right, and what is told between the reports comes in time and not too often.
 */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "bitboard/notation.h"
#include "engine/analysis/line.h"
#include "engine/analysis/writer.h"
#include "engine/bench.h"
#include "engine/protocol/uci_info.h"
#include "engine/search/worker.h"
#include "tests/support/engines.h"
#include "tests/support/fake_clock.h"
#include "tests/support/long_report.h"

/* As the listener's contract has them. */
enum { LONG_MS = 3000, STATUS_MS = 1000, CURRENT_MOVE_MS = 100 };

/* ---- What it hears ---- */

typedef struct {
    const FakeClock *clock;
    int64_t started_ms;
    int multipv, move_count; /* how many lines and root moves there are */
    const Move *moves;       /* the only ones searched; NULL: all */
    int reports, bounds, currents, statuses;
    int64_t told_ms, current_ms; /* when counts, and when a move, were told last */
    SearchReport last;
} Heard;

static void hear_report(void *context, const SearchReport *r) {
    Heard *h = context;
    assert_in_range(r->multipv, 1, h->multipv);
    assert_true(r->selective_depth >= 1 && r->selective_depth <= MAX_PLY + 1);
    assert_true(r->nodes >= h->last.nodes && r->time_ms >= h->last.time_ms);
    assert_true(r->time_ms <= fake_clock_now(h->clock) - h->started_ms);
    assert_true(r->nodes_per_second == rate_per_second(r->nodes, r->time_ms));
    if (r->bound != BOUND_EXACT) {
        assert_true(r->bound == BOUND_LOWER || r->bound == BOUND_UPPER);
        assert_true(r->time_ms >= LONG_MS);
        h->bounds++;
    }
    h->reports++;
    h->told_ms = fake_clock_now(h->clock);
    h->last = *r;
}

static void hear_current_move(void *context, int depth, Move move, int number) {
    Heard *h = context;
    const int64_t now = fake_clock_now(h->clock);
    bool wanted = h->moves == NULL;
    for (int i = 0; i < h->move_count && !wanted; i++)
        wanted = h->moves[i] == move;
    assert_true(wanted);
    assert_in_range(number, 1, h->move_count);
    /* Of the iteration that is being searched: lines are told as they end, bounds within it. */
    assert_true(depth == h->last.depth || depth == h->last.depth + 1);
    assert_true(now - h->started_ms >= LONG_MS);
    assert_true(h->currents == 0 || now - h->current_ms >= CURRENT_MOVE_MS);
    h->current_ms = now;
    h->currents++;
}

static void hear_status(void *context, const SearchStatus *s) {
    Heard *h = context;
    const int64_t now = fake_clock_now(h->clock);
    assert_true(now - h->started_ms >= LONG_MS && now - h->told_ms >= STATUS_MS);
    assert_true(s->nodes >= h->last.nodes && s->time_ms > h->last.time_ms);
    assert_true(s->nodes_per_second == rate_per_second(s->nodes, s->time_ms));
    assert_in_range(s->hash_permille, 0, 1000);
    h->told_ms = now;
    h->statuses++;
}

static SearchListener listener_of(Heard *h) {
    return (SearchListener){.on_report = hear_report,
                            .on_current_move = hear_current_move,
                            .on_status = hear_status,
                            .context = h};
}

/* ---- An engine with that clock ---- */

static Engine *make_engine(FakeClock *clock) {
    Engine *engine = new_engine(4, 1);
    const EngineClock engine_clock = fake_clock_engine(clock);
    engine_set_clock(engine, &engine_clock);
    engine_set_move_overhead(engine, 0);
    return engine;
}

static SearchResult search(Engine *engine, FakeClock *clock, const SearchLimits *limits, Heard *h) {
    h->clock = clock;
    h->started_ms = h->told_ms = fake_clock_now(clock) + clock->step_ms;
    const SearchListener listener = listener_of(h);
    return engine_run(engine, limits, &listener);
}

static int array_moves(void) {
    Position pos;
    MoveList list;
    position_set_start(&pos, &RULES[0]);
    generate_legal(&pos, &list);
    return list.count;
}

static void test_month(void **state) {
    (void)state;
    FakeClock clock;
    Heard h = {.multipv = 1, .move_count = array_moves()};
    /* The clock's origin may be anywhere. */
    fake_clock_init(&clock, INT64_C(1) << 41, DAY_MS / 24);
    Engine *engine = make_engine(&clock);
    const SearchLimits limits = {.move_time_ms = 30 * DAY_MS};
    const SearchResult result = search(engine, &clock, &limits, &h);
    assert_in_range(result.time_ms, 30 * DAY_MS, 31 * DAY_MS);
    assert_true(result.depth >= 3 && h.reports >= 3);
    assert_true(h.statuses > 20 && h.currents > 20);
    engine_free(engine);
}

/* ---- A clock that jumps ---- */

typedef struct {
    FakeClock *clock;
    int64_t by_ms;
    uint64_t nodes; /* when it jumped; 0: not yet */
} Jump;

static void jump_at_depth_3(void *context, const SearchReport *r) {
    Jump *jump = context;
    if (r->depth < 3 || jump->nodes > 0)
        return;
    jump->nodes = r->nodes;
    atomic_fetch_add(&jump->clock->now_ms, jump->by_ms);
}

/* A computer that slept, or a clock set back in mid-search: the one search ends at once, the other
 * by its other limit, and both with a move. */
static void test_jumps(void **state) {
    (void)state;
    static const int64_t jumps_ms[] = {DAY_MS, 365 * DAY_MS, -DAY_MS, -365 * DAY_MS};
    enum { NODES = 30000, AT_ONCE = 10000 };
    for (size_t i = 0; i < sizeof jumps_ms / sizeof jumps_ms[0]; i++) {
        FakeClock clock;
        fake_clock_init(&clock, INT64_C(1) << 41, 0);
        Engine *engine = make_engine(&clock);
        Jump jump = {.clock = &clock, .by_ms = jumps_ms[i]};
        const SearchListener listener = {.on_report = jump_at_depth_3, .context = &jump};
        const SearchLimits limits = {.nodes = NODES, .has_clock = true, .time_ms = {60000, 60000}};
        const SearchResult result = engine_run(engine, &limits, &listener);
        assert_true(jump.nodes > 0);
        assert_true(position_is_legal(engine_position(engine), result.best));
        if (jumps_ms[i] > 0)
            assert_true(result.nodes < jump.nodes + AT_ONCE);
        else
            assert_true(result.nodes >= NODES);
        engine_free(engine);
    }
}

static void test_quiet_when_short(void **state) {
    (void)state;
    FakeClock clock;
    Heard h = {.multipv = 1, .move_count = array_moves()};
    fake_clock_init(&clock, 0, 10);
    Engine *engine = make_engine(&clock);
    const SearchLimits limits = {.move_time_ms = LONG_MS - 100};
    search(engine, &clock, &limits, &h);
    assert_true(h.reports > 0);
    assert_int_equal(h.statuses, 0);
    assert_int_equal(h.currents, 0);
    engine_free(engine);
}

/* Only a few moves, some lines: the numbers of the moves fit, and nothing is told too often. */
static void test_current_moves(void **state) {
    (void)state;
    static const char *const words[] = {"a2a3", "i1h4", "k2k3", "e2e4", "b1c3", "j2j5"};
    enum { MOVES = sizeof words / sizeof words[0] };
    for (int multipv = 1; multipv <= 3; multipv += 2) {
        FakeClock clock;
        Move moves[MOVES];
        Heard h = {.multipv = multipv, .move_count = MOVES, .moves = moves};
        fake_clock_init(&clock, 5, 90);
        Engine *engine = make_engine(&clock);
        engine_set_multipv(engine, multipv);
        SearchLimits limits = {.nodes = 100000, .root_move_count = MOVES};
        for (int i = 0; i < MOVES; i++) {
            assert_true(move_parse(engine_position(engine), words[i], &moves[i], NULL));
            limits.root_moves[i] = moves[i];
        }
        search(engine, &clock, &limits, &h);
        assert_true(h.currents > 5 && h.reports > 5);
        engine_free(engine);
    }
}

/* An aspiration window that fails is told once a search is long. */
static void test_bounds_are_told(void **state) {
    (void)state;
    FakeClock clock;
    Heard h = {.multipv = 1, .move_count = MAX_MOVES};
    fake_clock_init(&clock, 0, LONG_MS);
    Engine *engine = make_engine(&clock);
    const SearchLimits limits = {.depth = 9};
    set_fen(engine, bench_position(&RULES[0], 10), &RULES[0]);
    search(engine, &clock, &limits, &h);
    assert_true(h.bounds > 0);
    assert_int_equal(h.last.bound, BOUND_EXACT);
    engine_free(engine);
}

/* ---- Counters that have come far ---- */

/* A worker of its own, whose count is set to what a month might have brought. */
static void test_great_node_counts(void **state) {
    (void)state;
    const uint64_t starts[] = {UINT64_C(1) << 32, UINT64_C(1) << 40, (UINT64_C(1) << 48) - 20000};
    Message message;
    Worker *w = calloc(1, sizeof *w);
    TranspositionTable tt = {0};
    ReductionTable reductions;
    assert_non_null(w);
    assert_true(tt_resize(&tt, 1, &message));
    reductions_init(&reductions);
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        FakeClock clock;
        Heard h = {.multipv = 1, .move_count = array_moves(), .clock = &clock};
        fake_clock_init(&clock, 0, 200);
        SharedSearch shared = {.tt = &tt,
                               .reductions = &reductions,
                               .workers = &w,
                               .worker_count = 1,
                               .limits = {.nodes = starts[i] + 40000},
                               .listener = listener_of(&h),
                               .clock = fake_clock_engine(&clock),
                               .multipv = 1};
#ifdef BRINDLE_TUNING
        shared.parameters = search_parameters_default();
#endif
        Position pos;
        position_set_start(&pos, &RULES[0]);
        w->shared = &shared;
        worker_clear(w);
        worker_prepare(w, &pos);
        atomic_store(&w->nodes, starts[i]);
        w->next_check = starts[i];
        worker_search(w);
        assert_true(search_total_nodes(&shared) == starts[i] + 40000);
        assert_true(h.reports > 3 && h.statuses > 0 && h.last.nodes > starts[i]);
        assert_true(h.last.nodes <= starts[i] + 40000);
    }
    tt_free(&tt);
    free(w);
}

static void test_rates(void **state) {
    (void)state;
    static const struct {
        uint64_t count;
        int64_t ms;
        uint64_t rate;
    } rates[] = {
        {0, 0, 0},
        {7, 0, 7000},
        {7, -5, 7000},
        {999, 1000, 999},
        {1, 3, 333},
        {UINT64_C(1) << 60, 1000, UINT64_C(1) << 60},
        {(UINT64_C(1) << 60) + 1, 2000, UINT64_C(1) << 59},
        {UINT64_C(5000000) * 30 * 24 * 3600, 30 * DAY_MS, 5000000},
        {UINT64_MAX, 30 * DAY_MS, UINT64_C(7116799411153)},
        {UINT64_MAX, 1, UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
        assert_int_equal(rate_per_second(rates[i].count, rates[i].ms), rates[i].rate);
}

/* ---- Written ---- */

static void test_uci_lines(void **state) {
    (void)state;
    Position pos;
    char text[UCI_INFO_SIZE], wanted[UCI_INFO_SIZE], move[MOVE_TEXT_SIZE];
    position_set_start(&pos, &RULES[0]);
    const SearchReport r = long_report(&pos);
    move_write(r.pv[0], move);
    snprintf(wanted, sizeof wanted,
             "info depth 61 seldepth 102 multipv 1 score cp 35 lowerbound nodes 281474976710657 "
             "nps 108593741 hashfull 1000 time 2592000000 pv %s",
             move);
    assert_string_equal(uci_info_report(&r, NULL, text), wanted);
    const SearchStatus status = {.nodes = r.nodes,
                                 .time_ms = r.time_ms,
                                 .nodes_per_second = r.nodes_per_second,
                                 .hash_permille = 7};
    assert_string_equal(uci_info_status(&status, text),
                        "info nodes 281474976710657 nps 108593741 hashfull 7 time 2592000000");
    snprintf(wanted, sizeof wanted, "info depth 61 currmove %s currmovenumber 45", move);
    assert_string_equal(uci_info_current_move(61, r.pv[0], 45, text), wanted);
    assert_string_equal(uci_score_write(score_mated_in(4), NULL, text), "mate -2");
    assert_string_equal(uci_score_write(score_mated_in(4), &pos, text), "mate -2 wdl 0 0 1000");
}

static void test_terminal_lines(void **state) {
    (void)state;
    char *text = long_report_written(&TERMINAL_WRITER);
    assert_non_null(strstr(text, "61/102"));
    assert_non_null(strstr(text, ">+0.35 720:00:00     281T    109M"));
    assert_non_null(strstr(text, "depth 61, 281T nodes in 2592000.00 s, 109M nodes/s"));
    free(text);
}

static void test_counts_in_words(void **state) {
    (void)state;
    static const struct {
        uint64_t count;
        const char *text;
    } counts[] = {{0, "0"},
                  {999, "999"},
                  {1000, "1.00k"},
                  {15234, "15.2k"},
                  {999499, "999k"},
                  {999500, "1.00M"},
                  {UINT64_C(1) << 32, "4.29G"},
                  {UINT64_C(1) << 40, "1.10T"},
                  {UINT64_MAX, "18446744T"}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char text[COUNT_TEXT_SIZE];
        assert_string_equal(count_write(counts[i].count, text), counts[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_month),
        cmocka_unit_test(test_jumps),
        cmocka_unit_test(test_quiet_when_short),
        cmocka_unit_test(test_current_moves),
        cmocka_unit_test(test_bounds_are_told),
        cmocka_unit_test(test_great_node_counts),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_uci_lines),
        cmocka_unit_test(test_terminal_lines),
        cmocka_unit_test(test_counts_in_words),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
