/*
 * Weights as the tuner moves them: in doubles, both phases of a pair apart.
 */
#ifndef BRINDLE_TUNE_PARAMETERS_H
#define BRINDLE_TUNE_PARAMETERS_H

#include "bitboard/message.h"
#include "tune/model.h"

/* No weight grows beyond that, so that sums of many stay far from what an integer holds. */
enum { PARAMETER_MAX = 16000 };

void parameters_from_weights(const Weights *weights, Pair parameters[PARAMETERS]);
/* To the nearest whole numbers within +-PARAMETER_MAX. */
void parameters_round(const Pair parameters[PARAMETERS], Weights *weights);

/* The term that a weight belongs to. */
const WeightTerm *parameter_term(int index);

/*
 * Which of the numbers are tuned: bit 1 << lane of each weight.  The second lane of a danger weight
 * is not used and never set.
 */
typedef struct {
    uint8_t lanes[WEIGHT_COUNT];
} ParameterMask;

void mask_all(ParameterMask *mask);
/* Puts in, or takes out, a term or a group of terms by its name.  False, and a message, if there is
 * none of that name. */
bool mask_change(ParameterMask *mask, const char *name, bool tuned, Message *message);
/* How many numbers are tuned. */
int mask_count(const ParameterMask *mask);

#endif
