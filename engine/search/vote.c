#include "engine/search/vote.h"

/* Scores further below the best than this say the same: the move is bad. */
enum { SPREAD = 1000 };
/* What the lowest score says: the greater, the more depth counts against a few centipawns that a
 * shallower search may well be wrong about. */
enum { LEAST = 100 };

static Score highest_score(const Vote *votes, int count) {
    Score highest = -SCORE_INFINITE;
    for (int i = 0; i < count; i++)
        if (votes[i].depth > 0 && votes[i].score > highest)
            highest = votes[i].score;
    return highest;
}

static int first_with_score(const Vote *votes, Score score) {
    int i = 0;
    while (votes[i].depth <= 0 || votes[i].score != score)
        i++;
    return i;
}

static Score lowest_score(const Vote *votes, int count, Score floor) {
    Score lowest = SCORE_INFINITE;
    for (int i = 0; i < count; i++)
        if (votes[i].depth > 0 && votes[i].score < lowest)
            lowest = votes[i].score;
    return lowest > floor ? lowest : floor;
}

/* How loud a vote is. */
static int64_t weight(const Vote *vote, Score lowest) {
    const Score above = vote->score > lowest ? vote->score - lowest : 0;
    return vote->depth > 0 ? (int64_t)(above + LEAST) * vote->depth : 0;
}

static int64_t votes_for(const Vote *votes, int count, Move move, Score lowest) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        if (votes[i].move == move)
            sum += weight(&votes[i], lowest);
    return sum;
}

int vote_best(const Vote *votes, int count) {
    const Score highest = highest_score(votes, count);
    if (highest >= SCORE_MATE_BOUND)
        return first_with_score(votes, highest);
    const Score lowest = lowest_score(votes, count, highest - SPREAD);
    int best = 0;
    int64_t best_sum = votes_for(votes, count, votes[0].move, lowest);
    for (int i = 1; i < count; i++) {
        const int64_t sum = votes_for(votes, count, votes[i].move, lowest);
        if (sum > best_sum || (sum == best_sum && votes[i].move == votes[best].move &&
                               weight(&votes[i], lowest) > weight(&votes[best], lowest))) {
            best = i;
            best_sum = sum;
        }
    }
    return best;
}
