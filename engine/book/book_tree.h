/*
 * The main lines of a book as a picture: an SVG that stands alone, moves from left to right, each
 * with its score and how often it was played, lines as thick as their share.  Its colours follow
 * the viewer's light or dark scheme.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_TREE_H
#define BRINDLE_ENGINE_BOOK_BOOK_TREE_H

#include "engine/book/book_store.h"
#include "engine/wbook/wbook.h"

#include <stdio.h>

enum { BOOK_TREE_PLIES_MAX = 40, BOOK_TREE_WIDTH_MAX = 20 };

typedef struct {
    BookStore *store; /* one of the two is NULL */
    const Wbook *published;
    int plies; /* half-moves that are shown */
    int width; /* moves of the first position; one less every two half-moves, but 1 */
    const char *title;
} BookTree;

/* Draws what is behind `root`.  False, and a message, if the book cannot be read or memory is out;
 * errors of writing stay in the FILE. */
bool book_tree_draw(const BookTree *tree, const Position *root, FILE *out, Message *message);

#endif
