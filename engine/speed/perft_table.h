/*
 * Perft tables: positions with the numbers of move sequences that are known to be right.
 *
 * A line is `FEN ;D1 n ;D2 n …`, depths going up.
 */
#ifndef BRINDLE_ENGINE_SPEED_PERFT_TABLE_H
#define BRINDLE_ENGINE_SPEED_PERFT_TABLE_H

#include "bitboard/position.h"

enum { PERFT_LINE_MAX = 16, PERFT_LINE_SIZE = 1024 };

typedef struct {
    Position pos;
    int count;
    int depth[PERFT_LINE_MAX];
    uint64_t nodes[PERFT_LINE_MAX];
} PerftLine;

/* The lines that the program has in itself, by rule set (index in RULES); each table ends with
 * NULL. */
extern const char *const *const PERFT_TABLES[RULE_SETS];

/* Reads a line, which may end with a newline.  False, and a message, if it is none. */
bool perft_line_read(const char *text, const RuleSet *rules, PerftLine *line, Message *message);

#endif
