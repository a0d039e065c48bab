/*
 * Matches played by the program, and their games as it has recorded them.
 */
#ifndef BRINDLE_TESTS_SUPPORT_MATCH_RUN_H
#define BRINDLE_TESTS_SUPPORT_MATCH_RUN_H

#include "engine/match/record.h"
#include "tests/support/run.h"

typedef struct {
    GameRecord *games;
    int count;
} Games;

/* The games of a file that --jsonl wrote; the test fails if one cannot be read or if their numbers
 * do not go 0, 1, 2, … */
void games_read(Games *games, const char *file_name);
void games_free(Games *games);
/* The test fails unless both played the same, with the same results. */
void games_expect_same(const Games *a, const Games *b);
/* The same games stand in a PGN file, in order. */
void games_expect_in_pgn(const Games *games, const char *file_name);

/* Text of the time control that a test without clocks gives to all engines. */
#define GAMES_WORDS "--jsonl games.jsonl --pgn games.pgn --db match.db"

#endif
