#include "bitboard/see.h"
#include "engine/search/node.h"

enum { RECAPTURES_FROM = 5 };

/*
 * Deep down only recaptures are looked at; without that, boards full of queens would keep it busy
 * for ever.
 */
Score quiescence(Worker *w, Score alpha, Score beta, int ply, bool pv_node, int deep) {
    Position *pos = &w->pos;
    const bool in_check = position_in_check(pos);
    if (!enter_node(w, ply))
        return SCORE_DRAW;
    if (is_draw(pos, ply))
        return SCORE_DRAW;
    if (ply >= MAX_PLY)
        return in_check ? SCORE_DRAW : evaluate(pos, &w->evaluation_cache);
    if (first_iteration_explodes(w))
        return evaluate(pos, &w->evaluation_cache);

    const TTEntry entry = tt_probe(w->shared->tt, table_key(pos));
    const Score table_score = entry.hit ? score_from_table(entry.score, ply) : SCORE_NONE;
    if (!pv_node && entry.hit && table_score_settles(&entry, table_score, beta, pos))
        return table_score;

    Score best = -SCORE_INFINITE, futility = -SCORE_INFINITE;
    StackEntry *stack = stack_at(w, ply);
    stack->static_eval = stack->eval = SCORE_NONE;
    if (!in_check) {
        evaluate_node(w, &entry, ply);
        best = stack->eval;
        if (best >= beta) {
            /* Where stalemate loses, a side without pieces may not stand pat before it is known to
             * have a move. */
            if (!has_pieces(pos) && !has_legal_move(pos))
                return no_move_score(pos, ply);
            return best;
        }
        if (best > alpha)
            alpha = best;
        futility = best + PARAMETER(quiescence_futility);
    }

    MovePicker picker;
    ContinuationHistory *after[CONTINUATIONS];
    find_continuations(w, ply, after);
    picker_init_quiescence(&picker, pos, &w->history, after, entry.move, deep == 0);
    const Score old_alpha = alpha;
    Move move, best_move = MOVE_NONE;
    int tried = 0;
    while ((move = picker_next(&picker)) != MOVE_NONE) {
        tried++;
        if (best > -SCORE_MATE_BOUND && !in_check) {
            /* What the capture can win at most does not reach alpha, or it loses material. */
            const Piece victim = position_captured(pos, move);
            if (!move_is_promotion(move) && victim != NO_PIECE &&
                !position_gives_check(pos, move)) {
                const Score reach = futility + SEE_VALUE[piece_type(victim)];
                if (reach <= alpha) {
                    if (reach > best)
                        best = reach;
                    continue;
                }
            }
            if (!see_at_least(pos, move, 0))
                continue;
            if (deep >= RECAPTURES_FROM && move_to(move) != move_to(stack_at(w, ply - 1)->move))
                continue;
        } else if (deep >= RECAPTURES_FROM && best > -SCORE_MATE_BOUND) {
            break; /* one way out of the check is enough */
        }
        Undo undo;
        make(w, ply, move, &undo);
        const Score score = -quiescence(w, -beta, -alpha, ply + 1, pv_node, deep + 1);
        position_unmake(pos, move, &undo);
        if (worker_stopped(w))
            return SCORE_DRAW;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (pv_node)
                    update_pv(w, ply, move);
                if (score >= beta)
                    break;
                alpha = score;
            }
        }
    }
    if (tried == 0 && (in_check || (!has_pieces(pos) && !has_legal_move(pos))))
        return no_move_score(pos, ply);

    const TTEntry found = {.move = best_move,
                           .score = score_to_table(best, ply),
                           .eval = stack->static_eval,
                           .depth = 0,
                           .bound = best >= beta        ? BOUND_LOWER
                                    : alpha > old_alpha ? BOUND_EXACT
                                                        : BOUND_UPPER};
    tt_store(w->shared->tt, table_key(pos), &found);
    return best;
}
