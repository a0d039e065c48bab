/*
 * Is all well with a book?  Everything that can be checked is.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_VERIFY_H
#define BRINDLE_ENGINE_BOOK_BOOK_VERIFY_H

#include "engine/book/book_store.h"
#include "engine/wbook/wbook.h"

typedef struct {
    uint64_t positions, moves;
    uint64_t faults;
    /* Only in a store: positions that share their key with another one, which is no fault. */
    int64_t collisions;
    /* Only in a .wbook: positions that are reached from the array by moves of the book; the moves
     * of these alone can be seen to be legal. */
    uint64_t reached;
} BookCheck;

/* Told of each fault; may return false to have no more. */
typedef bool (*BookFault)(void *context, const char *text);

/* The file itself, every position, key, move, link and count.  False, and a message, if it cannot
 * be read at all. */
bool book_verify_store(BookStore *store, BookFault fault, void *context, BookCheck *check,
                       Message *message);
/* Checksums and order of every block; legality of the moves in all positions that are reached. */
bool book_verify_wbook(const Wbook *book, BookFault fault, void *context, BookCheck *check,
                       Message *message);

/*
 * Visits the positions that are reached from `root` by moves of a .wbook, each once, those nearer
 * to the root first; `entries` are wbook_probe's.  The book is closed over transpositions.  False,
 * and a message, if the book is damaged, memory is out or `visit` returned false.
 */
typedef bool (*WbookVisit)(void *context, const Position *pos, int ply, const WbookEntry *entries,
                           int count, Message *message);
bool book_walk_wbook(const Wbook *book, const Position *root, WbookVisit visit, void *context,
                     Message *message);

#endif
