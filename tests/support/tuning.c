#include "tests/support/tuning.h"

#include "tests/support/suite.h"
#include "tune/synthetic.h"

Crew *tuning_crew(int members) {
    Message message;
    Crew *crew = crew_new(members, &message);
    if (crew == NULL)
        fail_msg("%s", message.text);
    return crew;
}

void tuning_load(TuneData *data, uint64_t positions, double validation, uint64_t seed, Crew *crew) {
    Message message;
    SyntheticGames games = synthetic_games(seed, 1);
    const PositionSource source = synthetic_source(&games);
    const LoadPlan plan = {.validation = validation, .most = positions, .seed = seed};
    if (!data_load(data, &plan, &source, crew, NULL, NULL, &message))
        fail_msg("%s", message.text);
}

FitPlan tuning_plan(int epochs) {
    FitPlan plan = {.loss = LOSS_LOGISTIC,
                    .optimiser = OPTIMISER_ADAM,
                    .k = 1,
                    .rate = 3,
                    .batch = 1024,
                    .epochs = epochs,
                    .patience = 3,
                    .seed = 1};
    mask_all(&plan.mask);
    return plan;
}

Fit *tuning_begin(const FitPlan *plan, TuneData *data, Crew *crew, double equal) {
    Message message;
    Pair start[PARAMETERS];
    parameters_from_weights(&WEIGHTS, start);
    for (int t = 0; t < PIECE_VALUES && equal > 0; t++)
        start[W_material + t] = (Pair){equal, equal};
    Fit *fit = fit_new(plan, data, crew, start, &message);
    if (fit == NULL)
        fail_msg("%s", message.text);
    return fit;
}
