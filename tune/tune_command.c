#include "tune/tune_command.h"

#include "engine/commands/shell_word.h"
#include "engine/players/clock.h"
#include "tune/benchmark.h"
#include "tune/checkpoint.h"
#include "tune/errors.h"
#include "tune/errors_progress.h"
#include "tune/loading_progress.h"
#include "tune/report.h"
#include "tune/synthetic.h"
#include "tune/tune_files.h"
#include "tune/wdl_mode.h"
#include "tune/weights_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DRAW_CURVES_MS = 10000 };

/* Everything between the command line and the end. */
typedef struct {
    TuneConfig config;
    Words words; /* for checkpoints */
    Checkpoint checkpoint;
    Arguments stored; /* the words of the checkpoint, taken apart */
    bool resumed;
    Crew *crew;
    TuneData data;
    PositionReader *reader; /* NULL if positions are made up */
    LoadingProgress progress;
    Fit *fit;
    Outcome outcome;
} Session;

static int complain(const Message *message) {
    fprintf(stderr, "brindle-tune: %s\n", message->text);
    return 1;
}

/* ---- Data ---- */

static bool on_loading(void *context, uint64_t positions) {
    Session *s = context;
    const uint64_t most = s->config.load.most;
    double part = 0;
    if (s->reader != NULL)
        part = (double)positions_bytes_done(s->reader) / (double)positions_bytes_total(s->reader);
    if (most > 0 && (double)positions / (double)most > part)
        part = (double)positions / (double)most;
    loading_progress_show(&s->progress, positions, part);
    return !interrupted();
}

static bool next_position(void *context, LabelledPosition *position, Message *message) {
    return positions_next(context, position, message);
}

static bool load(Session *s, Message *message) {
    const TuneConfig *c = &s->config;
    SyntheticGames games = synthetic_games(c->fit.seed, c->synthetic_k, &WEIGHTS);
    PositionSource source = synthetic_source(&games);
    if (c->synthetic == 0) {
        s->reader = positions_open(c->files, c->file_count, &c->filter, message);
        if (s->reader == NULL)
            return false;
        source = (PositionSource){next_position, s->reader};
    }
    s->progress = loading_progress_begin();
    const bool loaded = data_load(&s->data, &c->load, &source, s->crew, on_loading, s, message);
    loading_progress_end(&s->progress);
    return loaded;
}

static void print_data(const Session *s) {
    const TuneData *d = &s->data;
    const uint64_t samples = d->training.samples + d->validation.samples;
    const uint64_t coefficients = d->training.coefficients + d->validation.coefficients;
    if (s->reader != NULL) {
        const PositionCounts n = positions_counts(s->reader);
        printf("Read %" PRIu64 " positions; left out: %" PRIu64 " of openings, %" PRIu64
               " checks, %" PRIu64 " of high scores, %" PRIu64 " with few men, %" PRIu64
               " noisy, %" PRIu64 " seen before, %" PRIu64 " surplus\n",
               n.positions, n.openings, n.checks, n.beyond_score, n.few_men, n.noisy, n.duplicates,
               n.surplus);
    }
    if (d->mates > 0)
        printf("%" PRIu64 " positions are left out: their exchanges end the game\n", d->mates);
    printf("Positions: %" PRIu64 " of %" PRIu64 " games to fit, %" PRIu64 " of %" PRIu64
           " to validate; %.1f coefficients and %.0f bytes each\n",
           d->training.samples, d->training_games, d->validation.samples,
           d->games - d->training_games, (double)coefficients / (double)samples,
           (double)(d->training.bytes + d->validation.bytes) / (double)samples);
}

/* ---- Fitting ---- */

static void set_start(const Session *s, Pair start[PARAMETERS]) {
    parameters_from_weights(&WEIGHTS, start);
    for (int t = 0; t < PIECE_VALUES && s->config.equal > 0; t++)
        start[W_material + t] = (Pair){s->config.equal, s->config.equal};
}

static bool begin_fit(Session *s, Message *message) {
    Pair start[PARAMETERS];
    if (s->resumed && s->checkpoint.data_fingerprint != s->data.fingerprint)
        return message_set(message, "the positions are not those that the fit was begun with");
    set_start(s, start);
    s->fit = s->resumed
                 ? fit_resume(&s->config.fit, &s->data, s->crew, &s->checkpoint.state, message)
                 : fit_new(&s->config.fit, &s->data, s->crew, start, message);
    return s->fit != NULL;
}

static void print_start(const Session *s) {
    const FitState *state = fit_state(s->fit);
    ParameterMask all;
    memset(&all, 0, sizeof all);
    mask_all(&all);
    printf("K %.4f (%s)", loss_k(state->slope), s->config.fit.k > 0 ? "given" : "fitted");
    if (s->config.fit.blend > 0)
        printf(", of recorded scores %.4f", loss_k(state->score_slope));
    printf("; %d of %d numbers to tune\n", mask_count(&s->config.fit.mask), mask_count(&all));
    printf("%s: training %.7f, validation %.7f\n", s->resumed ? "At the start" : "Start    ",
           state->start_training_loss, state->start_validation_loss);
    fflush(stdout);
}

/* All epochs that are to come, or those until Ctrl-C. */
static bool run_epochs(Session *s, Message *message) {
    int64_t drawn_ns = clock_ns();
    while (!fit_is_over(s->fit) && fit_epoch(s->fit, interrupted)) {
        const FitState *state = fit_state(s->fit);
        report_epoch(stdout, state, &s->data);
        fflush(stdout);
        if (!tune_files_checkpoint(&s->config, &s->words, &s->data, state, message))
            return false;
        if (clock_ns() - drawn_ns < (int64_t)DRAW_CURVES_MS * NS_PER_MS)
            continue;
        if (!tune_files_epochs(&s->config, &s->data, state, message))
            return false;
        drawn_ns = clock_ns();
    }
    return tune_files_epochs(&s->config, &s->data, fit_state(s->fit), message);
}

/* ---- What comes of it ---- */

static bool find_errors(const Session *s, PieceErrors *errors, Message *message) {
    ErrorProgress progress = error_progress_begin();
    const ErrorPlan plan = {.draws = s->config.draws,
                            .seed = s->config.fit.seed,
                            .listener = error_progress_show,
                            .context = &progress};
    const bool found = errors_find(s->fit, &plan, errors, message);
    error_progress_end(&progress);
    return found;
}

static void print_outcome(const Session *s) {
    const FitState *state = fit_state(s->fit);
    const Outcome *o = &s->outcome;
    printf("Best: epoch %d, validation %.7f; with whole numbers: training %.7f, validation %.7f\n",
           state->best_epoch, state->best_loss, o->training_loss, o->validation_loss);
    if (o->scale != 1)
        printf("All multiplied with %.4f: K is now %.4f\n", o->scale, loss_k(o->slope));
    fflush(stdout);
}

static void print_resume(const Session *s) {
    char name[TUNE_FILE_NAME];
    fprintf(stderr, "Stopped; the epochs that are finished are saved.  To go on:\n"
                    "brindle-tune --resume ");
    shell_word_print(stderr, tune_file_name(&s->config, "checkpoint", name));
    fputc('\n', stderr);
}

static int finish(Session *s) {
    Message message;
    PieceErrors errors;
    outcome_find(s->fit, s->config.pawn, &s->outcome);
    print_outcome(s);
    if (!tune_files_weights(&s->config, &s->data, fit_state(s->fit), &s->outcome, &message))
        return complain(&message);
    bool known = s->config.draws > 0 && !interrupted();
    if (known && !find_errors(s, &errors, &message)) {
        if (!interrupted())
            return complain(&message);
        known = false;
    }
    report_pieces(stdout, &s->outcome, known ? &errors : NULL);
    fflush(stdout);
    if (!interrupted())
        return 0;
    print_resume(s);
    return EXIT_INTERRUPTED;
}

static int fit(Session *s) {
    Message message;
    s->crew = crew_new(s->config.threads, &message);
    if (s->crew == NULL || !load(s, &message))
        return interrupted() ? EXIT_INTERRUPTED : complain(&message);
    print_data(s);
    if (!begin_fit(s, &message))
        return complain(&message);
    print_start(s);
    if (s->config.benchmark) {
        benchmark_run(stdout, s->fit);
        return 0;
    }
    return run_epochs(s, &message) ? finish(s) : complain(&message);
}

/* ---- From words to a session ---- */

static const char *const FILE_OPTIONS[] = {"--output", "--write", NULL};

/* False, a message and the exit status if the words make no sense or the checkpoint is none. */
static bool prepare(Session *s, const Arguments *given, int *status, Message *message) {
    const char *checkpoint = arguments_value(given, "--resume");
    *status = EXIT_USAGE;
    if (checkpoint == NULL)
        return tune_config_read(given, &s->config, message) &&
               words_keep(&s->words, given, FILE_OPTIONS, message);
    s->resumed = true;
    *status = 1;
    if (!checkpoint_read(&s->checkpoint, checkpoint, message) ||
        !arguments_parse(&COMMAND_TUNE, s->checkpoint.word_count, s->checkpoint.words, &s->stored,
                         message) ||
        !tune_config_read(&s->stored, &s->config, message))
        return false;
    *status = EXIT_USAGE;
    return tune_config_amend(&s->config, given, message) &&
           words_keep(&s->words, &s->stored, FILE_OPTIONS, message);
}

static void clear(Session *s) {
    fit_free(s->fit);
    data_clear(&s->data);
    positions_close(s->reader);
    crew_free(s->crew);
    words_clear(&s->words);
    arguments_free(&s->stored);
    checkpoint_clear(&s->checkpoint);
    free(s);
}

static int run(const Arguments *given) {
    Message message = {"no memory"};
    int status = 1;
    if (arguments_value(given, "--print-weights") != NULL) {
        weights_file_write(stdout, &WEIGHTS, "");
        return 0;
    }
    interrupts_watch();
    if (arguments_value(given, "--wdl") != NULL)
        return wdl_run(given);
    Session *s = calloc(1, sizeof *s);
    if (s == NULL)
        return complain(&message);
    if (prepare(s, given, &status, &message))
        status = fit(s);
    else
        complain(&message);
    clear(s);
    return status;
}

static void print_groups(void) {
    printf("\nGroups of terms, and the terms in them:\n");
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++) {
        const bool first = t == 0 || strcmp(WEIGHT_TERMS[t].group, WEIGHT_TERMS[t - 1].group) != 0;
        if (first)
            printf("%s  %-10s", t > 0 ? "\n" : "", WEIGHT_TERMS[t].group);
        printf(" %s", WEIGHT_TERMS[t].name);
    }
    printf("\n\nThe method and its sources: tune/README.md.\n");
}

const Command COMMAND_TUNE = {
    .name = "tune",
    .alone = true,
    .positional = "[FILE…]",
    .most_positional = TUNE_FILES_MAX,
    .summary = "fit the weights of the evaluation to the results of games",
    .details =
        "FILEs are games as 'brindle datagen' and 'brindle data import' write them.  Written are\n"
        "PREFIX.weights.c (to take the place of eval/weights.c), .txt (all weights before and after),\n"
        ".csv and .svg (the losses and the pieces' values by epoch) and .checkpoint, from which\n"
        "--resume goes on: with other --threads, --epochs, --errors, --pawn, --output and --write,\n"
        "if you like.  Ctrl-C ends it with the best weights so far.\n"
        "--wdl fits something else: the curves behind UCI_ShowWDL.  They are printed, and written only\n"
        "with --write (engine/search/wdl_table.c); of the options it knows --threads, --skip-plies,\n"
        "--max-score, --validation, --seed and --errors.",
    .options = TUNE_OPTIONS,
    .more_help = print_groups,
    .run = run};
