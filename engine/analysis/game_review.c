#include "engine/analysis/game_review.h"

#include "engine/search/wdl.h"

double game_review_loss(const GameReview *review, int move, const Position *pos) {
    const ReviewedPosition *before = &review->positions[move], *after = before + 1;
    const Move played = review->game->line.moves[move].move;
    if (before->score == SCORE_NONE || after->score == SCORE_NONE ||
        (before->line_length > 0 && before->line[0] == played))
        return 0;
    /* Both scores by the curves of the same position: what differs is the score alone. */
    const double loss =
        wdl_expected_points(pos, before->score) - wdl_expected_points(pos, (Score)-after->score);
    return loss > 0 ? loss : 0;
}

Verdict verdict_of_loss(double loss) {
    static const double LEAST[] = {
        [VERDICT_INACCURACY] = 0.05, [VERDICT_MISTAKE] = 0.12, [VERDICT_BLUNDER] = 0.25};
    Verdict verdict = VERDICT_BLUNDER;
    while (verdict > VERDICT_NONE && loss < LEAST[verdict])
        verdict--;
    return verdict;
}

uint8_t verdict_nag(Verdict verdict) {
    static const uint8_t NAGS[] = {
        [VERDICT_NONE] = 0, [VERDICT_INACCURACY] = 6, [VERDICT_MISTAKE] = 2, [VERDICT_BLUNDER] = 4};
    return NAGS[verdict];
}
