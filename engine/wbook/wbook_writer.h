/*
 * Writes a `.wbook` file, from its first entry to its last, in little memory (16 bytes a block of
 * 256 entries).
 */
#ifndef BRINDLE_ENGINE_WBOOK_WBOOK_WRITER_H
#define BRINDLE_ENGINE_WBOOK_WBOOK_WRITER_H

#include "engine/wbook/wbook.h"

#include <stdio.h>

typedef struct WbookWriter WbookWriter;

/*
 * `out`, a file that can be gone back in, stays the caller's; `path` is its name for messages.  Of
 * the title, WBOOK_TITLE_SIZE - 1 bytes are kept.  NULL, and a message, on failure.
 */
WbookWriter *wbook_writer_new(FILE *out, const char *path, const RuleSet *rules, const char *title,
                              Message *message);
/* Entries come in the order of their keys and, within a key, of their moves.  False, and a message,
 * if one does not, or it cannot be written. */
bool wbook_writer_add(WbookWriter *writer, const WbookEntry *entry, Message *message);
/* Writes directory and header: only now it is a book. */
bool wbook_writer_finish(WbookWriter *writer, Message *message);
uint64_t wbook_writer_entries(const WbookWriter *writer);
void wbook_writer_free(WbookWriter *writer);

#endif
