/*
 * What goes along with a piece, on average.
 *
 * A piece brings more than its material: it stands on some square, has some mobility, a pawn is
 * often supported, a bishop one of a pair, and each piece counts a little more for each own pawn.
 * How an evaluation shares a piece's worth out among such terms is half arbitrary, and fitting
 * leaves much of it open.  What all of them say together is not: by how much the sum of all pairs
 * grows, on average, with one more piece of a type and the others as they are.  That is the
 * regression of each weight's balance of counts (White's less Black's) on the balances of the
 * pieces.  What a piece does to the danger of a king is not counted.
 */
#ifndef BRINDLE_TUNE_COMPANIONS_H
#define BRINDLE_TUNE_COMPANIONS_H

#include "tune/model.h"

/* Sums over positions, in each phase by its share in 256ths. */
typedef struct {
    int64_t pieces[PAIR_LANES][PIECE_VALUES][PIECE_VALUES]; /* products of two pieces' balances */
    int64_t along[PAIR_LANES][WEIGHT_COUNT][PIECE_VALUES];  /* of a weight's and a piece's */
} CompanionUse;

void companions_add(CompanionUse *use, const EvaluationTrace *trace);
void companions_merge(CompanionUse *use, const CompanionUse *other);

/* How often each weight counts more with one more piece of a type; 1 and 0 for the material, 0 for
 * weights of the danger sum. */
typedef struct {
    double along[PAIR_LANES][WEIGHT_COUNT][PIECE_VALUES];
} Companions;

void companions_find(const CompanionUse *use, Companions *companions);

#endif
