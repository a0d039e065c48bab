/*
 * What was found out about a position as a line of an EPD file.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_EPD_RESULT_H
#define BRINDLE_ENGINE_ANALYSIS_EPD_RESULT_H

#include "engine/analysis/test_position.h"

#include <stdio.h>

/*
 * Writes the line: the position; what stood in the line of `test` beside it, but for
 * what is about to be written; acd, acn, ce and pv; and the best move as bm, unless the line says
 * what is right.  Nothing of the latter if nothing has been found out.
 */
void epd_result_write(FILE *out, const Position *pos, const TestPosition *test,
                      const AnalysedPosition *analysed);
/* The same of a position of a game: `id` is its name. */
void epd_result_write_named(FILE *out, const Position *pos, const char *id,
                            const AnalysedPosition *analysed);

#endif
