/*
 * What a search found, in words for people: scores in pawns, lines in SAN, counts with units.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_LINE_H
#define BRINDLE_ENGINE_ANALYSIS_LINE_H

#include "engine/search/engine.h"

enum { LINE_TEXT_SIZE = 4096, SCORE_TEXT_SIZE = 16, COUNT_TEXT_SIZE = 16 };

/* "+0.53", "-2.10", "#5" (mate in five), "#-3" (mated in three). */
char *score_write(Score s, char *text);

/* "999", "15.2k", "3.41M", "1.20G", "35.0T". */
char *count_write(uint64_t count, char *text);

/* "0:07.4", "1:02:07".  Returns `text`. */
const char *elapsed_write(int64_t ms, char *text, size_t size);

/*
 * A line of moves from a position in SAN with move numbers: "12. Wd3 Nf8 13. a10=Q+".  Ends early
 * rather than overflow `size` bytes or play a move that is not legal.
 */
char *line_write(const Position *pos, const Move *moves, int count, char *text, size_t size);

#endif
