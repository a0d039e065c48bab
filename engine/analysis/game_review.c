#include "engine/analysis/game_review.h"

#include "engine/search/wdl.h"

/* By how many expected points a move is called what. */
static const double LEAST_LOSS[] = {
    [VERDICT_INACCURACY] = 0.05, [VERDICT_MISTAKE] = 0.12, [VERDICT_BLUNDER] = 0.25};

/* Of the side to move. */
static double expected_points(const Position *pos, Score score) {
    const WinDrawLoss wdl = wdl_of_score(pos, score);
    return (wdl.win + 0.5 * wdl.draw) / 1000;
}

double game_review_loss(const GameReview *review, int move) {
    const ReviewedPosition *before = &review->positions[move], *after = before + 1;
    const Move played = review->game->line.moves[move].move;
    if (before->score == SCORE_NONE || after->score == SCORE_NONE ||
        (before->line_length > 0 && before->line[0] == played))
        return 0;
    /* Both scores by the curves of the same position: what differs is the score alone. */
    Position pos = review->game->start;
    for (int i = 0; i < move; i++) {
        Undo undo;
        position_make(&pos, review->game->line.moves[i].move, &undo);
    }
    const double loss =
        expected_points(&pos, before->score) - expected_points(&pos, (Score)-after->score);
    return loss > 0 ? loss : 0;
}

Verdict game_review_verdict(const GameReview *review, int move) {
    const double loss = game_review_loss(review, move);
    Verdict verdict = VERDICT_BLUNDER;
    while (verdict > VERDICT_NONE && loss < LEAST_LOSS[verdict])
        verdict--;
    return verdict;
}

uint8_t verdict_nag(Verdict verdict) {
    static const uint8_t NAGS[] = {
        [VERDICT_NONE] = 0, [VERDICT_INACCURACY] = 6, [VERDICT_MISTAKE] = 2, [VERDICT_BLUNDER] = 4};
    return NAGS[verdict];
}
