/*
 * The results of files as JSON, one object per line:
 *
 *   "game" (of a PGN file, before its positions), "position" after "position", in the end "summary"
 *
 * All lines of a position are in it.  A game's "position" holds what was played there, too, and
 * what that lost.
 */
#ifndef BRINDLE_ENGINE_TOOLS_BATCH_JSON_H
#define BRINDLE_ENGINE_TOOLS_BATCH_JSON_H

#include "engine/session/batch_review.h"

#include <stdio.h>

void batch_json_test(FILE *out, const TestPosition *test, const Position *pos,
                     const AnalysedPosition *analysed);
void batch_json_game(FILE *out, const BatchReview *review);
/* `tests`: positions that say what is right; of them `solved`. */
void batch_json_summary(FILE *out, const Batch *batch, int tests, int solved);

#endif
