#include "engine/analysis/evaluation_table.h"

#include "eval/trace.h"

#include <stdio.h>
#include <string.h>

enum { MIDDLEGAME, ENDGAME, PHASES };

/* The values of one line: of each side, in both phases. */
typedef struct {
    int value[COLORS][PHASES];
} Row;

static double pawns(int centipawns) {
    return centipawns / 100.0;
}

static void add_weights(Row *row, Weight white, Weight black) {
    const Weight sums[COLORS] = {white, black};
    for (int c = 0; c < COLORS; c++) {
        row->value[c][MIDDLEGAME] += weight_middlegame(sums[c]);
        row->value[c][ENDGAME] += weight_endgame(sums[c]);
    }
}

static void print_row(FILE *out, const char *name, const Row *row) {
    const int(*v)[PHASES] = row->value;
    fprintf(out, "%-22s %7.2f %7.2f   %7.2f %7.2f   %7.2f %7.2f\n", name,
            pawns(v[WHITE][MIDDLEGAME]), pawns(v[WHITE][ENDGAME]), pawns(v[BLACK][MIDDLEGAME]),
            pawns(v[BLACK][ENDGAME]), pawns(v[WHITE][MIDDLEGAME] - v[BLACK][MIDDLEGAME]),
            pawns(v[WHITE][ENDGAME] - v[BLACK][ENDGAME]));
}

/* "with_pawns" as "  with pawns". */
static void print_term(FILE *out, const WeightTerm *term, const Row *row) {
    char name[64];
    snprintf(name, sizeof name, "  %s", term->name);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '_' ? ' ' : *c;
    if (term->kind == WEIGHT_PAIR)
        print_row(out, name, row);
    else
        fprintf(out, "%-22s %7d           %7d           %7d\n", name, row->value[WHITE][0],
                row->value[BLACK][0], row->value[WHITE][0] - row->value[BLACK][0]);
}

/* The terms of a group from `first` on, then their sum, which is added to `total`; returns where
 * the next group begins. */
static int print_group(FILE *out, const EvaluationTrace *trace, int first, Row *total) {
    const char *group = WEIGHT_TERMS[first].group;
    Row sum = {{{0}}};
    int danger[COLORS] = {0}, t = first;
    for (; t < WEIGHT_TERM_COUNT && strcmp(WEIGHT_TERMS[t].group, group) == 0; t++) {
        const WeightTerm *term = &WEIGHT_TERMS[t];
        const Weight white = trace_term(trace, &WEIGHTS, term, WHITE),
                     black = trace_term(trace, &WEIGHTS, term, BLACK);
        Row row = {{{0}}};
        if (term->kind == WEIGHT_DANGER) {
            row.value[WHITE][0] = (int)white;
            row.value[BLACK][0] = (int)black;
            danger[WHITE] += (int)white;
            danger[BLACK] += (int)black;
        } else {
            add_weights(&row, white, black);
            add_weights(&sum, white, black);
        }
        print_term(out, term, &row);
    }
    if (WEIGHT_TERMS[first].kind == WEIGHT_DANGER)
        add_weights(&sum, -evaluation_danger(danger[WHITE]), -evaluation_danger(danger[BLACK]));
    print_row(out, group, &sum);
    for (int c = 0; c < COLORS; c++)
        for (int phase = 0; phase < PHASES; phase++)
            total->value[c][phase] += sum.value[c][phase];
    return t;
}

void evaluation_table_write(const Position *pos, char *text) {
    EvaluationTrace trace;
    const int score = evaluate_trace(pos, &trace);
    Row total = {{{0}}};
    memset(text, 0, EVALUATION_TABLE_SIZE); /* what fmemopen writes, no sanitizer sees */
    FILE *out = fmemopen(text, EVALUATION_TABLE_SIZE, "w");
    if (out == NULL)
        return;
    fprintf(out, "                            White             Black             Total\n");
    fprintf(out, "                         MG      EG        MG      EG        MG      EG\n");
    for (int t = 0; t < WEIGHT_TERM_COUNT;)
        t = print_group(out, &trace, t, &total);
    print_row(out, "total", &total);
    fprintf(out, "\nphase %d of %d, advantage counted %d/%d, half-move clock %d of %d\n",
            trace.phase, EVALUATION_PHASE, trace.scale, EVALUATION_SCALE, trace.clock,
            EVALUATION_CLOCK);
    fprintf(out, "evaluation %+.2f pawns (White's view), %+.2f (side to move)\n",
            pawns(pos->side == WHITE ? score : -score), pawns(score));
    fclose(out);
}
