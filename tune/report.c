#include "tune/report.h"

#include "tune/weights_file.h"

#include <inttypes.h>
#include <string.h>

/* ---- Epochs ---- */

void report_epoch(FILE *out, const FitState *s, const TuneData *data) {
    const EpochRecord *r = &s->records[s->epochs - 1];
    fprintf(out, "Epoch %3d: training %.7f, validation %.7f%s, rate %.3g", s->epochs,
            r->training_loss, r->validation_loss, s->best_epoch == s->epochs ? " *" : "  ",
            r->rate);
    if (r->seconds > 0)
        fprintf(out, ", %.2f s, %.2f million positions/s", r->seconds,
                (double)data->training.samples / r->seconds / 1e6);
    fputc('\n', out);
}

static void write_csv_line(FILE *out, int epoch, const EpochRecord *r) {
    fprintf(out, "%d,%.9f,%.9f,%.6g,%.4f", epoch, r->training_loss, r->validation_loss, r->rate,
            r->seconds);
    for (int t = 0; t < PIECE_VALUES; t++)
        fprintf(out, ",%.3f,%.3f", r->value[t][PAIR_MIDDLEGAME], r->value[t][PAIR_ENDGAME]);
    fputc('\n', out);
}

void report_csv(FILE *out, const FitState *s) {
    EpochRecord start = {.training_loss = s->start_training_loss,
                         .validation_loss = s->start_validation_loss};
    memcpy(start.value, s->start_value, sizeof start.value);
    fputs("epoch,training_loss,validation_loss,rate,seconds", out);
    for (int t = 0; t < PIECE_VALUES; t++)
        fprintf(out, ",%s_middlegame,%s_endgame", PIECE_NAMES[t], PIECE_NAMES[t]);
    fputc('\n', out);
    write_csv_line(out, 0, &start);
    for (int i = 0; i < s->epochs; i++)
        write_csv_line(out, i + 1, &s->records[i]);
}

/* ---- Pieces ---- */

static void write_phase(FILE *out, const Outcome *o, const PieceErrors *errors, int piece,
                        int lane) {
    fprintf(out, "  %8.1f  %8.1f", o->start_value[piece][lane], o->value[piece][lane]);
    if (errors != NULL)
        fprintf(out, " ± %-6.1f", errors->error[piece][lane] * o->scale);
}

void report_pieces(FILE *out, const Outcome *o, const PieceErrors *errors) {
    const int wider = errors != NULL ? 9 : 0;
    fprintf(out, "%-10s  %8s  %8s%*s  %8s  %8s\n", "Value", "mg start", "mg now", wider, "",
            "eg start", "eg now");
    for (int t = 0; t < PIECE_VALUES; t++) {
        fprintf(out, "%-10s", PIECE_NAMES[t]);
        write_phase(out, o, errors, t, PAIR_MIDDLEGAME);
        write_phase(out, o, errors, t, PAIR_ENDGAME);
        fputc('\n', out);
    }
}

/* ---- All weights ---- */

/* "piece_square knight 17": the term, its row if it has several, its column if it has several. */
static void write_name(FILE *out, const WeightTerm *term, int row, int column) {
    char name[64];
    int length = snprintf(name, sizeof name, "%s", term->name);
    const size_t room = sizeof name - (size_t)length;
    if (term->rows >= PIECE_VALUES)
        length +=
            snprintf(name + length, room, " %s", row < PIECE_VALUES ? PIECE_NAMES[row] : "king");
    else if (term->rows > 1)
        length += snprintf(name + length, room, " %d", row);
    if (term->columns == PIECE_VALUES)
        snprintf(name + length, sizeof name - (size_t)length, " %s", PIECE_NAMES[column]);
    else if (term->columns > 1)
        snprintf(name + length, sizeof name - (size_t)length, " %d", column);
    fprintf(out, "%-34s", name);
}

static void write_weight(FILE *out, const WeightTerm *term, Weight before, Weight after) {
    if (term->kind == WEIGHT_DANGER) {
        fprintf(out, " %5d       %5d       %+5d      ", (int)before, (int)after,
                (int)(after - before));
        return;
    }
    const int bm = weight_middlegame(before), be = weight_endgame(before);
    const int am = weight_middlegame(after), ae = weight_endgame(after);
    fprintf(out, " %5d %5d %5d %5d %+5d %+5d", bm, be, am, ae, am - bm, ae - be);
}

void report_weights(FILE *out, const Weights *before, const Outcome *o, const TuneData *data) {
    fprintf(out, "%-34s %11s %11s %11s %12s\n", "weight", "before", "after", "change", "used");
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++) {
        const WeightTerm *term = &WEIGHT_TERMS[t];
        for (int i = 0; i < term->rows * term->columns; i++) {
            const int index = term->first + i;
            const uint64_t *use = data->use.use[index];
            write_name(out, term, i / term->columns, i % term->columns);
            write_weight(out, term, before->value[index], o->weights.value[index]);
            fprintf(out, " %12" PRIu64 "\n", (use[0] + use[1]) / EVALUATION_PHASE);
        }
    }
}
