/*
 * Habits of engines that are known by their names, filled in where the user has said nothing.
 */
#ifndef BRINDLE_ENGINE_PLAYERS_DIALECT_H
#define BRINDLE_ENGINE_PLAYERS_DIALECT_H

#include "engine/players/engine_spec.h"

/* Fills in all that is unsaid in `spec` for an engine that calls itself `own_name`.  False if
 * memory is out. */
bool dialect_fill_in(EngineSpec *spec, const char *own_name, Message *message);

#endif
