/*
 * What share/ brings for games: a suite of openings for each rule set is legal, balanced, and as
 * large as the README says.
 */
#include "tests/support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/movegen.h"
#include "engine/match/openings.h"

enum {
    OPENINGS_LEAST = 1000,
    SCORE_MOST = 50 /* centipawns, of a balanced opening */
};

static const char *shipped(const char *folder, const RuleSet *rules, const char *ending,
                           char path[512]) {
    snprintf(path, 512, BRINDLE_TEST_DATA "/../../share/%s/%s.%s", folder, rules->name, ending);
    return path;
}

static int compare_keys(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Each line ends with what the search said: "… ce 12; …". */
static void expect_balanced(const char *path) {
    char line[1024];
    int lines = 0;
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in) != NULL) {
        const char *score = strstr(line, " ce ");
        if (score == NULL)
            fail_msg("%s has no score in '%s'", path, line);
        const long cp = strtol(score + strlen(" ce "), NULL, 10);
        assert_true(cp >= -SCORE_MOST && cp <= SCORE_MOST);
        lines++;
    }
    fclose(in);
    assert_true(lines >= OPENINGS_LEAST);
}

static void test_suites(void **state) {
    (void)state;
    for (int i = 0; i < RULE_SETS; i++) {
        Message message = {""};
        char path[512];
        const OpeningsSpec spec = {.kind = OPENINGS_FILE,
                                   .file_name = shipped("suites", &RULES[i], "epd", path)};
        Openings *openings = openings_open(&spec, &RULES[i], &message);
        if (openings == NULL)
            fail_msg("%s", message.text);
        const size_t count = (size_t)openings_count(openings);
        uint64_t *keys = calloc(count, sizeof *keys);
        Opening *opening = malloc(sizeof *opening);
        assert_non_null(keys);
        assert_non_null(opening);
        assert_true(count >= OPENINGS_LEAST);
        for (size_t k = 0; k < count; k++) {
            Position pos;
            assert_true(openings_get(openings, k, NULL, opening, &message));
            opening_final_position(opening, &pos);
            assert_int_equal(position_game_state(&pos), GAME_ONGOING);
            keys[k] = pos.state.key;
        }
        qsort(keys, count, sizeof *keys, compare_keys);
        for (size_t k = 1; k < count; k++)
            assert_true(keys[k - 1] != keys[k]);
        free(opening);
        free(keys);
        openings_free(openings);
        expect_balanced(path);
    }
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_suites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
