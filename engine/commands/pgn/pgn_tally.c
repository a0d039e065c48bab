#include "engine/commands/pgn/pgn_tally.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), 64 bits. */
static uint64_t hash_name(const char *name) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

/* The slot that holds the name, or the empty one where it belongs. */
static size_t find_slot(const PgnTally *tally, const char *name) {
    size_t slot = (size_t)hash_name(name) & (tally->slot_count - 1);
    while (tally->slots[slot] != 0 && strcmp(tally->rows[tally->slots[slot] - 1].name, name) != 0)
        slot = (slot + 1) & (tally->slot_count - 1);
    return slot;
}

/* Room for one more row in a table at most half full. */
static bool make_room(PgnTally *tally) {
    if (tally->count < tally->room)
        return true;
    const size_t room = tally->room > 0 ? 2 * tally->room : FIRST_ROOM;
    PgnTallyRow *rows = realloc(tally->rows, room * sizeof *rows);
    if (rows == NULL)
        return false;
    tally->rows = rows;
    size_t *slots = calloc(2 * room, sizeof *slots);
    if (slots == NULL)
        return false;
    free(tally->slots);
    tally->slots = slots;
    tally->slot_count = 2 * room;
    tally->room = room;
    for (size_t i = 0; i < tally->count; i++)
        slots[find_slot(tally, rows[i].name)] = i + 1;
    return true;
}

bool pgn_tally_add(PgnTally *tally, const char *name, int score) {
    if (!make_room(tally))
        return false;
    const size_t slot = find_slot(tally, name);
    if (tally->slots[slot] == 0) {
        char *copy = strdup(name);
        if (copy == NULL)
            return false;
        tally->rows[tally->count++] = (PgnTallyRow){.name = copy};
        tally->slots[slot] = tally->count;
    }
    PgnTallyRow *row = &tally->rows[tally->slots[slot] - 1];
    row->games++;
    row->won += score == 1;
    row->drawn += score == 0;
    row->lost += score == -1;
    return true;
}

static double share(const PgnTallyRow *row) {
    const int64_t played = row->won + row->drawn + row->lost;
    return played > 0 ? ((double)row->won + (double)row->drawn / 2) / (double)played : -1;
}

static int compare_games(const void *a, const void *b) {
    const PgnTallyRow *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return strcmp(x->name, y->name);
}

static int compare_points(const void *a, const void *b) {
    const double x = share(a), y = share(b);
    if (x != y)
        return x < y ? 1 : -1;
    return compare_games(a, b);
}

void pgn_tally_sort_by_games(PgnTally *tally) {
    if (tally->count > 0)
        qsort(tally->rows, tally->count, sizeof *tally->rows, compare_games);
}

void pgn_tally_sort_by_points(PgnTally *tally) {
    if (tally->count > 0)
        qsort(tally->rows, tally->count, sizeof *tally->rows, compare_points);
}

void pgn_tally_free(PgnTally *tally) {
    for (size_t i = 0; i < tally->count; i++)
        free(tally->rows[i].name);
    free(tally->rows);
    free(tally->slots);
    memset(tally, 0, sizeof *tally);
}
