#include "engine/match/schedule.h"

int schedule_pairings(const Schedule *s) {
    if (s->heads > 0)
        return s->heads * (s->engines - s->heads);
    return s->engines * (s->engines - 1) / 2;
}

uint64_t schedule_games(const Schedule *s) {
    return s->rounds * (uint64_t)schedule_pairings(s) * s->games;
}

static void find_engines(const Schedule *s, int pairing, int *first, int *second) {
    if (s->heads > 0) {
        const int others = s->engines - s->heads;
        *first = pairing / others;
        *second = s->heads + pairing % others;
        return;
    }
    *first = 0;
    for (int left = pairing, row = s->engines - 1; left >= row; row--) {
        left -= row;
        pairing = left;
        ++*first;
    }
    *second = *first + 1 + pairing;
}

ScheduledGame schedule_game(const Schedule *s, uint64_t number) {
    const uint64_t pairings = (uint64_t)schedule_pairings(s);
    ScheduledGame g = {.number = number, .round = number / (pairings * s->games)};
    const uint64_t game = number % s->games;        /* of these two in this round */
    const uint64_t met = g.round * s->games + game; /* games that they have played before */
    g.pairing = (int)(number / s->games % pairings);
    find_engines(s, g.pairing, &g.first, &g.second);
    const bool exchanged = met % 2 != 0;
    g.engine[WHITE] = exchanged ? g.second : g.first;
    g.engine[BLACK] = exchanged ? g.first : g.second;
    g.opening = s->repeat ? met / 2 : met;
    g.ends_pair = s->repeat && exchanged;
    return g;
}
