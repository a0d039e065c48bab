#include "engine/report/game_summary.h"

#include "bitboard/position.h"
#include "engine/search/wdl.h"

#include <stdlib.h>

static const double UNKNOWN = -1;

/* ---- Positions ---- */

/* White's, of a position where the rules have ended the game. */
static double final_points(const Position *pos, GameState state) {
    const bool lost =
        state == GAME_CHECKMATE || (state == GAME_STALEMATE && pos->rules->stalemate_loses);
    return !lost ? 0.5 : pos->side == WHITE ? 0 : 1;
}

static double points_of(const Position *pos, const ReviewedPosition *reviewed, bool last) {
    const GameState state = last ? position_game_state(pos) : GAME_ONGOING;
    if (state != GAME_ONGOING)
        return final_points(pos, state);
    if (reviewed->score == SCORE_NONE)
        return UNKNOWN;
    const WinDrawLoss wdl = wdl_of_score(pos, reviewed->score);
    const double points = (wdl.win + 0.5 * wdl.draw) / 1000;
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

static void judge_move(GameSummary *summary, const GameReview *review, Color side, int move) {
    const ReviewedPosition *before = &review->positions[move], *after = before + 1;
    SideSummary *of = &summary->sides[side];
    summary->losses[move] = game_review_loss(review, move);
    summary->verdicts[move] = game_review_verdict(review, move);
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
        judge_move(summary, review, (Color)pos.side, i);
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
