/*
 * Whether the engine takes a draw that is offered.
 */
#ifndef BRINDLE_ENGINE_DRAW_OFFER_H
#define BRINDLE_ENGINE_DRAW_OFFER_H

#include "engine/search/score.h"

#include <stdbool.h>

/*
 * `score`: what its last search found, for its own side; SCORE_NONE: nothing was searched.  `plies`
 * half-moves have been played.
 */
bool draw_offer_is_welcome(Score score, int plies);

#endif
