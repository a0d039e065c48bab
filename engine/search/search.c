#include "bitboard/see.h"
#include "engine/search/node.h"

#include <stdlib.h>
#include <string.h>

enum { REDUCTION_DEPTH = 3 };

/* ---- Histories ---- */

static int history_bonus(const Worker *w, int depth) {
    (void)w;
    const int bonus = 32 * depth * depth + 120 * depth;
    return bonus < PARAMETER(history_bonus_max) ? bonus : PARAMETER(history_bonus_max);
}

static Move *counter_move(Worker *w, int ply) {
    const StackEntry *before = stack_at(w, ply - 1);
    if (before->move == MOVE_NULL)
        return NULL;
    return &w->history.counter[before->moved][move_to(before->move)];
}

static void update_quiet(Worker *w, int ply, Move move, int bonus) {
    const Position *pos = &w->pos;
    ContinuationHistory *after[CONTINUATIONS];
    find_continuations(w, ply, after);
    history_update(history_quiet(&w->history, pos, move), bonus);
    history_update(history_pawn_structure(&w->history, pos, move), bonus);
    for (int i = 0; i < CONTINUATIONS; i++)
        history_update(history_continuation(after[i], pos, move), bonus);
}

/* The best move refuted the node: raise it, lower those that were tried before it. */
static void update_histories(Worker *w, int ply, int depth, Move best, const Move *quiets,
                             int quiet_count, const Move *captures, int capture_count) {
    const Position *pos = &w->pos;
    const int bonus = history_bonus(w, depth);
    if (!position_is_tactical(pos, best)) {
        StackEntry *entry = stack_at(w, ply);
        if (entry->killers[0] != best) {
            entry->killers[1] = entry->killers[0];
            entry->killers[0] = best;
        }
        Move *counter = counter_move(w, ply);
        if (counter != NULL)
            *counter = best;
        update_quiet(w, ply, best, bonus);
        for (int i = 0; i < quiet_count; i++)
            update_quiet(w, ply, quiets[i], -bonus);
    } else {
        history_update(history_capture(&w->history, pos, best), bonus);
    }
    for (int i = 0; i < capture_count; i++)
        history_update(history_capture(&w->history, pos, captures[i]), -bonus);
}

static int late_move_limit(const Worker *w, int depth, bool improving) {
    (void)w;
    const int limit = PARAMETER(late_move_base) + PARAMETER(late_move_factor) * depth * depth / 100;
    return improving ? 2 * limit : limit;
}

static int reduction(const Worker *w, int depth, int move_number) {
    const int *log2 = w->shared->reductions->log2_1024;
    const int d = log2[depth < REDUCTION_SIZE ? depth : REDUCTION_SIZE - 1];
    const int m = log2[move_number < REDUCTION_SIZE ? move_number : REDUCTION_SIZE - 1];
    return PARAMETER(reduction_base) + d * m / PARAMETER(reduction_scale);
}

/*
 * Principal-variation search (A. Reinefeld, "An improvement to the Scout tree-search algorithm",
 * 1983) with the usual selectivity.  `cut_node`: a zero-window node that is expected to fail high.
 */
Score search_node(Worker *w, Score alpha, Score beta, int depth, int ply, bool cut_node) {
    Position *pos = &w->pos;
    const bool root = ply == 0, pv_node = beta - alpha > 1, in_check = position_in_check(pos);
    StackEntry *entry = stack_at(w, ply);

    /* 1. The horizon.  A check is always answered. */
    if (in_check && depth < MAX_PLY - 1 && !first_iteration_explodes(w))
        depth++;
    if (depth <= 0)
        return quiescence(w, alpha, beta, ply, pv_node, 0);

    /* 2. Limits and the stop flag. */
    if (!enter_node(w, ply))
        return SCORE_DRAW;

    if (!root) {
        /* 3. Draws, also those that the side to move can bring about with its next move. */
        if (is_draw(pos, ply))
            return SCORE_DRAW;
        if (ply >= MAX_PLY)
            return in_check ? SCORE_DRAW : evaluate(pos, &w->evaluation_cache);
        if (alpha < SCORE_DRAW && position_has_upcoming_repetition(pos, ply)) {
            alpha = SCORE_DRAW;
            if (alpha >= beta)
                return alpha;
        }
        /* 4. Mate distance: no line from here is shorter than a mate already found. */
        if (alpha < score_mated_in(ply))
            alpha = score_mated_in(ply);
        if (beta > score_mate_in(ply + 1))
            beta = score_mate_in(ply + 1);
        if (alpha >= beta)
            return alpha;
    }

    /* 5. The transposition table; a search without one of the moves may not lean on it. */
    const TTEntry table = tt_probe(w->shared->tt, table_key(pos));
    const Score table_score = table.hit ? score_from_table(table.score, ply) : SCORE_NONE;
    const Move excluded = entry->excluded;
    const Move hash_move = root ? w->root[w->multipv_index].pv[0] : table.move;
    if (!pv_node && excluded == MOVE_NONE && table.hit && table.depth >= depth &&
        table_score_settles(&table, table_score, beta, pos))
        return table_score;

    /* 6. The static evaluation, and whether things go better than two half-moves ago. */
    Score eval = SCORE_NONE;
    bool improving = false, worsening = false; /* the latter for the opponent, after its move */
    entry->static_eval = entry->eval = SCORE_NONE;
    stack_at(w, ply + 1)->killers[0] = stack_at(w, ply + 1)->killers[1] = MOVE_NONE;
    if (!in_check) {
        evaluate_node(w, &table, ply);
        eval = entry->eval;
        if (stack_at(w, ply - 2)->eval != SCORE_NONE)
            improving = eval > stack_at(w, ply - 2)->eval;
        if (stack_at(w, ply - 1)->eval != SCORE_NONE)
            worsening = eval > -stack_at(w, ply - 1)->eval;
        /* The table's score is a better evaluation if its bound points the right way. */
        if (table_score != SCORE_NONE && !score_is_mate(table_score) &&
            (table.bound & (table_score > eval ? BOUND_LOWER : BOUND_UPPER)))
            eval = table_score;
    }

    if (!root && !pv_node && !in_check && excluded == MOVE_NONE && !score_is_mate(beta)) {
        /* 7. Reverse futility: so far above beta that a shallow search will not change it. */
        if (depth <= PARAMETER(reverse_futility_depth) && has_pieces(pos) &&
            eval - PARAMETER(reverse_futility_margin) * (depth - improving) +
                    PARAMETER(opponent_worsening) * worsening >=
                beta &&
            !score_is_mate(eval))
            return eval;

        /* 8. Razoring: so far below alpha that only tactics can help. */
        if (depth <= PARAMETER(razoring_depth) &&
            eval + PARAMETER(razoring_base) + PARAMETER(razoring_margin) * depth <= alpha) {
            const Score score = quiescence(w, alpha, beta, ply, false, 0);
            if (score <= alpha)
                return score;
        }

        /*
         * 9. Null move: if passing is good enough, a move will be.  Not without pieces: zugzwang is
         * common there, and where stalemate loses even more so.
         */
        if (depth >= 2 && eval >= beta && entry->eval >= beta &&
            stack_at(w, ply - 1)->move != MOVE_NULL && has_pieces(pos) &&
            ply >= w->no_null_before) {
            const int margin = (eval - beta) / PARAMETER(null_move_eval_divisor);
            const int r = PARAMETER(null_move_base) + depth / PARAMETER(null_move_depth_divisor) +
                          (margin < 3 ? margin : 3);
            Undo undo;
            pass(w, entry);
            position_make_null(pos, &undo);
            const Score score = -search_node(w, -beta, -beta + 1, depth - r, ply + 1, !cut_node);
            position_unmake_null(pos, &undo);
            if (worker_stopped(w))
                return SCORE_DRAW;
            bool holds = score >= beta;
            /* Where much depends on it, a search that may not pass over its next plies has to
             * agree. */
            if (holds && depth >= PARAMETER(null_move_verification_depth) &&
                w->no_null_before == 0) {
                w->no_null_before = ply + 3 * (depth - r) / 4;
                holds = search_node(w, beta - 1, beta, depth - r, ply, false) >= beta;
                w->no_null_before = 0;
                if (worker_stopped(w))
                    return SCORE_DRAW;
            }
            if (holds)
                return score_is_mate(score) ? beta : score;
        }
    }

    /* 10. Internal iterative reduction: without a hash move the ordering is poor; come back with
     * one. */
    if (hash_move == MOVE_NONE && depth >= PARAMETER(internal_reduction_depth) &&
        (pv_node || cut_node))
        depth--;

    /* 11. The moves. */
    MovePicker picker;
    Move *const counter = counter_move(w, ply);
    ContinuationHistory *after[CONTINUATIONS];
    find_continuations(w, ply, after);
    picker_init(&picker, pos, &w->history, after, hash_move, entry->killers,
                counter != NULL ? *counter : MOVE_NONE);
    enum { REMEMBERED = 64 };
    Move quiets[REMEMBERED], captures[REMEMBERED];
    int quiet_count = 0, capture_count = 0, number = 0;
    const Score old_alpha = alpha;
    Score best = -SCORE_INFINITE;
    Move move, best_move = MOVE_NONE;
    while ((move = picker_next(&picker)) != MOVE_NONE) {
        if (move == excluded || (root && !worker_is_root_candidate(w, move)))
            continue;
        number++;
        const bool tactical = position_is_tactical(pos, move);
        const int history = tactical ? *history_capture(&w->history, pos, move)
                                     : quiet_history(pos, &w->history, after, move);
        const bool gives_check = position_gives_check(pos, move);
        if (root) {
            w->current.move = move;
            w->current.number = number + w->multipv_index;
            w->current.told = false;
        }

        int r = reduction(w, depth, number);
        /* 12. Shallow pruning, once a move that does not lose at once has been found. */
        if (!root && best > -SCORE_MATE_BOUND && has_pieces(pos)) {
            const int reduced = depth - 1 - r / 1024 > 0 ? depth - 1 - r / 1024 : 0;
            if (!tactical) {
                /* 12a. Late moves: the ordering has had its chance. */
                if (depth <= PARAMETER(late_move_depth) &&
                    number > late_move_limit(w, depth, improving))
                    picker.skip_quiets = true;
                /* 12b. Futility: a quiet move will not lift the evaluation that far.  (Whether
                 * there is a shorter mate than the one known, no evaluation can tell.) */
                if (!in_check && !gives_check && alpha < SCORE_MATE_BOUND &&
                    reduced <= PARAMETER(futility_depth) &&
                    entry->eval + PARAMETER(futility_base) + PARAMETER(futility_margin) * reduced <=
                        alpha) {
                    picker.skip_quiets = true;
                    continue;
                }
                /* 12c. Moves that have failed again and again. */
                if (depth <= PARAMETER(history_pruning_depth) &&
                    history < -PARAMETER(history_pruning_margin) * depth)
                    continue;
                /* 12d. Quiet moves to where the man is simply taken. */
                if (depth <= PARAMETER(see_quiet_depth) &&
                    !see_at_least(pos, move, -PARAMETER(see_quiet_margin) * reduced))
                    continue;
            } else if (depth <= PARAMETER(see_capture_depth) && picker.stage == PICK_BAD_CAPTURES &&
                       !see_at_least(pos, move, -PARAMETER(see_capture_margin) * depth)) {
                /* 12e. Captures that lose too much. */
                continue;
            }
        }

        /*
         * 13. Singular extension: a hash move that alone is good, as a shallower search without it
         * finds, is looked at more deeply (T. Anantharaman, M. Campbell, F. Hsu, "Singular
         * extensions: adding selectivity to brute-force searching", 1990).  If another move reaches
         * beta as well, that is enough (multicut); if the hash move is one of several, less will
         * do.
         */
        int extension = 0;
        if (!root && move == hash_move && excluded == MOVE_NONE &&
            depth >= PARAMETER(singular_depth) && table.hit && table.depth >= depth - 3 &&
            (table.bound & BOUND_LOWER) != 0 && table_score != SCORE_NONE &&
            !score_is_mate(table_score) && ply < 2 * w->root_depth) {
            const Score limit = table_score - PARAMETER(singular_margin) * depth / 8;
            entry->excluded = move;
            const Score others = search_node(w, limit - 1, limit, (depth - 1) / 2, ply, cut_node);
            entry->excluded = MOVE_NONE;
            if (worker_stopped(w))
                return SCORE_DRAW;
            if (others < limit)
                extension = !pv_node && others < limit - PARAMETER(singular_double_margin) ? 2 : 1;
            else if (limit >= beta)
                return limit;
            else if (table_score >= beta || cut_node)
                extension = -1;
        }

        Undo undo;
        const uint64_t nodes_before = worker_nodes(w);
        make(w, ply, move, &undo);
        const int new_depth = depth - 1 + extension;
        Score score = -SCORE_INFINITE;

        /* 14. Late-move reductions: a zero-window search at less depth, again at full depth if it
         * surprises. */
        bool full_depth = !pv_node || number > 1;
        if (depth >= REDUCTION_DEPTH && number > 1 + root &&
            (!tactical || picker.stage == PICK_BAD_CAPTURES)) {
            r += cut_node ? PARAMETER(reduction_cut_node) : 0;
            r -= pv_node ? PARAMETER(reduction_pv) : 0;
            r -= gives_check || in_check ? PARAMETER(reduction_check) : 0;
            r += improving ? 0 : PARAMETER(reduction_not_improving);
            r -= history * 1024 / PARAMETER(reduction_history);
            int reduced = new_depth - r / 1024;
            reduced = reduced < 1 ? 1 : reduced > new_depth ? new_depth : reduced;
            score = -search_node(w, -alpha - 1, -alpha, reduced, ply + 1, true);
            full_depth = score > alpha && reduced < new_depth;
        }
        if (full_depth)
            score = -search_node(w, -alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
        /* 15. The full window for what may be the new best line. */
        if (pv_node && (number == 1 || score > alpha))
            score = -search_node(w, -beta, -alpha, new_depth, ply + 1, false);
        position_unmake(pos, move, &undo);
        if (root)
            worker_root_move(w, move)->nodes += worker_nodes(w) - nodes_before;
        if (worker_stopped(w))
            return SCORE_DRAW;
        if (root)
            worker_record_root_move(w, move, score, number == 1 || score > alpha,
                                    score >= beta    ? BOUND_LOWER
                                    : score <= alpha ? BOUND_UPPER
                                                     : BOUND_EXACT);
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (pv_node && !root)
                    update_pv(w, ply, move);
                if (score >= beta)
                    break;
                alpha = score;
            }
        }
        if (move != best_move) {
            if (tactical && capture_count < REMEMBERED)
                captures[capture_count++] = move;
            else if (!tactical && quiet_count < REMEMBERED)
                quiets[quiet_count++] = move;
        }
    }

    /* 16. No move at all: mate, or stalemate. */
    if (number == 0)
        return excluded != MOVE_NONE ? alpha : no_move_score(pos, ply);

    /* 17. Learn from it. */
    if (best >= beta)
        update_histories(w, ply, depth, best_move, quiets, quiet_count, captures, capture_count);
    const Bound bound = best >= beta ? BOUND_LOWER : alpha > old_alpha ? BOUND_EXACT : BOUND_UPPER;
    /* A bound says something about the evaluation only if it lies beyond it. */
    const bool corrects = bound == BOUND_EXACT || (bound == BOUND_LOWER) == (best > entry->eval);
    if (!in_check && corrects && excluded == MOVE_NONE && !score_is_mate(best) &&
        (best_move == MOVE_NONE || !position_is_tactical(pos, best_move)))
        correction_learn(w, best - entry->eval, depth, ply);
    if (excluded == MOVE_NONE && (!root || w->multipv_index == 0)) {
        const TTEntry found = {.move = best_move,
                               .score = score_to_table(best, ply),
                               .eval = entry->static_eval,
                               .depth = depth,
                               .bound = bound};
        tt_store(w->shared->tt, table_key(pos), &found);
    }
    return best;
}
