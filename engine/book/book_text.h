/*
 * A book as text: an EPD line for each position, for people and for diff.
 *
 * Besides what every line of ours has (engine/epd.h), operations are
 *   bm   the book's best moves, in SAN
 *   ce, acd, acn   score (centipawns for the side to move), depth and nodes of the search
 *   learned        the score after what is below
 *   ply            half-moves from where the book begins
 *   sources        BOOK_FROM_… as a number
 *   m1, m2, …      a move each: coordinates, then words with a number or numbers behind them:
 *                  weight W, games N +W =D -L, score S, depth D, nodes N, learned S, sources B, in
 *                  (it leads to a position of the book)
 * What is not known is not there.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_TEXT_H
#define BRINDLE_ENGINE_BOOK_BOOK_TEXT_H

#include "engine/book/book_store.h"

#include <stdio.h>

/* Writes a position and its moves, a line with its end. */
void book_text_write(FILE *out, const Position *pos, const BookPosition *position,
                     const BookMove *moves, int count);

/*
 * Adds what a line says to a store, in the place of what that says about the same things.  Lines of
 * others will do: of them, bm (each move of it gets the weight 1, if it has none), ce, acd and acn
 * are taken.  False, and a message, if it is no such line.
 */
bool book_text_read(BookStore *store, const char *line, Message *message);
/* After the last line: links moves to the positions that have come with them. */
bool book_text_link(BookStore *store, Message *message);

#endif
