#include "tune/model.h"

/* ---- Sums over lists ---- */

/* All of them go four entries at a time (LIST_STEP), into sums of their own where an addition would
 * have to wait for the one before it. */

static inline Pair sum_once(const Pair *weights, const uint16_t *index, int length) {
    Pair a = {0, 0}, b = {0, 0}, c = {0, 0}, d = {0, 0};
    for (int i = 0; i < length; i += LIST_STEP) {
        a += weights[index[i]];
        b += weights[index[i + 1]];
        c += weights[index[i + 2]];
        d += weights[index[i + 3]];
    }
    return (a + b) + (c + d);
}

static inline Pair sum_counted(const Pair *weights, const uint16_t *index, const int8_t *counts,
                               int length) {
    Pair a = {0, 0}, b = {0, 0};
    for (int i = 0; i < length; i += LIST_STEP) {
        a += weights[index[i]] * (double)counts[i];
        b += weights[index[i + 1]] * (double)counts[i + 1];
        a += weights[index[i + 2]] * (double)counts[i + 2];
        b += weights[index[i + 3]] * (double)counts[i + 3];
    }
    return a + b;
}

/* Of the first halves alone. */
static inline double sum_danger(const Pair *weights, const uint16_t *index, const int8_t *counts,
                                int length) {
    double a = 0, b = 0;
    for (int i = 0; i < length; i += LIST_STEP) {
        a += weights[index[i]][0] * counts[i];
        b += weights[index[i + 1]][0] * counts[i + 1];
        a += weights[index[i + 2]][0] * counts[i + 2];
        b += weights[index[i + 3]][0] * counts[i + 3];
    }
    return a + b;
}

static inline void add_once(Pair *to, const uint16_t *index, int length, Pair what) {
    for (int i = 0; i < length; i += LIST_STEP) {
        to[index[i]] += what;
        to[index[i + 1]] += what;
        to[index[i + 2]] += what;
        to[index[i + 3]] += what;
    }
}

static inline void add_counted(Pair *to, const uint16_t *index, const int8_t *counts, int length,
                               Pair what) {
    for (int i = 0; i < length; i += LIST_STEP) {
        to[index[i]] += what * (double)counts[i];
        to[index[i + 1]] += what * (double)counts[i + 1];
        to[index[i + 2]] += what * (double)counts[i + 2];
        to[index[i + 3]] += what * (double)counts[i + 3];
    }
}

static inline void add_danger(Pair *to, const uint16_t *index, const int8_t *counts, int length,
                              double what) {
    for (int i = 0; i < length; i += LIST_STEP) {
        to[index[i]][0] += what * counts[i];
        to[index[i + 1]][0] += what * counts[i + 1];
        to[index[i + 2]][0] += what * counts[i + 2];
        to[index[i + 3]][0] += what * counts[i + 3];
    }
}

static inline void add_counted_squares(Pair *to, const uint16_t *index, const int8_t *counts,
                                       int length, Pair what) {
    for (int i = 0; i < length; i++)
        to[index[i]] += what * (double)(counts[i] * counts[i]);
}

/* ---- A sample ---- */

/* Where a sample's lists stand. */
typedef struct {
    const uint16_t *index;
    const int8_t *counts;
} Lists;

static inline Lists first_lists(const SampleBlock *block) {
    return (Lists){block->index, block->counts};
}

/* By how much a score changes with its middlegame and its endgame sum. */
static inline Pair mix_of(const SampleBlock *block, uint32_t n) {
    const double share = block->share[n] / (double)SAMPLE_SHARE;
    const double phase = block->phase[n] / (double)EVALUATION_PHASE;
    return (Pair){share * phase, share * (1 - phase)};
}

static inline double dot(Pair a, Pair b) {
    const Pair product = a * b;
    return product[0] + product[1];
}

/* What a king's danger takes away, as evaluation_danger has it, and by how much that grows with
 * the danger. */
static inline Pair danger_penalty(double danger, Pair *slope) {
    if (danger <= 0 || danger >= DANGER_MAX) {
        const double d = danger <= 0 ? 0 : DANGER_MAX;
        *slope = (Pair){0, 0};
        return (Pair){d * d / DANGER_MIDDLEGAME, d / DANGER_ENDGAME};
    }
    *slope = (Pair){2 * danger / DANGER_MIDDLEGAME, 1.0 / DANGER_ENDGAME};
    return (Pair){danger * danger / DANGER_MIDDLEGAME, danger / DANGER_ENDGAME};
}

/* The sum over a sample's pairs, and the danger of both kings; moves on to the next sample. */
static inline Pair sum_lists(const SampleBlock *block, uint32_t n, const Pair *weights,
                             Lists *lists, double danger[COLORS]) {
    const int plus = block->length[LIST_PLUS][n], minus = block->length[LIST_MINUS][n];
    const int counted = block->length[LIST_COUNTED][n];
    const uint16_t *index = lists->index;
    const int8_t *counts = lists->counts;
    Pair sum = sum_once(weights, index, plus);
    index += plus;
    sum -= sum_once(weights, index, minus);
    index += minus;
    sum += sum_counted(weights, index, counts, counted);
    index += counted;
    counts += counted;
    for (int c = 0; c < COLORS; c++) {
        const int length = block->length[LIST_DANGER_WHITE + c][n];
        danger[c] = sum_danger(weights, index, counts, length);
        index += length;
        counts += length;
    }
    *lists = (Lists){index, counts};
    return sum;
}

/* ---- Blocks ---- */

void model_scores(const SampleBlock *block, const Pair *weights, BlockScores *scores) {
    Lists lists = first_lists(block);
    for (uint32_t n = 0; n < block->samples; n++) {
        double danger[COLORS];
        Pair sum = sum_lists(block, n, weights, &lists, danger);
        sum -= danger_penalty(danger[WHITE], &scores->danger_slope[WHITE][n]);
        sum += danger_penalty(danger[BLACK], &scores->danger_slope[BLACK][n]);
        scores->score[n] = dot(sum, mix_of(block, n));
    }
}

void model_directional(const SampleBlock *block, const BlockScores *at, const Pair *direction,
                       double *change) {
    Lists lists = first_lists(block);
    for (uint32_t n = 0; n < block->samples; n++) {
        double danger[COLORS];
        Pair sum = sum_lists(block, n, direction, &lists, danger);
        sum -= at->danger_slope[WHITE][n] * danger[WHITE];
        sum += at->danger_slope[BLACK][n] * danger[BLACK];
        change[n] = dot(sum, mix_of(block, n));
    }
}

/* The slope of a score by the danger of a colour's king. */
static inline double danger_effect(const BlockScores *at, int c, uint32_t n, Pair mix) {
    const double effect = dot(at->danger_slope[c][n], mix);
    return c == WHITE ? -effect : effect;
}

void model_add_gradient(const SampleBlock *block, const BlockScores *at, const double *factor,
                        Pair *gradient) {
    const uint16_t *index = block->index;
    const int8_t *counts = block->counts;
    for (uint32_t n = 0; n < block->samples; n++) {
        const int plus = block->length[LIST_PLUS][n], minus = block->length[LIST_MINUS][n];
        const int counted = block->length[LIST_COUNTED][n];
        const Pair mix = mix_of(block, n) * factor[n];
        add_once(gradient, index, plus, mix);
        index += plus;
        add_once(gradient, index, minus, -mix);
        index += minus;
        add_counted(gradient, index, counts, counted, mix);
        index += counted;
        counts += counted;
        for (int c = 0; c < COLORS; c++) {
            const int length = block->length[LIST_DANGER_WHITE + c][n];
            add_danger(gradient, index, counts, length, danger_effect(at, c, n, mix));
            index += length;
            counts += length;
        }
    }
}

void model_add_squares(const SampleBlock *block, const BlockScores *at, const double *factor,
                       Pair *squares) {
    const uint16_t *index = block->index;
    const int8_t *counts = block->counts;
    for (uint32_t n = 0; n < block->samples; n++) {
        const int once = block->length[LIST_PLUS][n] + block->length[LIST_MINUS][n];
        const int counted = block->length[LIST_COUNTED][n];
        const Pair mix = mix_of(block, n), square = mix * mix * factor[n];
        add_once(squares, index, once, square);
        index += once;
        add_counted_squares(squares, index, counts, counted, square);
        index += counted;
        counts += counted;
        for (int c = 0; c < COLORS; c++) {
            const int length = block->length[LIST_DANGER_WHITE + c][n];
            const double effect = danger_effect(at, c, n, mix);
            add_counted_squares(squares, index, counts, length,
                                (Pair){effect * effect * factor[n], 0});
            index += length;
            counts += length;
        }
    }
}
