/*
 * Positions to test with, always the same ones: random games by the slow rules, and boards strewn
 * with men.
 */
#ifndef BRINDLE_TESTS_SUPPORT_SAMPLES_H
#define BRINDLE_TESTS_SUPPORT_SAMPLES_H

#include <stdio.h>

#include "tests/support/slow.h"

/* A random number generator (splitmix64, by Sebastiano Vigna). */
typedef struct {
    uint64_t state;
} Random;

uint64_t random_next(Random *random);
/* 0 … n - 1. */
int random_below(Random *random, int n);

/* True if BRINDLE_TEST_FULL is set: everything; otherwise a selection that takes seconds. */
bool test_is_full(void);
int test_amount(int quick, int full);

/* Opens a file under tests/data; ends the program if it cannot. */
FILE *data_open(const char *name);
/* Reads the next line that is neither blank nor a comment, without its end. */
bool data_line(FILE *file, char *line, size_t size);
/* Splits at tabs, in place; returns how many fields there are. */
int data_fields(char *line, char **fields, int most);

void slow_start(SlowBoard *board, bool standard);
/* A legal move at random; false if there is none. */
bool slow_random_move(Random *random, const SlowBoard *board, SlowMove *move);

typedef enum {
    SAMPLE_GAME, /* from a random game that began at an array or at a position of the data files */
    SAMPLE_STREWN,  /* men thrown on the board: many checks, pins and batteries that no game reaches
                     */
    SAMPLE_CROWDED, /* the same with as many men as there may be, most of them strong */
    SAMPLE_ENDING,  /* the same with very few men, in a corner more often than not */
    SAMPLE_PASSED,  /* an en-passant capture is likely, and often pinned */
    SAMPLE_CASTLING,
    SAMPLE_KINDS
} SampleKind;

typedef struct {
    Random random;
    SlowBoard game;
    int plies_left;
    SlowBoard *seeds; /* the positions of legal_moves.tsv */
    int seed_count;
} Sampler;

void sampler_open(Sampler *sampler, uint64_t seed);
void sampler_close(Sampler *sampler);
/* Every position obeys the limits that RULES.md sets to a FEN, and the side not to move is not in
 * check. */
void sampler_next_of(Sampler *sampler, SampleKind kind, SlowBoard *board);
/* Of all kinds, half of them from games. */
void sampler_next(Sampler *sampler, SlowBoard *board);

#endif
