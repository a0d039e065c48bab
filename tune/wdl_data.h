/*
 * Scores and what came of them: what the curves of wdl.h are fitted to.
 *
 * All that a position says is its score, its material and the result, and the curves are the same
 * for both signs of a score.  So positions are counted by cells, one for each pair of a score
 * (without its sign) and a material that occur; a fit looks at cells, not at positions.  Which
 * game a position is from stays known, at four bytes a position, so that the cells can be counted
 * anew with other weights for the games.
 */
#ifndef BRINDLE_TUNE_WDL_DATA_H
#define BRINDLE_TUNE_WDL_DATA_H

#include "engine/search/wdl.h"

#include <stddef.h>

/* For the side that the score favours. */
enum { WDL_LOSS, WDL_DRAW, WDL_WIN, WDL_OUTCOMES };

typedef struct {
    int score; /* not negative */
    int material;
} WdlCell;

typedef struct {
    uint32_t of[WDL_OUTCOMES]; /* positions */
} WdlCount;

typedef struct {
    uint64_t number;
    size_t first; /* of its positions */
    bool held_back;
} WdlGame;

/* The positions of one rule set. */
typedef struct {
    WdlCell *cells; /* by material, then by score */
    size_t cell_count;
    uint32_t *codes; /* a position's cell and outcome */
    size_t positions, room;
    WdlGame *games;
    size_t game_count, game_room;
} WdlData;

/*
 * Adds a position: `score` and `outcome` for the side to move, any score that is no mate.  The
 * positions of a game come one after the other.  False, and a message, if memory is out.
 */
bool wdl_data_add(WdlData *data, uint64_t game, bool held_back, int material, Score score,
                  int outcome, Message *message);
/* After the last position: makes the cells.  False, and a message, if memory is out. */
bool wdl_data_finish(WdlData *data, Message *message);
void wdl_data_clear(WdlData *data);

/*
 * Counts the positions of the games that are held back, or of the others: cell_count entries.
 * `times` says how often each game counts, by its place in `games`; NULL: once.
 */
void wdl_data_count(const WdlData *data, bool held_back, const uint32_t *times, WdlCount *counts);

#endif
