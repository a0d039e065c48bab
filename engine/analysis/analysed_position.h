/*
 * What an analysis found out about one position, and how it is gathered from a search's reports:
 * what the results of files of positions and games are written from.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_ANALYSED_POSITION_H
#define BRINDLE_ENGINE_ANALYSIS_ANALYSED_POSITION_H

#include "engine/search/engine.h"

typedef struct {
    Score score; /* for the side to move */
    Move *moves;
    int count;
} AnalysedLine;

/* Of a test position: since when the best move is right, and has stayed so to the end. */
typedef struct {
    bool solved;
    int depth;
    uint64_t nodes;
    int64_t time_ms;
} Solution;

/* All zero: nothing is known, and nothing is to be freed. */
typedef struct {
    int depth;           /* in half-moves */
    int selective_depth; /* the deepest line that was looked at */
    uint64_t nodes;
    int64_t time_ms;
    AnalysedLine *lines; /* the best first; their moves differ */
    int line_count;      /* 0: there was nothing to search */
    Solution solution;
} AnalysedPosition;

void analysed_position_clear(AnalysedPosition *analysed);
/* Adds a line behind the others (copied).  False if memory is out. */
bool analysed_position_add(AnalysedPosition *analysed, Score score, const Move *moves, int count);

/* What a position is worth in which the game has ended so (not GAME_ONGOING). */
Score analysis_score_of_end(const Position *pos, GameState state);

/* The lines of the last depth that is complete, and of the one that goes on. */
typedef struct {
    int wanted; /* lines of a complete depth */
    int count;  /* lines of the depth that goes on */
    int done_depth, done_count;
    SearchReport *going_on, *done; /* by line */
} LineCollector;

/* For the `multipv` best lines of a position, or as many as it has moves to be searched.  False if
 * memory is out. */
bool line_collector_init(LineCollector *collector, const Position *pos, const SearchLimits *limits,
                         int multipv);
void line_collector_free(LineCollector *collector);
/* Takes a report in; true if it completes a depth, which is in `done` then. */
bool line_collector_take(LineCollector *collector, const SearchReport *report);
/* What the search found in the end.  False if memory is out. */
bool line_collector_finish(const LineCollector *collector, const SearchResult *result,
                           AnalysedPosition *analysed);
/* The depth that was completed last.  False if memory is out. */
bool line_collector_depth(const LineCollector *collector, AnalysedPosition *analysed);

#endif
