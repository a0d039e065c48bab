/*
 * What `brindle datagen` is told: which games to play, and where to put them.
 */
#ifndef BRINDLE_ENGINE_DATA_DATAGEN_CONFIG_H
#define BRINDLE_ENGINE_DATA_DATAGEN_CONFIG_H

#include "engine/commands/command.h"
#include "engine/data/byte_buffer.h"
#include "engine/jobs/setup_text.h"

#include <stdint.h>

enum { DATAGEN_CONCURRENCY_MAX = 1024 };

/* What decides about the games; each is an option of the same name.  Scores are centipawns. */
typedef struct {
    int64_t nodes, depth; /* of each search; one of them is 0 */
    int64_t hash;         /* MiB of each worker */
    int64_t seed;
    int64_t openings_plies, openings_window, openings_nodes;
    /* Called won once one side's score was at least win_score, and the other's as bad, for
     * win_moves moves of each in a row.  0 moves: never. */
    int64_t win_score, win_moves;
    /* Called drawn from move draw_from on, once both scores were within ± draw_score for
     * draw_moves moves in a row.  0 moves: never. */
    int64_t draw_score, draw_moves, draw_from;
    int64_t max_plies; /* a game that has so many half-moves, the opening's included, is drawn */
} DatagenParameters;

typedef struct {
    const char *out; /* points into the arguments */
    int64_t games, concurrency;
    bool plays[RULE_SETS];
    DatagenParameters parameters;
} DatagenConfig;

extern const OptionSpec DATAGEN_OPTIONS[];

/* False, and a message, if an option has no good value. */
bool datagen_config_read(const Arguments *arguments, DatagenConfig *config, Message *message);
/* The text of the file's header (data_file.h): everything that decides about the games.  Ends with
 * a zero byte.  False if memory is out. */
bool datagen_config_text(const DatagenConfig *config, ByteBuffer *text);
/* The same as a job's setup, and back. */
void datagen_config_put(const DatagenConfig *config, FILE *out);
bool datagen_config_take(SetupText *text, DatagenConfig *config, Message *message);
/* The rule set of a game; with both, they take turns. */
const RuleSet *datagen_config_rules(const DatagenConfig *config, uint64_t game);

#endif
