/*
 * What goes along with a piece: weights that count by the number of pieces, too, beside the plain
 * material.
 *
 * With ten pieces on each side, a centipawn for each piece and pawn (with_pawns) is much the same
 * as ten centipawns for a pawn, though not quite.  So the value of a pawn has to count what comes
 * with it: by how much the other terms of the material's group grow, on average, with one more pawn
 * and the other pieces as they are.  That is the regression of each such weight's balance of counts
 * on the balances of the pieces.
 */
#ifndef BRINDLE_TUNE_COMPANIONS_H
#define BRINDLE_TUNE_COMPANIONS_H

#include "tune/model.h"

enum { COMPANIONS_MAX = 48 };

/* Sums over positions, in each phase by its share in 256ths; White's counts less Black's. */
typedef struct {
    int64_t pieces[PAIR_LANES][PIECE_VALUES][PIECE_VALUES];  /* products of two pieces' balances */
    int64_t along[PAIR_LANES][COMPANIONS_MAX][PIECE_VALUES]; /* of a companion's and a piece's */
} CompanionUse;

void companions_add(CompanionUse *use, const EvaluationTrace *trace);
void companions_merge(CompanionUse *use, const CompanionUse *other);

typedef struct {
    int count;
    int index[COMPANIONS_MAX]; /* of the weights */
    /* How often each counts more with one more piece of a type. */
    double along[PAIR_LANES][COMPANIONS_MAX][PIECE_VALUES];
} Companions;

void companions_find(const CompanionUse *use, Companions *companions);

#endif
