/*
 * How games end: repetition, dead positions, the 50-move rule, no legal move.
 */
#include "bitboard/movegen.h"
#include "bitboard/position.h"
#include "bitboard/zobrist.h"

enum { FIFTY_MOVES = 100 /* half-moves */ };

/* How many half-moves back a position could equal the present one. */
static int reversible_plies(const Position *pos) {
    int plies = pos->state.halfmove_clock < pos->state.since_null ? pos->state.halfmove_clock
                                                                  : pos->state.since_null;
    return plies < HISTORY_SIZE ? plies : HISTORY_SIZE - 1;
}

static Key key_before(const Position *pos, int plies) {
    return pos->history[(pos->ply - (uint32_t)plies) % HISTORY_SIZE];
}

int position_repetitions(const Position *pos) {
    int occurrences = 0;
    const int limit = reversible_plies(pos);
    for (int back = 4; back <= limit; back += 2)
        occurrences += key_before(pos, back) == pos->state.key;
    return occurrences;
}

bool position_is_repetition(const Position *pos, int ply) {
    bool seen = false;
    const int limit = reversible_plies(pos);
    for (int back = 4; back <= limit; back += 2)
        if (key_before(pos, back) == pos->state.key) {
            /* Once inside the search is enough: what was played once will be played again. */
            if (back < ply || seen)
                return true;
            seen = true;
        }
    return false;
}

/* Did the position `plies` half-moves ago stand on the board even earlier? */
static bool occurred_before(const Position *pos, int plies, int limit) {
    for (int back = plies + 4; back <= limit; back += 2)
        if (key_before(pos, back) == key_before(pos, plies))
            return true;
    return false;
}

bool position_has_upcoming_repetition(const Position *pos, int ply) {
    const int limit = reversible_plies(pos);
    for (int back = 3; back <= limit; back += 2) {
        const int slot = zobrist_find_move(pos->state.key ^ key_before(pos, back));
        if (slot < 0)
            continue;
        const Square a = move_from(zobrist.cuckoo_move[slot]),
                     b = move_to(zobrist.cuckoo_move[slot]);
        const Move move = pos->board[a] != NO_PIECE ? move_make(a, b) : move_make(b, a);
        if (position_is_legal(pos, move) && (back < ply || occurred_before(pos, back, limit)))
            return true;
    }
    return false;
}

bool position_is_dead(const Position *pos) {
    const Bitboard men = position_occupied(pos) & ~pos->by_type[KING];
    if (men == 0)
        return true;
    return !bb_more_than_one(men) &&
           (pos->rules->dead_with_king >> piece_type(pos->board[bb_first(men)]) & 1) != 0;
}

GameState position_game_state(const Position *pos) {
    if (!has_legal_move(pos))
        return position_in_check(pos) ? GAME_CHECKMATE : GAME_STALEMATE;
    if (position_is_dead(pos))
        return GAME_DEAD_POSITION;
    if (position_repetitions(pos) >= 2)
        return GAME_REPETITION;
    return pos->state.halfmove_clock >= FIFTY_MOVES ? GAME_FIFTY_MOVES : GAME_ONGOING;
}

const char *position_result(const Position *pos, GameState state) {
    switch (state) {
    case GAME_ONGOING: return "*";
    case GAME_STALEMATE:
        if (!pos->rules->stalemate_loses)
            return "1/2-1/2";
        return pos->side == WHITE ? "0-1" : "1-0";
    case GAME_CHECKMATE: return pos->side == WHITE ? "0-1" : "1-0";
    default: return "1/2-1/2";
    }
}
