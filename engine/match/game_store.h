/*
 * The games of a match in its database.
 *
 * Table games(number INTEGER PRIMARY KEY, round, opening, white, black, result, termination,
 * reason, plies, record): a row for each finished game; `number` counts from 0, `record` is its
 * JSON (record.h).  A game is finished when the transaction that inserts its row has been
 * committed.  The table job holds "words" (the command line as a JSON array), "directory",
 * "version" and what else must not change from run to run.
 */
#ifndef BRINDLE_ENGINE_MATCH_GAME_STORE_H
#define BRINDLE_ENGINE_MATCH_GAME_STORE_H

#include "engine/match/database.h"
#include "engine/match/record.h"

extern const DatabaseKind MATCH_DATABASE;

/* Within a transaction.  On failure it is undone. */
bool game_store_add(Database *database, const GameRecord *record, const Bytes *json,
                    Message *message);
/* Calls `visit` for each finished game, by number, until it returns false (with a message). */
bool game_store_each(Database *database,
                     bool (*visit)(void *context, uint64_t number, const Bytes *json,
                                   Message *message),
                     void *context, Message *message);

#endif
