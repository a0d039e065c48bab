/*
 * Before anything is timed: do the alternatives say what the engine says?
 */
#ifndef BRINDLE_BENCH_CHECK_H
#define BRINDLE_BENCH_CHECK_H

#include "bitboard/message.h"

#include <stdint.h>

/* Holds all ways to look attacks up against each other, on `count` random occupancies for each
 * square.  False, and a message that names the first difference. */
bool check_alternatives(int count, uint64_t seed, Message *message);

#endif
