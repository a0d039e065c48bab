#include "engine/match/standings.h"

#include <stdlib.h>
#include <string.h>

bool standings_init(Standings *s, const Schedule *schedule, Message *message) {
    *s = (Standings){.schedule = schedule};
    s->pairings = calloc((size_t)schedule_pairings(schedule), sizeof *s->pairings);
    s->engines = calloc((size_t)schedule->engines, sizeof *s->engines);
    if (s->pairings != NULL && s->engines != NULL)
        return true;
    standings_clear(s);
    return message_set(message, "no memory for the standings");
}

void standings_clear(Standings *s) {
    free(s->pairings);
    free(s->engines);
    free(s->outside_us);
    *s = (Standings){.schedule = s->schedule};
}

/* 2, 1 or 0. */
static int half_points_of_white(const GameRecord *r) {
    return strcmp(r->result, "1-0") == 0 ? 2 : strcmp(r->result, "0-1") == 0 ? 0 : 1;
}

static void count_game(GameCounts *counts, int half_points) {
    counts->wins += half_points == 2;
    counts->draws += half_points == 1;
    counts->losses += half_points == 0;
}

/* An engine may claim any number of nodes. */
static void add_bounded(int64_t *sum, int64_t more) {
    *sum = *sum > INT64_MAX - more ? INT64_MAX : *sum + more;
}

static void count_moves(Standings *s, const GameRecord *r) {
    for (int i = r->opening_moves; i < r->move_count; i++) {
        const MoveRecord *m = &r->moves[i];
        const Color mover = (Color)((unsigned)i % 2 ^ r->start.side);
        EngineScore *e = &s->engines[r->engine[mover]];
        e->moves++;
        e->thinking_us += m->elapsed_us;
        if (m->nodes > 0) {
            add_bounded(&e->nodes, m->nodes < INT64_MAX ? (int64_t)m->nodes : INT64_MAX);
            e->node_us += m->elapsed_us;
        }
        if (m->depth > 0) {
            e->depth_sum += m->depth;
            e->depth_moves++;
        }
    }
}

bool standings_add(Standings *s, const GameRecord *r, Message *message) {
    const ScheduledGame g = schedule_game(s->schedule, s->games);
    PairingScore *p = &s->pairings[g.pairing];
    const int white = half_points_of_white(r);
    const int first = g.engine[WHITE] == g.first ? white : 2 - white;
    if (s->games == s->outside_room) {
        const uint64_t room = s->outside_room > 0 ? 2 * s->outside_room : 256;
        float *outside = realloc(s->outside_us, room * sizeof *outside);
        if (outside == NULL)
            return message_set(message, "no memory for the standings");
        s->outside_us = outside;
        s->outside_room = room;
    }
    s->outside_us[s->games++] = (float)r->outside_us;
    count_game(&p->games, first);
    if (g.ends_pair)
        p->pairs.by_half_points[p->half_points + first]++;
    p->half_points = first;
    count_game(&s->engines[r->engine[WHITE]].games, white);
    count_game(&s->engines[r->engine[BLACK]].games, 2 - white);
    if (r->culprit >= 0)
        s->engines[r->engine[r->culprit]].charged[r->termination]++;
    count_moves(s, r);
    s->plies += r->move_count;
    s->game_ms += r->elapsed_ms;
    s->runner_cpu_us += r->runner_cpu_us;
    return true;
}

GameCounts standings_between(const Standings *s, int i, int j) {
    const int low = i < j ? i : j, high = i < j ? j : i;
    for (int k = 0; k < schedule_pairings(s->schedule); k++) {
        const ScheduledGame g = schedule_game(s->schedule, (uint64_t)k * s->schedule->games);
        if (g.first != low || g.second != high)
            continue;
        const GameCounts c = s->pairings[k].games;
        return i < j ? c : (GameCounts){.wins = c.losses, .draws = c.draws, .losses = c.wins};
    }
    return (GameCounts){0, 0, 0};
}

static int compare_floats(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double standings_outside_us(const Standings *s) {
    double median = 0;
    if (s->games == 0)
        return 0;
    float *sorted = malloc(s->games * sizeof *sorted);
    if (sorted != NULL) {
        memcpy(sorted, s->outside_us, s->games * sizeof *sorted);
        qsort(sorted, s->games, sizeof *sorted, compare_floats);
        median = (double)sorted[s->games / 2];
    }
    free(sorted);
    return median;
}
