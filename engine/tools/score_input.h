/*
 * What the commands about scores are given: counts on the command line, or PGN files.
 */
#ifndef BRINDLE_ENGINE_TOOLS_SCORE_INPUT_H
#define BRINDLE_ENGINE_TOOLS_SCORE_INPUT_H

#include "engine/commands/command.h"
#include "engine/statistics/elo.h"
#include "engine/tools/results.h"

#include <jansson.h>

/* The options, for the tables of commands. */
/* clang-format off */
#define SCORE_INPUT_OPTIONS                                                                    \
    {"--wins", "N", "games won by the first player; goes with --draws and --losses"},          \
    {"--draws", "N", "games drawn"},                                                           \
    {"--losses", "N", "games lost"},                                                           \
    {"--pairs", "N…", "pairs of games by points: five counts, for 0, 1/2, 1, 3/2 and 2"},      \
    {"--first", "NAME", "PGN: the player whose side is taken"},                                \
    {"--second", "NAME", "PGN: the other one (default: everybody else)"}
/* clang-format on */

/* How a PGN file is read, for the commands' help. */
#define SCORE_INPUT_DETAILS                                                                          \
    "Two games of a file are a pair if the same players play them with colours exchanged and the\n"  \
    "same opening (start and moves marked as book): games of the same Round (7 and 7, 7.1 and\n"     \
    "7.2), then neighbours.  Other games count singly.  Games without a result count for nothing;\n" \
    "broken games are told of and left out, and make the exit status 1.  - is standard input."

typedef struct {
    Results *results;  /* NULL: counts from the command line */
    Scores scores;     /* of the first player; all 0 if the files hold several and none is named */
    bool games_known;  /* scores.games is; not if only pairs were given */
    int first, second; /* players of `results`; -1: nobody is named, or everybody else */
} ScoreInput;

typedef enum {
    INPUT_GOOD,
    INPUT_MISUSED,   /* the command line does not fit: EXIT_USAGE */
    INPUT_UNREADABLE /* a file cannot be read, or has no games that count: exit status 1 */
} InputStatus;

/*
 * Reads the options and files.  `names_needed`: files must be accompanied by --first; otherwise the
 * player who comes first is taken if there are two, and no side if there are more.  `warn` is told
 * of broken games.  A message unless all is good.  score_input_clear afterwards, in any case.
 */
InputStatus score_input_read(ScoreInput *input, const Arguments *arguments, bool names_needed,
                             ResultsWarn warn, void *context, Message *message);
void score_input_clear(ScoreInput *input);

/* ---- Writing what both commands tell ---- */

/* The estimate from all pairs and single games. */
EloEstimate score_input_elo(const ScoreInput *input);
/* "Alpha against Beta", games, pairs. */
void score_input_print(const ScoreInput *input);
void score_input_print_elo(const ScoreInput *input, const EloEstimate *estimate);
/* The same as members of an object.  False if memory is out. */
bool score_input_pack(const ScoreInput *input, const EloEstimate *estimate, json_t *object);
/* A number, or null for what is not finite. */
json_t *score_json_real(double number);
json_t *score_json_counts(const GameCounts *counts);
/* Prints an object on a line of its own and gives it back; status 1 if it is NULL: no memory. */
int score_json_print(const Arguments *arguments, json_t *object);

#endif
