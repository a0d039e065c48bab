#include "tune/parameters.h"

#include "engine/commands/nearest.h"

#include <math.h>
#include <string.h>

const WeightTerm *parameter_term(int index) {
    int t = WEIGHT_TERM_COUNT - 1;
    while (WEIGHT_TERMS[t].first > index)
        t--;
    return &WEIGHT_TERMS[t];
}

void parameters_from_weights(const Weights *weights, Pair parameters[PARAMETERS]) {
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const Weight w = weights->value[i];
        parameters[i] = parameter_term(i)->kind == WEIGHT_DANGER
                            ? (Pair){(double)w, 0}
                            : (Pair){weight_middlegame(w), weight_endgame(w)};
    }
    parameters[PARAMETER_NONE] = (Pair){0, 0};
}

static int whole(double number) {
    return (int)lround(fmin(fmax(number, -PARAMETER_MAX), PARAMETER_MAX));
}

void parameters_round(const Pair parameters[PARAMETERS], Weights *weights) {
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const int middlegame = whole(parameters[i][PAIR_MIDDLEGAME]);
        const int endgame = whole(parameters[i][PAIR_ENDGAME]);
        weights->value[i] =
            parameter_term(i)->kind == WEIGHT_DANGER ? middlegame : WEIGHT(middlegame, endgame);
    }
}

/* ---- Masks ---- */

static void mask_term(ParameterMask *mask, const WeightTerm *term, bool tuned) {
    const int lanes = !tuned ? 0 : term->kind == WEIGHT_DANGER ? 1 : 3;
    memset(mask->lanes + term->first, lanes, (size_t)term->rows * (size_t)term->columns);
}

void mask_all(ParameterMask *mask) {
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++)
        mask_term(mask, &WEIGHT_TERMS[t], true);
}

bool mask_change(ParameterMask *mask, const char *name, bool tuned, Message *message) {
    Nearest nearest;
    bool found = false;
    nearest_init(&nearest, name);
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++) {
        const WeightTerm *term = &WEIGHT_TERMS[t];
        nearest_offer(&nearest, term->name);
        nearest_offer(&nearest, term->group);
        if (strcmp(term->name, name) == 0 || strcmp(term->group, name) == 0) {
            mask_term(mask, term, tuned);
            found = true;
        }
    }
    if (found)
        return true;
    if (nearest.best != NULL)
        return message_set(message, "there is no term or group '%.60s'; did you mean %s?", name,
                           nearest.best);
    return message_set(message, "there is no term or group '%.60s'", name);
}

int mask_count(const ParameterMask *mask) {
    int count = 0;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        count += (mask->lanes[i] & 1) + (mask->lanes[i] >> 1);
    return count;
}
