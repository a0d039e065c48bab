#include "engine/key_set.h"

#include <stdlib.h>

enum { FIRST_ROOM = 1 << 12 };

/* Keys of positions are random bits already, numbers of games are not. */
static size_t first_slot(const KeySet *set, Key key) {
    return (size_t)(key ^ key >> 32) & (set->room - 1);
}

/* The slot that holds the key, or the empty one where it belongs. */
static size_t find_slot(const KeySet *set, Key key) {
    size_t slot = first_slot(set, key);
    while (set->keys[slot] != 0 && set->keys[slot] != key)
        slot = (slot + 1) & (set->room - 1);
    return slot;
}

static bool grow(KeySet *set) {
    const KeySet old = *set;
    set->room = old.room > 0 ? 2 * old.room : FIRST_ROOM;
    set->keys = calloc(set->room, sizeof *set->keys);
    if (set->keys == NULL) {
        *set = old;
        return false;
    }
    for (size_t i = 0; i < old.room; i++)
        if (old.keys[i] != 0)
            set->keys[find_slot(set, old.keys[i])] = old.keys[i];
    free(old.keys);
    return true;
}

bool key_set_add(KeySet *set, Key key, bool *is_new) {
    if (2 * set->count >= set->room && !grow(set))
        return false;
    if (key == 0) /* which means an empty slot */
        key = UINT64_MAX;
    const size_t slot = find_slot(set, key);
    *is_new = set->keys[slot] == 0;
    set->keys[slot] = key;
    set->count += *is_new;
    return true;
}

bool key_set_add_position(KeySet *set, const Position *pos, bool *is_new) {
    /* The two games share their keys. */
    return key_set_add(set, pos->state.key ^ (pos->rules == &RULES[0] ? 0 : 0x9e3779b97f4a7c15u),
                       is_new);
}

void key_set_free(KeySet *set) {
    free(set->keys);
    *set = (KeySet){NULL, 0, 0};
}
