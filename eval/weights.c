#include "eval/weights.h"

#define W WEIGHT

/*
 * First values, set by hand from the pieces' average mobility on 11x10 squares (a knight
 * attacks 6.5 squares, a camel 5.8, a wildebeest 12.3, a bishop on the empty board 9.2, a rook 19)
 * and the usual middle- and endgame trends.
 */
const EvaluationWeights WEIGHTS = {
    .material = {[PAWN] = W(78, 112),
                 [KNIGHT] = W(300, 325),
                 [CAMEL] = W(305, 320),
                 [BISHOP] = W(415, 450),
                 [ROOK] = W(590, 680),
                 [WILDEBEEST] = W(690, 770),
                 [QUEEN] = W(1190, 1320)},
    .rank = {[PAWN] = {0, W(-6, -8), W(-2, -8), W(4, -4), W(8, 4), W(14, 14), W(22, 30), W(34, 56),
                       W(52, 90), 0},
             [KNIGHT] = {W(-22, -18), W(-8, -8), W(2, 0), W(8, 6), W(14, 10), W(18, 12), W(18, 10),
                         W(10, 4), W(2, -4), W(-12, -14)},
             [CAMEL] = {W(-16, -16), W(-6, -8), W(2, 0), W(8, 6), W(12, 8), W(16, 10), W(14, 8),
                        W(8, 2), W(0, -4), W(-12, -14)},
             [BISHOP] = {W(-8, -8), W(4, -2), W(6, 2), W(8, 4), W(8, 6), W(8, 6), W(6, 4), W(4, 2),
                         W(0, 0), W(-4, -6)},
             [ROOK] = {W(0, -6), W(-6, -4), W(-4, -2), W(-2, 0), W(0, 4), W(4, 6), W(6, 8),
                       W(10, 10), W(18, 14), W(10, 10)},
             [WILDEBEEST] = {W(-12, -22), W(-2, -8), W(4, 0), W(8, 8), W(10, 14), W(12, 16),
                             W(12, 14), W(6, 8), W(0, 0), W(-8, -12)},
             [QUEEN] = {W(-2, -20), W(2, -10), W(2, 0), W(2, 6), W(2, 12), W(4, 16), W(4, 16),
                        W(4, 12), W(4, 8), W(0, 0)},
             [KING] = {W(14, -34), W(0, -14), W(-26, 0), W(-44, 10), W(-56, 18), W(-60, 22),
                       W(-60, 20), W(-60, 10), W(-60, -4), W(-60, -24)}},
    .file = {[PAWN] = {W(-8, 0), W(-4, 2), W(0, 0), W(4, -2), W(8, -2), W(10, -4)},
             [KNIGHT] = {W(-22, -16), W(-10, -6), W(0, 0), W(6, 4), W(8, 6), W(10, 6)},
             [CAMEL] = {W(-16, -14), W(-8, -6), W(-2, -2), W(6, 4), W(8, 6), W(8, 6)},
             [BISHOP] = {W(-8, -6), W(-2, -2), W(2, 0), W(2, 2), W(4, 4), W(4, 4)},
             [ROOK] = {W(-4, 0), W(-2, 0), W(0, 0), W(2, 0), W(4, 0), W(4, 0)},
             [WILDEBEEST] = {W(-14, -16), W(-6, -6), W(0, 0), W(4, 6), W(8, 8), W(8, 8)},
             [QUEEN] = {W(-6, -12), W(-2, -4), W(0, 2), W(2, 4), W(2, 6), W(2, 6)},
             [KING] = {W(10, -24), W(16, -10), W(14, 0), W(2, 8), W(-8, 12), W(-10, 14)}},
    .mobility = {[KNIGHT] = W(7, 6),
                 [CAMEL] = W(7, 6),
                 [BISHOP] = W(5, 6),
                 [ROOK] = W(3, 5),
                 [WILDEBEEST] = W(4, 6),
                 [QUEEN] = W(2, 4)},
    .mobility_usual =
        {[KNIGHT] = 5, [CAMEL] = 4, [BISHOP] = 6, [ROOK] = 7, [WILDEBEEST] = 9, [QUEEN] = 13},
    .bishop_pair = W(28, 48),
    .camel_pair = W(16, 24),
    .pawn_isolated = W(-10, -14),
    .pawn_doubled = W(-8, -18),
    .pawn_supported = W(10, 8),
    .pawn_phalanx = W(6, 5),
    .pawn_passed = {0, W(0, 8), W(0, 10), W(4, 18), W(12, 34), W(26, 60), W(48, 100), W(82, 160),
                    W(130, 240), 0},
    .pawn_passed_blocked = W(-8, -22),
    .king_shelter = W(11, 0),
    .king_attack =
        {[KNIGHT] = 6, [CAMEL] = 6, [BISHOP] = 6, [ROOK] = 8, [WILDEBEEST] = 10, [QUEEN] = 11},
    .tempo = W(16, 8),
    .phase = {[KNIGHT] = 1, [CAMEL] = 1, [BISHOP] = 1, [ROOK] = 2, [WILDEBEEST] = 3, [QUEEN] = 4},
};
