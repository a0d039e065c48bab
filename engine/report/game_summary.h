/*
 * A reviewed game in figures: White's prospects in each position, and how well each side played.
 */
#ifndef BRINDLE_ENGINE_REPORT_GAME_SUMMARY_H
#define BRINDLE_ENGINE_REPORT_GAME_SUMMARY_H

#include "engine/analysis/game_review.h"

enum {
    VERDICTS = VERDICT_BLUNDER + 1,
    /* Beyond so many centipawns a game is decided, and how far beyond says nothing. */
    CENTIPAWNS_MOST = 1000
};

typedef struct {
    int judged;         /* moves with a score before and after them; the sums are over these */
    double points_lost; /* expected points, game_review_loss */
    double centipawns_lost;
    int verdicts[VERDICTS]; /* how many moves got each */
} SideSummary;

typedef struct {
    /* White's expected points (0 … 1) in position i; negative where nothing is known.  Where the
     * rules have ended the game the result is known, whether it was searched or not. */
    double *white_points;
    double *losses; /* game_review_loss of move i */
    Verdict *verdicts;
    SideSummary sides[COLORS];
    int searched; /* positions that have a score */
    int least_depth, most_depth;
    uint64_t nodes;
} GameSummary;

/* False if memory is out; then there is nothing to clear. */
bool game_summary_init(GameSummary *summary, const GameReview *review);
void game_summary_clear(GameSummary *summary);

/* The mean over the judged moves; 0 if there are none. */
double side_mean_points(const SideSummary *side);
double side_mean_centipawns(const SideSummary *side);

#endif
