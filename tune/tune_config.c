#include "tune/tune_config.h"

#include "engine/jobs/cores.h"

#include <string.h>

enum { THREADS_MAX = 256, BENCHMARK_EPOCHS = 6 };

const OptionSpec TUNE_OPTIONS[] = {
    {"--resume", "FILE", "go on from a checkpoint (PREFIX.checkpoint)"},
    {"--output", "PREFIX", "begin the names of all files written with PREFIX (default: tune)"},
    {"--write", "FILE", "write the weights to FILE, too, such as eval/weights.c"},
    {"--threads", "N", "threads (default: all cores); the results do not depend on it"},
    {"--wdl", NULL, "fit the curves of expected wins, draws and losses (see above)"},
    {"--tune", "NAME…", "tune only these terms or groups of terms"},
    {"--freeze", "NAME…", "do not tune these"},

    {"--positions", "N", "take the first N positions only"},
    {"--skip-plies", "N", "leave out a game's first N half-moves after its opening (default: 8)"},
    {"--max-score", "CP", "leave out scores beyond CP centipawns; 0: none (default: 3000)"},
    {"--per-game", "N", "take N positions of a game at most, drawn at random"},
    {"--min-men", "N", "leave out positions with fewer men, kings included"},
    {"--duplicates", NULL, "take positions that came before, too"},
    {"--noisy", NULL, "take what is no quiet position for the one its exchanges lead to"},
    {"--validation", "PART", "part of the games that are only looked at (default: 0.1)"},
    {"--seed", "N", "for all that is drawn at random (default: 1)"},

    {"--loss", "KIND", "logistic or squares (default: logistic)"},
    {"--blend", "PART", "part that the recorded score has in a target (default: 0)"},
    {"--k", "K", "the constant K of all scores; 0: fitted first (default: 0)"},
    {"--pull", "CP", "how far weights are believed to be off; 0: any distance (default: 50)"},
    {"--optimiser", "KIND", "adam or adagrad (default: adam)"},
    {"--rate", "CP", "centipawns a step, at first (default: 3)"},
    {"--batch", "N", "positions a step (default: 16384)"},
    {"--epochs", "N", "passes over the data, at most (default: 300)"},
    {"--patience", "N", "epochs without gain before the rate goes down (default: 5)"},

    {"--equal", "CP", "begin with all pieces worth CP centipawns"},
    {"--pawn", "CP", "scale everything so that a pawn of the endgame is worth CP in the end"},
    {"--errors", "N", "draws for the standard errors; 0: none (default: 1000)"},

    {"--synthetic", "N", "make up N positions, judged by the evaluation as it is"},
    {"--synthetic-k", "K", "the K that their results are drawn with (default: 1)"},
    {"--benchmark", NULL, "time a few epochs and write nothing"},
    {"--print-weights", NULL, "print the weights in force as eval/weights.c, and no more"},
    {NULL, NULL, NULL}};

/* ---- Groups ---- */

static bool read_groups(const Arguments *a, const char *option, bool tuned, ParameterMask *mask,
                        Message *message) {
    char *const *words = NULL;
    const int count = arguments_words(a, option, &words);
    Message why;
    if (count == 0 && arguments_value(a, option) != NULL &&
        !mask_change(mask, arguments_value(a, option), tuned, &why)) /* --tune=… */
        return message_set(message, "%s: %.200s", option, why.text);
    for (int i = 0; i < count; i++)
        if (!mask_change(mask, words[i], tuned, &why))
            return message_set(message, "%s: %.200s", option, why.text);
    return true;
}

static bool read_mask(const Arguments *a, ParameterMask *mask, Message *message) {
    memset(mask, 0, sizeof *mask);
    if (arguments_value(a, "--tune") == NULL)
        mask_all(mask);
    return read_groups(a, "--tune", true, mask, message) &&
           read_groups(a, "--freeze", false, mask, message);
}

/* ---- The parts ---- */

/* One of two words, the first of which is the default. */
static bool read_word(const Arguments *a, const char *option, const char *first, const char *second,
                      int *which, Message *message) {
    const char *word = arguments_value(a, option);
    *which = word != NULL && strcmp(word, second) == 0 ? 1 : 0;
    return word == NULL || *which == 1 || strcmp(word, first) == 0 ||
           message_set(message, "%s: '%.40s' is neither %s nor %s", option, word, first, second);
}

static bool read_data(const Arguments *a, TuneConfig *c, int64_t seed, Message *message) {
    PositionFilter *f = &c->filter;
    int64_t most = 0, synthetic = 0, skip, score, per_game = 0, men = 0;
    *f = position_filter_default();
    skip = f->skip_plies;
    score = f->most_score;
    c->synthetic_k = 1;
    if (!arguments_number(a, "--positions", 1, INT64_MAX, &most, message) ||
        !arguments_number(a, "--synthetic", 1, UINT32_MAX, &synthetic, message) ||
        !arguments_real(a, "--synthetic-k", 0.01, 10, &c->synthetic_k, message) ||
        !arguments_number(a, "--skip-plies", 0, 10000, &skip, message) ||
        !arguments_number(a, "--max-score", 0, 32000, &score, message) ||
        !arguments_number(a, "--per-game", 1, 10000, &per_game, message) ||
        !arguments_number(a, "--min-men", 2, 2 * MAX_MEN, &men, message) ||
        !arguments_real(a, "--validation", 0, 0.9, &c->load.validation, message))
        return false;
    f->skip_plies = (int)skip;
    f->most_score = (int)score;
    f->most_per_game = (int)per_game;
    f->least_men = (int)men;
    f->keep_duplicates = arguments_value(a, "--duplicates") != NULL;
    f->keep_noisy = arguments_value(a, "--noisy") != NULL;
    f->seed = (uint64_t)seed;
    c->synthetic = (uint64_t)synthetic;
    c->load.resolve = f->keep_noisy;
    c->load.most = synthetic > 0 ? c->synthetic : (uint64_t)most;
    c->load.seed = (uint64_t)seed;
    if (synthetic > 0 && (c->file_count > 0 || most > 0 || f->keep_noisy))
        return message_set(message, "--synthetic goes with neither files nor filters");
    return synthetic > 0 || c->file_count > 0 ||
           message_set(message, "the files of games are missing ('brindle datagen' makes some)");
}

static bool read_fit(const Arguments *a, TuneConfig *c, int64_t seed, Message *message) {
    FitPlan *f = &c->fit;
    int64_t batch = 16384, epochs = 300, patience = 5;
    int loss, optimiser;
    if (!read_word(a, "--loss", "logistic", "squares", &loss, message) ||
        !read_word(a, "--optimiser", "adam", "adagrad", &optimiser, message) ||
        !arguments_real(a, "--blend", 0, 1, &f->blend, message) ||
        !arguments_real(a, "--k", 0, 10, &f->k, message) ||
        !arguments_real(a, "--pull", 0, 1e6, &f->pull, message) ||
        !arguments_real(a, "--rate", 1e-6, 1000, &f->rate, message) ||
        !arguments_number(a, "--batch", 1, 1 << 30, &batch, message) ||
        !arguments_number(a, "--epochs", 0, 1000000, &epochs, message) ||
        !arguments_number(a, "--patience", 1, 1000000, &patience, message) ||
        !read_mask(a, &f->mask, message))
        return false;
    f->loss = loss == 0 ? LOSS_LOGISTIC : LOSS_SQUARES;
    f->optimiser = optimiser == 0 ? OPTIMISER_ADAM : OPTIMISER_ADAGRAD;
    f->batch = (int)batch;
    f->epochs = (int)epochs;
    f->patience = (int)patience;
    f->seed = (uint64_t)seed;
    return true;
}

/* What may change when a fit is taken up again. */
static bool read_changeable(const Arguments *a, TuneConfig *c, Message *message) {
    int64_t threads = c->threads, draws = c->draws, epochs = c->fit.epochs;
    if (!arguments_number(a, "--threads", 1, THREADS_MAX, &threads, message) ||
        !arguments_number(a, "--errors", 0, 1000000, &draws, message) ||
        !arguments_number(a, "--epochs", 0, 1000000, &epochs, message) ||
        !arguments_real(a, "--pawn", 0, 1000, &c->pawn, message))
        return false;
    if (draws == 1)
        return message_set(message, "--errors: one draw has no deviation");
    c->threads = (int)threads;
    c->draws = (int)draws;
    c->fit.epochs = (int)epochs;
    if (arguments_value(a, "--output") != NULL)
        c->output = arguments_value(a, "--output");
    if (arguments_value(a, "--write") != NULL)
        c->write = arguments_value(a, "--write");
    ParameterMask all;
    memset(&all, 0, sizeof all);
    mask_all(&all);
    if (c->pawn > 0 && memcmp(&all, &c->fit.mask, sizeof all) != 0)
        return message_set(message, "--pawn changes all weights, so none can be frozen");
    return true;
}

static const char *const CHANGEABLE[] = {"--resume", "--threads", "--errors", "--epochs",
                                         "--pawn",   "--output",  "--write",  NULL};

/* Whether no option is given but those of a list, which ends with NULL; `why` not is for the
 * message. */
static bool only_these(const Arguments *given, const char *const *list, const char *why,
                       Message *message) {
    for (int i = 0; TUNE_OPTIONS[i].name != NULL; i++) {
        bool listed = false;
        for (int j = 0; list[j] != NULL; j++)
            listed = listed || strcmp(list[j], TUNE_OPTIONS[i].name) == 0;
        if (given->values[i] != NULL && !listed)
            return message_set(message, "%s %s", TUNE_OPTIONS[i].name, why);
    }
    return true;
}

static const char *const OF_WDL[] = {"--wdl",        "--write",     "--threads",
                                     "--skip-plies", "--max-score", "--validation",
                                     "--seed",       "--errors",    NULL};

/* People look at scores of all positions, so all of them count. */
static bool read_wdl(const Arguments *a, TuneConfig *c, Message *message) {
    enum { DRAWS = 200 };
    c->wdl = arguments_value(a, "--wdl") != NULL;
    if (!c->wdl)
        return true;
    c->filter.keep_checks = c->filter.keep_noisy = c->filter.keep_duplicates = true;
    if (arguments_value(a, "--skip-plies") == NULL)
        c->filter.skip_plies = 0;
    if (arguments_value(a, "--max-score") == NULL)
        c->filter.most_score = 0;
    if (arguments_value(a, "--errors") == NULL)
        c->draws = DRAWS;
    return only_these(a, OF_WDL, "does not go with --wdl", message);
}

bool tune_config_read(const Arguments *a, TuneConfig *c, Message *message) {
    int64_t seed = 1;
    memset(c, 0, sizeof *c);
    c->threads = cores_count() < THREADS_MAX ? cores_count() : THREADS_MAX;
    c->files = (const char *const *)a->positional;
    c->file_count = a->positional_count;
    c->load.validation = 0.1;
    c->fit.rate = 3;
    c->fit.pull = 50;
    c->draws = 1000;
    c->output = "tune";
    c->benchmark = arguments_value(a, "--benchmark") != NULL;
    if (!arguments_number(a, "--seed", 0, INT64_MAX, &seed, message) ||
        !read_data(a, c, seed, message) || !read_fit(a, c, seed, message) ||
        !arguments_real(a, "--equal", 1, 10000, &c->equal, message) ||
        !read_changeable(a, c, message) || !read_wdl(a, c, message))
        return false;
    if (c->benchmark) {
        c->fit.epochs = BENCHMARK_EPOCHS;
        c->fit.patience = BENCHMARK_EPOCHS;
    }
    return true;
}

bool tune_config_amend(TuneConfig *c, const Arguments *given, Message *message) {
    if (!only_these(given, CHANGEABLE, "cannot change when a fit is taken up again", message))
        return false;
    if (given->positional_count > 0)
        return message_set(message, "--resume: '%.60s' is one word too many", given->positional[0]);
    return read_changeable(given, c, message);
}
