/*
 * Hash keys of positions (A. L. Zobrist, "A new hashing method with application for game playing",
 * 1970), and the table of what reversible moves change in them.
 *
 * Filled once by zobrist_init() (through board_init) from a fixed seed: the keys are the same in
 * every run and build.
 */
#ifndef BRINDLE_BITBOARD_ZOBRIST_H
#define BRINDLE_BITBOARD_ZOBRIST_H

#include "bitboard/types.h"

/* A power of two comfortably above the number of reversible moves of all pieces on an empty board
 * (10,002). */
enum { CUCKOO_SIZE = 32768 };

typedef struct {
    Key piece[PIECES][SQUARES];
    Key castling[16];
    Key en_passant[SQUARES]; /* by square, not by file: two passed squares on one file are two
                                different keys */
    Key black_to_move;
    Key material[PIECES][MAX_MEN + 1]; /* [piece][how many]; 0 for none */
    Key cuckoo_key[CUCKOO_SIZE];   /* what a reversible move changes in the key; 0 for an empty slot
                                    */
    Move cuckoo_move[CUCKOO_SIZE]; /* that move, in one of its two directions */
} ZobristTables;

extern ZobristTables zobrist;

/* After attacks_init. */
void zobrist_init(void);

/* The slot of the reversible move that changes a key by `change`, or -1. */
int zobrist_find_move(Key change);

#endif
