/*
 * A tuning run in its database.
 *
 * Table results(number INTEGER PRIMARY KEY, plus, minus, wins, draws, losses, forfeits, plies,
 * failure) has a row for each iteration that has been played, in whatever order: the values of both
 * sides as JSON arrays, what came out for the plus side, and why there is no result (NULL if there
 * is one).  Table updates(number INTEGER PRIMARY KEY, theta) has a row for each iteration that has
 * been counted, without a gap: theta after it, as a JSON array of reals with all their digits.
 * Numbers count from 0.
 *
 * The table job holds what a match's does (game_store.h), and "parameters", the text of their file.
 */
#ifndef BRINDLE_ENGINE_SPSA_SPSA_STORE_H
#define BRINDLE_ENGINE_SPSA_SPSA_STORE_H

#include "engine/match/database.h"
#include "engine/spsa/spsa_unit.h"

extern const DatabaseKind SPSA_DATABASE;

/* Within a transaction, both. */
bool spsa_store_add_result(Database *database, uint64_t number, const int64_t *plus,
                           const int64_t *minus, int count, const SpsaResult *result,
                           Message *message);
bool spsa_store_add_theta(Database *database, uint64_t number, const double *theta, int count,
                          Message *message);

/* How many iterations have been counted. */
bool spsa_store_counted(Database *database, uint64_t *counted, Message *message);
/* Calls `visit` for each result, by number, until it returns false (with a message). */
bool spsa_store_each_result(Database *database,
                            bool (*visit)(void *context, uint64_t number, const SpsaResult *result,
                                          Message *message),
                            void *context, Message *message);
/* Calls `visit` with theta after each iteration from number `from` on, each `stride`-th of them and
 * the last. */
bool spsa_store_each_theta(Database *database, int count, uint64_t from, uint64_t stride,
                           bool (*visit)(void *context, uint64_t number, const double *theta,
                                         Message *message),
                           void *context, Message *message);

#endif
