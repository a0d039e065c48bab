/*
 * Moves and lines drawn from a published book, each as often as the weights say.
 */
#ifndef BRINDLE_ENGINE_WBOOK_WBOOK_LINE_H
#define BRINDLE_ENGINE_WBOOK_WBOOK_LINE_H

#include "bitboard/random.h"
#include "engine/wbook/wbook.h"

/* One of the entries; NULL if none has a weight. */
const WbookEntry *wbook_draw(const WbookEntry *entries, int count, RandomSource *random);

/*
 * Draws a line from a position on, at most `most` half-moves.  It ends where the book does, and
 * before a move that ends the game or repeats a position.  False, and a message, if the book is
 * damaged.
 */
bool wbook_draw_line(const Wbook *book, const Position *from, RandomSource *random, Move *moves,
                     int most, int *count, Message *message);

#endif
