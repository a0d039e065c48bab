/*
 * "Did you mean …?": the known word nearest to one that is not known.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_NEAREST_H
#define BRINDLE_ENGINE_COMMANDS_NEAREST_H

#include "bitboard/message.h"

typedef struct {
    const char *word; /* what was typed */
    const char *best; /* NULL as long as nothing is near enough */
    int distance;
} Nearest;

void nearest_init(Nearest *nearest, const char *word);
/* Offers a known word.  The first of the nearest wins. */
void nearest_offer(Nearest *nearest, const char *known);

#endif
