/*
 * A search that somebody may interrupt, for those who measure.
 */
#ifndef BRINDLE_ENGINE_SPEED_TIMED_SEARCH_H
#define BRINDLE_ENGINE_SPEED_TIMED_SEARCH_H

#include "engine/search/engine.h"

/*
 * Searches `pos` within the limits and waits for the end.  `interrupted` (may be NULL) is asked
 * some twenty times a second; once it is true the search is stopped.  False if it was.
 */
bool timed_search(Engine *engine, const Position *pos, const SearchLimits *limits,
                  bool (*interrupted)(void), SearchResult *result);

#endif
