/*
 * A line of an EPD file as something to analyse: a position, perhaps with what is right there, and
 * perhaps with limits of its own.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_TEST_POSITION_H
#define BRINDLE_ENGINE_ANALYSIS_TEST_POSITION_H

#include "engine/analysis/analysed_position.h"

enum { TEST_MOVES_MAX = 32, TEST_ID_SIZE = 64 };

/*
 * Of a line's operations these are understood:
 *   id                 its name
 *   bm, am             one of these moves is to be found, none of those is
 *   dm                 a mate in so many moves, or fewer, is to be found
 *   max_depth, max_nodes, max_time
 *                      limits, the last in seconds, in the place of those of the command line (all
 *                      of them: a position with one limit of its own has no other)
 *   hmvc, fmvn, variant
 *                      belong to the position (epd.h)
 * The others stay as they are.
 */
typedef struct {
    char *line; /* as it stands in the file, without the line's end */
    const RuleSet *rules;
    long number; /* of the line in its file, from 1 */
    char id[TEST_ID_SIZE];
    Move best[TEST_MOVES_MAX], avoid[TEST_MOVES_MAX];
    int best_count, avoid_count;
    int mate; /* 0: none */
    bool has_limits;
    int depth;
    uint64_t nodes;
    int64_t time_ms;
} TestPosition;

/* `rules` are those of lines that name no variant.  False, and a message, if the line is wrong. */
bool test_position_read(TestPosition *test, const char *line, long number, const RuleSet *rules,
                        Message *message);
void test_position_free(TestPosition *test);
/* The position itself. */
void test_position_place(const TestPosition *test, Position *pos);
/* Is there a right and a wrong? */
bool test_position_is_test(const TestPosition *test);
/* Is this right? */
bool test_position_judge(const TestPosition *test, Move best, Score score);

/*
 * Follows a search: since when what it thinks best is right.  `solution` belongs to it until the
 * search has ended.
 */
void test_position_follow(const TestPosition *test, const SearchReport *report, Solution *solution);
void test_position_settle(const TestPosition *test, const SearchResult *result, Solution *solution);

#endif
