/*
 * Correction histories: by how much searches have found the static evaluation too high or too low
 * in positions that share something with this one.  (The idea comes from the engine Caissa, 2023.)
 */
#ifndef BRINDLE_ENGINE_SEARCH_CORRECTION_H
#define BRINDLE_ENGINE_SEARCH_CORRECTION_H

#include "engine/search/worker.h"

/* The static evaluation of the worker's position, `ply` half-moves below the root, put right. */
Score correction_apply(Worker *w, Score eval, int ply);
/* A search of `depth` half-moves differs from the corrected evaluation by so much. */
void correction_learn(Worker *w, Score difference, int depth, int ply);

#endif
