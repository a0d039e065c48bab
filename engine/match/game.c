#include "engine/match/game.h"

#include "bitboard/notation.h"
#include "engine/players/clean_text.h"
#include "engine/players/clock.h"
#include "engine/speed/spread.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    Player *const *players;
    const EngineSpec *const *specs;
    const GameRules *rules;
    GameRecord *record;
    bool *needs_restart;
    GameLine line;
    int room; /* of line.moves */
    Clocks clocks;
    int moves_in_period[COLORS]; /* that a side has played since its last time control */
    Adjudicator adjudicator;
    int64_t answered_ns; /* the last answer came then; 0: none yet */
    double *outside_us;  /* for each move but the first, the time between two engines' turns */
    int outside_count;
} Game;

/* ---- How it ends ---- */

static void finish(Game *g, const char *result, Termination termination, int culprit,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));

static void finish(Game *g, const char *result, Termination termination, int culprit,
                   const char *format, ...) {
    GameRecord *r = g->record;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->reason, sizeof r->reason, format, arguments);
    va_end(arguments);
    /* What an engine has said may be part of it: printable, and no end of a PGN comment. */
    clean_text(r->reason);
    for (char *c = r->reason; *c != '\0'; c++)
        *c = *c == '}' ? ')' : *c == '{' ? '(' : *c;
    snprintf(r->result, sizeof r->result, "%s", result);
    r->termination = termination;
    r->culprit = culprit;
}

static const char *win_for(Color c) {
    return c == WHITE ? "1-0" : "0-1";
}

static void lose(Game *g, Color loser, Termination termination, const char *what) {
    finish(g, win_for(opponent(loser)), termination, (int)loser, "%s %s", COLOR_NAMES[loser], what);
}

/* True if the rules end the game here. */
static bool ended_by_rules(Game *g) {
    const Position *pos = &g->line.now;
    const GameState state = position_game_state(pos);
    const char *result = position_result(pos, state);
    const char *winner = COLOR_NAMES[opponent((Color)pos->side)];
    switch (state) {
    case GAME_ONGOING: return false;
    case GAME_CHECKMATE: finish(g, result, TERMINATION_NORMAL, -1, "%s mates", winner); break;
    case GAME_STALEMATE:
        if (pos->rules->stalemate_loses)
            finish(g, result, TERMINATION_NORMAL, -1, "%s wins by stalemate", winner);
        else
            finish(g, result, TERMINATION_NORMAL, -1, "Draw by stalemate");
        break;
    case GAME_DEAD_POSITION:
        finish(g, result, TERMINATION_NORMAL, -1, "Draw by insufficient mating material");
        break;
    case GAME_REPETITION:
        finish(g, result, TERMINATION_NORMAL, -1, "Draw by threefold repetition");
        break;
    case GAME_FIFTY_MOVES:
        finish(g, result, TERMINATION_NORMAL, -1, "Draw by the fifty-move rule");
        break;
    }
    return true;
}

/* The player did something that loses the game, whatever the board says. */
static void forfeit(Game *g, Color side, PlayerStatus status, const Thought *t, int64_t limit_ms) {
    char what[PLAYER_TEXT_SIZE + 64];
    const double seconds = (double)t->elapsed_ns / (double)NS_PER_SECOND;
    g->needs_restart[side] = status == PLAYER_GONE || status == PLAYER_STALLED ||
                             status == PLAYER_FALSE_CLAIM || status == PLAYER_REFUSED;
    switch (status) {
    case PLAYER_ILLEGAL:
        snprintf(what, sizeof what, "plays an illegal move: '%s'", t->text);
        lose(g, side, TERMINATION_ILLEGAL, what);
        break;
    case PLAYER_LATE:
        snprintf(what, sizeof what, "exceeds its time: %.3f s used, %.3f s allowed", seconds,
                 (double)limit_ms / 1000);
        lose(g, side,
             g->specs[side]->tc.has_clock || g->specs[side]->tc.move_time_ms > 0
                 ? TERMINATION_TIME
                 : TERMINATION_STALL,
             what);
        break;
    case PLAYER_STALLED:
        snprintf(what, sizeof what, "does not answer, not even when told to stop after %.3f s",
                 seconds);
        lose(g, side, TERMINATION_STALL, what);
        break;
    case PLAYER_GONE:
        snprintf(what, sizeof what, "is gone: %s", t->text);
        lose(g, side, TERMINATION_CRASH, what);
        break;
    case PLAYER_RESIGNED: lose(g, side, TERMINATION_NORMAL, "resigns"); break;
    case PLAYER_FALSE_CLAIM:
        snprintf(what, sizeof what, "claims what is not so: '%s'", t->text);
        lose(g, side, TERMINATION_CLAIM, what);
        break;
    case PLAYER_REFUSED:
        snprintf(what, sizeof what, "refuses a legal move: '%s'", t->text);
        lose(g, side, TERMINATION_CLAIM, what);
        break;
    case PLAYER_MOVED:
    case PLAYER_STOPPED: break;
    }
    if (status == PLAYER_RESIGNED)
        g->record->culprit = -1;
}

/* ---- Clocks ---- */

static void set_clocks(Game *g) {
    for (int c = WHITE; c <= BLACK; c++) {
        const TimeControl *tc = &g->specs[c]->tc;
        /* One without a clock is told its opponent's. */
        const TimeControl *shown = tc->has_clock ? tc : &g->specs[opponent((Color)c)]->tc;
        g->clocks.left_ms[c] = shown->base_ms > 0 ? shown->base_ms : shown->increment_ms;
        g->clocks.increment_ms[c] = shown->increment_ms;
    }
}

/* How long the side may think about its move. */
static int64_t time_limit(Game *g, Color side) {
    const EngineSpec *spec = g->specs[side];
    const int64_t margin = spec->margin_ms >= 0 ? spec->margin_ms : g->rules->margin_ms;
    int64_t limit = INT64_MAX;
    if (spec->tc.has_clock)
        limit = g->clocks.left_ms[side] + margin;
    if (spec->tc.move_time_ms > 0 && spec->tc.move_time_ms + margin < limit)
        limit = spec->tc.move_time_ms + margin;
    return limit == INT64_MAX ? g->rules->stall_ms : limit;
}

static void set_moves_to_go(Game *g, Color side) {
    const TimeControl *tc = &g->specs[side]->tc;
    g->clocks.moves_to_go =
        tc->has_clock && tc->moves > 0 ? tc->moves - g->moves_in_period[side] : 0;
}

static void stop_clock(Game *g, Color side, int64_t elapsed_ns) {
    const TimeControl *tc = &g->specs[side]->tc;
    if (!tc->has_clock)
        return;
    int64_t left = g->clocks.left_ms[side] - (elapsed_ns + NS_PER_MS / 2) / NS_PER_MS;
    left = left > 0 ? left : 0;
    left += tc->increment_ms;
    if (tc->moves > 0 && ++g->moves_in_period[side] == tc->moves) {
        g->moves_in_period[side] = 0;
        left += tc->base_ms;
    }
    g->clocks.left_ms[side] = left;
}

/* ---- Moves ---- */

static bool add_move(Game *g, Move move) {
    if (g->line.move_count == g->room) {
        const int room = g->room > 0 ? 2 * g->room : OPENING_PLIES_MAX;
        Move *moves = realloc(g->line.moves, (size_t)room * sizeof *moves);
        if (moves == NULL)
            return false;
        g->line.moves = moves;
        double *outside = realloc(g->outside_us, (size_t)room * sizeof *outside);
        if (outside == NULL)
            return false;
        g->outside_us = outside;
        g->room = room;
    }
    MoveRecord *m = record_add_move(g->record);
    Undo undo;
    if (m == NULL)
        return false;
    m->move = move;
    g->line.moves[g->line.move_count++] = move;
    position_make(&g->line.now, move, &undo);
    return true;
}

static void note_thought(Game *g, const Thought *t) {
    MoveRecord *m = &g->record->moves[g->record->move_count - 1];
    m->has_score = t->has_score;
    m->score = t->score;
    m->depth = t->depth;
    m->selective_depth = t->selective_depth;
    m->nodes = t->nodes;
    m->elapsed_us = t->elapsed_ns / NS_PER_US;
}

static bool adjudicated(Game *g, Color mover, const Thought *t, int fullmove) {
    Color loser = WHITE;
    switch (adjudicator_judge(&g->adjudicator, mover, t->has_score ? t->score : SCORE_NONE,
                              fullmove, g->line.move_count, &loser)) {
    case ADJUDICATE_NOT: return false;
    case ADJUDICATE_DRAW:
        finish(g, "1/2-1/2", TERMINATION_ADJUDICATION, -1, "Draw by adjudication");
        break;
    case ADJUDICATE_LENGTH:
        finish(g, "1/2-1/2", TERMINATION_ADJUDICATION, -1, "Draw by adjudication: too long");
        break;
    case ADJUDICATE_RESIGNATION:
        finish(g, win_for(opponent(loser)), TERMINATION_ADJUDICATION, -1, "%s wins by adjudication",
               COLOR_NAMES[opponent(loser)]);
        break;
    }
    return true;
}

/* The side that has just moved thinks on; not about a reply that would end the game. */
static void start_pondering(Game *g, Color side, Move reply) {
    Position after = g->line.now;
    Undo undo;
    if (!player_ponders(g->players[side]) || reply == MOVE_NONE)
        return;
    position_make(&after, reply, &undo);
    if (position_game_state(&after) != GAME_ONGOING)
        return;
    set_moves_to_go(g, side);
    player_ponder(g->players[side], &g->line, &g->clocks, reply);
}

typedef enum { GOES_ON, OVER, GIVEN_UP, NO_MEMORY } TurnEnd;

/* One side's turn. */
static TurnEnd play_turn(Game *g) {
    const Color side = (Color)g->line.now.side, other = opponent(side);
    const int fullmove = (int)g->line.now.fullmove;
    const int64_t limit_ms = time_limit(g, side);
    Player *listener = player_ponders(g->players[other]) ? g->players[other] : NULL;
    Thought t;
    set_moves_to_go(g, side);
    const PlayerStatus status =
        player_think(g->players[side], &g->line, &g->clocks, limit_ms, listener, &t);
    if (status == PLAYER_STOPPED)
        return GIVEN_UP;
    if (g->answered_ns != 0)
        g->outside_us[g->outside_count++] = (double)(t.asked_ns - g->answered_ns) / NS_PER_US;
    g->answered_ns = t.answered_ns;
    if (status != PLAYER_MOVED) {
        forfeit(g, side, status, &t, limit_ms);
        return OVER;
    }
    /* On a clock that is not the runner's own the answer may have come a little after its time. */
    if (t.elapsed_ns / NS_PER_MS > limit_ms) {
        forfeit(g, side, PLAYER_LATE, &t, limit_ms);
        return OVER;
    }
    stop_clock(g, side, t.elapsed_ns);
    if (!add_move(g, t.move))
        return NO_MEMORY;
    note_thought(g, &t);
    if (ended_by_rules(g) || adjudicated(g, side, &t, fullmove))
        return OVER;
    start_pondering(g, side, t.ponder);
    return GOES_ON;
}

static int64_t thread_cpu_us(void) {
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* Tells both of the game; the first that is not ready loses it.  False if one was stopped. */
static bool greet(Game *g, bool *over) {
    Message why;
    *over = false;
    for (int c = WHITE; c <= BLACK && !*over; c++)
        if (!player_new_game(g->players[c], &g->line, &why)) {
            if (player_is_stopped(g->players[c]))
                return false;
            g->needs_restart[c] = true;
            finish(g, win_for(opponent((Color)c)), TERMINATION_START, c, "%s", why.text);
            *over = true;
        }
    return true;
}

static TurnEnd play(Game *g, const Opening *opening) {
    TurnEnd end = GOES_ON;
    bool over;
    for (int i = 0; i < opening->move_count; i++)
        if (!add_move(g, opening->moves[i]))
            return NO_MEMORY;
    if (!greet(g, &over))
        return GIVEN_UP;
    if (over || ended_by_rules(g))
        return OVER;
    while (end == GOES_ON)
        end = play_turn(g);
    return end;
}

bool game_play(Player *const players[COLORS], const EngineSpec *const specs[COLORS],
               const Opening *opening, const GameRules *rules, GameRecord *record,
               bool needs_restart[COLORS], Message *message) {
    Game *g = calloc(1, sizeof *g);
    if (g == NULL)
        return message_set(message, "no memory for a game");
    const int64_t started_ns = clock_ns(), started_cpu = thread_cpu_us();
    *g = (Game){.players = players, .specs = specs, .rules = rules, .record = record};
    g->needs_restart = needs_restart;
    needs_restart[WHITE] = needs_restart[BLACK] = false;
    g->line = (GameLine){.start = opening->start, .from_array = opening->from_array};
    g->line.now = g->line.start;
    record->start = opening->start;
    record->from_array = opening->from_array;
    record->opening_moves = opening->move_count;
    record->started_at = (int64_t)time(NULL);
    for (int c = WHITE; c <= BLACK; c++)
        time_control_write(&specs[c]->tc, record->tc[c], sizeof record->tc[c]);
    adjudicator_start(&g->adjudicator, &rules->adjudication);
    set_clocks(g);
    const TurnEnd end = play(g, opening);
    for (int c = WHITE; c <= BLACK && end == OVER; c++)
        if (!needs_restart[c])
            needs_restart[c] = !player_end_game(players[c], record->result, record->reason);
    record->outside_us = spread_of(g->outside_us, g->outside_count).median;
    record->elapsed_ms = (clock_ns() - started_ns) / NS_PER_MS;
    record->runner_cpu_us = thread_cpu_us() - started_cpu;
    free(g->line.moves);
    free(g->outside_us);
    free(g);
    if (end == NO_MEMORY)
        message_set(message, "no memory for a game");
    else if (end == GIVEN_UP)
        message_set(message, "stopped");
    return end == OVER;
}
