#include "engine/search/wdl.h"

#include "eval/weights.h"

#include <math.h>
#include <stdlib.h>

int wdl_material(const Position *pos) {
    int sum = 0;
    for (int t = PAWN; t < KING; t++) {
        const int each = t == PAWN ? WDL_PAWN : PHASE_VALUE[t];
        sum += each * (pos->count[piece_of(WHITE, (PieceType)t)] +
                       pos->count[piece_of(BLACK, (PieceType)t)]);
    }
    return sum < WDL_MATERIAL ? sum : WDL_MATERIAL;
}

static double polynomial(const double coefficients[WDL_COEFFICIENTS], double x) {
    double sum = 0;
    for (int i = WDL_COEFFICIENTS - 1; i >= 0; i--)
        sum = sum * x + coefficients[i];
    return sum;
}

WdlCurves wdl_curves(const WdlModel *model, int material) {
    const double x = sqrt((double)material / WDL_MATERIAL);
    const double centre = polynomial(model->centre, x), width = polynomial(model->width, x);
    return (WdlCurves){.centre = centre > 0 ? centre : 0, .width = width > 1 ? width : 1};
}

static int permille(double x) {
    return (int)lround(1000 / (1 + exp(-x)));
}

WinDrawLoss wdl_of_curves(const WdlCurves *curves, Score score) {
    if (score_is_mate(score))
        return score > 0 ? (WinDrawLoss){1000, 0, 0} : (WinDrawLoss){0, 0, 1000};
    const int ahead = abs(score);
    const int better = permille((ahead - curves->centre) / curves->width);
    int worse = permille((-ahead - curves->centre) / curves->width);
    if (worse > 1000 - better) /* both were rounded up */
        worse = 1000 - better;
    const int draw = 1000 - better - worse;
    return score >= 0 ? (WinDrawLoss){better, draw, worse} : (WinDrawLoss){worse, draw, better};
}

WinDrawLoss wdl_of_score(const Position *pos, Score score) {
    const WdlCurves curves = wdl_curves(&WDL_MODELS[pos->rules - RULES], wdl_material(pos));
    return wdl_of_curves(&curves, score);
}

double wdl_expected_points(const Position *pos, Score score) {
    const WinDrawLoss wdl = wdl_of_score(pos, score);
    return (wdl.win + 0.5 * wdl.draw) / 1000;
}
