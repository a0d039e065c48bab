/*
 * The record of a game of a match: what happened, move by move, and how it ended.
 *
 * As JSON it travels from the worker to the owner, is stored in the database and written to the
 * JSON-lines file; as PGN it is what people read.
 */
#ifndef BRINDLE_ENGINE_MATCH_RECORD_H
#define BRINDLE_ENGINE_MATCH_RECORD_H

#include "engine/jobs/job.h"
#include "engine/players/player.h"

#include <stdio.h>

typedef enum {
    TERMINATION_NORMAL,       /* mate, stalemate, a draw by rule, resignation */
    TERMINATION_ADJUDICATION, /* by score or length */
    TERMINATION_TIME,         /* answered too late */
    TERMINATION_STALL,        /* did not answer */
    TERMINATION_CRASH,        /* its process ended, or it closed its output */
    TERMINATION_ILLEGAL,      /* an illegal move */
    TERMINATION_CLAIM,        /* a false claim, or a legal move refused */
    TERMINATION_START,        /* not ready for the game */
    TERMINATIONS
} Termination;

typedef struct {
    Move move;
    bool has_score;
    Score score; /* for the side that moved */
    int depth, selective_depth;
    uint64_t nodes;
    int64_t elapsed_us;
} MoveRecord;

typedef struct {
    uint64_t number; /* of the game in the match, from 0 */
    uint64_t round, opening;
    int engine[COLORS]; /* indices into the match's engines */
    char name[COLORS][ENGINE_NAME_MAX];
    char tc[COLORS][64]; /* time controls, as PGN has them */
    Position start;
    bool from_array;
    MoveRecord *moves; /* the opening's first, without scores */
    int move_count, move_room, opening_moves;
    char result[8]; /* "1-0", "0-1" or "1/2-1/2" */
    Termination termination;
    int culprit;        /* the colour that a termination is charged to; -1: neither */
    char reason[192];   /* "White mates", "Black's time is up (123 ms over)" */
    int64_t started_at; /* seconds since 1970 */
    int64_t elapsed_ms; /* of the whole game */
    /* Of the match runner itself: between an engine's answer and the next engine's being asked,
     * median over the moves; and processor time of the runner's thread. */
    double outside_us;
    int64_t runner_cpu_us;
} GameRecord;

void record_init(GameRecord *record);
void record_clear(GameRecord *record);
/* Room for one more move; NULL if memory is out. */
MoveRecord *record_add_move(GameRecord *record);

/* "normal", "time forfeit", … as the PGN tag Termination has them. */
const char *termination_name(Termination termination);

/* False if memory is out.  One line without its end. */
bool record_to_json(const GameRecord *record, Bytes *json);
/* False, and a message, if it is no such record. */
bool record_from_json(const char *json, size_t size, GameRecord *record, Message *message);
/* Writes the game as PGN, with "score/depth time" behind each move, and nodes if asked.  False if
 * it could not be written. */
bool record_write_pgn(FILE *out, const GameRecord *record, const char *event, bool with_nodes,
                      Message *message);

#endif
