/*
 * Games of training data to test with, and files of them.
 */
#ifndef BRINDLE_TESTS_SUPPORT_DATA_GAMES_H
#define BRINDLE_TESTS_SUPPORT_DATA_GAMES_H

#include "engine/data/data_file.h"
#include "tests/support/samples.h"

/*
 * A game of random moves, half of them from the array and half from somewhere else, with or without
 * an opening, scores (some of them missing, some of them mates), moves.  It passes data_game_check.
 */
void data_sample(Random *random, uint64_t number, DataGame *game);
/* The test fails unless both are the same in everything. */
void data_expect_same(const DataGame *a, const DataGame *b);

/* Writes a new file of games, or adds them to it; the test fails if that fails. */
void data_file_write(const char *file, const DataGame *games, int count);
/* All games of a file that is to be whole, in order; malloced, with `*count`. */
DataGame *data_file_read(const char *file, int *count);
void data_games_free(DataGame *games, int count);
/* The same numbers, and the same games under each, in any order. */
void data_expect_same_games(const DataGame *a, int a_count, const DataGame *b, int b_count);

#endif
