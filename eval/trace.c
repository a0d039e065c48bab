#include "eval/trace.h"

#define EVALUATION_TRACING 1
#include "eval/terms/all.h"

#include <string.h>

int evaluate_trace(const Position *pos, EvaluationTrace *trace) {
    Evaluation e = {.pos = pos, .trace = trace};
    memset(trace, 0, sizeof *trace);
    const int score = compute(&e, NULL);
    trace->clock = evaluation_clock(pos);
    trace->total = evaluation_fade(score, trace->clock);
    return trace->total;
}

Weight trace_term(const EvaluationTrace *trace, const Weights *weights, const WeightTerm *term,
                  Color c) {
    Weight sum = 0;
    for (int i = term->first; i < term->first + term->rows * term->columns; i++)
        sum += weights->value[i] * trace->count[c][i];
    return sum;
}

int trace_score(const EvaluationTrace *trace, const Weights *weights) {
    Weight balance = 0;
    int danger[COLORS] = {0};
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++)
        for (int c = 0; c < COLORS; c++) {
            const Weight sum = trace_term(trace, weights, &WEIGHT_TERMS[t], (Color)c);
            if (WEIGHT_TERMS[t].kind == WEIGHT_DANGER)
                danger[c] += (int)sum;
            else
                balance += c == WHITE ? sum : -sum;
        }
    balance += evaluation_danger(danger[BLACK]) - evaluation_danger(danger[WHITE]);
    return evaluation_fade(evaluation_combine(balance, trace->phase, trace->scale), trace->clock);
}
