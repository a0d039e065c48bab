/*
 * Who scored what against whom, from the games of PGN files.
 *
 * Only names, colours, results and openings are kept, a few bytes a game.
 *
 * Pairs.  Two games of a file make a pair if the same two players play them with colours exchanged
 * and the same opening: the same starting position and the same moves marked as book (a comment
 * "book" after each), as the match runner writes them.  Games with the same Round are matched
 * first, in the order of the file, neighbours or not; a Round is compared up to its last full stop,
 * so that 7 goes with 7 and 7.1 with 7.2.  Then, of what is left, games that follow one another
 * among those of these two players.  Everything else counts as single games.
 */
#ifndef BRINDLE_ENGINE_TOOLS_RESULTS_H
#define BRINDLE_ENGINE_TOOLS_RESULTS_H

#include "engine/statistics/score_counts.h"

typedef struct Results Results;

/* All from one player's side. */
typedef struct {
    GameCounts games; /* all of them */
    PairCounts pairs;
    GameCounts singles; /* those of no pair */
} Scores;

/* Told of every broken game, which is left out. */
typedef void (*ResultsWarn)(void *context, const char *text);

/* NULL if memory is out. */
Results *results_new(void);
void results_free(Results *results);
/*
 * Adds the games of a file; "-" is standard input.  Games without a Variant tag are taken for
 * wildebeest.  False, and a message, if the file cannot be read, memory is out or there are more
 * than RATING_MAX_ENGINES players.
 */
bool results_read(Results *results, const char *path, ResultsWarn warn, void *context,
                  Message *message);

/* Players, in the order in which they appear in games that count. */
int results_players(const Results *results);
const char *results_name(const Results *results, int player);
/* The player of that name, or -1. */
int results_find(const Results *results, const char *name);

/* Games that count; those without a result or of a player with itself, which do not; broken ones.
 */
int64_t results_games(const Results *results);
int64_t results_unfinished(const Results *results);
int64_t results_broken(const Results *results);

/* What `first` scored against `second`; against everybody if `second` is -1. */
Scores results_between(const Results *results, int first, int second);
/* counts[i * players + j]: what i scored against j, for all i and j. */
void results_table(const Results *results, GameCounts *counts);

#endif
