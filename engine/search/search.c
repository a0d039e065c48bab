#include "bitboard/see.h"
#include "engine/search/mate_line.h"
#include "engine/search/movepick.h"
#include "engine/search/parameters.h"
#include "engine/search/worker.h"
#include "eval/evaluate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    ASPIRATION_FROM_DEPTH = 5,
    REDUCTION_DEPTH = 3,
    RECAPTURES_FROM = 5,
    TIME_CHECK_NODES = 1024,
    FIRST_ITERATION_NODES = 50000,
    LONG_SEARCH_MS = 3000, /* after which more is told than finished lines */
    STATUS_EVERY_MS = 1000,
    CURRENT_MOVE_EVERY_MS = 100,
    STOPPED_ITERATION_NODES = 1000,
    FIFTY_MOVE_PLIES = 100
};

/* The entries before the root stand for "no move". */
static StackEntry *stack_at(Worker *w, int ply) {
    return &w->stack[STACK_BEFORE_ROOT + ply];
}

static bool asked_to_stop(const Worker *w) {
    return atomic_load_explicit(&w->shared->stop, memory_order_relaxed);
}
/* The main worker finishes the first iteration whatever happens, so that there is a line and a
 * score. */
static bool stopped(const Worker *w) {
    return asked_to_stop(w) && (w->finished_depth > 0 || w->index > 0);
}
/*
 * It ends soon even on boards made to be slow: after so many nodes, fewer if somebody waits for the
 * answer, checks are no longer followed and quiescence only evaluates.
 */
static bool first_iteration_explodes(const Worker *w) {
    if (w->finished_depth > 0)
        return false;
    return worker_nodes(w) > (asked_to_stop(w) ? STOPPED_ITERATION_NODES : FIRST_ITERATION_NODES);
}
static void stop_all(Worker *w) {
    atomic_store_explicit(&w->shared->stop, true, memory_order_relaxed);
}

/* ---- Limits ---- */

uint64_t search_total_nodes(const SharedSearch *shared) {
    uint64_t nodes = 0;
    for (int i = 0; i < shared->worker_count; i++)
        nodes += worker_nodes(shared->workers[i]);
    return nodes;
}

int64_t search_now_ms(const SharedSearch *shared) {
    return shared->clock.now_ms(shared->clock.context);
}
static int64_t clock_elapsed(const Worker *w) {
    return search_now_ms(w->shared) -
           atomic_load_explicit(&w->shared->clock_started_ms, memory_order_relaxed);
}
static bool is_pondering(const Worker *w) {
    return atomic_load_explicit(&w->shared->pondering, memory_order_acquire);
}

/* What people want to see of a search in which nothing else happens. */
static void tell_progress(Worker *w) {
    const SharedSearch *shared = w->shared;
    const SearchListener *listener = &shared->listener;
    CurrentMove *current = &w->current;
    if (listener->on_status == NULL && listener->on_current_move == NULL)
        return;
    const int64_t now = search_now_ms(shared), elapsed = now - shared->started_ms;
    if (elapsed < LONG_SEARCH_MS)
        return;
    if (listener->on_status != NULL && now - w->told_ms >= STATUS_EVERY_MS) {
        const uint64_t nodes = search_total_nodes(shared);
        const SearchStatus status = {.nodes = nodes,
                                     .time_ms = elapsed,
                                     .nodes_per_second = rate_per_second(nodes, elapsed),
                                     .hash_permille = tt_hash_permille(shared->tt)};
        w->told_ms = now;
        listener->on_status(listener->context, &status);
    }
    if (listener->on_current_move != NULL && current->move != MOVE_NONE && !current->told &&
        now - current->last_told_ms >= CURRENT_MOVE_EVERY_MS) {
        current->told = true;
        current->last_told_ms = now;
        listener->on_current_move(listener->context, w->root_depth, current->move, current->number);
    }
}

/* The main worker looks at clock and node limit now and then; others only at the stop flag. */
static void check_limits(Worker *w) {
    const SearchLimits *limits = &w->shared->limits;
    const uint64_t nodes = worker_nodes(w);
    w->next_check = nodes + TIME_CHECK_NODES;
    if (w->index != 0)
        return;
    tell_progress(w);
    if (limits->nodes > 0) {
        const uint64_t total = search_total_nodes(w->shared);
        if (total >= limits->nodes) {
            stop_all(w);
            return;
        }
        /* Never past the limit by more than the other workers' share. */
        if (limits->nodes - total < TIME_CHECK_NODES)
            w->next_check = nodes + (limits->nodes - total);
    }
    if (w->budget.hard == INT64_MAX || is_pondering(w))
        return;
    /* An iteration that was begun while pondering was not begun with regard to the clock. */
    const bool planned = !limits->ponder || w->shared->analyse_mode;
    if (clock_elapsed(w) >= (planned ? w->budget.hard : w->soft_limit_ms))
        stop_all(w);
}

bool worker_must_stop(Worker *w) {
    if (worker_nodes(w) >= w->next_check)
        check_limits(w);
    return stopped(w);
}

/* ---- Keys of the transposition table ---- */

/*
 * Late in the count to the 50-move draw the same board is worth something else, so what is found
 * there is kept apart, by steps of eight half-moves.
 */
static Key clock_key(unsigned halfmove_clock) {
    enum { LATE = 24, STEP = 8 };
    return halfmove_clock < LATE ? 0 : (Key)halfmove_clock / STEP * 0x9e3779b97f4a7c15u;
}

Key worker_table_key(const Position *pos) {
    return pos->state.key ^ clock_key(pos->state.halfmove_clock);
}

/* ---- Making moves, counting them, keeping the line ---- */

/* What every node begins with; false if the search is over. */
static bool enter_node(Worker *w, int ply) {
    w->pv_length[ply] = 0;
    if (ply + 1 > w->selective_depth)
        w->selective_depth = ply + 1;
    return !worker_must_stop(w);
}

static void make(Worker *w, int ply, Move move, Undo *undo) {
    StackEntry *entry = stack_at(w, ply);
    entry->move = move;
    entry->moved = w->pos.board[move_from(move)];
    entry->continuation = &w->history.continuation[entry->moved][move_to(move)];
    entry->correction = &w->history.move_correction[entry->moved][move_to(move)];
    tt_prefetch(w->shared->tt,
                position_key_after(&w->pos, move) ^ clock_key(w->pos.state.halfmove_clock + 1u));
    position_make(&w->pos, move, undo);
    worker_count_node(w);
}

static void pass(Worker *w, StackEntry *entry) {
    entry->move = MOVE_NULL;
    entry->moved = NO_PIECE;
    entry->continuation = &w->history.continuation[NO_PIECE][0];
    entry->correction = &w->history.move_correction[NO_PIECE][0];
}

static void update_pv(Worker *w, int ply, Move move) {
    w->pv[ply][0] = move;
    memcpy(&w->pv[ply][1], w->pv[ply + 1], (size_t)w->pv_length[ply + 1] * sizeof(Move));
    w->pv_length[ply] = w->pv_length[ply + 1] + 1;
}

/* Mate scores stand in the table as seen from the position, in the search as seen from the root. */
static Score score_to_table(Score s, int ply) {
    return s >= SCORE_MATE_BOUND ? s + ply : s <= -SCORE_MATE_BOUND ? s - ply : s;
}
static Score score_from_table(Score s, int ply) {
    if (s == SCORE_NONE)
        return s;
    return s >= SCORE_MATE_BOUND ? s - ply : s <= -SCORE_MATE_BOUND ? s + ply : s;
}

/* What the side to move scores if it has no legal move. */
static Score no_move_score(const Position *pos, int ply) {
    return position_in_check(pos) || pos->rules->stalemate_loses ? score_mated_in(ply) : SCORE_DRAW;
}

/* Draws that need no search.  (The 100th half-move may leave no legal move, which comes first.) */
static bool is_draw(const Position *pos, int ply) {
    if (pos->state.halfmove_clock >= FIFTY_MOVE_PLIES)
        return has_legal_move(pos) || no_move_score(pos, ply) == SCORE_DRAW;
    return position_is_repetition(pos, ply) || position_is_dead(pos);
}

/* A table score settles a node if its bound says enough.  Near the 50-move rule it may hide a draw,
 * and a mate may come too late. */
static bool table_score_settles(const TTEntry *entry, Score score, Score beta,
                                const Position *pos) {
    const int clock = pos->state.halfmove_clock;
    if (score == SCORE_NONE || clock >= FIFTY_MOVE_PLIES - 8)
        return false;
    if (score_is_mate(entry->score) && clock + SCORE_MATE - abs(entry->score) > FIFTY_MOVE_PLIES)
        return false;
    return (entry->bound & (score >= beta ? BOUND_LOWER : BOUND_UPPER)) != 0;
}

static bool has_pieces(const Position *pos) {
    return position_non_pawns(pos, (Color)pos->side) != 0;
}

/* ---- What the static evaluation is worth ---- */

static int16_t *pawn_correction(Worker *w) {
    return &w->history.pawn_correction[w->pos.side][w->pos.state.pawn_key % CORRECTIONS];
}
static int16_t *material_correction(Worker *w) {
    return &w->history.material_correction[w->pos.side][w->pos.state.material_key % CORRECTIONS];
}

/* Searches of similar positions have found it too high or too low by about so much. */
static Score correct(Worker *w, Score eval, int ply) {
    const int correction =
        *pawn_correction(w) + *material_correction(w) + *stack_at(w, ply - 1)->correction;
    const Score corrected = eval + correction / PARAMETER(correction_grain);
    return corrected > SCORE_MAX_EVAL    ? SCORE_MAX_EVAL
           : corrected < -SCORE_MAX_EVAL ? -SCORE_MAX_EVAL
                                         : corrected;
}

static void update_correction(int16_t *entry, int bonus) {
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / CORRECTION_LIMIT);
}

static void learn_correction(Worker *w, Score difference, int depth, int ply) {
    const int wanted = difference * depth / 8, most = CORRECTION_LIMIT / 4;
    const int bonus = wanted > most ? most : wanted < -most ? -most : wanted;
    update_correction(pawn_correction(w), bonus);
    update_correction(material_correction(w), bonus);
    update_correction(stack_at(w, ply - 1)->correction, bonus);
}

/* Fills in the stack's evaluations of a position that is not in check. */
static void evaluate_node(Worker *w, const TTEntry *table, int ply) {
    StackEntry *entry = stack_at(w, ply);
    entry->static_eval = table->hit && table->eval != SCORE_NONE
                             ? table->eval
                             : evaluate(&w->pos, &w->evaluation_cache);
    entry->eval = correct(w, entry->static_eval, ply);
}

/* The continuation histories that speak about the next move. */
static void find_continuations(Worker *w, int ply, ContinuationHistory *after[CONTINUATIONS]) {
    after[0] = stack_at(w, ply - 1)->continuation;
    after[1] = stack_at(w, ply - 2)->continuation;
    after[2] = stack_at(w, ply - 4)->continuation;
}

/* ---- Quiescence ---- */

/*
 * `deep`: how many half-moves of quiescence lie above.  Deep down only recaptures are looked at;
 * without that, boards full of queens would keep it busy for ever.
 */
static Score quiescence(Worker *w, Score alpha, Score beta, int ply, bool pv_node, int deep) {
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

    const TTEntry entry = tt_probe(w->shared->tt, worker_table_key(pos));
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
    picker_init_quiescence(&picker, pos, &w->history, after, entry.move);
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
        if (stopped(w))
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
    tt_store(w->shared->tt, worker_table_key(pos), &found);
    return best;
}

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

/* ---- The search ---- */

static bool is_root_candidate(const Worker *w, Move move) {
    for (int i = w->multipv_index; i < w->root_count; i++)
        if (w->root[i].move == move)
            return true;
    return false;
}

static RootMove *root_move(Worker *w, Move move) {
    for (int i = 0; i < w->root_count; i++)
        if (w->root[i].move == move)
            return &w->root[i];
    return NULL;
}

/* `bound` says which side of the window the score fell on; only a new best line is kept. */
static void record_root_move(Worker *w, Move move, Score score, bool new_line, Bound bound) {
    RootMove *root = root_move(w, move);
    if (!new_line) {
        root->score = -SCORE_INFINITE;
        return;
    }
    root->score = score;
    root->bound = bound;
    root->depth = w->root_depth;
    root->selective_depth = w->selective_depth;
    root->pv[0] = move;
    root->pv_length = w->pv_length[1] + 1;
    if (root->pv_length > MAX_PLY + 1)
        root->pv_length = MAX_PLY + 1;
    memcpy(&root->pv[1], w->pv[1], (size_t)(root->pv_length - 1) * sizeof(Move));
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
static Score search(Worker *w, Score alpha, Score beta, int depth, int ply, bool cut_node) {
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

    /* 5. The transposition table. */
    const TTEntry table = tt_probe(w->shared->tt, worker_table_key(pos));
    const Score table_score = table.hit ? score_from_table(table.score, ply) : SCORE_NONE;
    const Move hash_move = root ? w->root[w->multipv_index].pv[0] : table.move;
    if (!pv_node && table.hit && table.depth >= depth &&
        table_score_settles(&table, table_score, beta, pos))
        return table_score;

    /* 6. The static evaluation, and whether things go better than two half-moves ago. */
    Score eval = SCORE_NONE;
    bool improving = false;
    entry->static_eval = entry->eval = SCORE_NONE;
    stack_at(w, ply + 1)->killers[0] = stack_at(w, ply + 1)->killers[1] = MOVE_NONE;
    if (!in_check) {
        evaluate_node(w, &table, ply);
        eval = entry->eval;
        if (stack_at(w, ply - 2)->eval != SCORE_NONE)
            improving = eval > stack_at(w, ply - 2)->eval;
        /* The table's score is a better evaluation if its bound points the right way. */
        if (table_score != SCORE_NONE && !score_is_mate(table_score) &&
            (table.bound & (table_score > eval ? BOUND_LOWER : BOUND_UPPER)))
            eval = table_score;
    }

    if (!root && !pv_node && !in_check && !score_is_mate(beta)) {
        /* 7. Reverse futility: so far above beta that a shallow search will not change it. */
        if (depth <= PARAMETER(reverse_futility_depth) && has_pieces(pos) &&
            eval - PARAMETER(reverse_futility_margin) * (depth - improving) >= beta &&
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
            stack_at(w, ply - 1)->move != MOVE_NULL && has_pieces(pos)) {
            int r = PARAMETER(null_move_base) + depth / PARAMETER(null_move_depth_divisor);
            r += (eval - beta) / PARAMETER(null_move_eval_divisor) < 3
                     ? (eval - beta) / PARAMETER(null_move_eval_divisor)
                     : 3;
            Undo undo;
            pass(w, entry);
            position_make_null(pos, &undo);
            const Score score = -search(w, -beta, -beta + 1, depth - r, ply + 1, !cut_node);
            position_unmake_null(pos, &undo);
            if (stopped(w))
                return SCORE_DRAW;
            if (score >= beta)
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
        if (root && !is_root_candidate(w, move))
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
                /* 12c. Quiet moves to where the man is simply taken. */
                if (depth <= PARAMETER(see_quiet_depth) &&
                    !see_at_least(pos, move, -PARAMETER(see_quiet_margin) * reduced))
                    continue;
            } else if (depth <= PARAMETER(see_capture_depth) && picker.stage == PICK_BAD_CAPTURES &&
                       !see_at_least(pos, move, -PARAMETER(see_capture_margin) * depth)) {
                /* 12d. Captures that lose too much. */
                continue;
            }
        }

        Undo undo;
        const uint64_t nodes_before = worker_nodes(w);
        make(w, ply, move, &undo);
        const int new_depth = depth - 1;
        Score score = -SCORE_INFINITE;

        /* 13. Late-move reductions: a zero-window search at less depth, again at full depth if it
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
            score = -search(w, -alpha - 1, -alpha, reduced, ply + 1, true);
            full_depth = score > alpha && reduced < new_depth;
        }
        if (full_depth)
            score = -search(w, -alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
        /* 14. The full window for what may be the new best line. */
        if (pv_node && (number == 1 || score > alpha))
            score = -search(w, -beta, -alpha, new_depth, ply + 1, false);
        position_unmake(pos, move, &undo);
        if (root)
            root_move(w, move)->nodes += worker_nodes(w) - nodes_before;
        if (stopped(w))
            return SCORE_DRAW;

        if (root)
            record_root_move(w, move, score, number == 1 || score > alpha,
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

    /* 15. No move at all: mate, or stalemate. */
    if (number == 0)
        return no_move_score(pos, ply);

    /* 16. Learn from it. */
    if (best >= beta)
        update_histories(w, ply, depth, best_move, quiets, quiet_count, captures, capture_count);
    const Bound bound = best >= beta ? BOUND_LOWER : alpha > old_alpha ? BOUND_EXACT : BOUND_UPPER;
    /* A bound says something about the evaluation only if it lies beyond it. */
    const bool corrects = bound == BOUND_EXACT || (bound == BOUND_LOWER) == (best > entry->eval);
    if (!in_check && corrects && !score_is_mate(best) &&
        (best_move == MOVE_NONE || !position_is_tactical(pos, best_move)))
        learn_correction(w, best - entry->eval, depth, ply);
    if (!root || w->multipv_index == 0) {
        const TTEntry found = {.move = best_move,
                               .score = score_to_table(best, ply),
                               .eval = entry->static_eval,
                               .depth = depth,
                               .bound = bound};
        tt_store(w->shared->tt, worker_table_key(pos), &found);
    }
    return best;
}

/* ---- Iterative deepening ---- */

/* A worker's tables are several MiB, read all over the place: with large pages the processor finds
 * the way to them more often in its cache of page addresses. */
static void ask_for_large_pages(Worker *w) {
#ifdef MADV_HUGEPAGE
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), lead = (page - (uintptr_t)w % page) % page;
    madvise((char *)w + lead, (sizeof *w - lead) / page * page, MADV_HUGEPAGE);
#else
    (void)w;
#endif
}

Worker *worker_new(SharedSearch *shared, int index) {
    Worker *w = calloc(1, sizeof *w);
    if (w != NULL) {
        ask_for_large_pages(w);
        w->index = index;
        w->shared = shared;
    }
    return w;
}

void worker_clear(Worker *w) {
    memset(&w->history, 0, sizeof w->history);
    w->last_ply = 0;
}

static TimeParameters time_parameters(const Worker *w) {
    (void)w;
#define X(name, value, least, most) .name = PARAMETER(name),
    return (TimeParameters){TIME_PARAMETERS(X)};
#undef X
}

static unsigned game_ply(const Position *pos) {
    return 2 * (unsigned)pos->fullmove + pos->side;
}

void worker_prepare(Worker *w, const Position *pos) {
    const SearchLimits *limits = &w->shared->limits;
    w->pos = *pos;
    worker_set_nodes(w, 0);
    w->next_check = 0;
    w->root_depth = w->finished_depth = w->selective_depth = 0;
    w->told_ms = w->shared->started_ms;
    w->current = (CurrentMove){.move = MOVE_NONE, .last_told_ms = w->told_ms};
    w->told[0] = w->told[1] = MOVE_NONE;
    w->settled_lines = w->mate_denied = 0;
    w->mate_nodes = w->mate_attempt = 0;
    memset(w->stack, 0, sizeof w->stack);
    for (int i = 0; i < STACK_BEFORE_ROOT; i++) {
        pass(w, &w->stack[i]);
        w->stack[i].eval = w->stack[i].static_eval = SCORE_NONE;
    }
    const TimeParameters parameters = time_parameters(w);
    w->budget = time_budget(limits, (Color)pos->side, w->shared->move_overhead_ms, &parameters);
    w->soft_limit_ms = w->budget.soft;
    w->stable_iterations = 0;
    w->trend = SCORE_NONE;
    w->candidate_count = 0;

    MoveList list;
    generate_legal(pos, &list);
    w->root_count = 0;
    for (int i = 0; i < list.count; i++) {
        bool wanted = limits->root_move_count == 0;
        for (int j = 0; j < limits->root_move_count; j++)
            wanted = wanted || limits->root_moves[j] == list.moves[i];
        if (!wanted)
            continue;
        RootMove *root = &w->root[w->root_count++];
        root->move = root->pv[0] = list.moves[i];
        root->pv_length = 1;
        root->score = root->previous_score = -SCORE_INFINITE;
        root->depth = root->selective_depth = 0;
        root->nodes = 0;
        root->bound = BOUND_EXACT;
    }
}

/* Best first; moves that were only refuted keep their order (insertion sort is stable). */
static void sort_root_moves(Worker *w, int first, int last) {
    for (int i = first + 1; i < last; i++) {
        const RootMove moved = w->root[i];
        int j = i;
        for (; j > first && (w->root[j - 1].score < moved.score ||
                             (w->root[j - 1].score == moved.score &&
                              w->root[j - 1].previous_score < moved.previous_score));
             j--)
            w->root[j] = w->root[j - 1];
        w->root[j] = moved;
    }
}

static void tell(Worker *w, const RootMove *root, int line, Score score) {
    const SharedSearch *shared = w->shared;
    if (line == 0) {
        w->told[0] = root->pv[0];
        w->told[1] = root->pv_length > 1 ? root->pv[1] : MOVE_NONE;
    }
    w->told_ms = search_now_ms(shared);
    const int64_t elapsed = w->told_ms - shared->started_ms;
    SearchReport r = {.depth = root->depth,
                      .selective_depth = root->selective_depth,
                      .multipv = line + 1,
                      .score = score,
                      .bound = root->bound,
                      .nodes = search_total_nodes(w->shared),
                      .time_ms = elapsed,
                      .hash_permille = tt_hash_permille(shared->tt),
                      .pv_length = root->pv_length};
    r.nodes_per_second = rate_per_second(r.nodes, elapsed);
    memcpy(r.pv, root->pv, (size_t)root->pv_length * sizeof(Move));
    shared->listener.on_report(shared->listener.context, &r);
}

void worker_report(Worker *w, int line) {
    const RootMove *root = &w->root[line];
    if (w->index != 0 || line >= w->shared->multipv || w->shared->listener.on_report == NULL)
        return;
    /* A line that this iteration has not come to yet is told as the last one left it. */
    const bool searched = root->score != -SCORE_INFINITE;
    const Score score = searched ? root->score : root->previous_score;
    if (score != -SCORE_INFINITE)
        tell(w, root, line, score);
}

void worker_take_answer(Worker *w, const Worker *chosen) {
    if (w->root_count == 0)
        return;
    if (chosen != w) {
        w->root[0] = chosen->root[0];
        w->finished_depth = chosen->finished_depth;
    }
    const RootMove *best = &w->root[0];
    const Move reply = best->pv_length > 1 ? best->pv[1] : MOVE_NONE;
    if (w->shared->listener.on_report != NULL && (w->told[0] != best->pv[0] || w->told[1] != reply))
        tell(w, best, 0, best->score);
}

/* One line at one depth, with a window around the last score that widens where it fails. */
static void aspiration_search(Worker *w) {
    const int line = w->multipv_index;
    const Score previous = w->root[line].previous_score;
    Score window = PARAMETER(aspiration_window), alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    int depth = w->root_depth;
    if (w->root_depth >= ASPIRATION_FROM_DEPTH && previous != -SCORE_INFINITE &&
        !score_is_mate(previous)) {
        alpha = previous - window;
        beta = previous + window;
    }
    for (;;) {
        w->selective_depth = 0;
        const Score score = search(w, alpha, beta, depth > 0 ? depth : 1, 0, false);
        sort_root_moves(w, line, w->root_count);
        if (stopped(w))
            return;
        const bool low = score <= alpha && alpha > -SCORE_INFINITE,
                   high = score >= beta && beta < SCORE_INFINITE;
        if (!low && !high)
            return;
        if (w->index == 0 && search_now_ms(w->shared) - w->shared->started_ms >= LONG_SEARCH_MS)
            worker_report(w, line);
        window += window / 2;
        if (low) {
            beta = (alpha + beta) / 2;
            alpha = score - window;
            depth = w->root_depth;
        } else {
            beta = score + window;
            if (depth > 1 && depth > w->root_depth - 3)
                depth--;
        }
        if (window > 1000 || score_is_mate(score)) {
            alpha = low ? -SCORE_INFINITE : alpha;
            beta = high ? SCORE_INFINITE : beta;
        }
        if (alpha < -SCORE_INFINITE)
            alpha = -SCORE_INFINITE;
        if (beta > SCORE_INFINITE)
            beta = SCORE_INFINITE;
    }
}

/* A finished iteration tells whether more time would be well spent.  Before finished_best is
 * replaced. */
static void scale_soft_limit(Worker *w, int lines) {
    enum { FROM_DEPTH = 4 /* the first iterations change their mind without meaning much */ };
    const Score score = w->root[0].score;
    const bool same = w->finished_depth > 0 && w->root[0].move == w->finished_best.move;
    const bool follows = w->last_ply + 2 == game_ply(&w->pos);
    w->stable_iterations = same ? w->stable_iterations + 1 : 0;
    if (w->root_depth >= FROM_DEPTH) {
        const TimeParameters parameters = time_parameters(w);
        /* With several lines the others take their part however clear the first is. */
        const TimeSigns signs = {
            .stable_iterations = w->stable_iterations,
            .score = score,
            .trend = w->trend,
            .score_of_move_before = follows ? w->last_score : SCORE_NONE,
            .effort_permille = lines > 1 ? -1 : (int)(w->root[0].nodes * 1000 / worker_nodes(w))};
        w->soft_limit_ms = time_soft_limit(&w->budget, &signs, &parameters);
    }
    w->trend = w->trend == SCORE_NONE ? score : (w->trend + score) / 2;
}

/* True if a finished iteration ends the search of the main worker. */
static bool is_enough(const Worker *w) {
    const SearchLimits *limits = &w->shared->limits;
    const Score score = w->root[0].score;
    if (limits->mate > 0 && score_is_mate(score) && score > 0 &&
        score_mate_moves(score) <= limits->mate)
        return true;
    if (is_pondering(w) || w->budget.soft == INT64_MAX)
        return false;
    if (limits->has_clock && w->root_count == 1 && !w->shared->analyse_mode)
        return true;
    /* With a fixed time per move, or in analysis, the time is there to be used. */
    if (w->shared->analyse_mode || limits->move_time_ms > 0)
        return clock_elapsed(w) >= w->budget.hard;
    return clock_elapsed(w) >= w->soft_limit_ms;
}

/*
 * An iteration that was cut short in line `line` has finished the lines before it.  If that is the
 * first, it has said something only if it found a better move; otherwise the finished iteration
 * before it knows more about the same move.
 */
static void settle_interrupted_iteration(Worker *w, int line) {
    w->settled_lines = line > 0 ? line : 1;
    if (line == 0 &&
        (w->root[0].move == w->finished_best.move || w->root[0].score == -SCORE_INFINITE)) {
        w->root[0] = w->finished_best;
        /* It has been told already, but a bound may have been told after it. */
        if (search_now_ms(w->shared) - w->shared->started_ms < LONG_SEARCH_MS)
            return;
    }
    for (int i = 0; i < w->settled_lines; i++)
        worker_report(w, i);
}

/* ---- Limited strength ---- */

static void remember_candidates(Worker *w, int lines) {
    w->candidate_count = lines < SKILL_CANDIDATES_MAX ? lines : SKILL_CANDIDATES_MAX;
    for (int i = 0; i < w->candidate_count; i++) {
        const RootMove *root = &w->root[i];
        w->candidates[i] = (SkillCandidate){.move = root->move,
                                            .reply = root->pv_length > 1 ? root->pv[1] : MOVE_NONE,
                                            .score = root->score};
    }
}

/* Puts the move that the level plays in the first place, where the result is read off. */
static void choose_candidate(Worker *w) {
    const SharedSearch *shared = w->shared;
    const SearchLimits *limits = &shared->limits;
    /* People's clocks never show the same twice, so that with one not all games are the same. */
    const uint64_t whim = limits->has_clock ? (uint64_t)limits->time_ms[WHITE] << 32 ^
                                                  (uint64_t)limits->time_ms[BLACK]
                                            : 0;
    const int chosen = skill_choose(&shared->skill_limit, w->pos.state.key, whim, w->candidates,
                                    w->candidate_count);
    const SkillCandidate *candidate = &w->candidates[chosen];
    RootMove *root = root_move(w, candidate->move);
    const RootMove first = w->root[0];
    w->root[0] = *root;
    *root = first;
    w->root[0].score = candidate->score;
    w->root[0].bound = BOUND_EXACT;
    w->root[0].pv[1] = candidate->reply;
    w->root[0].pv_length = candidate->reply != MOVE_NONE ? 2 : 1;
}

/* ---- The loop ---- */

Score worker_quiesce(Worker *w, Move line[MAX_PLY + 1], int *length) {
    w->finished_depth = 1; /* there is no first iteration here that must come to an end */
    const Score score = quiescence(w, -SCORE_INFINITE, SCORE_INFINITE, 0, true, 0);
    *length = w->pv_length[0];
    memcpy(line, w->pv[0], (size_t)*length * sizeof(Move));
    return score;
}

void worker_search(Worker *w) {
    const SharedSearch *shared = w->shared;
    const int deepest = shared->limits.depth > 0 && shared->limits.depth < MAX_PLY
                            ? shared->limits.depth
                            : MAX_PLY - 1;
    const int wanted =
        shared->skill_limit.limited && shared->skill_limit.candidates > shared->multipv
            ? shared->skill_limit.candidates
            : shared->multipv;
    const int lines = wanted < w->root_count ? wanted : w->root_count;
    for (w->root_depth = 1; w->root_depth <= deepest && w->root_count > 0 && !stopped(w);
         w->root_depth++) {
        /* Helpers take every other depth first, so that they run ahead of the main worker instead
         * of beside it. */
        if (w->index > 0 && (w->root_depth + w->index) % 2 == 0 && w->root_depth < deepest &&
            w->root_depth > 1)
            continue;
        for (int i = 0; i < w->root_count; i++) {
            w->root[i].previous_score = w->root[i].score;
            w->root[i].score = -SCORE_INFINITE;
        }
        for (w->multipv_index = 0; w->multipv_index < lines && !stopped(w); w->multipv_index++) {
            aspiration_search(w);
            sort_root_moves(w, 0, w->multipv_index + 1);
        }
        if (stopped(w)) {
            if (w->finished_depth > 0)
                settle_interrupted_iteration(w, w->multipv_index - 1);
            break;
        }
        if (w->index == 0)
            scale_soft_limit(w, lines);
        w->finished_depth = w->root_depth;
        w->finished_best = w->root[0];
        w->settled_lines = lines;
        for (int line = 0; line < lines; line++)
            worker_report(w, line);
        if (shared->skill_limit.limited)
            remember_candidates(w, lines);
        if (w->index == 0 && is_enough(w))
            break;
        if (w->index == 0 && shared->limits.mate > 0 && mate_root_prove(w, lines))
            break;
    }
    /* If the opponent plays another move than the one pondered on, that search was about nothing.
     */
    if (w->finished_depth > 0 && !is_pondering(w)) {
        w->last_score = w->root[0].score;
        w->last_ply = game_ply(&w->pos);
    }
    if (w->candidate_count > 0)
        choose_candidate(w);
}
