#include "engine/draw_offer.h"
#include "engine/protocol/xboard_notation.h"
#include "engine/protocol/xboard_session.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    /* Scores beyond are mates: 100000 + the number of moves. */
    XBOARD_MATE = 100000,
    LINE_SIZE = 8192,
    HINT_NODES = 30000 /* a fraction of a second */
};

/* ---- What the search tells; on its own thread ---- */

static int xboard_score(Score score) {
    if (!score_is_mate(score))
        return score;
    const int moves = score_mate_moves(score);
    return score > 0 ? XBOARD_MATE + moves : -XBOARD_MATE + moves;
}

/* Milliseconds that have passed, as the conversation counts time. */
static int64_t passed_ms(const XboardRun *run, int64_t time_ms, uint64_t nodes) {
    return run->nodes_per_second > 0
               ? (int64_t)((double)nodes * 1000 / (double)run->nodes_per_second)
               : time_ms;
}

static void note_count(XboardSession *s, int64_t time_ms, uint64_t nodes) {
    s->progress.time_ms = passed_ms(&s->run, time_ms, nodes);
    s->progress.nodes = nodes;
}

/* "9 35 112 480210 b0c2 b9c7 …": depth, score, time, nodes, line.  XBoard 4.9 would show the
 * optional numbers (selective depth, speed) as part of the line. */
static void tell_line(XboardSession *s, const SearchReport *r) {
    static const char *const bounds[] = {"", " ?", " !", ""};
    char line[LINE_SIZE], move[MOVE_TEXT_SIZE];
    int used =
        snprintf(line, sizeof line, "%d %d %" PRId64 " %" PRIu64, r->depth, xboard_score(r->score),
                 passed_ms(&s->run, r->time_ms, r->nodes) / 10, r->nodes);
    for (int i = 0; i < r->pv_length && used + 2 * MOVE_TEXT_SIZE < LINE_SIZE; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, " %s",
                         xboard_move_write(r->pv[i], 0, move));
    output_line(&s->output, "%s%s", line, bounds[r->bound]);
}

static void on_report(void *context, const SearchReport *report) {
    XboardSession *s = context;
    pthread_mutex_lock(&s->progress.mutex);
    note_count(s, report->time_ms, report->nodes);
    s->progress.depth = report->depth;
    if (report->multipv == 1)
        s->progress.best = report->pv[0];
    pthread_mutex_unlock(&s->progress.mutex);
    if (atomic_load(&s->post))
        tell_line(s, report);
}

static void on_current_move(void *context, int depth, Move move, int number) {
    XboardSession *s = context;
    pthread_mutex_lock(&s->progress.mutex);
    s->progress.depth = depth;
    s->progress.current = move;
    s->progress.moves_done = number - 1;
    pthread_mutex_unlock(&s->progress.mutex);
}

static void on_status(void *context, const SearchStatus *status) {
    XboardSession *s = context;
    pthread_mutex_lock(&s->progress.mutex);
    note_count(s, status->time_ms, status->nodes);
    pthread_mutex_unlock(&s->progress.mutex);
}

static void on_result(void *context, const SearchResult *result) {
    XboardSession *s = context;
    const Event event = {.kind = EVENT_RESULT, .search = s->run.number, .result = *result};
    events_push(&s->events, &event);
}

/* ---- Starting and ending searches ---- */

static void start(XboardSession *s, SearchPurpose purpose, const Position *pos,
                  const SearchLimits *limits, int moves) {
    const SearchListener listener = {.on_report = on_report,
                                     .on_current_move = on_current_move,
                                     .on_status = on_status,
                                     .on_result = on_result,
                                     .context = s};
    s->run.purpose = purpose;
    s->run.number++;
    s->run.nodes_per_second = s->clock.nodes_per_second;
    pthread_mutex_lock(&s->progress.mutex);
    s->progress.depth = s->progress.moves_done = 0;
    s->progress.moves = moves;
    s->progress.time_ms = 0;
    s->progress.nodes = 0;
    s->progress.current = s->progress.best = MOVE_NONE;
    pthread_mutex_unlock(&s->progress.mutex);
    engine_set_position(s->engine, pos);
    engine_go(s->engine, limits, &listener);
}

void xboard_abandon(XboardSession *s) {
    engine_stop(s->engine);
    engine_wait(s->engine);
    s->run.purpose = SEARCH_NONE;
    s->run.number++;
}

static int count_moves(const Position *pos) {
    MoveList list;
    generate_legal(pos, &list);
    return list.count;
}

/* Tells how the game has ended, if it has. */
static bool claim_end(XboardSession *s) {
    char text[64];
    if (xboard_game_claim(&s->game, text) == NULL)
        return false;
    output_line(&s->output, "%s", text);
    return true;
}

static SearchLimits limits_of_move(const XboardSession *s) {
    SearchLimits limits = {.depth = 0};
    xboard_clock_limits(&s->clock, s->side, xboard_game_moves_of(&s->game, s->side),
                        engine_move_overhead(s->engine), &limits);
    return limits;
}

void xboard_think(XboardSession *s) {
    if (claim_end(s))
        return;
    const SearchLimits limits = limits_of_move(s);
    start(s, SEARCH_MOVE, &s->game.pos, &limits, count_moves(&s->game.pos));
}

void xboard_ponder(XboardSession *s) {
    Position pos = s->game.pos;
    Undo undo;
    if (!s->ponders || s->mode != MODE_PLAY || (Color)pos.side == s->side ||
        !position_is_legal(&pos, s->reply))
        return;
    position_make(&pos, s->reply, &undo);
    if (position_game_state(&pos) != GAME_ONGOING)
        return;
    SearchLimits limits = limits_of_move(s);
    limits.ponder = true;
    s->run.expected = s->reply;
    start(s, SEARCH_PONDER, &pos, &limits, count_moves(&pos));
}

void xboard_ponder_hit(XboardSession *s) {
    s->run.purpose = SEARCH_MOVE;
    engine_ponder_hit(s->engine);
}

static bool is_excluded(const XboardSession *s, Move move) {
    for (int i = 0; i < s->excluded_count; i++)
        if (s->excluded[i] == move)
            return true;
    return false;
}

void xboard_analyse(XboardSession *s) {
    SearchLimits limits = {.infinite = true};
    MoveList list;
    generate_legal(&s->game.pos, &list);
    for (int i = 0; i < list.count; i++)
        if (!is_excluded(s, list.moves[i]))
            limits.root_moves[limits.root_move_count++] = list.moves[i];
    if (limits.root_move_count == 0)
        return; /* nothing to think about until something changes */
    start(s, SEARCH_ANALYSIS, &s->game.pos, &limits, limits.root_move_count);
}

/* ---- Results ---- */

void xboard_answer_draw(XboardSession *s) {
    if (s->run.purpose == SEARCH_MOVE)
        return;
    if (s->draw_offered && s->mode == MODE_PLAY && draw_offer_is_welcome(s->score, s->game.count))
        output_line(&s->output, "offer draw");
    s->draw_offered = false;
}

void xboard_take_result(XboardSession *s, const Event *event) {
    const SearchResult *result = &event->result;
    char text[MOVE_TEXT_SIZE];
    if (event->search != s->run.number)
        return;
    const SearchPurpose purpose = s->run.purpose;
    s->run.purpose = SEARCH_NONE;
    if (purpose != SEARCH_MOVE || result->best == MOVE_NONE)
        return;
    s->score = result->score;
    s->reply = result->ponder;
    if (!xboard_game_play(&s->game, result->best)) {
        output_line(&s->output, "tellusererror There is no memory for another move");
        return;
    }
    xboard_clock_moved(&s->clock, passed_ms(&s->run, result->time_ms, result->nodes),
                       xboard_game_moves_of(&s->game, s->side));
    output_line(&s->output, "move %s", xboard_move_write(result->best, 0, text));
    xboard_answer_draw(s);
    if (!claim_end(s))
        xboard_ponder(s);
}

/* ---- Questions ---- */

void xboard_tell_status(XboardSession *s) {
    XboardProgress *p = &s->progress;
    char move[MOVE_TEXT_SIZE] = "";
    if (s->run.purpose == SEARCH_NONE)
        return;
    pthread_mutex_lock(&p->mutex);
    const Move current = p->current != MOVE_NONE ? p->current : p->best;
    if (current != MOVE_NONE)
        xboard_move_write(current, 0, move);
    output_line(&s->output, "stat01: %" PRId64 " %" PRIu64 " %d %d %d%s%s", p->time_ms / 10,
                p->nodes, p->depth, p->moves - p->moves_done, p->moves, move[0] != '\0' ? " " : "",
                move);
    pthread_mutex_unlock(&p->mutex);
}

/* What the engine would play here, by a short search. */
static Move look_up_hint(XboardSession *s) {
    const SearchLimits limits = {.nodes = HINT_NODES};
    if (position_game_state(&s->game.pos) != GAME_ONGOING)
        return MOVE_NONE;
    engine_set_position(s->engine, &s->game.pos);
    engine_go(s->engine, &limits, NULL);
    return engine_wait(s->engine).best;
}

void xboard_tell_hint(XboardSession *s) {
    Move move = s->reply;
    char text[MOVE_TEXT_SIZE];
    if (s->run.purpose == SEARCH_ANALYSIS) {
        pthread_mutex_lock(&s->progress.mutex);
        move = s->progress.best;
        pthread_mutex_unlock(&s->progress.mutex);
    }
    if (!position_is_legal(&s->game.pos, move)) {
        const SearchPurpose purpose = s->run.purpose;
        xboard_abandon(s);
        move = look_up_hint(s);
        if (purpose == SEARCH_ANALYSIS)
            xboard_analyse(s);
    }
    if (move != MOVE_NONE)
        output_line(&s->output, "Hint: %s", xboard_move_write(move, 0, text));
}
