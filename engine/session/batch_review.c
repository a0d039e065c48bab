#include "engine/session/batch_review.h"

#include <stdlib.h>

static bool take_result(const BatchJob *job, uint64_t unit, const Position *pos, bool last,
                        AnalysedPosition *analysed, ReviewedPosition *reviewed, Message *message) {
    Message why;
    *reviewed = (ReviewedPosition){.score = SCORE_NONE};
    if (!batch_job_result(job, unit, analysed, &why))
        return why.text[0] == '\0' || message_set(message, "%s", why.text);
    reviewed->depth = analysed->depth;
    reviewed->nodes = analysed->nodes;
    reviewed->time_ms = analysed->time_ms;
    if (analysed->line_count > 0) {
        const AnalysedLine *line = &analysed->lines[0];
        reviewed->score = line->score;
        reviewed->line = line->moves;
        reviewed->line_length = line->count;
    } else {
        const GameState state = position_game_state(pos);
        if (last && state != GAME_ONGOING)
            reviewed->score = analysis_score_of_end(pos, state);
    }
    return true;
}

bool batch_review_make(const BatchJob *job, const BatchGame *game, BatchReview *r,
                       Message *message) {
    const int count = game->game.line.count + 1;
    Position pos = game->game.start;
    *r = (BatchReview){.review = {.game = &game->game,
                                  .positions = calloc((size_t)count, sizeof *r->review.positions),
                                  .count = count},
                       .analysed = calloc((size_t)count, sizeof *r->analysed)};
    if (r->review.positions == NULL || r->analysed == NULL)
        return message_set(message, "no memory");
    for (int i = 0; i < count; i++) {
        const bool last = i + 1 == count;
        Undo undo;
        if (!take_result(job, game->first_unit + (uint64_t)i, &pos, last, &r->analysed[i],
                         &r->review.positions[i], message))
            return false;
        if (!last)
            position_make(&pos, game->game.line.moves[i].move, &undo);
    }
    return true;
}

void batch_review_clear(BatchReview *r) {
    for (int i = 0; r->analysed != NULL && i < r->review.count; i++)
        analysed_position_clear(&r->analysed[i]);
    free(r->analysed);
    free(r->review.positions);
    *r = (BatchReview){.analysed = NULL};
}
