/*
 * Engines for tests.
 */
#ifndef BRINDLE_TESTS_SUPPORT_ENGINES_H
#define BRINDLE_TESTS_SUPPORT_ENGINES_H

#include "engine/search/engine.h"

/* A new one with a table of `hash_mib` MiB; the test fails if there is none to be had. */
Engine *new_engine(int hash_mib, int threads);
/* Sets a position that is known to be good. */
void set_fen(Engine *engine, const char *fen, const RuleSet *rules);

#endif
