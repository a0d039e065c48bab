/*
 * What the search and quiescence both do at a node: look whether it is over, make a move and count
 * it, keep the line, ask the rules and the table.  Only the files of engine/search/ use this
 * header.
 */
#ifndef BRINDLE_ENGINE_SEARCH_NODE_H
#define BRINDLE_ENGINE_SEARCH_NODE_H

#include "engine/search/correction.h"
#include "engine/search/movepick.h"
#include "engine/search/worker.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ITERATION_NODES = 50000, STOPPED_ITERATION_NODES = 1000, FIFTY_MOVE_PLIES = 100 };

/*
 * It ends soon even on boards made to be slow: after so many nodes, fewer if somebody waits for the
 * answer, checks are no longer followed and quiescence only evaluates.
 */
static inline bool first_iteration_explodes(const Worker *w) {
    if (w->finished_depth > 0)
        return false;
    return worker_nodes(w) >
           (worker_asked_to_stop(w) ? STOPPED_ITERATION_NODES : FIRST_ITERATION_NODES);
}

/*
 * Quiescence search, where the search proper ends: captures, promotions and ways out of check,
 * until nothing of the kind is left.  `deep`: how many half-moves of it lie above this one.
 */
Score quiescence(Worker *w, Score alpha, Score beta, int ply, bool pv_node, int deep);

/*
 * Late in the count to the 50-move draw the same board is worth something else, so what is found
 * there is kept apart, by steps of eight half-moves.
 */
static inline Key clock_key(unsigned halfmove_clock) {
    enum { LATE = 24, STEP = 8 };
    return halfmove_clock < LATE ? 0 : (Key)halfmove_clock / STEP * 0x9e3779b97f4a7c15u;
}

/* What the transposition table knows a position by. */
static inline Key table_key(const Position *pos) {
    return pos->state.key ^ clock_key(pos->state.halfmove_clock);
}

/* ---- Making moves, counting them, keeping the line ---- */

/* What every node begins with; false if the search is over. */
static inline bool enter_node(Worker *w, int ply) {
    w->pv_length[ply] = 0;
    if (ply + 1 > w->selective_depth)
        w->selective_depth = ply + 1;
    return !worker_must_stop(w);
}

static inline void make(Worker *w, int ply, Move move, Undo *undo) {
    StackEntry *entry = stack_at(w, ply);
    entry->move = move;
    entry->moved = w->pos.board[move_from(move)];
    entry->continuation = &w->history.continuation[entry->moved][move_to(move)];
    entry->correction = &w->history.move_correction[entry->moved][move_to(move)];
    entry->second = &w->history.second_correction[entry->moved][move_to(move)];
    tt_prefetch(w->shared->tt,
                position_key_after(&w->pos, move) ^ clock_key(w->pos.state.halfmove_clock + 1u));
    position_make(&w->pos, move, undo);
    worker_count_node(w);
}

static inline void pass(Worker *w, StackEntry *entry) {
    entry->move = MOVE_NULL;
    entry->moved = NO_PIECE;
    entry->continuation = &w->history.continuation[NO_PIECE][0];
    entry->correction = &w->history.move_correction[NO_PIECE][0];
    entry->second = &w->history.second_correction[NO_PIECE][0];
}

static inline void update_pv(Worker *w, int ply, Move move) {
    w->pv[ply][0] = move;
    memcpy(&w->pv[ply][1], w->pv[ply + 1], (size_t)w->pv_length[ply + 1] * sizeof(Move));
    w->pv_length[ply] = w->pv_length[ply + 1] + 1;
}

/* Mate scores stand in the table as seen from the position, in the search as seen from the root. */
static inline Score score_to_table(Score s, int ply) {
    return s >= SCORE_MATE_BOUND ? s + ply : s <= -SCORE_MATE_BOUND ? s - ply : s;
}
static inline Score score_from_table(Score s, int ply) {
    if (s == SCORE_NONE)
        return s;
    return s >= SCORE_MATE_BOUND ? s - ply : s <= -SCORE_MATE_BOUND ? s + ply : s;
}

/* What the side to move scores if it has no legal move. */
static inline Score no_move_score(const Position *pos, int ply) {
    return position_in_check(pos) || pos->rules->stalemate_loses ? score_mated_in(ply) : SCORE_DRAW;
}

/* Draws that need no search.  (The 100th half-move may leave no legal move, which comes first.) */
static inline bool is_draw(const Position *pos, int ply) {
    if (pos->state.halfmove_clock >= FIFTY_MOVE_PLIES)
        return has_legal_move(pos) || no_move_score(pos, ply) == SCORE_DRAW;
    return position_is_repetition(pos, ply) || position_is_dead(pos);
}

/* A table score settles a node if its bound says enough.  Near the 50-move rule it may hide a draw,
 * and a mate may come too late. */
static inline bool table_score_settles(const TTEntry *entry, Score score, Score beta,
                                       const Position *pos) {
    const int clock = pos->state.halfmove_clock;
    if (score == SCORE_NONE || clock >= FIFTY_MOVE_PLIES - 8)
        return false;
    if (score_is_mate(entry->score) && clock + SCORE_MATE - abs(entry->score) > FIFTY_MOVE_PLIES)
        return false;
    return (entry->bound & (score >= beta ? BOUND_LOWER : BOUND_UPPER)) != 0;
}

static inline bool has_pieces(const Position *pos) {
    return position_non_pawns(pos, (Color)pos->side) != 0;
}

/* Fills in the stack's evaluations of a position that is not in check. */
static inline void evaluate_node(Worker *w, const TTEntry *table, int ply) {
    StackEntry *entry = stack_at(w, ply);
    entry->static_eval = table->hit && table->eval != SCORE_NONE
                             ? table->eval
                             : evaluate(&w->pos, &w->evaluation_cache);
    entry->eval = correction_apply(w, entry->static_eval, ply);
}

/* The continuation histories that speak about the next move. */
static inline void find_continuations(Worker *w, int ply,
                                      ContinuationHistory *after[CONTINUATIONS]) {
    after[0] = stack_at(w, ply - 1)->continuation;
    after[1] = stack_at(w, ply - 2)->continuation;
    after[2] = stack_at(w, ply - 4)->continuation;
}

#endif
