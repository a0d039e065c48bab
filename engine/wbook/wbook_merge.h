/*
 * Several published books into one, in a single pass and little memory, whatever their sizes.
 */
#ifndef BRINDLE_ENGINE_WBOOK_WBOOK_MERGE_H
#define BRINDLE_ENGINE_WBOOK_WBOOK_MERGE_H

#include "engine/wbook/wbook_writer.h"

typedef struct {
    uint64_t done, total; /* entries read; of all books */
    uint64_t joined;      /* entries that had been in a book before */
} WbookMergeState;

/*
 * Writes the entries of `count` books of one rule set to `writer`, which the caller finishes. Where
 * several have an entry, its weight is the sum of theirs (at most 65535), its learnt score that of
 * the first book that has one.  `tick` (may be NULL) is called now and then; it returns false to
 * give up.  False, and a message, if a book is damaged, it cannot be written, or it was given up.
 */
bool wbook_merge(Wbook *const *books, int count, WbookWriter *writer, WbookMergeState *state,
                 bool (*tick)(void *context, const WbookMergeState *state), void *context,
                 Message *message);

#endif
