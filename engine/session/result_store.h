/*
 * An analysis in its database, the session.
 *
 * Table results(number INTEGER PRIMARY KEY, record): of a file each finished position, by its place
 * (from 0); of a single position each finished depth.  `record` is its JSON (position_record.h).
 * A result is finished when the transaction that inserts its row has been committed.
 *
 * The table job holds "words" (the command line as a JSON array), "version", of a file "input" (its
 * text), of a single position "nodes" and "time_ms" (what all runs together have spent).
 */
#ifndef BRINDLE_ENGINE_SESSION_RESULT_STORE_H
#define BRINDLE_ENGINE_SESSION_RESULT_STORE_H

#include "engine/jobs/job.h"
#include "engine/match/database.h"

extern const DatabaseKind ANALYSIS_DATABASE;

/* Within a transaction.  On failure it is undone. */
bool result_store_add(Database *database, uint64_t number, const Bytes *json, Message *message);
/* Calls `visit` for each result, by number, until it returns false (with a message). */
bool result_store_each(Database *database,
                       bool (*visit)(void *context, uint64_t number, const Bytes *json,
                                     Message *message),
                       void *context, Message *message);

#endif
