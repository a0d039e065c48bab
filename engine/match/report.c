#include "engine/match/report.h"

#include "engine/number.h"
#include "engine/players/clock.h"
#include "engine/statistics/elo.h"
#include "engine/statistics/rating.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void report_game(FILE *out, const GameRecord *r) {
    fprintf(out, "Finished game %" PRIu64 " (%s vs %s): %s {%s}\n", r->number + 1, r->name[WHITE],
            r->name[BLACK], r->result, r->reason);
}

/* ---- Progress ---- */

void report_progress(FILE *out, const MatchState *state) {
    const uint64_t played = state->finished - state->finished_before;
    const double seconds = (double)(clock_ns() - state->started_ns) / (double)NS_PER_SECOND;
    char left[32];
    fprintf(out, "%" PRIu64 " of %" PRIu64 " games", state->finished, state->total);
    if (played == 0 || seconds <= 0) {
        fprintf(out, "\n");
        return;
    }
    const double rate = (double)played / seconds;
    duration_write((double)(state->total - state->finished) / rate, left, sizeof left);
    fprintf(out, ", %.0f games an hour, %s left%s\n", rate * 3600, left,
            state->config->has_sprt ? " at most" : "");
}

void report_runner(FILE *out, const MatchState *state) {
    const Standings *s = state->standings;
    if (s->games == 0 || s->game_ms == 0)
        return;
    fprintf(out,
            "Runner: %.3f ms between turns (median), %.2f%% of a core while a game is played\n",
            standings_outside_us(s) / 1000, (double)s->runner_cpu_us / 10 / (double)s->game_ms);
}

/* ---- Tables ---- */

/* Columns are bytes to printf and characters to people: how many bytes more a name needs. */
static int extra_bytes(const char *name) {
    int extra = 0;
    for (; *name != '\0'; name++)
        extra += ((unsigned char)*name & 0xC0) == 0x80;
    return extra;
}

static int longest_name(const MatchConfig *c) {
    int longest = 6;
    for (int i = 0; i < c->engine_count; i++) {
        const int length = (int)strlen(c->engines[i].name) - extra_bytes(c->engines[i].name);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void write_error(double error, char *text, size_t size) {
    if (isfinite(error))
        snprintf(text, size, "%.1f", error);
    else
        snprintf(text, size, "inf");
}

static void report_two(FILE *out, const MatchState *state) {
    const MatchConfig *c = state->config;
    const PairingScore *p = &state->standings->pairings[0];
    const GameCounts *g = &p->games;
    const int64_t games = g->wins + g->draws + g->losses;
    char elo_error[32], normalized_error[32];
    fprintf(out, "Score of %s vs %s: %" PRId64 " - %" PRId64 " - %" PRId64, c->engines[0].name,
            c->engines[1].name, g->wins, g->losses, g->draws);
    if (games == 0) {
        fprintf(out, "\n");
        return;
    }
    const bool by_pairs = c->schedule.repeat && games > 1;
    const EloEstimate e = by_pairs ? elo_from_pairs(&p->pairs) : elo_from_games(g);
    const double score = ((double)g->wins + (double)g->draws / 2) / (double)games;
    write_error(e.elo_error, elo_error, sizeof elo_error);
    write_error(e.normalized_error, normalized_error, sizeof normalized_error);
    fprintf(out, "  [%.3f] %" PRId64 "\n", score, games);
    fprintf(out, "Elo %+.1f +/- %s, nElo %+.1f +/- %s, LOS %.1f%%, draws %.1f%%\n", e.elo,
            elo_error, e.normalized, normalized_error, 100 * e.los,
            100 * (double)g->draws / (double)games);
    if (by_pairs)
        fprintf(out,
                "Pairs by points 0, 1/2, 1, 3/2, 2: [%" PRId64 ", %" PRId64 ", %" PRId64
                ", %" PRId64 ", %" PRId64 "]\n",
                p->pairs.by_half_points[0], p->pairs.by_half_points[1], p->pairs.by_half_points[2],
                p->pairs.by_half_points[3], p->pairs.by_half_points[4]);
}

typedef struct {
    int engine;
    Rating rating;
} Place;

static int compare_places(const void *a, const void *b) {
    const double x = ((const Place *)a)->rating.elo, y = ((const Place *)b)->rating.elo;
    return (x < y) - (x > y);
}

/* Who has played nobody yet has no rating. */
static void report_rating(FILE *out, const MatchState *state, const Place *places) {
    const MatchConfig *c = state->config;
    const int width = longest_name(c);
    fprintf(out, "%4s  %-*s %8s %7s %7s %8s %7s %7s\n", "Rank", width, "Name", "Elo", "+/-",
            "Games", "Points", "Score", "Draws");
    for (int i = 0; i < c->engine_count; i++) {
        const EngineSpec *e = &c->engines[places[i].engine];
        const GameCounts *g = &state->standings->engines[places[i].engine].games;
        const int64_t games = g->wins + g->draws + g->losses;
        const double points = (double)g->wins + (double)g->draws / 2;
        char elo[32] = "", error[32] = "";
        if (games > 0) {
            snprintf(elo, sizeof elo, "%+.1f", places[i].rating.elo);
            write_error(places[i].rating.error, error, sizeof error);
        }
        fprintf(out, "%4d  %-*s %8s %7s %7" PRId64 " %8.1f", i + 1, width + extra_bytes(e->name),
                e->name, elo, error, games, points);
        if (games > 0)
            fprintf(out, " %6.1f%% %6.1f%%", 100 * points / (double)games,
                    100 * (double)g->draws / (double)games);
        fprintf(out, "\n");
    }
}

static void report_many(FILE *out, const MatchState *state) {
    const int count = state->config->engine_count;
    Message message;
    GameCounts *counts = calloc((size_t)count * (size_t)count, sizeof *counts);
    Rating *ratings = calloc((size_t)count, sizeof *ratings);
    Place *places = calloc((size_t)count, sizeof *places);
    if (counts != NULL && ratings != NULL && places != NULL) {
        const Standings *s = state->standings;
        for (int k = 0; k < schedule_pairings(s->schedule); k++) {
            const ScheduledGame g = schedule_game(s->schedule, (uint64_t)k * s->schedule->games);
            counts[g.first * count + g.second] = s->pairings[k].games;
        }
        if (ratings_compute(count, counts, ratings, &message)) {
            for (int i = 0; i < count; i++)
                places[i] = (Place){i, ratings[i]};
            qsort(places, (size_t)count, sizeof *places, compare_places);
            report_rating(out, state, places);
        }
    }
    free(places);
    free(ratings);
    free(counts);
}

static void report_engines(FILE *out, const MatchState *state) {
    const MatchConfig *c = state->config;
    const int width = longest_name(c);
    fprintf(out, "%-*s %9s %9s %7s %9s %8s %8s %8s\n", width, "Engine", "ms/move", "nodes/s",
            "depth", "moves", "timeouts", "failures", "illegal");
    for (int i = 0; i < c->engine_count; i++) {
        const EngineScore *e = &state->standings->engines[i];
        const char *name = c->engines[i].name;
        const double moves = e->moves > 0 ? (double)e->moves : 1;
        const int64_t *charged = e->charged;
        fprintf(out, "%-*s %9.2f %9.0f %7.1f %9" PRId64 " %8" PRId64 " %8" PRId64 " %8" PRId64 "\n",
                width + extra_bytes(name), name, (double)e->thinking_us / 1000 / moves,
                e->node_us > 0 ? (double)e->nodes * 1e6 / (double)e->node_us : 0.0,
                e->depth_moves > 0 ? (double)e->depth_sum / (double)e->depth_moves : 0.0, e->moves,
                charged[TERMINATION_TIME],
                charged[TERMINATION_STALL] + charged[TERMINATION_CRASH] +
                    charged[TERMINATION_START],
                charged[TERMINATION_ILLEGAL] + charged[TERMINATION_CLAIM]);
    }
}

/* "LLR 1.25 (-2.94 … 2.94), nElo [0, 10]  [------|===>    ]". */
static void report_sprt(FILE *out, const MatchState *state) {
    enum { BAR = 40 };
    const Sprt *t = &state->config->sprt;
    const double lower = sprt_lower_bound(t), upper = sprt_upper_bound(t);
    const double share = (state->llr - lower) / (upper - lower);
    const int mark = share <= 0 ? 0 : share >= 1 ? BAR - 1 : (int)(share * BAR);
    const int zero = (int)(-lower / (upper - lower) * BAR);
    char bar[BAR + 1];
    for (int i = 0; i < BAR; i++)
        bar[i] = i == mark ? '#' : i == zero ? '|' : (i > zero) == (i < mark) ? '=' : '-';
    bar[BAR] = '\0';
    fprintf(out, "SPRT LLR %+.2f (%.2f, %.2f) for %s [%g, %g], %s  [%s]\n", state->llr, lower,
            upper, t->model == SPRT_NORMALIZED ? "nElo" : "Elo", t->elo0, t->elo1,
            state->config->sprt_by_pairs ? "pairs" : "games", bar);
    if (state->decision != SPRT_CONTINUE)
        fprintf(out, "SPRT: %s accepted after %" PRIu64 " games\n",
                state->decision == SPRT_ACCEPT_H1 ? "H1 (elo1)" : "H0 (elo0)",
                state->standings->games);
}

void report_table(FILE *out, const MatchState *state) {
    if (state->config->engine_count == 2)
        report_two(out, state);
    else
        report_many(out, state);
    if (state->config->has_sprt)
        report_sprt(out, state);
    if (state->standings->games > 0)
        report_engines(out, state);
}
