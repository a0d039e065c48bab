/*
 * A tuning run as its user describes it: everything that the command line of `brindle spsa` and the
 * file of parameters say.
 *
 * What a tuning run shares with a match (the engine, openings, adjudication, cores …) is said in
 * the same words and read by the match's own reader.
 */
#ifndef BRINDLE_ENGINE_SPSA_SPSA_CONFIG_H
#define BRINDLE_ENGINE_SPSA_SPSA_CONFIG_H

#include "engine/match/match_config.h"
#include "engine/match/word_list.h"
#include "engine/spsa/spsa_parameters.h"

enum { SPSA_LAG_MAX = 100000 };

typedef struct {
    MatchConfig match; /* its first engine is the one that is tuned, and plays itself */
    SpsaPlan plan;
    /* Iteration n is played with theta as it is after iteration n - lag, so that as many can be
     * played at once without its mattering which of them ends first; at least 1. */
    uint64_t lag;
    const char *params_file;
    const char *output_file, *plot_file; /* NULL: none */
    WordList words;                      /* what `match` was read from, and points into */
    Arguments arguments;
} SpsaConfig;

/* The options of `brindle spsa`. */
extern const OptionSpec SPSA_OPTIONS[];

/*
 * Reads a command line, but not the file that it names.  Texts in the result point into
 * `arguments`; spsa_config_clear frees the rest.  False, and a message, if it describes no run.
 */
bool spsa_config_read(const Arguments *arguments, SpsaConfig *config, Message *message);
/* Takes in the text of the file of parameters. */
bool spsa_config_parameters(SpsaConfig *config, const char *text, Message *message);
void spsa_config_clear(SpsaConfig *config);
/*
 * Starts the engine to learn its name, protocol and dialect, and whether it takes the parameters,
 * at both ends of their ranges.  False, and a message, if not.
 */
bool spsa_config_probe(SpsaConfig *config, Message *message);
/* Tells a player the values of all parameters. */
bool spsa_config_tell(const SpsaConfig *config, Player *player, const int64_t *values,
                      Message *message);

#endif
