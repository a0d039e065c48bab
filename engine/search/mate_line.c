#include "engine/search/mate_line.h"

#include "engine/search/node.h"

#include "engine/search/mate_search.h"

#include <string.h>

/* A line that grows towards a mate. */
typedef struct {
    MateSearch search;
    bool thorough; /* prove that no move of the winning side is slower than need be */
    int length;
    Move pv[MAX_PLY + 1];
} MateLine;

/* ---- From a position on the way to the mate itself ---- */

static bool extend(MateLine *l, int plies);

static bool extend_by(MateLine *l, Move move, int plies) {
    Undo undo;
    mate_search_make(&l->search, move, &undo);
    l->pv[l->length++] = move;
    const bool complete = extend(l, plies - 1);
    mate_search_unmake(&l->search, move, &undo);
    l->length -= !complete;
    return complete;
}

/* What the search proper knows of the position after a move, from the side that is to move there;
 * SCORE_NONE if it knows no bound of this kind. */
static Score score_after(MateLine *l, Move move, Bound bound) {
    const Worker *w = l->search.worker;
    Undo undo;
    mate_search_make(&l->search, move, &undo);
    const TTEntry entry = tt_probe(w->shared->tt, table_key(&w->pos));
    mate_search_unmake(&l->search, move, &undo);
    return entry.hit && (entry.bound & bound) != 0 ? entry.score : SCORE_NONE;
}

/* The winning side: a move after which the mate is certain within what is left. */
static bool extend_win(MateLine *l, const MoveList *list, int plies) {
    const int moves = (plies + 1) / 2;
    Move winner = MOVE_NONE;
    for (int i = 0; i < list->count; i++) {
        const Score score = score_after(l, list->moves[i], BOUND_UPPER);
        if (score != SCORE_NONE && score <= score_mated_in(plies - 1) &&
            extend_by(l, list->moves[i], plies))
            return true;
    }
    if (moves > MATE_MOVES_MAX)
        return false;
    if (l->thorough && moves > 1 && mate_search_wins(&l->search, moves - 1, &winner) == MATE_PROVEN)
        return false; /* the losing side had a better reply */
    return mate_search_wins(&l->search, moves, &winner) == MATE_PROVEN &&
           extend_by(l, winner, plies);
}

/* The losing side: first the replies of which the table says that they last as long. */
static bool extend_loss(MateLine *l, const MoveList *list, int plies) {
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < list->count; i++) {
            const Score score = score_after(l, list->moves[i], BOUND_LOWER);
            const bool lasts = score == score_mate_in(plies - 1),
                       too_short = score != SCORE_NONE && score > score_mate_in(plies - 1);
            if (!too_short && lasts == (pass == 0) && extend_by(l, list->moves[i], plies))
                return true;
        }
    return false;
}

/* Adds the moves of exactly `plies` half-moves to the end of the game; false if they are not found,
 * and the line is as it was. */
static bool extend(MateLine *l, int plies) {
    const Position *pos = &l->search.worker->pos;
    if (plies == 0)
        return mate_search_has_lost(pos);
    if (mate_search_gives_up(&l->search) || l->length > MAX_PLY)
        return false;
    MoveList list;
    generate_legal(pos, &list);
    return plies % 2 == 1 ? extend_win(l, &list, plies) : extend_loss(l, &list, plies);
}

/* ---- A line of the root ---- */

/* Plays the line so far from the root, looks for the rest, and takes all back.  True if the line
 * leads to the end of the game in exactly `plies` half-moves. */
static bool complete_line(MateLine *l, const RootMove *root, int plies) {
    Undo undo[MAX_PLY + 1];
    const int known = root->pv_length < plies ? root->pv_length : plies;
    if (plies > MAX_PLY + 1)
        return false;
    for (l->length = 0; l->length < known; l->length++) {
        l->pv[l->length] = root->pv[l->length];
        mate_search_make(&l->search, l->pv[l->length], &undo[l->length]);
    }
    const bool complete = extend(l, plies - known);
    for (int i = known - 1; i >= 0; i--)
        mate_search_unmake(&l->search, l->pv[i], &undo[i]);
    return complete;
}

static int plies_to_mate(Score score) {
    return score > 0 ? SCORE_MATE - score : SCORE_MATE + score;
}

/* True if it has changed. */
static bool complete_root_line(MateLine *l, RootMove *root) {
    const int plies = plies_to_mate(root->score);
    const bool complete = complete_line(l, root, plies);
    const int old_length = root->pv_length;
    Bound bound = root->score > 0 ? BOUND_LOWER : BOUND_UPPER;
    if (complete) {
        memcpy(root->pv, l->pv, (size_t)l->length * sizeof(Move));
        root->pv_length = l->length;
        /* The mate is there to be seen.  But that no other move delays a mate we get, only a
         * finished search knows. */
        if (root->score > 0 || root->bound == BOUND_EXACT)
            bound = BOUND_EXACT;
    }
    const bool changed = bound != root->bound || root->pv_length != old_length;
    root->bound = bound;
    return changed;
}

void mate_lines_complete(Worker *w, int lines) {
    const uint64_t nodes = worker_nodes(w);
    MateLine line;
    mate_search_begin(&line.search, w, MATE_LINE_NODES, false);
    line.thorough = false;
    for (int i = 0; i < lines; i++)
        if (score_is_mate(w->root[i].score) && complete_root_line(&line, &w->root[i])) {
            worker_set_nodes(w, nodes);
            worker_report(w, i);
        }
    worker_set_nodes(w, nodes);
}

/* ---- go mate N ---- */

/* The first root move after which a mate in `moves` is certain.  Checks are tried first: they leave
 * the fewest replies. */
static MateVerdict prove_root(MateLine *l, int moves, int *winner) {
    Worker *w = l->search.worker;
    for (int checks = 1; checks >= 0; checks--)
        for (int i = 0; i < w->root_count; i++) {
            const Move move = w->root[i].move;
            if (position_gives_check(&w->pos, move) != (checks != 0))
                continue;
            const MateVerdict verdict = mate_search_after(&l->search, move, moves);
            *winner = i;
            if (verdict != MATE_DENIED)
                return verdict;
        }
    return MATE_DENIED;
}

/* Makes root move `winner` the first line. */
static void install_winner(MateLine *l, int winner, int moves, int lines) {
    Worker *w = l->search.worker;
    RootMove best = w->root[winner];
    for (int i = winner; i > 0; i--)
        w->root[i] = w->root[i - 1];
    best.score = score_mate_in(2 * moves - 1);
    best.bound = BOUND_LOWER;
    best.depth = w->root_depth;
    best.selective_depth = 2 * moves - 1;
    best.pv_length = 1;
    complete_root_line(l, &best);
    w->root[0] = best;
    for (int i = 0; i < lines; i++)
        worker_report(w, i);
}

/* A search that has time or nodes besides uses them for its move when there is no such mate. */
static bool is_only_limit(const SearchLimits *l) {
    return !l->has_clock && !l->ponder && l->move_time_ms == 0 && l->nodes == 0 && l->depth == 0;
}

bool mate_root_prove(Worker *w, int lines) {
    enum { FIRST_NODES = 1 << 16 };
    const int wanted =
        w->shared->limits.mate < MATE_MOVES_MAX ? w->shared->limits.mate : MATE_MOVES_MAX;
    const uint64_t used = worker_nodes(w), others = used - w->mate_nodes;
    /* Half of what the others use, but no attempt before it can be twice as large as the last one:
     * each begins from the root again. */
    const uint64_t attempt = w->mate_attempt == 0 ? FIRST_NODES : 2 * w->mate_attempt;
    if (w->mate_nodes + attempt > others / 2 + FIRST_NODES)
        return false;
    w->mate_attempt = attempt;
    MateLine line;
    mate_search_begin(&line.search, w, attempt, true);
    line.thorough = true;
    MateVerdict verdict = MATE_DENIED;
    int winner = 0;
    while (w->mate_denied < wanted && verdict == MATE_DENIED) {
        verdict = prove_root(&line, w->mate_denied + 1, &winner);
        w->mate_denied += verdict == MATE_DENIED;
    }
    w->mate_nodes += worker_nodes(w) - used;
    if (verdict == MATE_PROVEN)
        install_winner(&line, winner, w->mate_denied + 1, lines);
    return verdict == MATE_PROVEN || (verdict == MATE_DENIED && wanted == w->shared->limits.mate &&
                                      is_only_limit(&w->shared->limits));
}
