/*
 * Where the games of a match begin: the array, positions or lines of a file, lines drawn from a
 * .wbook by its weights, or lines drawn at random.
 *
 * Opening number N is the same whenever and wherever it is asked for.
 */
#ifndef BRINDLE_ENGINE_MATCH_OPENINGS_H
#define BRINDLE_ENGINE_MATCH_OPENINGS_H

#include "engine/search/engine.h"

#include <stdint.h>

enum { OPENING_PLIES_MAX = 512 };

typedef enum { OPENINGS_ARRAY, OPENINGS_RANDOM, OPENINGS_FILE } OpeningKind;
typedef enum { OPENING_FORMAT_BY_NAME, OPENING_FORMAT_EPD, OPENING_FORMAT_PGN } OpeningFormat;

typedef struct {
    OpeningKind kind;
    const char *file_name;
    OpeningFormat format; /* FEN lines are EPD lines */
    bool shuffled;        /* by `seed`; otherwise in the order of the file */
    uint64_t seed;
    uint64_t skip;         /* begin with this opening, from 0 */
    int plies;             /* random: that many half-moves; PGN, book: no more than that; 0: all */
    int window;            /* random: kept if the score is within ± that many centipawns … */
    uint64_t nodes;        /* … after a search of so many nodes */
    bool without_castling; /* nobody may castle */
} OpeningsSpec;

typedef struct {
    Position start;
    bool from_array; /* `start` is the array, castling rights and all */
    Move moves[OPENING_PLIES_MAX];
    int move_count;
} Opening;

typedef struct Openings Openings;

/* Reads and checks the whole file.  NULL, and a message that names file, line and what is wrong. */
Openings *openings_open(const OpeningsSpec *spec, const RuleSet *rules, Message *message);
void openings_free(Openings *openings);
/* How many different ones there are; 0: without end. */
uint64_t openings_count(const Openings *openings);
/* A number that changes when the openings do. */
uint64_t openings_fingerprint(const Openings *openings);
/* True if every game begins with the array and moves. */
bool openings_from_array(const Openings *openings);
/* Makes the engine that openings_get needs, once and only if it needs one; engine_free it. */
bool openings_need_judge(const Openings *openings, Engine **judge, Message *message);
/*
 * Opening number `index`, counted round.  `engine` finds out what is balanced; it is needed (and
 * changed) for random ones only.  Safe to call from several threads, each with an engine of its
 * own.
 */
bool openings_get(const Openings *openings, uint64_t index, Engine *engine, Opening *opening,
                  Message *message);

/* Plays the opening's moves on its start. */
void opening_final_position(const Opening *opening, Position *pos);

#endif
