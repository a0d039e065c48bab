#include "tune/wdl_report.h"

#include "engine/plot/plot.h"

#include <inttypes.h>

/* ---- Degrees ---- */

static void write_losses(FILE *out, const char *what, const WdlAttempt *attempt) {
    fprintf(out, "  %-10s  %10.6f  %10.6f", what, attempt->training_loss, attempt->validation_loss);
}

void wdl_report_degrees(FILE *out, const WdlChoice *c, const char *name) {
    static const char *const NAMES[WDL_DEGREES] = {"constant", "linear", "quadratic", "cubic"};
    char positions[32], games[32], held_back[32], held_back_games[32];
    fprintf(out, "\n%s: %s positions of %s games to fit, %s of %s to validate\n", name,
            plot_digits(c->training_positions, positions), plot_digits(c->training_games, games),
            plot_digits(c->validation_positions, held_back),
            plot_digits(c->validation_games, held_back_games));
    fprintf(out, "  %-10s  %10s  %10s  %s\n", "curves", "training", "validation", "steps");
    write_losses(out, "in force", &c->before);
    fputc('\n', out);
    for (int degree = 0; degree < WDL_DEGREES; degree++) {
        const WdlAttempt *attempt = &c->attempt[degree];
        write_losses(out, NAMES[degree], attempt);
        fprintf(out, "  %5d%s%s\n", attempt->fit.steps, degree == c->degree ? " *" : "",
                attempt->fit.converged ? "" : " (ended where no draws or no doubt are left)");
    }
}

/* ---- Calibration ---- */

typedef struct {
    double positions, predicted[WDL_OUTCOMES], observed[WDL_OUTCOMES];
} Bin;

static void add_to_bin(Bin *bin, const WdlModel *model, const WdlCell *cell,
                       const WdlCount *count) {
    const WdlCurves curves = wdl_curves(model, cell->material);
    double p[WDL_OUTCOMES], positions = 0;
    wdl_probabilities(&curves, cell->score, p);
    for (int o = 0; o < WDL_OUTCOMES; o++)
        positions += count->of[o];
    bin->positions += positions;
    for (int o = 0; o < WDL_OUTCOMES; o++) {
        bin->predicted[o] += positions * p[o];
        bin->observed[o] += count->of[o];
    }
}

static void write_bin(FILE *out, const Bin *bin, int least, int most) {
    char range[32], positions[32];
    if (bin->positions == 0)
        return;
    if (most == INT32_MAX)
        snprintf(range, sizeof range, "%d …  ", least); /* … is three bytes wide */
    else
        snprintf(range, sizeof range, least == most ? "%d" : "%d-%d", least, most);
    fprintf(out, "  %11s  %10s ", range, plot_digits((uint64_t)bin->positions, positions));
    for (int o = WDL_WIN; o >= WDL_LOSS; o--)
        fprintf(out, " %5.1f", 100 * bin->predicted[o] / bin->positions);
    fputs("  ", out);
    for (int o = WDL_WIN; o >= WDL_LOSS; o--)
        fprintf(out, " %5.1f", 100 * bin->observed[o] / bin->positions);
    fputc('\n', out);
}

/* `ends`: the last of each bin; the last of them INT32_MAX. */
static void write_bins(FILE *out, const WdlData *d, const WdlChoice *c, bool by_score,
                       const int *ends) {
    fprintf(out, "  %11s  %10s   %-17s   %s\n", by_score ? "score" : "material", "positions",
            "win draw loss, %", "observed");
    for (int least = 0, i = 0; least < INT32_MAX; i++) {
        Bin bin = {.positions = 0};
        for (size_t n = 0; n < d->cell_count; n++) {
            const int value = by_score ? d->cells[n].score : d->cells[n].material;
            if (value >= least && value <= ends[i])
                add_to_bin(&bin, wdl_choice_model(c), &d->cells[n], &c->validation[n]);
        }
        write_bin(out, &bin, least, ends[i]);
        least = ends[i] < INT32_MAX ? ends[i] + 1 : INT32_MAX;
    }
}

void wdl_report_calibration(FILE *out, const WdlData *d, const WdlChoice *c, const char *name) {
    static const int SCORES[] = {0, 25, 50, 100, 200, 300, 500, 750, 1000, 1500, INT32_MAX};
    static const int MATERIALS[] = {9, 19, 29, 39, 59, 79, INT32_MAX};
    fprintf(out, "\n%s, games held back, for the side that the score favours:\n", name);
    write_bins(out, d, c, true, SCORES);
    write_bins(out, d, c, false, MATERIALS);
}

/* ---- Curves ---- */

void wdl_report_curves(FILE *out, const WdlModel *model, const WdlErrors *errors,
                       const char *name) {
    static const int MATERIALS[] = {3, 6, 10, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100};
    const int wider = errors != NULL ? 9 : 0;
    fprintf(out, "\n%s\n  %8s  %8s%*s  %8s\n", name, "material", "centre", wider, "", "width");
    for (size_t i = 0; i < sizeof MATERIALS / sizeof MATERIALS[0]; i++) {
        const WdlCurves c = wdl_curves(model, MATERIALS[i]);
        fprintf(out, "  %8d  %8.1f", MATERIALS[i], c.centre);
        if (errors != NULL)
            fprintf(out, " ± %-6.1f", errors->error[MATERIALS[i]].centre);
        fprintf(out, "  %8.1f", c.width);
        if (errors != NULL)
            fprintf(out, " ± %.1f", errors->error[MATERIALS[i]].width);
        fputc('\n', out);
    }
}
