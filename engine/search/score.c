#include "engine/search/score.h"

#include <math.h>

WinDrawLoss score_win_draw_loss(Score s) {
    /*
     * Two logistic curves: one for winning, one for losing, each centred where the outcome is even.
     * Draws are rare in this game (about one in twenty between equals), so the two nearly meet. The
     * width is a first guess, to be fitted to games.
     */
    const double centre = 12.0, width = 140.0;
    if (score_is_mate(s))
        return s > 0 ? (WinDrawLoss){1000, 0, 0} : (WinDrawLoss){0, 0, 1000};
    WinDrawLoss wdl;
    wdl.win = (int)lround(1000.0 / (1.0 + exp((centre - s) / width)));
    wdl.loss = (int)lround(1000.0 / (1.0 + exp((centre + s) / width)));
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
