/*
 * Does the side to move win within so many moves, whatever is answered?
 *
 * The search proper is selective: it finds long mates quickly, but it may overlook a short one for
 * a while, and it never knows that there is none.  This search leaves nothing out.  It knows no
 * evaluation, only whether the game ends: an AND/OR search that remembers what it has proved in the
 * transposition table, under keys of its own.  `go mate N` runs it beside the search proper, and
 * the lines of mate scores are completed with it.  Only the files of engine/search/ use this
 * header.
 */
#ifndef BRINDLE_ENGINE_SEARCH_MATE_SEARCH_H
#define BRINDLE_ENGINE_SEARCH_MATE_SEARCH_H

#include "engine/search/worker.h"

enum { MATE_MOVES_MAX = 60 /* longer mates are left to the search proper */ };

typedef enum {
    MATE_UNKNOWN, /* the nodes or the time ran out */
    MATE_DENIED,
    MATE_PROVEN
} MateVerdict;

typedef struct {
    Worker *worker;
    uint64_t last_node; /* of the worker; there it gives up */
    bool heeds_limits;  /* those of the whole search, and the stop flag, end it too */
    Key salt;           /* proofs hold for one root, with its history, only */
    int ply;            /* from the root */
    /* The reply that last held, by the moves that the attacker had left. */
    Move refutation[MATE_MOVES_MAX + 1];
} MateSearch;

/* Mated, or (where that loses) stalemated: the game is over, and the side to move has lost it. */
bool mate_search_has_lost(const Position *pos);

/* `nodes`: after so many it gives up.  The worker's position must be the root. */
void mate_search_begin(MateSearch *m, Worker *w, uint64_t nodes, bool heeds_limits);

/* Does the side to move in the worker's position win within `moves` (from 1) of its moves?  If so,
 * `winner` is the first of them. */
MateVerdict mate_search_wins(MateSearch *m, int moves, Move *winner);
/* The same, if its first move is this one. */
MateVerdict mate_search_after(MateSearch *m, Move move, int moves);
/* Is the side to move lost within `moves` (from 0: now) of the opponent's moves? */
MateVerdict mate_search_loses(MateSearch *m, int moves);

/* Have the nodes run out, or (if they are heeded) the limits been reached? */
bool mate_search_gives_up(MateSearch *m);

/* Makes and unmakes a move of the worker's position, and counts it as a node. */
void mate_search_make(MateSearch *m, Move move, Undo *undo);
void mate_search_unmake(MateSearch *m, Move move, const Undo *undo);

#endif
