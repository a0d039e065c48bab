/*
 * What a piece is worth, in spite of tables that could say it, too.
 *
 * The value of a piece is all that comes with one more of it (companions.h).  Where its weights say
 * so is another matter:
 *
 * Every knight stands on one square, and has some number of safe squares: a centipawn more for all
 * squares of its table is the same evaluation as a centipawn more for the knight.  Fitting leaves
 * open which of them says it.  Here it is settled: of every table of which each piece of a type
 * uses one entry, the mean goes to the material (each entry weighted by how often it was used, in
 * each phase as much as that phase counted), and of tables of which each side uses one entry, as
 * for its king, it goes nowhere: both sides have it.
 *
 * Which tables these are is found in the data, not written down: those of which the uses add up to
 * the number of pieces, for both sides, in every single position.
 */
#ifndef BRINDLE_TUNE_GAUGE_H
#define BRINDLE_TUNE_GAUGE_H

#include "tune/companions.h"
#include "tune/parameters.h"

enum { GAUGE_ROWS_MAX = 128, GAUGE_NO_PIECE = -1 };

/* What was seen of the weights' use while positions were read. */
typedef struct {
    uint64_t positions;
    uint64_t use[WEIGHT_COUNT][PAIR_LANES]; /* by both sides, times the phase's share in 256ths */
    uint64_t occasions[WEIGHT_COUNT];       /* sides of positions that use it at all */
    /* Of each row of a table: bit t is set if it does not go with pieces of type t, bit
     * PIECE_VALUES if it is not used once by each side or not at all by both. */
    uint8_t contradicted[GAUGE_ROWS_MAX];
    CompanionUse companions;
} WeightUse;

void use_add(WeightUse *use, const EvaluationTrace *trace);
/* Adds what another has seen; in whatever order, the sum is the same. */
void use_merge(WeightUse *use, const WeightUse *other);

/* How often a weight counts for a side that uses it, on average; 1 if none does. */
double use_typical(const WeightUse *use, int index);

typedef struct {
    int first, columns;
    int piece; /* a PieceType, or GAUGE_NO_PIECE: each side uses it once */
} GaugeRow;

typedef struct {
    int rows;
    GaugeRow row[GAUGE_ROWS_MAX];
    double share[WEIGHT_COUNT][PAIR_LANES]; /* of an entry in its row's mean; they add up to 1 */
    Companions companions;
} Gauge;

void gauge_find(const WeightUse *use, Gauge *gauge);

/* The value of a piece type in both phases. */
Pair gauge_value(const Gauge *gauge, const Pair parameters[PARAMETERS], int piece);
/* By how much a piece's value in one phase grows with each weight. */
void gauge_direction(const Gauge *gauge, int piece, int lane, Pair direction[PARAMETERS]);
/* Moves the means into the material; the evaluation stays what it was.  Tables that are not tuned,
 * or whose piece's material is not, stay as they are. */
void gauge_normalise(const Gauge *gauge, const ParameterMask *mask, Pair parameters[PARAMETERS]);

#endif
