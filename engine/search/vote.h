/*
 * Which of several threads' answers is the engine's.
 *
 * Each thread of a lazy SMP search has an answer of its own.  They vote, as in Stockfish: a thread
 * votes for its move, the deeper it has searched and the higher it scores, the louder
 * (https://www.chessprogramming.org/Lazy_SMP).  A proven mate needs no votes.
 */
#ifndef BRINDLE_ENGINE_SEARCH_VOTE_H
#define BRINDLE_ENGINE_SEARCH_VOTE_H

#include "bitboard/types.h"
#include "engine/search/score.h"

typedef struct {
    Move move;
    Score score;
    int depth; /* finished; 0: the thread has nothing to say */
} Vote;

/*
 * The index of the best answer.  The shortest mate, if one is found; otherwise the answer that
 * votes loudest among those for the move with the most votes.  Earlier answers win ties, so that
 * the main thread's, which comes first and always has a depth, is only given up for a better one.
 */
int vote_best(const Vote *votes, int count);

#endif
