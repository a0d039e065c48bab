#include "tests/support/tuning.h"

#include "tests/support/suite.h"
#include "tune/synthetic.h"

static void set_all(Weights *weights, int first, int last, Weight value) {
    for (int i = first; i <= last; i++)
        weights->value[i] = value;
}

static void fill_known(Weights *w) {
    static const Weight VALUES[PIECE_VALUES] = {
        WEIGHT(80, 110),  WEIGHT(290, 310), WEIGHT(300, 320),  WEIGHT(400, 450),
        WEIGHT(580, 690), WEIGHT(690, 770), WEIGHT(1180, 1330)};
    for (int t = 0; t < PIECE_VALUES; t++) {
        w->value[W_material + t] = VALUES[t];
        for (int s = 0; s < SQUARES_HALF; s++)
            w->value[W_piece_square + t * SQUARES_HALF + s] =
                WEIGHT(s / 6 * 3 + s % 6 * 2 - 18, s / 6 * 4 + s % 6 - 20);
        for (int n = 0; n < MOBILITY_MAX && t > PAWN; n++)
            w->value[W_mobility + t * MOBILITY_MAX + n] = WEIGHT(3 * n - 24, 4 * n - 32);
        w->value[W_danger_attacker + t] = 20;
        w->value[W_danger_attack + t] = 10;
        w->value[W_danger_check + 2 * t] = 60;
    }
    for (int s = 0; s < SQUARES_HALF; s++)
        set_all(w, W_king_square + s, W_king_square + s, WEIGHT(20 - s, s / 2 - 15));
    for (int rank = 1; rank < RANKS - 1; rank++)
        w->value[W_passed + rank] = WEIGHT(4 * rank, 10 * rank);
    set_all(w, W_threat_weak, W_threat_weak_last, WEIGHT(30, 20));
    set_all(w, W_tempo, W_tempo_last, WEIGHT(16, 8));
    w->value[W_danger_weak] = 20;
    w->value[W_danger_defended] = -5;
}

const Weights *tuning_known(void) {
    static Weights known;
    fill_known(&known);
    return &known;
}

Crew *tuning_crew(int members) {
    Message message;
    Crew *crew = crew_new(members, &message);
    if (crew == NULL)
        fail_msg("%s", message.text);
    return crew;
}

void tuning_load(TuneData *data, uint64_t positions, double validation, uint64_t seed, Crew *crew) {
    Message message;
    SyntheticGames games = synthetic_games(seed, 1, tuning_known());
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
    parameters_from_weights(tuning_known(), start);
    for (int t = 0; t < PIECE_VALUES && equal > 0; t++)
        start[W_material + t] = (Pair){equal, equal};
    Fit *fit = fit_new(plan, data, crew, start, &message);
    if (fit == NULL)
        fail_msg("%s", message.text);
    return fit;
}
