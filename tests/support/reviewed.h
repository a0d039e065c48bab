/*
 * Games with what a shallow search thinks of them, for tests of what is made of reviews.
 */
#ifndef BRINDLE_TESTS_SUPPORT_REVIEWED_H
#define BRINDLE_TESTS_SUPPORT_REVIEWED_H

#include "engine/analysis/game_review.h"
#include "engine/search/engine.h"

/* Fills a review of a game in which nothing was searched; `game` must outlive it.  Ends the program
 * if memory is out. */
void reviewed_init(GameReview *review, const PgnGame *game);
/* Searches every position to this depth, the one where the rules ended the game excepted: that one
 * gets the result as its score. */
void reviewed_search(GameReview *review, Engine *engine, int depth);
/* Gives a position a score and a best line of these moves. */
void reviewed_set(GameReview *review, int position, Score score, int depth, const Move *line,
                  int length);
void reviewed_free(GameReview *review);

#endif
