#include "engine/search/mate_search.h"

enum {
    FIFTY_MOVE_PLIES = 100,
    DEPTH_PER_MOVE = 4 /* a proof is worth keeping as long as a search so deep */
};

void mate_search_begin(MateSearch *m, Worker *w, uint64_t nodes, bool heeds_limits) {
    *m = (MateSearch){.worker = w,
                      .last_node = worker_nodes(w) + nodes,
                      .heeds_limits = heeds_limits,
                      .salt = (w->pos.state.key + w->pos.state.halfmove_clock + 1) *
                              0xd1342543de82ef95u};
}

void mate_search_make(MateSearch *m, Move move, Undo *undo) {
    Worker *w = m->worker;
    position_make(&w->pos, move, undo);
    worker_count_node(w);
    m->ply++;
}

void mate_search_unmake(MateSearch *m, Move move, const Undo *undo) {
    position_unmake(&m->worker->pos, move, undo);
    m->ply--;
}

bool mate_search_gives_up(MateSearch *m) {
    Worker *w = m->worker;
    return worker_nodes(w) >= m->last_node || (m->heeds_limits && worker_must_stop(w));
}

bool mate_search_has_lost(const Position *pos) {
    return (position_in_check(pos) || pos->rules->stalemate_loses) && !has_legal_move(pos);
}

/* Of a position in which there is a legal move.  A position that occurred only since the root is no
 * draw here: the shortest win never comes back to where it was. */
static bool is_drawn(const MateSearch *m, const Position *pos) {
    return pos->state.halfmove_clock >= FIFTY_MOVE_PLIES || position_is_dead(pos) ||
           (m->ply > 0 && position_repetitions(pos) >= 2);
}

/* ---- What has been proved ---- */

/* The clock makes two positions of one only where it can end the game before the win. */
static Key proof_key(const MateSearch *m, int moves) {
    const PositionState *s = &m->worker->pos.state;
    const bool late = s->halfmove_clock + 2 * moves > FIFTY_MOVE_PLIES;
    return s->key ^ m->salt ^ (late ? (Key)s->halfmove_clock * 0x9e3779b97f4a7c15u : 0);
}

/* A proof is a lower bound, a denial an upper bound; the score carries the number of moves. */
static MateVerdict recall(const MateSearch *m, int moves, Move *winner) {
    const TTEntry entry = tt_probe(m->worker->shared->tt, proof_key(m, moves));
    if (!entry.hit)
        return MATE_UNKNOWN;
    /* Another position's entry may carry the same key: the move must at least be one here. */
    if (entry.move != MOVE_NONE && position_is_legal(&m->worker->pos, entry.move)) {
        *winner = entry.move;
        if (entry.bound == BOUND_LOWER && entry.score <= moves)
            return MATE_PROVEN;
    }
    return entry.bound == BOUND_UPPER && entry.score >= moves ? MATE_DENIED : MATE_UNKNOWN;
}

static void remember(const MateSearch *m, int moves, Move winner, bool proven) {
    const TTEntry entry = {.move = winner,
                           .score = moves,
                           .eval = SCORE_NONE,
                           .depth =
                               moves * DEPTH_PER_MOVE < MAX_PLY ? moves * DEPTH_PER_MOVE : MAX_PLY,
                           .bound = proven ? BOUND_LOWER : BOUND_UPPER};
    tt_store(m->worker->shared->tt, proof_key(m, moves), &entry);
}

/* ---- The search ---- */

MateVerdict mate_search_after(MateSearch *m, Move move, int moves) {
    Undo undo;
    mate_search_make(m, move, &undo);
    const MateVerdict verdict = mate_search_loses(m, moves - 1);
    mate_search_unmake(m, move, &undo);
    return verdict;
}

/* The verdict on the reply from the defender's side: MATE_DENIED if it holds. */
static MateVerdict try_reply(MateSearch *m, Move reply, int moves) {
    Undo undo;
    Move winner = MOVE_NONE;
    mate_search_make(m, reply, &undo);
    const MateVerdict verdict = mate_search_wins(m, moves, &winner);
    mate_search_unmake(m, reply, &undo);
    return verdict;
}

MateVerdict mate_search_loses(MateSearch *m, int moves) {
    const Position *pos = &m->worker->pos;
    if (moves == 0)
        return mate_search_has_lost(pos) ? MATE_PROVEN : MATE_DENIED;
    MoveList replies;
    generate_legal(pos, &replies);
    if (replies.count == 0)
        return mate_search_has_lost(pos) ? MATE_PROVEN : MATE_DENIED;
    if (is_drawn(m, pos))
        return MATE_DENIED;
    /* What held against the last attempt often holds against this one. */
    const Move usual = m->refutation[moves];
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < replies.count; i++) {
            const Move reply = replies.moves[i];
            if ((reply == usual) != (pass == 0))
                continue;
            const MateVerdict verdict = try_reply(m, reply, moves);
            if (verdict == MATE_DENIED)
                m->refutation[moves] = reply;
            if (verdict != MATE_PROVEN)
                return verdict;
        }
    return MATE_PROVEN;
}

/* The move that won before comes first, then checks, which leave the fewest replies. */
static void order_moves(const Position *pos, MoveList *list, Move first) {
    int front = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = front; i < list->count; i++) {
            const Move move = list->moves[i];
            if (pass == 0 ? move != first : !position_gives_check(pos, move))
                continue;
            list->moves[i] = list->moves[front];
            list->moves[front++] = move;
        }
}

/* Does a move end the game at once?  Without that only checks matter in the last move, unless
 * stalemate wins. */
static Move find_last_move(MateSearch *m, const MoveList *list) {
    const Position *pos = &m->worker->pos;
    for (int i = 0; i < list->count; i++) {
        const Move move = list->moves[i];
        if ((pos->rules->stalemate_loses || position_gives_check(pos, move)) &&
            mate_search_after(m, move, 1) == MATE_PROVEN)
            return move;
    }
    return MOVE_NONE;
}

MateVerdict mate_search_wins(MateSearch *m, int moves, Move *winner) {
    const Position *pos = &m->worker->pos;
    if (mate_search_gives_up(m))
        return MATE_UNKNOWN;
    Move first = MOVE_NONE;
    if (moves > 1) {
        const MateVerdict known = recall(m, moves, &first);
        if (known != MATE_UNKNOWN) {
            *winner = first;
            return known;
        }
    }
    MoveList list;
    generate_legal(pos, &list);
    if (list.count > 0 && is_drawn(m, pos))
        return MATE_DENIED;
    if (moves == 1) {
        *winner = find_last_move(m, &list);
        return *winner != MOVE_NONE ? MATE_PROVEN : MATE_DENIED;
    }
    order_moves(pos, &list, first);
    for (int i = 0; i < list.count; i++) {
        const MateVerdict verdict = mate_search_after(m, list.moves[i], moves);
        if (verdict == MATE_UNKNOWN)
            return MATE_UNKNOWN;
        if (verdict == MATE_PROVEN) {
            *winner = list.moves[i];
            remember(m, moves, *winner, true);
            return MATE_PROVEN;
        }
    }
    remember(m, moves, MOVE_NONE, false);
    return MATE_DENIED;
}
