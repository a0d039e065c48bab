#include "engine/analysis/test_position.h"

#include "bitboard/notation.h"
#include "engine/epd.h"
#include "engine/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS_MAX = 1000000000 };

/* ---- Reading ---- */

/* The moves of bm or am, in SAN or by coordinates. */
static bool read_moves(const EpdOperation *o, const Position *pos, Move *moves, int *count,
                       Message *message) {
    const char *at = o->operands, *end = o->operands + o->operands_length;
    while (at < end) {
        char word[24];
        const size_t left = (size_t)(end - at), length = strcspn(at, " \t;");
        const size_t taken = length < left ? length : left;
        Message why;
        if (*count == TEST_MOVES_MAX)
            return message_set(message, "%.*s: more than %d moves", o->opcode_length, o->opcode,
                               TEST_MOVES_MAX);
        snprintf(word, sizeof word, "%.*s", (int)taken, at);
        if (!san_parse(pos, word, &moves[*count], &why) &&
            !move_parse(pos, word, &moves[*count], NULL))
            return message_set(message, "%.*s: %s", o->opcode_length, o->opcode, why.text);
        ++*count;
        at += taken;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
    }
    return *count > 0 ||
           message_set(message, "%.*s: no move is named", o->opcode_length, o->opcode);
}

static bool take_operation(TestPosition *test, const EpdOperation *o, const Position *pos,
                           Message *message) {
    char text[TEST_ID_SIZE];
    int64_t number = 0;
    double seconds;
    snprintf(text, sizeof text, "%.*s", o->operands_length, o->operands);
    if (epd_is(o, "id"))
        snprintf(test->id, sizeof test->id, "%s", text);
    if (epd_is(o, "bm"))
        return read_moves(o, pos, test->best, &test->best_count, message);
    if (epd_is(o, "am"))
        return read_moves(o, pos, test->avoid, &test->avoid_count, message);
    if (epd_is(o, "dm")) {
        if (!number_read("dm", text, 1, MAX_PLY / 2, &number, message))
            return false;
        test->mate = (int)number;
    } else if (epd_is(o, "max_depth")) {
        if (!number_read("max_depth", text, 1, MAX_PLY - 1, &number, message))
            return false;
        test->depth = (int)number;
    } else if (epd_is(o, "max_nodes")) {
        if (!number_read("max_nodes", text, 1, INT64_MAX, &number, message))
            return false;
        test->nodes = (uint64_t)number;
    } else if (epd_is(o, "max_time")) {
        if (!number_read_real("max_time", text, 0.001, SECONDS_MAX, &seconds, message))
            return false;
        test->time_ms = (int64_t)(seconds * 1000);
    }
    return true;
}

/* First what belongs to the position, then what is said about it. */
static bool read_operations(TestPosition *test, const RuleSet *rules, Message *message) {
    EpdState state;
    EpdOperation o;
    Position pos;
    const char *operations;
    if (!epd_begin(&state, test->line, rules, &operations, message))
        return false;
    const char *at = operations;
    while (*at != '\0') {
        if (!epd_read_operation(&at, &o))
            return message_set(message, "'%.40s' is no operation", at);
        if (!epd_take(&state, &o, message))
            return false;
    }
    if (!epd_finish(&state, &pos, message))
        return false;
    test->rules = state.rules;
    for (at = operations; epd_read_operation(&at, &o);)
        if (!take_operation(test, &o, &pos, message))
            return false;
    test->has_limits = test->depth > 0 || test->nodes > 0 || test->time_ms > 0;
    return true;
}

bool test_position_read(TestPosition *test, const char *line, long number, const RuleSet *rules,
                        Message *message) {
    *test = (TestPosition){.line = strdup(line), .number = number};
    if (test->line == NULL)
        return message_set(message, "no memory");
    if (read_operations(test, rules, message))
        return true;
    test_position_free(test);
    return false;
}

void test_position_free(TestPosition *test) {
    free(test->line);
    test->line = NULL;
}

void test_position_place(const TestPosition *test, Position *pos) {
    EpdState state;
    EpdOperation o;
    const char *at;
    epd_begin(&state, test->line, test->rules, &at, NULL);
    while (epd_read_operation(&at, &o))
        epd_take(&state, &o, NULL);
    epd_finish(&state, pos, NULL);
}

/* ---- Judging ---- */

bool test_position_is_test(const TestPosition *test) {
    return test->best_count > 0 || test->avoid_count > 0 || test->mate > 0;
}

static bool is_among(Move move, const Move *moves, int count) {
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

bool test_position_judge(const TestPosition *test, Move best, Score score) {
    return (test->best_count == 0 || is_among(best, test->best, test->best_count)) &&
           !is_among(best, test->avoid, test->avoid_count) &&
           (test->mate == 0 ||
            (score_is_mate(score) && score > 0 && score_mate_moves(score) <= test->mate));
}

static void judge(const TestPosition *test, Move best, Score score, const Solution *now,
                  Solution *solution) {
    if (!test_position_judge(test, best, score))
        *solution = (Solution){.solved = false};
    else if (!solution->solved)
        *solution = *now;
}

void test_position_follow(const TestPosition *test, const SearchReport *r, Solution *solution) {
    const Solution now = {true, r->depth, r->nodes, r->time_ms};
    if (r->multipv == 1 && r->bound != BOUND_UPPER && test_position_is_test(test))
        judge(test, r->pv[0], r->score, &now, solution);
}

void test_position_settle(const TestPosition *test, const SearchResult *r, Solution *solution) {
    const Solution now = {true, r->depth, r->nodes, r->time_ms};
    if (test_position_is_test(test))
        judge(test, r->best, r->score, &now, solution);
}
