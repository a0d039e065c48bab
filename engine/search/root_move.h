/*
 * A move of the root and what the search has to say of it.
 */
#ifndef BRINDLE_ENGINE_SEARCH_ROOT_MOVE_H
#define BRINDLE_ENGINE_SEARCH_ROOT_MOVE_H

#include "engine/search/engine.h"

typedef struct {
    Move move;
    Score score;          /* of this iteration, or -SCORE_INFINITE if the move was only refuted */
    Bound bound;          /* what `score` is */
    Score previous_score; /* of the last finished iteration */
    uint64_t nodes;       /* spent on it in this search */
    int depth;            /* of the iteration that found the line */
    int selective_depth;
    int pv_length;
    Move pv[MAX_PLY + 1];
} RootMove;

#endif
