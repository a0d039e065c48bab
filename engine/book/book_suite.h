/*
 * Openings for matches: lines from the array that a search finds as balanced, or as unbalanced, as
 * is wanted.
 *
 * Candidates are numbered: lines drawn at random, or all lines of so many half-moves in their
 * order; a position that a candidate before it has is none.  Each is searched as a unit of work.
 * They are taken or left in the order of their numbers, so that the suite depends on the parameters
 * alone.  A search is in the job's database as soon as it is done; after kill -9 or a power cut it
 * is not done again.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_SUITE_H
#define BRINDLE_ENGINE_BOOK_BOOK_SUITE_H

#include "engine/match/database.h"
#include "engine/search/engine.h"

#include <stdio.h>

enum { BOOK_SUITE_PLIES_MAX = 64 };

typedef struct {
    const RuleSet *rules;
    bool enumerates; /* all lines, not random ones */
    int64_t count;   /* openings wanted */
    int64_t plies;   /* half-moves of each */
    int64_t seed;
    int64_t nodes, hash;
    int64_t least, most; /* score, centipawns for White … */
    bool either_side;    /* … or for whichever side is better off */
    int64_t gap;         /* the best move is better than the second by no more than that */
    int64_t shared_plies,
        shared_max;      /* so many openings, not more, agree in their first half-moves */
    int64_t concurrency; /* decides nothing */
} BookSuiteConfig;

/* A number of it, as options and databases name it. */
typedef struct {
    const char *option;
    int64_t *value;
    int64_t least, most, preset;
} BookSuiteNumber;
enum { BOOK_SUITE_NUMBERS = 10 };
void book_suite_list(BookSuiteConfig *config, BookSuiteNumber list[BOOK_SUITE_NUMBERS]);

typedef struct {
    const BookSuiteConfig *config;
    int64_t taken;      /* openings of the suite so far */
    int64_t looked_at;  /* candidates taken or left, in order */
    int64_t searched;   /* in this run */
    int64_t started_ns; /* of this run */
} BookSuiteState;

typedef struct {
    void (*on_tick)(void *context, const BookSuiteState *state); /* may be NULL */
    bool (*interrupted)(void);                                   /* may be NULL */
    void *context;
} BookSuiteListener;

typedef struct BookSuite BookSuite;

/* Begins a suite whose searches are kept in the file `path`, or goes on with it.  NULL, and a
 * message, if it cannot, or the file is about another suite. */
BookSuite *book_suite_new(const char *path, const BookSuiteConfig *config,
                          const BookSuiteListener *listener, Message *message);
void book_suite_free(BookSuite *suite);
/* False, and a message, if it cannot go on.  Being interrupted is no failure. */
bool book_suite_run(BookSuite *suite, const JobRunner *runner, Message *message);
const BookSuiteState *book_suite_state(const BookSuite *suite);
/* Has it all its openings, or are there no more lines? */
bool book_suite_is_over(const BookSuite *suite);
/* Writes the openings taken so far, as EPD lines or as games without a result.  False if it could
 * not be written. */
bool book_suite_write(const BookSuite *suite, FILE *out, bool as_pgn);

#endif
