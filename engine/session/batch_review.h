/*
 * A game of a batch with what has been found out about its positions.
 */
#ifndef BRINDLE_ENGINE_SESSION_BATCH_REVIEW_H
#define BRINDLE_ENGINE_SESSION_BATCH_REVIEW_H

#include "engine/analysis/game_review.h"
#include "engine/session/batch_job.h"

typedef struct {
    GameReview review;
    AnalysedPosition *analysed; /* of each of its positions, with all lines */
} BatchReview;

/*
 * Positions that are not finished have no score; the last one has the score of the game's end if it
 * has ended by the rules.  False, and a message, if a result is damaged or memory is out;
 * batch_review_clear in any case.
 */
bool batch_review_make(const BatchJob *job, const BatchGame *game, BatchReview *review,
                       Message *message);
void batch_review_clear(BatchReview *review);

#endif
