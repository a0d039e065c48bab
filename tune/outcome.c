#include "tune/outcome.h"

#include "tune/passes.h"

#include <math.h>
#include <string.h>

static void multiply(Pair parameters[PARAMETERS], double scale) {
    for (int i = 0; i < WEIGHT_COUNT; i++)
        parameters[i] *= parameter_term(i)->kind == WEIGHT_DANGER ? sqrt(scale) : scale;
}

void outcome_find(const Fit *fit, double pawn, Outcome *outcome) {
    const FitSetting setting = fit_setting(fit);
    const FitState *state = fit_state(fit);
    const Gauge *gauge = &setting.data->gauge;
    Pair parameters[PARAMETERS];
    memcpy(parameters, state->best, sizeof parameters);
    memcpy(outcome->start_value, state->start_value, sizeof outcome->start_value);
    gauge_normalise(gauge, &setting.plan->mask, parameters);
    const double now = gauge_value(gauge, parameters, PAWN)[PAIR_ENDGAME];
    outcome->scale = pawn > 0 && now > 0 ? pawn / now : 1;
    outcome->slope = state->slope / outcome->scale;
    if (outcome->scale != 1)
        multiply(parameters, outcome->scale);
    for (int t = 0; t < PIECE_VALUES; t++)
        for (int lane = 0; lane < PAIR_LANES; lane++)
            outcome->value[t][lane] = gauge_value(gauge, parameters, t)[lane];
    parameters_round(parameters, &outcome->weights);
    parameters_from_weights(&outcome->weights, parameters);
    const Loss loss = {setting.plan->loss, outcome->slope};
    outcome->training_loss = pass_loss(setting.crew, &setting.data->training, parameters, &loss);
    outcome->validation_loss =
        pass_loss(setting.crew, &setting.data->validation, parameters, &loss);
}
