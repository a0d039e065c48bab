/*
 * A reviewed game as an annotated one: evaluations in comments, marks for mistakes, and what would
 * have been better as variations.
 */
#ifndef BRINDLE_ENGINE_REPORT_ANNOTATE_H
#define BRINDLE_ENGINE_REPORT_ANNOTATE_H

#include "engine/analysis/game_review.h"

/*
 * Adds to `game`, which is the review's own:
 *   - behind each move the evaluation of the position it leads to, as a comment [%eval 0.35,12]:
 *     pawns (or #5, #-3 for mates) from White's view, and the depth;
 *   - for moves that lost something "?!", "?" or "??" and the word for it, and the best line as a
 *     variation of at most ANNOTATE_LINE_MAX half-moves with its evaluation;
 *   - the tag Annotator.
 * What was there stays.  False if memory is out.
 */
enum { ANNOTATE_LINE_MAX = 12 };
bool annotate_game(PgnGame *game, const GameReview *review, const char *annotator);

#endif
