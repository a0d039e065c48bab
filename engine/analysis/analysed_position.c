#include "engine/analysis/analysed_position.h"

#include <stdlib.h>
#include <string.h>

/* ---- Results ---- */

void analysed_position_clear(AnalysedPosition *a) {
    for (int i = 0; i < a->line_count; i++)
        free(a->lines[i].moves);
    free(a->lines);
    *a = (AnalysedPosition){.lines = NULL};
}

bool analysed_position_add(AnalysedPosition *a, Score score, const Move *moves, int count) {
    AnalysedLine *lines = calloc((size_t)a->line_count + 1, sizeof *lines);
    Move *copy = malloc((size_t)count * sizeof *copy);
    if (lines == NULL || copy == NULL) {
        free(lines);
        free(copy);
        return false;
    }
    memcpy(copy, moves, (size_t)count * sizeof *copy);
    for (int i = 0; i < a->line_count; i++)
        lines[i] = a->lines[i];
    lines[a->line_count++] = (AnalysedLine){.score = score, .moves = copy, .count = count};
    free(a->lines);
    a->lines = lines;
    return true;
}

Score analysis_score_of_end(const Position *pos, GameState state) {
    const bool lost =
        state == GAME_CHECKMATE || (state == GAME_STALEMATE && pos->rules->stalemate_loses);
    return lost ? score_mated_in(0) : SCORE_DRAW;
}

/* ---- Gathering ---- */

static int count_moves(const Position *pos, const SearchLimits *limits) {
    MoveList moves;
    int chosen = 0;
    generate_legal(pos, &moves);
    for (int i = 0; i < moves.count; i++)
        for (int j = 0; j < limits->root_move_count; j++)
            if (moves.moves[i] == limits->root_moves[j]) {
                chosen++;
                break;
            }
    return limits->root_move_count > 0 ? chosen : moves.count;
}

bool line_collector_init(LineCollector *c, const Position *pos, const SearchLimits *limits,
                         int multipv) {
    const int moves = count_moves(pos, limits);
    *c = (LineCollector){.wanted = multipv < moves ? multipv : moves};
    const size_t room = (size_t)(c->wanted > 0 ? c->wanted : 1);
    c->going_on = calloc(room, sizeof *c->going_on);
    c->done = calloc(room, sizeof *c->done);
    return c->going_on != NULL && c->done != NULL;
}

void line_collector_free(LineCollector *c) {
    free(c->going_on);
    free(c->done);
}

bool line_collector_take(LineCollector *c, const SearchReport *r) {
    if (r->bound == BOUND_UPPER || r->multipv > c->wanted)
        return false;
    if (r->multipv == 1)
        c->count = 0;
    /* A line out of its order, or one of which only the least that it is worth is known. */
    if (r->multipv != c->count + 1 || (r->bound != BOUND_EXACT && r->multipv > 1))
        return false;
    c->going_on[c->count++] = *r;
    for (int i = 0; i < c->count; i++)
        if (c->going_on[i].depth != r->depth || c->going_on[i].bound != BOUND_EXACT)
            return false;
    if (c->count < c->wanted)
        return false;
    c->done_depth = r->depth;
    c->done_count = c->count;
    memcpy(c->done, c->going_on, (size_t)c->count * sizeof *c->done);
    return true;
}

/* As long as there are fewer than `most`, those that are not there yet. */
static bool add_reports(AnalysedPosition *a, const SearchReport *reports, int count, int most) {
    for (int i = 0; i < count && a->line_count < most; i++) {
        bool known = false;
        for (int j = 0; j < a->line_count; j++)
            known |= a->lines[j].moves[0] == reports[i].pv[0];
        if (!known &&
            !analysed_position_add(a, reports[i].score, reports[i].pv, reports[i].pv_length))
            return false;
    }
    return true;
}

bool line_collector_depth(const LineCollector *c, AnalysedPosition *a) {
    const SearchReport *last = &c->done[c->done_count - 1];
    *a = (AnalysedPosition){.depth = last->depth,
                            .selective_depth = c->done[0].selective_depth,
                            .nodes = last->nodes,
                            .time_ms = last->time_ms};
    return add_reports(a, c->done, c->done_count, c->wanted);
}

bool line_collector_finish(const LineCollector *c, const SearchResult *result,
                           AnalysedPosition *a) {
    *a = (AnalysedPosition){
        .depth = result->depth, .nodes = result->nodes, .time_ms = result->time_ms};
    if (result->best == MOVE_NONE)
        return true;
    /* An iteration that was cut short may have found something better, before the other lines. */
    const SearchReport *best = c->count > 0 && c->going_on[0].pv[0] == result->best
                                   ? &c->going_on[0]
                               : c->done_count > 0 && c->done[0].pv[0] == result->best ? &c->done[0]
                                                                                       : NULL;
    a->selective_depth = best != NULL ? best->selective_depth : result->depth;
    if (best == NULL ? !analysed_position_add(a, result->score, &result->best, 1)
                     : !analysed_position_add(a, result->score, best->pv, best->pv_length))
        return false;
    return add_reports(a, c->done, c->done_count, c->wanted) &&
           (c->done_count > 0 || add_reports(a, c->going_on, c->count, c->wanted));
}
