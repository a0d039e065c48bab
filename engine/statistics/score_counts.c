#include "engine/statistics/score_counts.h"

Outcomes outcomes_of_games(const GameCounts *counts) {
    Outcomes o = {
        .count = 3,
        .times = {(double)counts->losses, (double)counts->draws, (double)counts->wins},
    };
    o.total = o.times[0] + o.times[1] + o.times[2];
    return o;
}

Outcomes outcomes_of_pairs(const PairCounts *counts) {
    Outcomes o = {.count = PAIR_SCORES};
    for (int i = 0; i < PAIR_SCORES; i++) {
        o.times[i] = (double)counts->by_half_points[i];
        o.total += o.times[i];
    }
    return o;
}
