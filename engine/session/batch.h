/*
 * A file of positions or of games as units of analysis: each position of an EPD file, and each of
 * the main line of each game of a PGN file, is one.
 */
#ifndef BRINDLE_ENGINE_SESSION_BATCH_H
#define BRINDLE_ENGINE_SESSION_BATCH_H

#include "engine/analysis/test_position.h"
#include "engine/pgn/pgn.h"

typedef enum { BATCH_EPD, BATCH_PGN } BatchKind;

typedef struct {
    PgnGame game;
    uint64_t first_unit; /* its other positions follow; after the last move, too */
} BatchGame;

typedef struct {
    BatchKind kind;
    char *name;          /* of the file, for people */
    TestPosition *tests; /* of an EPD file: one a unit */
    BatchGame *games;    /* of a PGN file */
    size_t count, room;  /* of these */
    uint64_t units;
} Batch;

/* How a file is read. */
typedef struct {
    BatchKind kind;
    const char *name;     /* for messages */
    const RuleSet *rules; /* of lines and games that name none; NULL: they must */
    int64_t first, last;  /* numbers of the games to take */
} BatchReading;

/*
 * Takes the file's text.  False, and a message that names file and line or game, if something in
 * it is wrong or nothing is there; games that are not taken are passed over as far as they can be.
 * batch_clear in either case.
 */
bool batch_read(Batch *batch, const BatchReading *reading, const char *text, Message *message);
void batch_clear(Batch *batch);

/* A unit's position, with the history that it has in its game. */
void batch_position(const Batch *batch, uint64_t unit, Position *pos);
/*
 * Not where the game has ended by the rules.  A draw in the middle of a game that went on, and one
 * of an EPD file, may still be worth a look.
 */
bool batch_needs_search(const Batch *batch, uint64_t unit, const Position *pos);
/* The game that a unit belongs to.  Of a PGN file only. */
const BatchGame *batch_game_of(const Batch *batch, uint64_t unit);
/* Its positions. */
uint64_t batch_game_units(const BatchGame *game);

#endif
