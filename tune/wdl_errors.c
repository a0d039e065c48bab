#include "tune/wdl_errors.h"

#include "bitboard/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 4 }; /* draws of each member between two calls of the listener */

/* What a thread works with. */
typedef struct {
    WdlCount *counts;
    uint32_t *times;
} Desk;

typedef struct {
    const WdlData *data;
    const WdlChoice *choice;
    const ErrorPlan *plan;
    Desk *desks;
    size_t *games; /* those that were fitted to */
    size_t game_count;
    WdlModel *models; /* of each draw */
    int first;        /* draw of this round */
} Search;

static void draw(void *context, int index, int member) {
    Search *s = context;
    const int number = s->first + index;
    const WdlData *d = s->data;
    Desk *desk = &s->desks[member];
    RandomSource random = random_source(s->plan->seed, (uint64_t)number);
    memset(desk->times, 0, d->game_count * sizeof *desk->times);
    for (size_t i = 0; i < s->game_count; i++)
        desk->times[s->games[random_number(&random, s->game_count)]]++;
    wdl_data_count(d, false, desk->times, desk->counts);
    const WdlTable table = {d->cells, desk->counts, d->cell_count};
    s->models[number] =
        wdl_fit(&table, s->choice->degree, wdl_choice_model(s->choice), WDL_ROUGH).model;
}

static bool search(Search *s, Crew *crew, Message *message) {
    const ErrorPlan *p = s->plan;
    const int most = ROUND * crew_members(crew);
    for (s->first = 0; s->first < p->draws; s->first += most) {
        if (p->listener != NULL && !p->listener(p->context, s->first, p->draws))
            return message_set(message, "stopped");
        const int left = p->draws - s->first;
        crew_run(crew, draw, s, left < most ? left : most);
    }
    return true;
}

static double deviation(double sum, double squares, int draws) {
    const double variance = (squares - sum * sum / draws) / (draws - 1);
    return variance > 0 ? sqrt(variance) : 0;
}

/* Distances are taken from the fit, so that the sums stay small. */
static void find_deviations(const Search *s, WdlErrors *errors) {
    for (int material = 0; material <= WDL_MATERIAL; material++) {
        const WdlCurves middle = wdl_curves(wdl_choice_model(s->choice), material);
        WdlCurves sum = {0, 0}, squares = {0, 0};
        for (int i = 0; i < s->plan->draws; i++) {
            const WdlCurves c = wdl_curves(&s->models[i], material);
            const double centre = c.centre - middle.centre, width = c.width - middle.width;
            sum.centre += centre;
            sum.width += width;
            squares.centre += centre * centre;
            squares.width += width * width;
        }
        errors->error[material] =
            (WdlCurves){.centre = deviation(sum.centre, squares.centre, s->plan->draws),
                        .width = deviation(sum.width, squares.width, s->plan->draws)};
    }
}

static bool prepare(Search *s, int members) {
    const WdlData *d = s->data;
    s->desks = calloc((size_t)members, sizeof *s->desks);
    s->games = calloc(d->game_count + 1, sizeof *s->games);
    s->models = calloc((size_t)s->plan->draws, sizeof *s->models);
    bool made = s->desks != NULL && s->games != NULL && s->models != NULL;
    for (int i = 0; i < members && made; i++) {
        s->desks[i].counts = calloc(d->cell_count + 1, sizeof *s->desks[i].counts);
        s->desks[i].times = calloc(d->game_count + 1, sizeof *s->desks[i].times);
        made = s->desks[i].counts != NULL && s->desks[i].times != NULL;
    }
    for (size_t g = 0; g < d->game_count && made; g++)
        if (!d->games[g].held_back)
            s->games[s->game_count++] = g;
    return made;
}

bool wdl_errors_find(const WdlData *data, const WdlChoice *choice, const ErrorPlan *plan,
                     Crew *crew, WdlErrors *errors, Message *message) {
    Search s = {.data = data, .choice = choice, .plan = plan};
    const int members = crew_members(crew);
    bool found = prepare(&s, members);
    if (!found)
        message_set(message, "no memory for the standard errors");
    else if ((found = search(&s, crew, message)))
        find_deviations(&s, errors);
    for (int i = 0; i < members && s.desks != NULL; i++) {
        free(s.desks[i].counts);
        free(s.desks[i].times);
    }
    free(s.desks);
    free(s.games);
    free(s.models);
    return found;
}
