#include "tune/curves.h"

#include "engine/plot/plot.h"
#include "tune/weights_file.h"

#include <math.h>

/* A number of an epoch; epoch 0 is the start. */
typedef double (*EpochValue)(const FitState *state, int epoch, int which);

/* `which`: 0 training, 1 validation. */
static double loss_of(const FitState *s, int epoch, int which) {
    if (epoch == 0)
        return which == 0 ? s->start_training_loss : s->start_validation_loss;
    const EpochRecord *r = &s->records[epoch - 1];
    return which == 0 ? r->training_loss : r->validation_loss;
}

/* `which`: a piece and a lane. */
static double piece_value(const FitState *s, int epoch, int which) {
    const int piece = which / PAIR_LANES, lane = which % PAIR_LANES;
    return epoch == 0 ? s->start_value[piece][lane] : s->records[epoch - 1].value[piece][lane];
}

static void draw_curve(const PlotPanel *panel, const FitState *s, EpochValue value, int which,
                       int from, const char *style, const char *word) {
    plot_curve_begin(panel, style);
    for (int epoch = from; epoch <= s->epochs; epoch++)
        plot_point(panel, epoch, value(s, epoch, which));
    plot_curve_end(panel);
    plot_word(panel, style, s->epochs, value(s, s->epochs, which), word);
}

/* Two curves of an epoch's numbers, `first` and the one after it. */
static void draw_panel(const PlotSheet *sheet, int index, const FitState *s, EpochValue value,
                       int first, int from, const char *name, const char *outcome,
                       const char *const words[2]) {
    PlotPanel panel = plot_panel_begin(sheet, index);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int epoch = from; epoch <= s->epochs; epoch++)
        for (int i = 0; i < 2; i++) {
            least = fmin(least, value(s, epoch, first + i));
            most = fmax(most, value(s, epoch, first + i));
        }
    panel.x = plot_scale_of_counts(&panel, s->epochs);
    panel.y = plot_scale_of_values(least, most);
    plot_heading(&panel, name, outcome);
    plot_axes(&panel);
    plot_upright(&panel, PLOT_DASHES, s->best_epoch);
    draw_curve(&panel, s, value, first, from, PLOT_PATH, words[0]);
    draw_curve(&panel, s, value, first + 1, from, PLOT_OTHER_PATH, words[1]);
    plot_panel_end(&panel);
}

void curves_draw(FILE *out, const FitState *s, const char *title, const char *subtitle) {
    static const char *const LOSSES[2] = {"training", "validation"};
    static const char *const PHASES[2] = {"middlegame", "endgame"};
    char outcome[64];
    const PlotSheet sheet = plot_sheet_begin(out, 1 + 1 + PIECE_VALUES, title, subtitle);
    snprintf(outcome, sizeof outcome, "%.5f → %.5f", s->start_validation_loss, s->best_loss);
    draw_panel(&sheet, 0, s, loss_of, 0, 0, "loss", outcome, LOSSES);
    /* The same without its beginning, which dwarfs the rest. */
    draw_panel(&sheet, 1, s, loss_of, 0, s->epochs / 4, "loss, later", "", LOSSES);
    for (int t = 0; t < PIECE_VALUES; t++) {
        snprintf(outcome, sizeof outcome, "%.0f, %.0f → %.0f, %.0f", s->start_value[t][0],
                 s->start_value[t][1], s->records[s->epochs - 1].value[t][0],
                 s->records[s->epochs - 1].value[t][1]);
        draw_panel(&sheet, 2 + t, s, piece_value, t * PAIR_LANES, 0, PIECE_NAMES[t], outcome,
                   PHASES);
    }
    plot_sheet_end(&sheet);
}
