#include "engine/search/mate_line.h"
#include "engine/search/node.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ASPIRATION_FROM_DEPTH = 5 };

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
    w->root_depth = w->finished_depth = w->selective_depth = w->no_null_before = 0;
    w->told_ms = w->shared->started_ms;
    w->current = (CurrentMove){.move = MOVE_NONE, .last_told_ms = w->told_ms};
    w->told[0] = w->told[1] = MOVE_NONE;
    w->settled_lines = w->mate_denied = 0;
    w->overtaken = false;
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

/* ---- Root moves ---- */

bool worker_is_root_candidate(const Worker *w, Move move) {
    for (int i = w->multipv_index; i < w->root_count; i++)
        if (w->root[i].move == move)
            return true;
    return false;
}

RootMove *worker_root_move(Worker *w, Move move) {
    for (int i = 0; i < w->root_count; i++)
        if (w->root[i].move == move)
            return &w->root[i];
    return NULL;
}

void worker_record_root_move(Worker *w, Move move, Score score, bool new_line, Bound bound) {
    RootMove *root = worker_root_move(w, move);
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
        const Score score = search_node(w, alpha, beta, depth > 0 ? depth : 1, 0, false);
        sort_root_moves(w, line, w->root_count);
        if (worker_stopped(w))
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
    if (search_is_pondering(w->shared) || w->budget.soft == INT64_MAX)
        return false;
    if (limits->has_clock && w->root_count == 1 && !w->shared->analyse_mode)
        return true;
    /* With a fixed time per move, or in analysis, the time is there to be used. */
    if (w->shared->analyse_mode || limits->move_time_ms > 0)
        return search_clock_elapsed_ms(w->shared) >= w->budget.hard;
    return search_clock_elapsed_ms(w->shared) >= w->soft_limit_ms;
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

/* ---- Several threads ---- */

/* Whether the main worker may answer with another's line: not if it is asked for several, or about
 * a mate, where it keeps an account of its own. */
static bool takes_over(const SharedSearch *shared, int lines) {
    return shared->worker_count > 1 && lines == 1 && shared->limits.mate == 0;
}

/* The broken-off iteration ends as the helper's that overtook it. */
static void take_over(Worker *w) {
    RootMove found;
    w->overtaken = false;
    w->root_depth = lead_take(&w->shared->lead, &found);
    for (int i = 0; i < w->root_count; i++)
        w->root[i].score = -SCORE_INFINITE;
    RootMove *own = worker_root_move(w, found.move);
    found.nodes = own->nodes;
    memmove(&w->root[1], &w->root[0], (size_t)(own - w->root) * sizeof *own);
    w->root[0] = found;
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
    RootMove *root = worker_root_move(w, candidate->move);
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
    /* As if a half-move of it lay behind: quiet checks are not looked at. */
    const Score score = quiescence(w, -SCORE_INFINITE, SCORE_INFINITE, 0, true, 1);
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
    for (w->root_depth = 1; w->root_depth <= deepest && w->root_count > 0 && !worker_stopped(w);
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
        for (w->multipv_index = 0; w->multipv_index < lines && !worker_stopped(w);
             w->multipv_index++) {
            aspiration_search(w);
            sort_root_moves(w, 0, w->multipv_index + 1);
        }
        if (w->overtaken) {
            take_over(w);
        } else if (worker_stopped(w)) {
            if (w->finished_depth > 0)
                settle_interrupted_iteration(w, w->multipv_index - 1);
            break;
        }
        if (w->index == 0)
            scale_soft_limit(w, lines);
        else if (takes_over(shared, lines))
            lead_offer(&w->shared->lead, &w->root[0], w->root_depth);
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
    if (w->finished_depth > 0 && !search_is_pondering(w->shared)) {
        w->last_score = w->root[0].score;
        w->last_ply = game_ply(&w->pos);
    }
    if (w->candidate_count > 0)
        choose_candidate(w);
}
