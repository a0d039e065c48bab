#include "tune/gauge.h"

#include <stdlib.h>
#include <string.h>

enum {
    EACH_SIDE = PIECE_VALUES, /* bit of WeightUse.contradicted */
    CANDIDATES = PIECE_VALUES + 1,
    /* A row that is used in fewer than one position of so many is left alone: it might agree by
     * chance. */
    RARE = 100
};

/* ---- The rows of all tables ---- */

typedef struct {
    int term, row; /* of the term */
} RowCursor;

/* The next row of a table of pairs, or false; begin with {0, -1}.  Material itself is none. */
static bool next_row(RowCursor *at, GaugeRow *row) {
    for (at->row++; at->term < WEIGHT_TERM_COUNT; at->term++, at->row = 0) {
        const WeightTerm *term = &WEIGHT_TERMS[at->term];
        if (term->kind != WEIGHT_PAIR || term->columns < 2 || term->first == W_material ||
            at->row >= term->rows)
            continue;
        *row = (GaugeRow){term->first + at->row * term->columns, term->columns, GAUGE_NO_PIECE};
        return true;
    }
    return false;
}

/* ---- Use ---- */

static int row_uses(const int16_t *count, const GaugeRow *row) {
    int sum = 0;
    for (int i = row->first; i < row->first + row->columns; i++)
        sum += count[i];
    return sum;
}

/* Which candidates this position speaks against. */
static int contradictions(const EvaluationTrace *trace, const GaugeRow *row) {
    const int white = row_uses(trace->count[WHITE], row);
    const int black = row_uses(trace->count[BLACK], row);
    int found = white == black && white <= 1 ? 0 : 1 << EACH_SIDE;
    for (int t = 0; t < PIECE_VALUES; t++)
        if (white != trace->count[WHITE][W_material + t] ||
            black != trace->count[BLACK][W_material + t])
            found |= 1 << t;
    return found;
}

void use_add(WeightUse *use, const EvaluationTrace *trace) {
    const uint64_t phase = (uint64_t)trace->phase;
    use->positions++;
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const int white = abs(trace->count[WHITE][i]), black = abs(trace->count[BLACK][i]);
        const uint64_t times = (uint64_t)white + (uint64_t)black;
        if (times == 0)
            continue;
        use->occasions[i] += (uint64_t)((white != 0) + (black != 0));
        use->use[i][PAIR_MIDDLEGAME] += times * phase;
        use->use[i][PAIR_ENDGAME] += times * (EVALUATION_PHASE - phase);
    }
    companions_add(&use->companions, trace);
    RowCursor at = {0, -1};
    GaugeRow row;
    for (int r = 0; next_row(&at, &row) && r < GAUGE_ROWS_MAX; r++)
        if (use->contradicted[r] != (1 << CANDIDATES) - 1)
            use->contradicted[r] = (uint8_t)(use->contradicted[r] | contradictions(trace, &row));
}

void use_merge(WeightUse *use, const WeightUse *other) {
    use->positions += other->positions;
    companions_merge(&use->companions, &other->companions);
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        use->occasions[i] += other->occasions[i];
        for (int lane = 0; lane < PAIR_LANES; lane++)
            use->use[i][lane] += other->use[i][lane];
    }
    for (int r = 0; r < GAUGE_ROWS_MAX; r++)
        use->contradicted[r] |= other->contradicted[r];
}

double use_typical(const WeightUse *use, int index) {
    const uint64_t *u = use->use[index];
    return use->occasions[index] == 0
               ? 1
               : (double)(u[0] + u[1]) / EVALUATION_PHASE / (double)use->occasions[index];
}

/* ---- The gauge ---- */

static uint64_t total_use(const WeightUse *use, const GaugeRow *row, int lane) {
    uint64_t sum = 0;
    for (int i = row->first; i < row->first + row->columns; i++)
        sum += use->use[i][lane];
    return sum;
}

void gauge_find(const WeightUse *use, Gauge *gauge) {
    RowCursor at = {0, -1};
    GaugeRow row;
    memset(gauge, 0, sizeof *gauge);
    companions_find(&use->companions, &gauge->companions);
    for (int r = 0; next_row(&at, &row) && r < GAUGE_ROWS_MAX; r++) {
        const uint64_t total[PAIR_LANES] = {total_use(use, &row, PAIR_MIDDLEGAME),
                                            total_use(use, &row, PAIR_ENDGAME)};
        const bool rare = (total[0] + total[1]) / EVALUATION_PHASE < use->positions / RARE;
        int candidate = 0;
        while (candidate < CANDIDATES && (use->contradicted[r] & 1 << candidate) != 0)
            candidate++;
        if (candidate == CANDIDATES || rare || total[0] == 0 || total[1] == 0)
            continue;
        row.piece = candidate == EACH_SIDE ? GAUGE_NO_PIECE : candidate;
        for (int i = row.first; i < row.first + row.columns; i++)
            for (int lane = 0; lane < PAIR_LANES; lane++)
                gauge->share[i][lane] = (double)use->use[i][lane] / (double)total[lane];
        gauge->row[gauge->rows++] = row;
    }
}

static Pair row_mean(const Gauge *gauge, const GaugeRow *row, const Pair *parameters) {
    Pair mean = {0, 0};
    for (int i = row->first; i < row->first + row->columns; i++)
        mean += parameters[i] * (Pair){gauge->share[i][0], gauge->share[i][1]};
    return mean;
}

Pair gauge_value(const Gauge *gauge, const Pair parameters[PARAMETERS], int piece) {
    const Companions *c = &gauge->companions;
    Pair value = {0, 0};
    for (int i = 0; i < WEIGHT_COUNT; i++)
        value += parameters[i] *
                 (Pair){c->along[PAIR_MIDDLEGAME][i][piece], c->along[PAIR_ENDGAME][i][piece]};
    return value;
}

void gauge_direction(const Gauge *gauge, int piece, int lane, Pair direction[PARAMETERS]) {
    memset(direction, 0, PARAMETERS * sizeof *direction);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        direction[i][lane] = gauge->companions.along[lane][i][piece];
}

/* Whether all numbers of a row are tuned. */
static bool is_tuned(const ParameterMask *mask, const GaugeRow *row) {
    for (int i = row->first; i < row->first + row->columns; i++)
        if (mask->lanes[i] != 3)
            return false;
    return true;
}

void gauge_normalise(const Gauge *gauge, const ParameterMask *mask, Pair parameters[PARAMETERS]) {
    for (int r = 0; r < gauge->rows; r++) {
        const GaugeRow *row = &gauge->row[r];
        if (!is_tuned(mask, row) ||
            (row->piece != GAUGE_NO_PIECE && mask->lanes[W_material + row->piece] != 3))
            continue;
        const Pair mean = row_mean(gauge, row, parameters);
        for (int i = row->first; i < row->first + row->columns; i++)
            parameters[i] -= mean;
        if (row->piece != GAUGE_NO_PIECE)
            parameters[W_material + row->piece] += mean;
    }
}
