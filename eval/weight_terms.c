#include "eval/weights.h"

const WeightTerm WEIGHT_TERMS[WEIGHT_TERM_COUNT] = {
#define X(kind, group, name, rows, columns, what) \
    {#name, #group, WEIGHT_##kind, W_##name, rows, columns, what},
    EVALUATION_WEIGHTS(X)
#undef X
};

const int PHASE_VALUE[PIECE_TYPES] = {
    [KNIGHT] = 1, [CAMEL] = 1, [BISHOP] = 1, [ROOK] = 2, [WILDEBEEST] = 3, [QUEEN] = 4};
