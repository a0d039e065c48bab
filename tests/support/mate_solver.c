#include "tests/support/mate_solver.h"

#include <stdio.h>
#include <stdlib.h>

enum { MEMO_ENTRIES = 1 << 16, LAST_PLY = 100 /* without a capture or a pawn's move */ };

void solver_open(MateSolver *solver) {
    *solver = (MateSolver){.memo = calloc(MEMO_ENTRIES, sizeof(SolverEntry))};
    if (solver->memo == NULL) {
        perror("solver");
        exit(EXIT_FAILURE);
    }
}

void solver_close(MateSolver *solver) {
    free(solver->memo);
}

static bool is_lost_now(const Position *pos) {
    return (position_in_check(pos) || pos->rules->stalemate_loses) && !has_legal_move(pos);
}
/* Of a position in which the game may go on. */
static bool is_drawn(const Position *pos) {
    return pos->state.halfmove_clock >= LAST_PLY || position_is_dead(pos);
}

/* Does this move end the game at once? */
static bool ends_game(MateSolver *solver, Position *pos, Move move) {
    if (!pos->rules->stalemate_loses && !position_gives_check(pos, move))
        return false;
    Undo undo;
    solver->positions++;
    position_make(pos, move, &undo);
    const bool lost = is_lost_now(pos);
    position_unmake(pos, move, &undo);
    return lost;
}

static bool refutes(MateSolver *solver, Position *pos, Move reply, int moves) {
    Undo undo;
    position_make(pos, reply, &undo);
    const bool holds = !solver_wins(solver, pos, moves);
    position_unmake(pos, reply, &undo);
    return holds;
}

bool solver_loses(MateSolver *solver, Position *pos, int moves) {
    MoveList replies;
    solver->positions++;
    generate_legal(pos, &replies);
    if (replies.count == 0)
        return position_in_check(pos) || pos->rules->stalemate_loses;
    if (moves == 0 || is_drawn(pos))
        return false;
    /* What held against the last attempt often holds against this one. */
    const Move usual = solver->refutation[moves];
    if (usual != MOVE_NONE && position_is_legal(pos, usual) && refutes(solver, pos, usual, moves))
        return false;
    for (int i = 0; i < replies.count; i++)
        if (replies.moves[i] != usual && refutes(solver, pos, replies.moves[i], moves)) {
            solver->refutation[moves] = replies.moves[i];
            return false;
        }
    return true;
}

static bool find_win(MateSolver *solver, Position *pos, int moves) {
    MoveList list;
    solver->positions++;
    generate_legal(pos, &list);
    if (list.count > 0 && is_drawn(pos))
        return false;
    for (int i = 0; i < list.count; i++)
        if (ends_game(solver, pos, list.moves[i]))
            return true;
    /* Checks first: they leave the fewest replies. */
    for (int checks = 1; checks >= 0 && moves > 1; checks--)
        for (int i = 0; i < list.count; i++) {
            if (position_gives_check(pos, list.moves[i]) != (checks != 0))
                continue;
            Undo undo;
            position_make(pos, list.moves[i], &undo);
            const bool wins = solver_loses(solver, pos, moves - 1);
            position_unmake(pos, list.moves[i], &undo);
            if (wins)
                return true;
        }
    return false;
}

bool solver_wins(MateSolver *solver, Position *pos, int moves) {
    if (moves <= 1)
        return find_win(solver, pos, 1);
    /* Two positions that differ in the clock alone are two positions here. */
    const Key key = pos->state.key ^ (Key)pos->state.halfmove_clock * 0x9e3779b97f4a7c15u;
    SolverEntry *entry = &solver->memo[key % MEMO_ENTRIES];
    if (entry->key == key) {
        if (entry->wins_in != 0 && entry->wins_in <= moves)
            return true;
        if (entry->denied_in >= moves)
            return false;
    }
    const bool wins = find_win(solver, pos, moves);
    if (entry->key != key)
        *entry = (SolverEntry){.key = key};
    if (wins)
        entry->wins_in = (uint8_t)moves;
    else
        entry->denied_in = (uint8_t)moves;
    return wins;
}

int solver_distance(MateSolver *solver, Position *pos, int most) {
    for (int moves = 1; moves <= most; moves++)
        if (solver_wins(solver, pos, moves))
            return moves;
    return 0;
}
