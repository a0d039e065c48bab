#include "engine/report/game_summary.h"

#include "engine/analysis/analysed_position.h"
#include "engine/search/wdl.h"

#include <stdlib.h>

static const double UNKNOWN = -1;

/* ---- Positions ---- */

static double points_of(const Position *pos, const ReviewedPosition *reviewed, bool last) {
    const GameState state = last ? position_game_state(pos) : GAME_ONGOING;
    const Score score = state != GAME_ONGOING ? analysis_score_of_end(pos, state) : reviewed->score;
    if (score == SCORE_NONE)
        return UNKNOWN;
    const double points = wdl_expected_points(pos, score);
    return pos->side == WHITE ? points : 1 - points;
}

static void count_search(GameSummary *summary, const ReviewedPosition *reviewed) {
    if (reviewed->score == SCORE_NONE)
        return;
    summary->nodes += reviewed->nodes;
    if (reviewed->line_length == 0)
        return; /* the game is over there: nothing to search, no depth */
    if (summary->searched++ == 0 || reviewed->depth < summary->least_depth)
        summary->least_depth = reviewed->depth;
    if (reviewed->depth > summary->most_depth)
        summary->most_depth = reviewed->depth;
}

/* ---- Moves ---- */

static double bounded(Score score) {
    return score > CENTIPAWNS_MOST    ? CENTIPAWNS_MOST
           : score < -CENTIPAWNS_MOST ? -CENTIPAWNS_MOST
                                      : score;
}

static void judge_move(GameSummary *summary, const GameReview *review, const Position *pos,
                       int move) {
    const ReviewedPosition *before = &review->positions[move], *after = before + 1;
    SideSummary *of = &summary->sides[pos->side];
    summary->losses[move] = game_review_loss(review, move, pos);
    summary->verdicts[move] = verdict_of_loss(summary->losses[move]);
    if (before->score == SCORE_NONE || after->score == SCORE_NONE)
        return;
    const double centipawns = bounded(before->score) - bounded(-after->score);
    of->judged++;
    of->points_lost += summary->losses[move];
    if (summary->losses[move] > 0 && centipawns > 0)
        of->centipawns_lost += centipawns;
    of->verdicts[summary->verdicts[move]]++;
}

bool game_summary_init(GameSummary *summary, const GameReview *review) {
    const size_t count = (size_t)review->count;
    *summary = (GameSummary){.white_points = malloc(count * sizeof *summary->white_points),
                             .losses = calloc(count, sizeof *summary->losses),
                             .verdicts = calloc(count, sizeof *summary->verdicts)};
    if (summary->white_points == NULL || summary->losses == NULL || summary->verdicts == NULL) {
        game_summary_clear(summary);
        return false;
    }
    Position pos = review->game->start;
    for (int i = 0; i < review->count; i++) {
        const bool last = i == review->count - 1;
        summary->white_points[i] = points_of(&pos, &review->positions[i], last);
        count_search(summary, &review->positions[i]);
        if (last)
            break;
        Undo undo;
        judge_move(summary, review, &pos, i);
        position_make(&pos, review->game->line.moves[i].move, &undo);
    }
    return true;
}

void game_summary_clear(GameSummary *summary) {
    free(summary->white_points);
    free(summary->losses);
    free(summary->verdicts);
    *summary = (GameSummary){.white_points = NULL};
}

double side_mean_points(const SideSummary *side) {
    return side->judged > 0 ? side->points_lost / side->judged : 0;
}
double side_mean_centipawns(const SideSummary *side) {
    return side->judged > 0 ? side->centipawns_lost / side->judged : 0;
}
