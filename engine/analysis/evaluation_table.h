/*
 * The evaluation of a position term by term, as a table for terminals.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_EVALUATION_TABLE_H
#define BRINDLE_ENGINE_ANALYSIS_EVALUATION_TABLE_H

#include "bitboard/position.h"

enum { EVALUATION_TABLE_SIZE = 16384 };

/* Writes several lines into `text` (EVALUATION_TABLE_SIZE bytes at least). */
void evaluation_table_write(const Position *pos, char *text);

#endif
