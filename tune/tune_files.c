#include "tune/tune_files.h"

#include "engine/commands/output_file.h"
#include "engine/plot/plot.h"
#include "tune/checkpoint.h"
#include "tune/curves.h"
#include "tune/generated.h"
#include "tune/report.h"
#include "tune/weights_file.h"

/* What the writers of files draw on. */
typedef struct {
    const TuneConfig *config;
    const TuneData *data;
    const FitState *state;
    const Outcome *outcome;
} Facts;

char *tune_file_name(const TuneConfig *config, const char *suffix, char name[TUNE_FILE_NAME]) {
    snprintf(name, TUNE_FILE_NAME, "%.4000s.%s", config->output, suffix);
    return name;
}

static bool write_file(const char *name, void (*write)(FILE *out, const Facts *facts),
                       const Facts *facts, Message *message) {
    OutputFile file;
    if (!output_file_open(&file, name, message))
        return false;
    write(file.file, facts);
    return output_file_commit(&file, message);
}

static bool write_suffix(const char *suffix, void (*write)(FILE *out, const Facts *facts),
                         const Facts *facts, Message *message) {
    char name[TUNE_FILE_NAME];
    return write_file(tune_file_name(facts->config, suffix, name), write, facts, message);
}

bool tune_files_checkpoint(const TuneConfig *config, const Words *words, const TuneData *data,
                           const FitState *state, Message *message) {
    char name[TUNE_FILE_NAME];
    return checkpoint_write(tune_file_name(config, "checkpoint", name), words->words, words->count,
                            data->fingerprint, state, message);
}

/* ---- Epochs ---- */

static void write_csv(FILE *out, const Facts *f) {
    report_csv(out, f->state);
}

static void write_curves(FILE *out, const Facts *f) {
    char positions[32], games[32], title[96], subtitle[256];
    snprintf(title, sizeof title, "Fitting %d numbers of the evaluation",
             mask_count(&f->config->fit.mask));
    snprintf(subtitle, sizeof subtitle,
             "%s positions of %s games, %s loss, K %.4f, blend %g.  The upright is the best "
             "epoch, %d.",
             plot_digits(f->data->positions, positions), plot_digits(f->data->games, games),
             f->config->fit.loss == LOSS_SQUARES ? "squared" : "logistic", loss_k(f->state->slope),
             f->config->fit.blend, f->state->best_epoch);
    curves_draw(out, f->state, title, subtitle);
}

bool tune_files_epochs(const TuneConfig *config, const TuneData *data, const FitState *state,
                       Message *message) {
    const Facts facts = {config, data, state, NULL};
    return write_suffix("csv", write_csv, &facts, message) &&
           (state->epochs == 0 || write_suffix("svg", write_curves, &facts, message));
}

/* ---- Weights ---- */

static void write_weights(FILE *out, const Facts *f) {
    char about[1024], date[32], positions[32], games[32], from[512] = "made up (--synthetic)";
    const TuneConfig *c = f->config;
    if (c->synthetic == 0)
        generated_sources(c->files, c->file_count, from, sizeof from);
    snprintf(about, sizeof about,
             "%s: %s positions of %s games: %s\n"
             "%s loss of the games held back: %.6f before, %.6f now; K %.4f, blend %g, epoch %d",
             generated_date(date), plot_digits(f->data->positions, positions),
             plot_digits(f->data->games, games), from,
             c->fit.loss == LOSS_SQUARES ? "squared" : "logistic", f->state->start_validation_loss,
             f->outcome->validation_loss, loss_k(f->outcome->slope), c->fit.blend,
             f->state->best_epoch);
    weights_file_write(out, &f->outcome->weights, about);
}

static void write_table(FILE *out, const Facts *f) {
    Weights before;
    parameters_round(f->state->start, &before);
    report_weights(out, &before, f->outcome, f->data);
}

bool tune_files_weights(const TuneConfig *config, const TuneData *data, const FitState *state,
                        const Outcome *outcome, Message *message) {
    const Facts facts = {config, data, state, outcome};
    return write_suffix("weights.c", write_weights, &facts, message) &&
           write_suffix("txt", write_table, &facts, message) &&
           (config->write == NULL || write_file(config->write, write_weights, &facts, message));
}
