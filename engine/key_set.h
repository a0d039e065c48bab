/*
 * A growing set of 64-bit numbers: positions that have been seen, by their keys; games by number.
 */
#ifndef BRINDLE_ENGINE_KEY_SET_H
#define BRINDLE_ENGINE_KEY_SET_H

#include "bitboard/position.h"

#include <stddef.h>

/* All zero is an empty set. */
typedef struct {
    Key *keys; /* a hash table; 0: an empty slot */
    size_t count, room;
} KeySet;

/* Adds a key, and says whether it was new.  False if memory is out. */
bool key_set_add(KeySet *set, Key key, bool *is_new);
/* The same for a position, by the rules' meaning of "the same" and by its rule set: 64 bits tell
 * any number of positions apart. */
bool key_set_add_position(KeySet *set, const Position *pos, bool *is_new);
void key_set_free(KeySet *set);

#endif
