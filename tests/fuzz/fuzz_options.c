/*
 * Command lines of every command, configuration files and all; options of the engine; and the words
 * that describe an engine of a match.  A line of the input is a word.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/data/datagen_config.h"
#include "engine/match/match_config.h"
#include "engine/options.h"
#include "engine/spsa/spsa_config.h"
#include "engine/tools/toolbox.h"
#include "tests/fuzz/bounds.h"
#include "tests/fuzz/fuzz.h"
#include "tune/tune_config.h"

enum { WORDS_MAX = 200 };

static const Command *command_at(unsigned number) {
    static const Command *const own[] = {&COMMAND_ANALYSE, &COMMAND_BENCH,    &COMMAND_DIAGRAM,
                                         &COMMAND_EVAL,    &COMMAND_PERFT,    &COMMAND_PGN,
                                         &COMMAND_SCALING, &COMMAND_SPEEDTEST};
    const unsigned own_count = sizeof own / sizeof own[0];
    unsigned tools_count = 0;
    while (TOOLBOX.commands[tools_count] != NULL)
        tools_count++;
    number %= own_count + tools_count;
    return number < own_count ? own[number] : TOOLBOX.commands[number - own_count];
}

static void read_positions(const Arguments *a) {
    Position pos;
    Message message;
    Move last;
    int64_t number;
    double real;
    for (const OptionSpec *o = a->command->options; o->name != NULL; o++) {
        arguments_number(a, o->name, -5, INT64_MAX, &number, &message);
        arguments_real(a, o->name, -1e9, 1e9, &real, &message);
    }
    if (a->command == &COMMAND_ANALYSE || a->command == &COMMAND_EVAL)
        arguments_position(a, &pos, &message);
    if (a->command == &COMMAND_DIAGRAM)
        arguments_position_and_move(a, &pos, &last, &message);
}

static void read_match(const Arguments *a) {
    MatchConfig config;
    Message message = {""};
    memset(&config, 0, sizeof config);
    FUZZ_CHECK(match_config_read(a, &config, &message) || message.text[0] != '\0');
    match_config_clear(&config);
}

static void read_spsa(const Arguments *a, const char *text) {
    SpsaConfig config;
    Message message = {""};
    memset(&config, 0, sizeof config);
    if (spsa_config_read(a, &config, &message))
        spsa_config_parameters(&config, text, &message);
    else
        FUZZ_CHECK(message.text[0] != '\0');
    spsa_config_clear(&config);
}

static void read_config(const Arguments *a, const char *text) {
    if (a->command == &COMMAND_MATCH) {
        read_match(a);
    } else if (a->command == &COMMAND_SPSA) {
        read_spsa(a, text);
    } else if (a->command == &COMMAND_DATAGEN) {
        DatagenConfig config;
        Message message = {""};
        FUZZ_CHECK(datagen_config_read(a, &config, &message) || message.text[0] != '\0');
    }
}

static void read_tune(int argc, char **argv) {
    static const Command tune = {.name = "tune",
                                 .positional = "FILE…",
                                 .most_positional = TUNE_FILES_MAX,
                                 .summary = "",
                                 .details = "",
                                 .options = TUNE_OPTIONS,
                                 .alone = true};
    Arguments arguments;
    Message message = {""};
    TuneConfig *config = calloc(1, sizeof *config);
    FUZZ_CHECK(config != NULL);
    if (arguments_parse(&tune, argc, argv, &arguments, &message) &&
        tune_config_read(&arguments, config, &message))
        tune_config_amend(config, &arguments, &message);
    arguments_free(&arguments);
    free(config);
}

static void read_engine_words(int argc, char **argv) {
    EngineSpec spec;
    Message message = {""};
    engine_spec_init(&spec);
    for (int i = 0; i < argc; i++)
        FUZZ_CHECK(engine_spec_word(&spec, argv[i], &message) || message.text[0] != '\0');
    engine_spec_clear(&spec);
}

static void set_options(int argc, char **argv) {
    Message message = {""};
    Engine *engine = engine_new(&message);
    FUZZ_CHECK(engine != NULL);
    for (int i = 0; i + 1 < argc; i += 2)
        FUZZ_CHECK(engine_set_option(engine, argv[i], argv[i + 1], &message) ||
                   message.text[0] != '\0');
    engine_free(engine);
}

static void read_command(unsigned number, int argc, char **argv, const char *text) {
    Arguments arguments;
    Message message = {""};
    if (arguments_parse(command_at(number), argc, argv, &arguments, &message)) {
        arguments.tools = &TOOLBOX;
        read_positions(&arguments);
        read_config(&arguments, text);
    } else {
        FUZZ_CHECK(message.text[0] != '\0');
    }
    arguments_free(&arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *argv[WORDS_MAX + 1], *rest = NULL;
    int argc = 0;
    fuzz_begin();
    FuzzInput input = {bytes, bytes + size};
    const uint8_t kind = fuzz_byte(&input);
    char *text = fuzz_text(&input), *whole = strdup(text);
    FUZZ_CHECK(whole != NULL);
    /* What stands behind an empty line is the file that the words name. */
    const char *file = strstr(whole, "\n\n");
    char *end = strstr(text, "\n\n");
    if (end != NULL)
        *end = '\0';
    bounds_set_json(file);
    for (char *word = strtok_r(text, "\n", &rest); word != NULL && argc < WORDS_MAX;
         word = strtok_r(NULL, "\n", &rest))
        argv[argc++] = word;
    argv[argc] = NULL;
    if (kind == 255)
        read_tune(argc, argv);
    else if (kind == 254)
        read_engine_words(argc, argv);
    else if (kind == 253)
        set_options(argc, argv);
    else
        read_command(kind, argc, argv, file != NULL ? file : "");
    bounds_set_json(NULL);
    free(whole);
    free(text);
    return 0;
}
