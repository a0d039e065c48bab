#include "tests/support/listen.h"

#include <stdlib.h>
#include <string.h>

#include "bitboard/fen.h"
#include "tests/support/suite.h"

Engine *listen_engine(int threads, size_t hash_mib) {
    Message message = {""};
    Engine *engine = engine_new(&message);
    if (engine == NULL || !engine_set_hash(engine, hash_mib, &message) ||
        !engine_set_threads(engine, threads, &message))
        fail_msg("%s", message.text);
    return engine;
}

static bool is_over(const Position *pos) {
    return !has_legal_move(pos) && (position_in_check(pos) || pos->rules->stalemate_loses);
}

bool listen_line_mates(const Position *pos, const Move *moves, int count) {
    Position now = *pos;
    for (int i = 0; i < count; i++) {
        Undo undo;
        if (!position_is_legal(&now, moves[i]))
            return false;
        position_make(&now, moves[i], &undo);
    }
    return is_over(&now);
}

static void expect_legal_line(const Position *pos, const SearchReport *r) {
    Position now = *pos;
    char fen[SLOW_TEXT], move[32];
    if (r->pv_length < 1 || r->pv_length > MAX_PLY + 1)
        fail_msg("%s: a line of %d moves", bridge_fen(pos, fen), r->pv_length);
    for (int i = 0; i < r->pv_length; i++) {
        Undo undo;
        if (!position_is_legal(&now, r->pv[i]))
            fail_msg("%s: line %d of depth %d: move %d, %s, is not legal", bridge_fen(pos, fen),
                     r->multipv, r->depth, i + 1, bridge_move_text(r->pv[i], move));
        position_make(&now, r->pv[i], &undo);
    }
}

static bool is_wanted(const SearchLimits *limits, Move move) {
    for (int i = 0; i < limits->root_move_count; i++)
        if (limits->root_moves[i] == move)
            return true;
    return limits->root_move_count == 0;
}

static void on_report(void *context, const SearchReport *r) {
    Heard *heard = context;
    heard->reports++;
    assert_in_range(r->multipv, 1, heard->multipv);
    expect_legal_line(&heard->root, r);
    assert_true(is_wanted(&heard->limits, r->pv[0]));
    assert_in_range(r->depth, 1, MAX_PLY);
    if (score_is_mate(r->score) && r->score > 0 && r->bound != BOUND_UPPER) {
        const int moves = score_mate_moves(r->score);
        if (heard->fewest_moves == 0 || moves < heard->fewest_moves)
            heard->fewest_moves = moves;
    }
    /* The lines of one depth come best first, each with another move. */
    for (int i = 0; i < r->multipv - 1 && r->bound == BOUND_EXACT; i++) {
        const SearchReport *better = &heard->last[i];
        assert_true(better->pv_length > 0);
        if (better->depth != r->depth || better->bound != BOUND_EXACT)
            continue;
        assert_true(better->score >= r->score);
        assert_int_not_equal(better->pv[0], r->pv[0]);
    }
    if (r->multipv <= LISTEN_LINES)
        heard->last[r->multipv - 1] = *r;
}

void listen_begin(Engine *engine, const Position *pos, const SearchLimits *limits, int multipv,
                  Heard *heard) {
    const SearchListener listener = {.on_report = on_report, .context = heard};
    memset(heard, 0, sizeof *heard);
    heard->root = *pos;
    heard->limits = *limits;
    heard->multipv = multipv;
    engine_set_multipv(engine, multipv);
    engine_set_position(engine, pos);
    engine_go(engine, limits, &listener);
}

void listen_end(Engine *engine, Heard *heard) {
    const SearchReport *best = &heard->last[0];
    const SearchResult r = heard->result = engine_wait(engine);
    char fen[SLOW_TEXT];
    if (r.best == MOVE_NONE)
        return;
    assert_true(position_is_legal(&heard->root, r.best));
    assert_int_equal(best->pv[0], r.best);
    assert_int_equal(best->pv_length > 1 ? best->pv[1] : MOVE_NONE, r.ponder);
    if (!score_is_mate(best->score) || best->bound != BOUND_EXACT)
        return;
    const int plies = SCORE_MATE - abs(best->score);
    if (best->pv_length != plies || !listen_line_mates(&heard->root, best->pv, plies))
        fail_msg("%s: the last line has %d half-moves for a mate in %d",
                 bridge_fen(&heard->root, fen), best->pv_length, plies);
}

void listen_search(Engine *engine, const Position *pos, const SearchLimits *limits, int multipv,
                   Heard *heard) {
    listen_begin(engine, pos, limits, multipv, heard);
    listen_end(engine, heard);
}

MateSuite *mate_suite_open(int threads, size_t hash_mib) {
    MateSuite *suite = malloc(sizeof *suite);
    assert_non_null(suite);
    suite->engine = listen_engine(threads, hash_mib);
    suite->file = data_open("mates.tsv");
    suite->c.number = -1;
    return suite;
}

bool mate_suite_next(MateSuite *suite) {
    MateCase *c = &suite->c;
    char *fields[4];
    Message message;
    if (!data_line(suite->file, c->line, sizeof c->line))
        return false;
    assert_int_equal(data_fields(c->line, fields, 4), 4);
    const RuleSet *rules = rules_find(fields[0], &message);
    if (rules == NULL || !fen_parse(fields[1], rules, &c->pos, NULL, &message))
        fail_msg("%s: %s", fields[1], message.text);
    c->fen = fields[1];
    c->moves = (int)strtol(fields[2], NULL, 10);
    c->what = fields[3];
    c->number++;
    return true;
}

void mate_suite_rewind(MateSuite *suite) {
    rewind(suite->file);
    suite->c.number = -1;
}

void mate_suite_search(MateSuite *suite, const Position *pos, const SearchLimits *limits,
                       int multipv) {
    engine_clear(suite->engine);
    listen_search(suite->engine, pos, limits, multipv, &suite->heard);
}

void mate_suite_close(MateSuite *suite) {
    fclose(suite->file);
    engine_free(suite->engine);
    free(suite);
}
