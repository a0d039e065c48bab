/*
 * Forced wins in a few moves, by trying everything.
 *
 * A plain AND/OR search over all legal moves: no evaluation, no ordering that matters, no move left
 * out.  It shares nothing with engine/search/, so it can bear witness for and against the search.
 * A win is what the rule set says: checkmate, and stalemate where that loses.  Draws by the 50-move
 * rule and by dead position are known; repetition is not looked at, because a shortest win never
 * repeats and the positions asked about have no history.
 */
#ifndef BRINDLE_TESTS_SUPPORT_MATE_SOLVER_H
#define BRINDLE_TESTS_SUPPORT_MATE_SOLVER_H

#include "bitboard/movegen.h"

enum { SOLVER_MOVES_MAX = 4 };

/* What is known of a position with the winning side to move, in moves. */
typedef struct {
    Key key;
    uint8_t wins_in;   /* at most; 0: not known */
    uint8_t denied_in; /* no win within so many */
} SolverEntry;

typedef struct {
    SolverEntry *memo;
    Move refutation[SOLVER_MOVES_MAX + 1]; /* the defence that last held, by moves left */
    uint64_t positions;                    /* looked at so far */
} MateSolver;

/* Ends the program if there is no memory. */
void solver_open(MateSolver *solver);
void solver_close(MateSolver *solver);

/* Can the side to move win within `moves` (1 … SOLVER_MOVES_MAX) of its moves, whatever is
 * answered?  `pos` is as it was afterwards. */
bool solver_wins(MateSolver *solver, Position *pos, int moves);
/* The least number of moves up to `most` within which it can; 0 if there is none. */
int solver_distance(MateSolver *solver, Position *pos, int most);
/* Is the side to move lost within `moves` (0: now) of the opponent's moves, whatever it plays? */
bool solver_loses(MateSolver *solver, Position *pos, int moves);

#endif
