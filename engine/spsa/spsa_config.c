#include "engine/spsa/spsa_config.h"

#include "engine/jobs/cores.h"
#include "engine/players/player.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const OptionSpec SPSA_OPTIONS[] = {
    {"--engine", "WORD…", "the engine: cmd=PROGRAM tc=TC option.O=V …; without cmd=, Brindle"},
    {"--params", "FILE", "its parameters, a line each: name, int, start, min, max, c_end, r_end"},
    {"--iterations", "N", "pairs of games to play (default 10000)"},
    {"--alpha", "X", "how fast the steps shrink (default 0.602)"},
    {"--gamma", "X", "how fast the perturbations shrink (default 0.101)"},
    {"--a-ratio", "X", "steadies the first steps: A as a part of the iterations (default 0.1)"},
    {"--lag", "N", "iterations that may be under way at once (default 32)"},
    {"--seed", "N", "for perturbations, random openings and orders (default 1)"},
    {"--output", "FILE", "write the final values, in the format of --params"},
    {"--plot", "FILE", "draw the parameters' paths as SVG, every minute and at the end"},
    {"--config", "FILE", "read options from a JSON file, by the same words"},
    {"--variant", "V", "the rule set: wildebeest (default) or standard-wildebeest"},
    {"--concurrency", "N", "games at the same time (default: as many as there are cores)"},
    {"--affinity", NULL, "each of these games on a processor core of its own"},
    {"--openings", "WORD…", "file=F format=epd|pgn order=random plies=N start=N, or random …"},
    {"--timemargin", "MS", "milliseconds by which an answer may be late (default 0)"},
    {"--stall", "S", "seconds that an engine without a clock may think (default 600)"},
    {"--ponder", NULL, "the engine thinks on its opponent's time"},
    {"--recover", NULL, "start a failed engine again, instead of ending the run"},
    {"--draw", "WORD…", "movenumber=40 movecount=8 score=10: call it a draw"},
    {"--resign", "WORD…", "movecount=3 score=600 twosided=true: call it lost"},
    {"--maxmoves", "N", "call it a draw after N moves of each side"},
    {"--db", "FILE", "the database of the run (default spsa-DATE-TIME.db)"},
    {"--resume", "FILE", "go on with the run of that database; if it is over, show and draw it"},
    {"--quiet", NULL, "no lines on the way"},
    {NULL, NULL, NULL},
};

/* ---- What is the same in a match ---- */

static const char *const SHARED[] = {"--variant", "--concurrency", "--affinity", "--openings",
                                     "--seed",    "--timemargin",  "--stall",    "--ponder",
                                     "--recover", "--draw",        "--resign",   "--maxmoves",
                                     NULL};

/* Of a match between the engine and itself. */
static const Command SELF_PLAY = {
    .name = "spsa", .options = MATCH_OPTIONS, .repeatable = {"--engine"}};

static bool add_words(WordList *list, const char *option, char *const *words, int count,
                      Message *message) {
    bool added = word_list_add(list, option, message);
    for (int i = 0; i < count; i++)
        added = added && word_list_add(list, words[i], message);
    return added;
}

/* An option as it was given: --option, --option value … or --option=value. */
static bool add_option(const Arguments *a, WordList *list, const char *option, Message *message) {
    char *const *words = NULL;
    const char *value = arguments_value(a, option);
    const int count = arguments_words(a, option, &words);
    if (value == NULL || value[0] == '\0' || count > 0)
        return value == NULL || add_words(list, option, words, count, message);
    const size_t size = strlen(option) + strlen(value) + 2;
    char *word = malloc(size);
    if (word == NULL)
        return message_set(message, "no memory");
    snprintf(word, size, "%s=%s", option, value);
    const bool added = word_list_add(list, word, message);
    free(word);
    return added;
}

static bool add_shared(const Arguments *a, WordList *list, Message *message) {
    for (int i = 0; SHARED[i] != NULL; i++)
        if (!add_option(a, list, SHARED[i], message))
            return false;
    return true;
}

static bool read_match(const Arguments *a, SpsaConfig *c, Message *message) {
    char *const *words = NULL;
    const int count = arguments_words(a, "--engine", &words);
    if (count == 0)
        return message_set(message, "an engine is missing: --engine WORD…");
    for (int side = 0; side < 2; side++)
        if (!add_words(&c->words, "--engine", words, count, message))
            return false;
    if (!add_shared(a, &c->words, message) ||
        !arguments_parse(&SELF_PLAY, c->words.count, c->words.words, &c->arguments, message) ||
        !match_config_read(&c->arguments, &c->match, message))
        return false;
    if (arguments_value(a, "--concurrency") == NULL)
        c->match.concurrency = cores_count();
    return true;
}

/* ---- The rest ---- */

bool spsa_config_read(const Arguments *a, SpsaConfig *c, Message *message) {
    int64_t iterations = 10000, lag = 32, seed = 1;
    *c = (SpsaConfig){.plan = {.alpha = 0.602, .gamma = 0.101, .a_ratio = 0.1},
                      .params_file = arguments_value(a, "--params"),
                      .output_file = arguments_value(a, "--output"),
                      .plot_file = arguments_value(a, "--plot")};
    if (!read_match(a, c, message) ||
        !arguments_number(a, "--iterations", 1, 100000000, &iterations, message) ||
        !arguments_number(a, "--lag", 1, SPSA_LAG_MAX, &lag, message) ||
        !arguments_number(a, "--seed", 0, INT64_MAX, &seed, message) ||
        !arguments_real(a, "--alpha", 0, 2, &c->plan.alpha, message) ||
        !arguments_real(a, "--gamma", 0, 2, &c->plan.gamma, message) ||
        !arguments_real(a, "--a-ratio", 0, 100, &c->plan.a_ratio, message))
        return false;
    if (c->params_file == NULL)
        return message_set(message, "the parameters are missing: --params FILE");
    c->plan.iterations = (uint64_t)iterations;
    c->plan.seed = (uint64_t)seed;
    c->lag = (uint64_t)lag;
    return true;
}

bool spsa_config_parameters(SpsaConfig *c, const char *text, Message *message) {
    return spsa_parameters_parse(text, c->params_file, &c->plan.parameters, &c->plan.count,
                                 message);
}

void spsa_config_clear(SpsaConfig *c) {
    free(c->plan.parameters);
    c->plan.parameters = NULL;
    match_config_clear(&c->match);
    arguments_free(&c->arguments);
    word_list_clear(&c->words);
}

/* ---- The engine ---- */

bool spsa_config_tell(const SpsaConfig *c, Player *player, const int64_t *values,
                      Message *message) {
    for (int i = 0; i < c->plan.count; i++) {
        char text[24];
        snprintf(text, sizeof text, "%" PRId64, values[i]);
        if (!player_set_option(player, c->plan.parameters[i].name, text, message))
            return false;
    }
    return true;
}

static bool takes_parameters(const SpsaConfig *c, Player *player, Message *message) {
    int64_t *values = calloc((size_t)c->plan.count * 2, sizeof *values);
    if (values == NULL)
        return message_set(message, "no memory");
    int64_t *most = values + c->plan.count;
    for (int i = 0; i < c->plan.count; i++) {
        values[i] = c->plan.parameters[i].least;
        most[i] = c->plan.parameters[i].most;
    }
    const bool takes =
        spsa_config_tell(c, player, values, message) && spsa_config_tell(c, player, most, message);
    free(values);
    return takes;
}

bool spsa_config_probe(SpsaConfig *c, Message *message) {
    EngineSpec *e = &c->match.engines[0];
    if (!player_probe(e, c->match.rules, message))
        return false;
    c->match.openings.without_castling = e->castling == NO && c->match.rules->castling;
    if (e->from_array == YES && c->match.openings.without_castling)
        return message_set(
            message, "'%s' can only begin at the array, with castling, which it does not know",
            e->name);
    Player *player = player_new(e, c->match.rules, NULL, message);
    const bool takes = player != NULL && takes_parameters(c, player, message);
    player_free(player);
    return takes;
}
