/*
 * What the benchmarks work on: positions of real games, and what can be done in them.
 *
 * The same in every run, made once, and small enough for the second-level cache: a benchmark times
 * its subject, not the memory that its inputs come from.
 */
#ifndef BRINDLE_BENCH_INPUTS_H
#define BRINDLE_BENCH_INPUTS_H

#include "bitboard/movegen.h"

enum {
    INPUT_POSITIONS_MAX = 64,
    INPUT_MOVES = 1024,   /* moves of these positions, in a random order */
    INPUT_LOOKUPS = 1024, /* squares with an occupancy each */
    INPUT_KEYS = 4096
};

typedef struct {
    int position; /* in `positions` */
    Move move;
} InputMove;

typedef struct {
    Square square;
    Bitboard occupied;
} InputLookup;

typedef struct {
    int position_count;
    Position positions[INPUT_POSITIONS_MAX];
    InputMove moves[INPUT_MOVES];
    InputMove captures[INPUT_MOVES];
    /* Where the sliders of these positions stand, among all men. */
    InputLookup lookups[INPUT_LOOKUPS];
    Key keys[INPUT_KEYS]; /* random */
} Inputs;

/* NULL if memory is out.  board_init() comes first. */
Inputs *inputs_new(void);
void inputs_free(Inputs *inputs);

#endif
