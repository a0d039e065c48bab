/*
 * How the results of an analysis are told: to a person, or as JSON.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_WRITER_H
#define BRINDLE_ENGINE_ANALYSIS_WRITER_H

#include "engine/search/engine.h"

#include <stdio.h>

/*
 * `state` is the writer's own.  `begin` is called once, before anything else, `end` last; `report`
 * for each line of each finished depth.  Calls come one at a time.
 */
typedef struct {
    void *(*begin)(FILE *out, const Position *pos, int multipv);
    void (*report)(void *state, const SearchReport *report);
    /* Now and then while nothing else happens, with what has been counted so far; may be NULL. */
    void (*tick)(void *state, int64_t elapsed_ms);
    /* `game_state`: GAME_ONGOING, or why there is nothing to search. */
    void (*end)(void *state, const SearchResult *result, GameState game_state);
} AnalysisWriter;

/* The board, a line per depth as it comes, the result in words. */
extern const AnalysisWriter TERMINAL_WRITER;

#endif
