/*
 * Random lines for an engine: good ones, damaged ones, garbage.
 *
 * A source is a random number generator and a game that goes on from line to line; from one seed
 * come the same lines in every run.  No line ends the conversation, asks for more memory, threads
 * or perft than a test can afford, or names a file outside the current directory.
 */
#ifndef BRINDLE_TESTS_STORM_LINES_H
#define BRINDLE_TESTS_STORM_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "bitboard/position.h"
#include "tests/support/samples.h"

enum { STORM_HASH_MIB = 16, STORM_PERFT_DEPTH = 2 };

/* The file that lines name as an opening book. */
#define STORM_BOOK "storm.book"

typedef struct {
    Random random;
    int threads;          /* the most that a line asks for */
    const RuleSet *rules; /* of the game */
    Position pos;         /* where it stands */
    bool starts_search;   /* what was written last begins a search, whatever came before it */
} LineSource;

void source_init(LineSource *source, uint64_t seed, int threads);

/* True once in `times`. */
bool source_chance(LineSource *source, int times);
const char *source_pick(LineSource *source, const char *const *words, int count);
/* A number as engines are sent them, most of them small, some of them none at all. */
void source_number(LineSource *source, FILE *out);
/* An engine option's name and a value, in the words of the protocol: "name %s value ", "%s=". */
void source_option(LineSource *source, FILE *out, const char *before, const char *between);
/* A legal move in the game; MOVE_NONE if it is over. */
Move source_move(LineSource *source);
void source_play(LineSource *source, Move move);
/* A new game, of some plies at most, by either rules. */
void source_new_game(LineSource *source, int plies);

/* What makes a whole line, without its end, of a protocol's grammar. */
typedef void LineWriter(LineSource *source, FILE *out);

void uci_line_write(LineSource *source, FILE *out);
void xboard_line_write(LineSource *source, FILE *out);

typedef struct {
    char *text;         /* malloced; "\n" is its last byte, and there is no other in it */
    size_t length;      /* there may be zero bytes in it */
    bool starts_search; /* it does whatever came before it: it is as the grammar has it */
} StormLine;

StormLine storm_line(LineSource *source, LineWriter *write);
/* Is the line's first word, as UCI reads it, this one? */
bool storm_line_begins(const StormLine *line, const char *word);

#endif
