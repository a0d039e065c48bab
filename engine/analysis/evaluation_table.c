#include "engine/analysis/evaluation_table.h"

#include "eval/evaluate.h"

#include <stdio.h>

static double pawns(int centipawns) {
    return centipawns / 100.0;
}

void evaluation_table_write(const Position *pos, char *text) {
    EvaluationTrace trace;
    const int score = evaluate_trace(pos, &trace);
    int middlegame[COLORS] = {0}, endgame[COLORS] = {0};
    char *out = text;
    out += sprintf(out, "                     White             Black             Total\n");
    out += sprintf(out, "                  MG      EG        MG      EG        MG      EG\n");
    for (int t = 0; t <= TERMS; t++) {
        const int *mg = t < TERMS ? trace.middlegame[t] : middlegame,
                  *eg = t < TERMS ? trace.endgame[t] : endgame;
        out += sprintf(out, "%-13s %7.2f %7.2f   %7.2f %7.2f   %7.2f %7.2f\n",
                       t < TERMS ? evaluation_term_name((Term)t) : "total", pawns(mg[WHITE]),
                       pawns(eg[WHITE]), pawns(mg[BLACK]), pawns(eg[BLACK]),
                       pawns(mg[WHITE] - mg[BLACK]), pawns(eg[WHITE] - eg[BLACK]));
        for (int c = 0; c < COLORS && t < TERMS; c++) {
            middlegame[c] += trace.middlegame[t][c];
            endgame[c] += trace.endgame[t][c];
        }
    }
    out += sprintf(out, "\nphase %d of %d, advantage counted %d/64\n", trace.phase,
                   EVALUATION_PHASE, trace.scale);
    sprintf(out, "evaluation %+.2f pawns (White's view), %+.2f (side to move)\n",
            pawns(pos->side == WHITE ? score : -score), pawns(score));
}
