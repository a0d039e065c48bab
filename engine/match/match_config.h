/*
 * A match as its user describes it: everything that the command line of `brindle match` says.
 */
#ifndef BRINDLE_ENGINE_MATCH_MATCH_CONFIG_H
#define BRINDLE_ENGINE_MATCH_MATCH_CONFIG_H

#include "engine/commands/command.h"
#include "engine/match/game.h"
#include "engine/match/openings.h"
#include "engine/match/schedule.h"
#include "engine/players/engine_spec.h"
#include "engine/statistics/sprt.h"

enum { MATCH_ENGINES_MAX = 256, MATCH_CONCURRENCY_MAX = 1024 };

typedef struct {
    const Arguments *arguments; /* what it was read from */
    const RuleSet *rules;
    EngineSpec *engines;
    int engine_count;
    Schedule schedule;
    OpeningsSpec openings;
    GameRules game_rules;
    bool recover; /* an engine that failed is started again; otherwise the match ends */
    bool has_sprt;
    bool sprt_by_pairs; /* pentanomial; otherwise single games, trinomial */
    Sprt sprt;
    int concurrency;
    bool pin;
    const char *event;
    const char *pgn_file, *json_file; /* NULL: none */
    bool pgn_nodes;
} MatchConfig;

/* The options of `brindle match`. */
extern const OptionSpec MATCH_OPTIONS[];

/*
 * Reads a command line.  Texts in the result point into `arguments`; match_config_clear frees the
 * rest.  False, and a message, if it describes no match.
 */
bool match_config_read(const Arguments *arguments, MatchConfig *config, Message *message);
void match_config_clear(MatchConfig *config);
/*
 * Starts every engine once to learn its name, protocol and dialect, and makes the names differ.
 * False, and a message, if one cannot be started or cannot play what is asked of it.
 */
bool match_config_probe(MatchConfig *config, Message *message);
/*
 * Starts an engine of a probed match.  Where failed engines are started again, a start that fails
 * gets a second chance.  NULL and a message if it cannot be started.
 */
Player *match_config_start_player(const MatchConfig *config, int engine, const atomic_bool *stop,
                                  Message *message);

#endif
