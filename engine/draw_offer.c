#include "engine/draw_offer.h"

/*
 * A draw is good enough for a side that is worse, and after the opening for one that is not better.
 */
bool draw_offer_is_welcome(Score score, int plies) {
    enum { OPENING_PLIES = 30, CLEARLY_WORSE = -150 };
    if (score == SCORE_NONE)
        return false;
    return score <= CLEARLY_WORSE || (score <= 0 && plies > OPENING_PLIES);
}
