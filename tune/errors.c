#include "tune/errors.h"

#include "bitboard/random.h"
#include "tune/curvature.h"

#include <math.h>
#include <stdlib.h>

enum { VALUES = PIECE_VALUES * PAIR_LANES };

typedef struct {
    FitSetting setting;
    const Fit *fit;
    const ErrorPlan *plan;
    Pair *solution;    /* for each value, PARAMETERS of them */
    double *influence; /* VALUES for each game: by how much it moves each value */
    uint32_t *games;   /* those with training positions */
    uint64_t game_count;
    double *moves; /* VALUES for each draw: how far it leads the values away */
    int done;
} Search;

static Pair *solution_of(const Search *s, int value) {
    return s->solution + (size_t)value * PARAMETERS;
}

/* The solutions are most of the work; influence and draws count as one part each. */
static bool report(Search *s) {
    const ErrorPlan *p = s->plan;
    return p->listener == NULL || p->listener(p->context, s->done, VALUES + 2);
}

static bool had_enough(void *context) {
    return !report(context);
}

static bool solve_all(Search *s, Curvature *curvature) {
    Pair direction[PARAMETERS];
    for (int v = 0; v < VALUES; v++) {
        gauge_direction(&s->setting.data->gauge, v / PAIR_LANES, v % PAIR_LANES, direction);
        if (!curvature_solve(curvature, direction, solution_of(s, v), had_enough, s))
            return false;
        s->done++;
    }
    return true;
}

/* The influence of all games on one value. */
static void find_influence(void *context, int value, int member) {
    (void)member;
    Search *s = context;
    const SampleSet *set = &s->setting.data->training;
    const Loss loss = fit_loss(s->fit);
    const Pair *best = fit_state(s->fit)->best;
    BlockScores scores;
    double derivatives[BLOCK_SAMPLES], changes[BLOCK_SAMPLES];
    for (size_t i = 0; i < set->count; i++) {
        const SampleBlock *block = set->blocks[i];
        model_scores(block, best, &scores);
        loss_of_block(&loss, block, scores.score, derivatives);
        model_directional(block, &scores, solution_of(s, value), changes);
        for (uint32_t n = 0; n < block->samples; n++)
            s->influence[(size_t)block->game[n] * VALUES + (size_t)value] -=
                derivatives[n] * changes[n] / (double)set->samples;
    }
}

static void list_games(Search *s) {
    const SampleSet *set = &s->setting.data->training;
    for (size_t i = 0; i < set->count; i++)
        for (uint32_t n = 0; n < set->blocks[i]->samples; n++)
            s->games[set->blocks[i]->game[n]] = 1;
    for (uint64_t g = 0; g < s->setting.data->games_end; g++)
        if (s->games[g] != 0)
            s->games[s->game_count++] = (uint32_t)g;
}

static void draw(void *context, int number, int member) {
    (void)member;
    Search *s = context;
    RandomSource random = random_source(s->plan->seed, (uint64_t)number);
    double *move = s->moves + (size_t)number * VALUES;
    for (uint64_t i = 0; i < s->game_count; i++) {
        const double *influence =
            s->influence + (size_t)s->games[random_number(&random, s->game_count)] * VALUES;
        for (int v = 0; v < VALUES; v++)
            move[v] += influence[v];
    }
}

static double deviation(const Search *s, int value) {
    const int draws = s->plan->draws;
    double sum = 0, squares = 0;
    for (int i = 0; i < draws; i++)
        sum += s->moves[(size_t)i * VALUES + (size_t)value];
    for (int i = 0; i < draws; i++) {
        const double away = s->moves[(size_t)i * VALUES + (size_t)value] - sum / draws;
        squares += away * away;
    }
    return sqrt(squares / (draws - 1));
}

static bool search(Search *s, Curvature *curvature, PieceErrors *errors) {
    if (!solve_all(s, curvature))
        return false;
    crew_run(s->setting.crew, find_influence, s, VALUES);
    s->done++;
    list_games(s);
    if (!report(s))
        return false;
    crew_run(s->setting.crew, draw, s, s->plan->draws);
    for (int v = 0; v < VALUES; v++)
        errors->error[v / PAIR_LANES][v % PAIR_LANES] = deviation(s, v);
    return true;
}

bool errors_find(const Fit *fit, const ErrorPlan *plan, PieceErrors *errors, Message *message) {
    Search s = {.setting = fit_setting(fit), .fit = fit, .plan = plan};
    const size_t games = s.setting.data->games_end;
    Curvature *curvature = curvature_new(fit, fit_state(fit)->best, message);
    if (curvature == NULL)
        return false;
    s.solution = calloc((size_t)VALUES * PARAMETERS, sizeof *s.solution);
    s.influence = calloc(games * VALUES, sizeof *s.influence);
    s.games = calloc(games, sizeof *s.games);
    s.moves = calloc((size_t)plan->draws * VALUES, sizeof *s.moves);
    bool found = s.solution != NULL && s.influence != NULL && s.games != NULL && s.moves != NULL;
    if (!found)
        message_set(message, "no memory for the standard errors");
    else if (!(found = search(&s, curvature, errors)))
        message_set(message, "stopped");
    curvature_free(curvature);
    free(s.solution);
    free(s.influence);
    free(s.games);
    free(s.moves);
    return found;
}
