/*
 * Files of positions and games as units of work, their results as JSON, and what a session keeps.
 */
#include "tests/support/suite.h"

#include "bitboard/notation.h"
#include "engine/session/batch.h"
#include "engine/session/batch_job.h"
#include "engine/session/batch_review.h"
#include "engine/session/depth_log.h"
#include "engine/session/position_record.h"
#include "engine/session/result_store.h"
#include "tests/support/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka -"

static const char GAMES[] = "[Variant \"wildebeest\"]\n\n1. e4 e7 2. Ni3 *\n\n"
                            "[Variant \"wildebeest\"]\n[SetUp \"1\"]\n"
                            "[FEN \"k10/7Q3/1K9/11/11/11/11/11/11/11 w - - 0 1\"]\n\n"
                            "1. Qh2 Kb10 2. Qh10# 1-0\n\n"
                            "[Variant \"wildebeest\"]\n\n1. e4 Kk5 *\n";

static bool read_games(Batch *batch, int64_t first, int64_t last, Message *message) {
    const BatchReading reading = {.kind = BATCH_PGN, .name = "g.pgn", .first = first, .last = last};
    return batch_read(batch, &reading, GAMES, message);
}

/* ---- Units ---- */

static void test_units_of_games(void **state) {
    (void)state;
    Batch batch;
    Position pos;
    Message message = {""};
    assert_true(read_games(&batch, 1, 2, &message));
    assert_int_equal(batch.count, 2);
    assert_int_equal(batch.units, 8);
    assert_ptr_equal(batch_game_of(&batch, 3), &batch.games[0]);
    assert_ptr_equal(batch_game_of(&batch, 4), &batch.games[1]);
    batch_position(&batch, 2, &pos);
    assert_int_equal(pos.fullmove, 2);
    assert_int_equal(pos.side, WHITE);
    batch_position(&batch, 3, &pos);
    assert_true(batch_needs_search(&batch, 3, &pos));
    batch_position(&batch, 7, &pos);
    assert_int_equal(position_game_state(&pos), GAME_CHECKMATE);
    assert_false(batch_needs_search(&batch, 7, &pos));
    batch_clear(&batch);
}

static void test_broken_games(void **state) {
    (void)state;
    Batch batch;
    Message message = {""};
    assert_false(read_games(&batch, 1, INT64_MAX, &message));
    assert_non_null(strstr(message.text, "g.pgn: game 3, line"));
    batch_clear(&batch);
    assert_false(read_games(&batch, 4, 5, &message));
    assert_non_null(strstr(message.text, "there is no such game"));
    batch_clear(&batch);
    assert_true(read_games(&batch, 2, 2, &message));
    assert_int_equal(batch.games[0].game.number, 2);
    batch_clear(&batch);
}

static void test_units_of_lines(void **state) {
    (void)state;
    const BatchReading reading = {.kind = BATCH_EPD, .name = "s.epd", .rules = &RULES[0]};
    Batch batch;
    Message message = {""};
    assert_true(batch_read(&batch, &reading,
                           "# remark\r\n\r\n  " ARRAY " id \"a\";\r\n\n\t\n" ARRAY, &message));
    assert_int_equal(batch.units, 2);
    assert_int_equal(batch.tests[0].number, 3);
    assert_string_equal(batch.tests[0].id, "a");
    assert_int_equal(batch.tests[1].number, 6);
    batch_clear(&batch);
    assert_false(batch_read(&batch, &reading, ARRAY ";\n" ARRAY "\nrubbish\n", &message));
    assert_non_null(strstr(message.text, "s.epd, line 1: "));
    batch_clear(&batch);
    assert_false(batch_read(&batch, &reading, "\n\n# nothing\n", &message));
    assert_non_null(strstr(message.text, "s.epd: there is no position"));
    batch_clear(&batch);
}

/* ---- Records ---- */

static void some_result(const Position *pos, AnalysedPosition *found) {
    Move line[2];
    Undo undo;
    Position now = *pos;
    *found = (AnalysedPosition){.depth = 12,
                                .selective_depth = 19,
                                .nodes = UINT64_C(123456789012),
                                .time_ms = 4567,
                                .solution = {true, 3, 44, 5}};
    assert_true(san_parse(&now, "d3", &line[0], NULL));
    position_make(&now, line[0], &undo);
    assert_true(san_parse(&now, "e7", &line[1], NULL));
    assert_true(analysed_position_add(found, score_mated_in(8), line, 2));
    assert_true(analysed_position_add(found, -7, line, 1));
}

static void test_records(void **state) {
    (void)state;
    Position pos;
    AnalysedPosition found, again;
    Bytes json;
    Message message = {""};
    position_set_start(&pos, &RULES[0]);
    some_result(&pos, &found);
    assert_true(position_record_to_json(&found, &json));
    if (!position_record_from_json(&json, &pos, &again, &message))
        fail_msg("%s", message.text);
    assert_int_equal(again.depth, 12);
    assert_int_equal(again.selective_depth, 19);
    assert_int_equal(again.nodes, found.nodes);
    assert_int_equal(again.time_ms, 4567);
    assert_int_equal(again.line_count, 2);
    assert_int_equal(again.lines[0].score, score_mated_in(8));
    assert_int_equal(again.lines[0].count, 2);
    assert_memory_equal(again.lines[0].moves, found.lines[0].moves, 2 * sizeof(Move));
    assert_true(again.solution.solved);
    assert_int_equal(again.solution.nodes, 44);
    analysed_position_clear(&again);
    /* Whatever is cut off of it, it is no record. */
    for (size_t size = 0; size < json.size; size++) {
        const Bytes part = {json.data, size};
        assert_false(position_record_from_json(&part, &pos, &again, &message));
        analysed_position_clear(&again);
    }
    analysed_position_clear(&found);
    free(json.data);
}

static void test_damaged_records(void **state) {
    (void)state;
    static const char *const damaged[] = {
        "[]",
        "{}",
        "{\"depth\":1,\"seldepth\":1,\"nodes\":1,\"time_ms\":1}",
        "{\"depth\":-1,\"seldepth\":1,\"nodes\":1,\"time_ms\":1,\"lines\":[]}",
        "{\"depth\":1,\"seldepth\":1,\"nodes\":1.5,\"time_ms\":1,\"lines\":[]}",
        "{\"depth\":1,\"seldepth\":1,\"nodes\":1,\"time_ms\":1,\"lines\":[{}]}",
        "{\"depth\":1,\"seldepth\":1,\"nodes\":1,\"time_ms\":1,"
        "\"lines\":[{\"score\":1,\"moves\":[]}]}",
        "{\"depth\":1,\"seldepth\":1,\"nodes\":1,\"time_ms\":1,"
        "\"lines\":[{\"score\":1,\"moves\":[\"a1a9\"]}]}",
        "{\"depth\":1,\"seldepth\":1,\"nodes\":1,\"time_ms\":1,"
        "\"lines\":[{\"score\":99999,\"moves\":[\"d2d3\"]}]}",
        "{\"depth\":1,\"seldepth\":1,\"nodes\":1,\"time_ms\":1,\"lines\":[],\"solution\":{}}"};
    Position pos;
    position_set_start(&pos, &RULES[0]);
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        const Bytes json = {(char *)damaged[i], strlen(damaged[i])};
        AnalysedPosition found;
        Message message;
        if (position_record_from_json(&json, &pos, &found, &message))
            fail_msg("it takes %s", damaged[i]);
        analysed_position_clear(&found);
    }
}

/* ---- A job ---- */

static const DatabaseEntry ENTRIES[] = {{"words", "[]"}, {NULL, NULL}};

static bool take_unit(void *context, uint64_t unit, Message *message) {
    uint64_t *next = context;
    (void)message;
    assert_int_equal(unit, *next); /* in the order of the file */
    ++*next;
    return true;
}

/* Runs a job; fills in the records' depths and nodes by unit, if wanted. */
static void run_job(const Batch *batch, Database *store, int workers, uint64_t *nodes,
                    BatchState *end) {
    Message message = {""};
    const SearchLimits limits = {.nodes = 400};
    const BatchSetup setup = {
        .batch = batch, .limits = &limits, .multipv = 2, .threads = 1, .hash_mib = 1};
    uint64_t next = 0;
    const BatchListener listener = {.on_unit = take_unit, .context = &next};
    BatchJob *job = batch_job_new(&setup, store, &listener, &message);
    if (job == NULL || !batch_job_run(job, &JOB_RUNNER_THREADS, workers, &message))
        fail_msg("%s", message.text);
    assert_int_equal(next, batch->units);
    *end = *batch_job_state(job);
    for (uint64_t unit = 0; unit < batch->units; unit++) {
        AnalysedPosition found;
        if (!batch_job_result(job, unit, &found, &message))
            fail_msg("%s", message.text);
        nodes[unit] = found.nodes;
        for (int i = 0; i < found.line_count; i++)
            nodes[unit] += (uint64_t)(found.lines[i].moves[0] + (Move)(1000 * i)) * 1000000 +
                           (uint64_t)(found.lines[i].score + SCORE_NONE);
        analysed_position_clear(&found);
    }
    if (batch->kind == BATCH_PGN) {
        BatchReview review;
        assert_true(batch_review_make(job, &batch->games[1], &review, &message));
        assert_int_equal(review.review.count, 4);
        assert_int_equal(review.review.positions[3].score, score_mated_in(0));
        assert_int_equal(review.review.positions[0].score, score_mate_in(1));
        batch_review_clear(&review);
    }
    batch_job_free(job);
}

static void test_job(void **state) {
    (void)state;
    Batch batch;
    Message message = {""};
    uint64_t alone[8], together[8], stored[8];
    BatchState end;
    scratch_enter();
    assert_true(read_games(&batch, 1, 2, &message));
    run_job(&batch, NULL, 1, alone, &end);
    run_job(&batch, NULL, 3, together, &end);
    assert_memory_equal(alone, together, sizeof alone);
    Database *store = database_create("s.db", &ANALYSIS_DATABASE, ENTRIES, &message);
    assert_non_null(store);
    run_job(&batch, store, 2, stored, &end);
    assert_memory_equal(alone, stored, sizeof alone);
    assert_int_equal(end.finished_before, 0);
    database_close(store);
    store = database_open("s.db", &ANALYSIS_DATABASE, &message);
    assert_non_null(store);
    /* All is there already. */
    run_job(&batch, store, 2, stored, &end);
    assert_memory_equal(alone, stored, sizeof alone);
    assert_int_equal(end.finished_before, 8);
    database_close(store);
    batch_clear(&batch);
    scratch_leave();
}

/* ---- One position ---- */

static void note_depth(DepthLog *log, LineCollector *lines, int depth, Move move) {
    const SearchReport r = {.depth = depth,
                            .selective_depth = depth,
                            .multipv = 1,
                            .score = depth,
                            .bound = BOUND_EXACT,
                            .nodes = (uint64_t)(depth * 10),
                            .time_ms = depth,
                            .pv_length = 1,
                            .pv = {move}};
    assert_true(line_collector_take(lines, &r));
    depth_log_note(log, lines);
}

static void test_depth_log(void **state) {
    (void)state;
    Position pos;
    Message message = {""};
    LineCollector lines;
    Move move;
    const SearchLimits limits = {.depth = 0};
    DepthLog *log = malloc(sizeof *log);
    assert_non_null(log);
    scratch_enter();
    position_set_start(&pos, &RULES[0]);
    assert_true(san_parse(&pos, "d3", &move, NULL));
    assert_true(line_collector_init(&lines, &pos, &limits, 1));
    Database *store = database_create("one.db", &ANALYSIS_DATABASE, ENTRIES, &message);
    assert_non_null(store);
    assert_true(depth_log_open(log, store, &pos, &message));
    assert_null(depth_log_last(log));
    note_depth(log, &lines, 1, move);
    note_depth(log, &lines, 2, move);
    assert_true(depth_log_save(log, 20, 2, &message));
    note_depth(log, &lines, 3, move); /* never saved */
    depth_log_free(log);
    assert_true(depth_log_open(log, store, &pos, &message));
    assert_int_equal(log->deepest_before, 2);
    assert_int_equal(log->nodes, 20);
    assert_int_equal(log->time_ms, 2);
    assert_int_equal(depth_log_last(log)->lines[0].score, 2);
    /* The next run: what it finds anew stays as it was, what is deeper counts on. */
    note_depth(log, &lines, 1, move);
    note_depth(log, &lines, 3, move);
    assert_true(depth_log_save(log, 30, 3, &message));
    assert_true(depth_log_save(log, 35, 4, &message));
    depth_log_free(log);
    assert_true(depth_log_open(log, store, &pos, &message));
    assert_int_equal(log->deepest_before, 3);
    assert_int_equal(log->nodes, 55);
    assert_int_equal(depth_log_last(log)->nodes, 50);
    assert_int_equal(log->depths[1].nodes, 10);
    depth_log_free(log);
    database_close(store);
    line_collector_free(&lines);
    free(log);
    scratch_leave();
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_units_of_games),  cmocka_unit_test(test_broken_games),
        cmocka_unit_test(test_units_of_lines),  cmocka_unit_test(test_records),
        cmocka_unit_test(test_damaged_records), cmocka_unit_test(test_job),
        cmocka_unit_test(test_depth_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
