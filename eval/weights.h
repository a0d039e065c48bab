/*
 * Every number of the evaluation.
 *
 * A weight is a pair: middlegame and endgame centipawns.  Piece-square values are the sum of a
 * value for the rank (as the side sees it) and one for the distance from the nearer edge file (0 =
 * a and k … 5 = f), so they are left-right symmetric by construction.
 */
#ifndef BRINDLE_EVAL_WEIGHTS_H
#define BRINDLE_EVAL_WEIGHTS_H

#include "bitboard/types.h"

/* Two 16-bit values in one integer, so that both phases are added at once; the halves never
 * overflow (|sum| < 2^15). */
typedef int32_t Weight;
#define WEIGHT(middlegame, endgame) ((Weight)((uint32_t)(endgame) << 16) + (Weight)(middlegame))

static inline int weight_middlegame(Weight w) {
    return (int16_t)(uint16_t)(uint32_t)w;
}
static inline int weight_endgame(Weight w) {
    return (int16_t)(uint16_t)((uint32_t)(w + 0x8000) >> 16);
}

enum { EDGE_DISTANCES = FILES / 2 + 1 };

typedef struct {
    Weight material[PIECE_TYPES];
    Weight rank[PIECE_TYPES][RANKS];
    Weight file[PIECE_TYPES][EDGE_DISTANCES];
    /* Per safe square beyond `mobility_usual` of them. */
    Weight mobility[PIECE_TYPES];
    int mobility_usual[PIECE_TYPES];
    Weight bishop_pair, camel_pair; /* camels of opposite colour binding */
    Weight pawn_isolated, pawn_doubled, pawn_supported, pawn_phalanx;
    Weight pawn_passed[RANKS];
    Weight pawn_passed_blocked; /* a passed pawn with an enemy man right before it */
    Weight
        king_shelter; /* per own pawn one or two ranks before the king, on its file or next to it */
    int king_attack[PIECE_TYPES]; /* attack units per square of the king's zone that a piece attacks
                                   */
    Weight tempo;
    int phase[PIECE_TYPES]; /* what a piece adds to the game phase */
} EvaluationWeights;

extern const EvaluationWeights WEIGHTS;

#endif
