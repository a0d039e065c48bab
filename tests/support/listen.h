/*
 * A listener that holds every report against the rules, and the positions of tests/data/mates.tsv.
 */
#ifndef BRINDLE_TESTS_SUPPORT_LISTEN_H
#define BRINDLE_TESTS_SUPPORT_LISTEN_H

#include "engine/search/engine.h"

#include <stdio.h>

enum { LISTEN_LINES = 500 };

/* What was heard of one search. */
typedef struct {
    Position root;
    SearchLimits limits;
    int multipv;                     /* lines asked for */
    int reports;                     /* so far */
    int fewest_moves;                /* of all mates claimed, 0 if none was */
    SearchReport last[LISTEN_LINES]; /* by line, from 0; pv_length 0: none yet */
    SearchResult result;
} Heard;

Engine *listen_engine(int threads, size_t hash_mib);
/*
 * Searches the position and fails the running test if a line is not legal to its end, a move
 * stands outside `limits`, or the last reports do not fit the result: the best line begins with the
 * best move and the expected reply, and shows the mate that its score claims, or carries a bound.
 */
void listen_search(Engine *engine, const Position *pos, const SearchLimits *limits, int multipv,
                   Heard *heard);
/* The same for a search that was only begun: call after the end, before looking at `heard`. */
void listen_begin(Engine *engine, const Position *pos, const SearchLimits *limits, int multipv,
                  Heard *heard);
void listen_end(Engine *engine, Heard *heard);
/* True if the moves end the game by mate, or by a stalemate that counts, with the last of them. */
bool listen_line_mates(const Position *pos, const Move *moves, int count);

/* A line of mates.tsv. */
typedef struct {
    char line[512];
    const char *fen, *what;
    Position pos;
    int moves;  /* the win's, 0: there is none in three */
    int number; /* of the line, from 0 */
} MateCase;

/* All lines, one after the other, and an engine to try them on. */
typedef struct {
    FILE *file;
    Engine *engine;
    MateCase c;
    Heard heard;
} MateSuite;

MateSuite *mate_suite_open(int threads, size_t hash_mib);
/* The next line; false after the last. */
bool mate_suite_next(MateSuite *suite);
void mate_suite_rewind(MateSuite *suite);
/* Searches the line's position, or another, with nothing learnt before (listen_search). */
void mate_suite_search(MateSuite *suite, const Position *pos, const SearchLimits *limits,
                       int multipv);
void mate_suite_close(MateSuite *suite);

#endif
