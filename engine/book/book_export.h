/*
 * A store published as a `.wbook`.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_EXPORT_H
#define BRINDLE_ENGINE_BOOK_BOOK_EXPORT_H

#include "engine/book/book_store.h"

#include <stdio.h>

typedef struct {
    const char *title;
    /*
     * What a move weighs whose position has been searched: 1000, halved with each `halving`
     * centipawns that it is worse than the best one; 0 if it is worse by more than `loss` or has
     * less than `min_score`, by the book's value or by an audit of the position behind the move
     * (book_audit.h).  Where nothing has been searched, the stored weights count.
     */
    int64_t halving, loss, min_score;
    bool stored_weights; /* these alone count, everywhere */
} BookExport;

typedef struct {
    uint64_t positions, moves;
    uint64_t refuted;   /* moves that have no weight because of an audit */
    int64_t collisions; /* positions that had to be left out, as another one has the same key */
} BookExported;

/* Moves without a weight that no search has looked at are left out.  False, and a message, if it
 * cannot be read or written. */
bool book_export(BookStore *store, const BookExport *how, FILE *out, const char *path,
                 BookExported *exported, Message *message);

/* The weights of a position's moves, before any audit. */
void book_export_weights(const BookExport *how, const BookMove *moves, int count, int weights[]);

/* The weight of a move whose value is `value`, in a position whose best move has `best`. */
int book_weight(const BookExport *how, Score best, Score value);

#endif
