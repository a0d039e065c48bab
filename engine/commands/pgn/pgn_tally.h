/*
 * Counts under names: games of a player, lines of an opening.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_PGN_PGN_TALLY_H
#define BRINDLE_ENGINE_COMMANDS_PGN_PGN_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *name;
    int64_t games, won, drawn, lost; /* games without a result are only in the first */
} PgnTallyRow;

/* All zero is an empty tally. */
typedef struct {
    PgnTallyRow *rows;
    size_t count, room;
    size_t *slots; /* a hash table of row numbers plus one; 0: empty */
    size_t slot_count;
} PgnTally;

/* Adds one game: `score` is 1 for won, 0 for drawn, -1 for lost, anything else for no result. False
 * if memory is out. */
bool pgn_tally_add(PgnTally *tally, const char *name, int score);
/* Puts the rows in order: most games first, then by name.  Nothing can be added afterwards. */
void pgn_tally_sort_by_games(PgnTally *tally);
/* The same with the share of points first: best first. */
void pgn_tally_sort_by_points(PgnTally *tally);
void pgn_tally_free(PgnTally *tally);

#endif
