#include "tune/companions.h"

#include <math.h>
#include <string.h>

static int balance(const EvaluationTrace *trace, int index) {
    return trace->count[WHITE][index] - trace->count[BLACK][index];
}

/* Adds balance times the pieces' balances. */
static void add_products(int64_t *sums, int64_t of, const int *pieces) {
    for (int t = 0; t < PIECE_VALUES && of != 0; t++)
        sums[t] += of * pieces[t];
}

static void add_term(CompanionUse *use, const EvaluationTrace *trace, const WeightTerm *term,
                     const int *pieces) {
    for (int i = term->first; i < term->first + term->rows * term->columns; i++) {
        const int64_t of = balance(trace, i);
        add_products(use->along[PAIR_MIDDLEGAME][i], of * trace->phase, pieces);
        add_products(use->along[PAIR_ENDGAME][i], of * (EVALUATION_PHASE - trace->phase), pieces);
    }
}

void companions_add(CompanionUse *use, const EvaluationTrace *trace) {
    int pieces[PIECE_VALUES];
    for (int t = 0; t < PIECE_VALUES; t++)
        pieces[t] = balance(trace, W_material + t);
    for (int t = 0; t < PIECE_VALUES; t++) {
        const int64_t of = pieces[t];
        add_products(use->pieces[PAIR_MIDDLEGAME][t], of * trace->phase, pieces);
        add_products(use->pieces[PAIR_ENDGAME][t], of * (EVALUATION_PHASE - trace->phase), pieces);
    }
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++)
        if (WEIGHT_TERMS[t].kind == WEIGHT_PAIR)
            add_term(use, trace, &WEIGHT_TERMS[t], pieces);
}

void companions_merge(CompanionUse *use, const CompanionUse *other) {
    for (int lane = 0; lane < PAIR_LANES; lane++)
        for (int t = 0; t < PIECE_VALUES; t++) {
            for (int u = 0; u < PIECE_VALUES; u++)
                use->pieces[lane][u][t] += other->pieces[lane][u][t];
            for (int i = 0; i < WEIGHT_COUNT; i++)
                use->along[lane][i][t] += other->along[lane][i][t];
        }
}

/* The lower triangle of a matrix's Cholesky factor.  Pieces that were never unequal get a large
 * diagonal: nothing goes along with them. */
static void factorise(const int64_t matrix[PIECE_VALUES][PIECE_VALUES],
                      double factor[PIECE_VALUES][PIECE_VALUES]) {
    for (int i = 0; i < PIECE_VALUES; i++)
        for (int j = 0; j <= i; j++) {
            double rest = (double)matrix[i][j];
            for (int k = 0; k < j; k++)
                rest -= factor[i][k] * factor[j][k];
            if (j < i)
                factor[i][j] = rest / factor[j][j];
            else
                factor[i][i] = rest > 1e-9 * (double)matrix[i][i] ? sqrt(rest) : 1e30;
        }
}

static void solve(double factor[PIECE_VALUES][PIECE_VALUES], double solution[PIECE_VALUES]) {
    for (int i = 0; i < PIECE_VALUES; i++) {
        for (int k = 0; k < i; k++)
            solution[i] -= factor[i][k] * solution[k];
        solution[i] /= factor[i][i];
    }
    for (int i = PIECE_VALUES; i-- > 0;) {
        for (int k = i + 1; k < PIECE_VALUES; k++)
            solution[i] -= factor[k][i] * solution[k];
        solution[i] /= factor[i][i];
    }
}

void companions_find(const CompanionUse *use, Companions *companions) {
    double factor[PIECE_VALUES][PIECE_VALUES] = {{0}};
    memset(companions, 0, sizeof *companions);
    for (int lane = 0; lane < PAIR_LANES; lane++) {
        factorise(use->pieces[lane], factor);
        for (int i = 0; i < WEIGHT_COUNT; i++) {
            double *along = companions->along[lane][i];
            for (int t = 0; t < PIECE_VALUES; t++)
                along[t] = (double)use->along[lane][i][t];
            solve(factor, along);
        }
        /* Exactly, and where there were no such pieces, too. */
        for (int t = 0; t < PIECE_VALUES; t++)
            for (int u = 0; u < PIECE_VALUES; u++)
                companions->along[lane][W_material + t][u] = t == u ? 1 : 0;
    }
}
