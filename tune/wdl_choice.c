#include "tune/wdl_choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t count_outcome(const WdlData *d, const WdlCount *counts, int outcome) {
    uint64_t sum = 0;
    for (size_t i = 0; i < d->cell_count; i++)
        sum += counts[i].of[outcome];
    return sum;
}

static uint64_t count_all(const WdlData *d, const WdlCount *counts) {
    uint64_t sum = 0;
    for (int o = 0; o < WDL_OUTCOMES; o++)
        sum += count_outcome(d, counts, o);
    return sum;
}

/* Both parts of the games, and whether there is something to fit. */
static bool count(const WdlData *d, const char *name, WdlChoice *c, Message *message) {
    c->training = calloc(d->cell_count + 1, sizeof *c->training);
    c->validation = calloc(d->cell_count + 1, sizeof *c->validation);
    if (c->training == NULL || c->validation == NULL)
        return message_set(message, "no memory to count positions");
    wdl_data_count(d, false, NULL, c->training);
    wdl_data_count(d, true, NULL, c->validation);
    for (size_t g = 0; g < d->game_count; g++)
        c->validation_games += d->games[g].held_back;
    c->training_games = d->game_count - c->validation_games;
    c->training_positions = count_all(d, c->training);
    c->validation_positions = count_all(d, c->validation);
    if (c->training_games == 0 || c->validation_games == 0)
        return message_set(message, "%s: %zu games are too few: none is left to %s", name,
                           d->game_count, c->training_games == 0 ? "fit to" : "be held back");
    const uint64_t drawn = count_outcome(d, c->training, WDL_DRAW);
    if (drawn == 0 || drawn == c->training_positions)
        return message_set(message, "%s: %s game is a draw, so there are no chances to fit", name,
                           drawn == 0 ? "no" : "every");
    return true;
}

static WdlAttempt judge(const WdlFit *fit, const WdlTable *training, const WdlTable *validation) {
    const WdlLoss t = wdl_loss(training, &fit->model), v = wdl_loss(validation, &fit->model);
    return (WdlAttempt){.fit = *fit,
                        .training_loss = t.loss / t.positions,
                        .validation_loss = v.loss / v.positions};
}

bool wdl_choose(const WdlData *d, const WdlModel *before, const char *name, WdlChoice *c,
                Message *message) {
    memset(c, 0, sizeof *c);
    if (!count(d, name, c, message))
        return false;
    const WdlTable training = {d->cells, c->training, d->cell_count};
    const WdlTable validation = {d->cells, c->validation, d->cell_count};
    const WdlFit in_force = {.model = *before, .converged = true};
    WdlModel start = wdl_fit_start(&training);
    c->before = judge(&in_force, &training, &validation);
    for (int degree = 0; degree < WDL_DEGREES; degree++) {
        const WdlFit fit = wdl_fit(&training, degree, &start, WDL_FINE);
        if (degree == 0 && !fit.converged)
            return message_set(message,
                               "%s: the results follow from the scores almost without exception, "
                               "so there are no chances to fit",
                               name);
        start = fit.model;
        c->attempt[degree] = judge(&fit, &training, &validation);
        if (fit.converged &&
            c->attempt[degree].validation_loss < c->attempt[c->degree].validation_loss)
            c->degree = degree;
    }
    return true;
}

void wdl_choice_clear(WdlChoice *c) {
    free(c->training);
    free(c->validation);
    memset(c, 0, sizeof *c);
}

const WdlModel *wdl_choice_model(const WdlChoice *c) {
    return &c->attempt[c->degree].fit.model;
}
