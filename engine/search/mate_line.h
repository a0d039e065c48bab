/*
 * Lines that show the mate their score promises, and the proof behind `go mate N`.
 *
 * A line may break off before the mate: the score came from another thread, or the search was
 * interrupted while it was being found.  Before the best move is given, the moves that are missing
 * are put together from the transposition table, each tested, and where the table has forgotten
 * them, from small mate searches.  Only the files of engine/search/ use this header.
 */
#ifndef BRINDLE_ENGINE_SEARCH_MATE_LINE_H
#define BRINDLE_ENGINE_SEARCH_MATE_LINE_H

#include "engine/search/worker.h"

/*
 * After a search: completes those of the first `lines` lines whose scores are mates, and reports
 * each that has changed.  A line that ends in the mate after exactly as many half-moves as its
 * score says is exact; the score of any other becomes a bound: "at least so good" for a mate we
 * give, "at most" for one we get.  Takes about MATE_LINE_NODES nodes at most, a millisecond or two,
 * because time may be up; they are not counted, so that the node limit holds.
 */
enum { MATE_LINE_NODES = 4000 };
void mate_lines_complete(Worker *w, int lines);

/*
 * For `go mate N`, between two iterations: tries to prove a mate in 1, 2, … N moves, with about
 * half as many nodes as the rest of the search has used so far.  True if there is nothing left to
 * look for: the mate has been found (it is the first line then, complete and reported), or it is
 * proved that there is none and the search has no other limit to use up.
 */
bool mate_root_prove(Worker *w, int lines);

#endif
