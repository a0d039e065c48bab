/*
 * The book that an engine plays from, and how it chooses among a book's moves.
 *
 * `best` plays the first of wbook_probe's order: the greatest weight; among equals the greatest
 * learnt score; among those the smallest move.  `weighted` draws, each move as often as its weight
 * says.  Moves of weight 0 are never played.  The drawing is the same for the same seed, number of
 * games begun so far and position; seed 0 takes another one each time a book is opened.
 */
#ifndef BRINDLE_ENGINE_WBOOK_OWN_BOOK_H
#define BRINDLE_ENGINE_WBOOK_OWN_BOOK_H

#include "engine/wbook/wbook.h"

enum { OWN_BOOK_DEPTH_MAX = 255 };

/* All zero is none.  `on`, `weighted` and `depth` may be set as they are. */
typedef struct {
    Wbook *book;    /* NULL: none */
    uint64_t chaos; /* what seed 0 stands for */
    uint64_t games; /* begun */
    int depth;      /* the last move of a game, as FEN counts, that is looked up */
    bool on, weighted;
} OwnBook;

/*
 * Opens another book; "" or "<empty>" for none.  False, and a message, if that cannot be opened:
 * there is no book then.  Otherwise the message says what it is, or is empty.
 */
bool own_book_open(OwnBook *own, const char *path, Message *message);
void own_book_close(OwnBook *own);
/*
 * Chooses a move.  MOVE_NONE if there is none to be played, the book does not reach that far, or
 * the position has been there before in the game, where a book leads in circles.  The learnt score
 * comes with it, SCORE_NONE if there is none.  False, and a message, if the book is damaged.
 */
bool own_book_choose(const OwnBook *own, const Position *pos, uint64_t seed, WbookEntry *chosen,
                     Message *message);

#endif
