/*
 * What a score means: of a thousand such games, how many the side to move wins, draws and loses.
 *
 * The side to move wins with probability 1 / (1 + exp((centre - s) / width)), where s is the score
 * in centipawns, and loses with the same of -s; the rest are draws.  So `centre` is the score that
 * wins every other game, and `width` is how slowly certainty grows.  Both are polynomials of the
 * material on the board, for each rule set its own; their coefficients are fitted to games by
 * `brindle-tune --wdl` and stand in wdl_table.c.
 *
 * That a score becomes chances by logistic curves whose numbers are polynomials of the material is
 * the idea of Stockfish's WDL model (https://github.com/official-stockfish/WDL_model).
 * tune/README.md has the method, and what the numbers do not say.
 */
#ifndef BRINDLE_ENGINE_SEARCH_WDL_H
#define BRINDLE_ENGINE_SEARCH_WDL_H

#include "bitboard/position.h"
#include "engine/search/score.h"

enum {
    WDL_COEFFICIENTS = 4, /* of a polynomial: at most cubic */
    WDL_MATERIAL = 100,   /* in the arrays; more counts as so much */
    WDL_PAWN = 3          /* what a pawn counts in it */
};

/* In permille; they add up to 1000. */
typedef struct {
    int win, draw, loss;
} WinDrawLoss;

/* Both in centipawns. */
typedef struct {
    double centre, width;
} WdlCurves;

/* Polynomials of the root of the material's share of WDL_MATERIAL, 0 … 1; the constants first. */
typedef struct {
    double centre[WDL_COEFFICIENTS], width[WDL_COEFFICIENTS];
} WdlModel;

/* By rule set, in the order of RULES. */
extern const WdlModel WDL_MODELS[RULE_SETS];

/*
 * The material of both sides, 0 … WDL_MATERIAL: pieces as the evaluation's phase counts them
 * (PHASE_VALUE), and WDL_PAWN for each pawn.  Pawns weigh that much because they decide whether an
 * advantage can still be won.
 */
int wdl_material(const Position *pos);

/* The curves for so much material; no model makes the centre negative or the width less than a
 * centipawn. */
WdlCurves wdl_curves(const WdlModel *model, int material);

/* What a score means by these curves.  A win never becomes less likely, nor a loss more likely, as
 * the score rises, and the opposite score swaps both.  Mates are certain. */
WinDrawLoss wdl_of_curves(const WdlCurves *curves, Score score);

/* What a score of `pos` means, by the models in force. */
WinDrawLoss wdl_of_score(const Position *pos, Score score);
/* The same as the points that the side to move may expect of the game, 0 … 1. */
double wdl_expected_points(const Position *pos, Score score);

#endif
