/*
 * Counts of move sequences against the tables under data/perft.
 *
 * The quick run goes as deep as a count of QUICK_NODES allows, the full run to the end of every
 * line.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/suite.h"

enum { QUICK_NODES = 150000, LINE_SIZE = 1024 };

/* Names the first moves whose counts differ from the slow rules', which is where to look. */
static void explain(Position *pos, const SlowBoard *board, int depth) {
    MoveList list;
    char text[32];
    generate_legal(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const SlowMove move = bridge_slow_move(list.moves[i]);
        SlowBoard after = *board;
        Undo undo;
        slow_make(&after, &move);
        position_make(pos, list.moves[i], &undo);
        const uint64_t got = depth == 1 ? 1 : bridge_perft(pos, depth - 1),
                       wanted = slow_perft(&after, depth - 1);
        position_unmake(pos, list.moves[i], &undo);
        if (got != wanted)
            print_message("  %s: %" PRIu64 " and should be %" PRIu64 "\n",
                          bridge_move_text(list.moves[i], text), got, wanted);
    }
}

/* One line of a table: `FEN ;D1 n ;D2 n …`. */
static uint64_t run_line(const char *line, bool standard) {
    SlowBoard board;
    Position pos;
    uint64_t sum = 0;
    slow_parse(line, standard, &board);
    bridge_position(&board, &pos);
    for (const char *p = strstr(line, ";D"); p != NULL; p = strstr(p + 1, ";D")) {
        char *end;
        const int depth = (int)strtol(p + 2, &end, 10);
        const uint64_t wanted = strtoull(end, NULL, 10);
        if (!test_is_full() && wanted > QUICK_NODES)
            break;
        const uint64_t got = bridge_perft(&pos, depth);
        if (got != wanted) {
            explain(&pos, &board, depth);
            fail_msg("%s: depth %d: %" PRIu64, line, depth, got);
        }
        sum += got;
    }
    bridge_expect_equal(&pos, &board, "after counting");
    return sum;
}

static void run_table(const char *name, bool standard, int lines) {
    char line[LINE_SIZE];
    uint64_t sum = 0;
    int count = 0;
    FILE *file = data_open(name);
    for (; data_line(file, line, sizeof line); count++)
        sum += run_line(line, standard);
    fclose(file);
    print_message("%s: %d positions, %" PRIu64 " nodes\n", name, count, sum);
    assert_int_equal(count, lines);
}

static void test_wildebeest(void **state) {
    (void)state;
    run_table("perft/wildebeest.epd", false, 104);
}

static void test_standard(void **state) {
    (void)state;
    run_table("perft/standard.epd", true, 70);
}

/* The slow rules, with which the other programs compare, have to obey the tables too. */
static void test_slow_rules(void **state) {
    (void)state;
    char line[LINE_SIZE];
    for (int standard = 0; standard < 2; standard++) {
        FILE *file = data_open(standard ? "perft/standard.epd" : "perft/wildebeest.epd");
        while (data_line(file, line, sizeof line)) {
            SlowBoard board;
            slow_parse(line, standard != 0, &board);
            for (const char *p = strstr(line, ";D"); p != NULL; p = strstr(p + 1, ";D")) {
                char *end;
                const int depth = (int)strtol(p + 2, &end, 10);
                const uint64_t wanted = strtoull(end, NULL, 10);
                if (wanted > (uint64_t)test_amount(100, 10000))
                    break;
                if (slow_perft(&board, depth) != wanted)
                    fail_msg("%s: depth %d: the slow rules are wrong", line, depth);
            }
        }
        fclose(file);
    }
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slow_rules),
        cmocka_unit_test(test_wildebeest),
        cmocka_unit_test(test_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
