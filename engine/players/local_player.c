/* A player that is Brindle inside this process. */
#include "engine/players/clock.h"
#include "engine/players/player_kind.h"

#include "engine/options.h"
#include "engine/wait.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLICE_MS = 100 /* how soon a raised stop flag is seen */ };

typedef struct {
    Engine *engine;
    Move expected; /* what it ponders on; MOVE_NONE: it does not */
    pthread_mutex_t mutex;
    pthread_cond_t answered;
    /* Under the mutex: */
    bool done;
    bool has_report;
    SearchReport report;
} LocalEngine;

static void on_report(void *context, const SearchReport *report) {
    LocalEngine *l = context;
    if (report->multipv != 1)
        return;
    pthread_mutex_lock(&l->mutex);
    l->report = *report;
    l->has_report = true;
    pthread_mutex_unlock(&l->mutex);
}

static void on_result(void *context, const SearchResult *result) {
    LocalEngine *l = context;
    (void)result;
    pthread_mutex_lock(&l->mutex);
    l->done = true;
    pthread_cond_signal(&l->answered);
    pthread_mutex_unlock(&l->mutex);
}

static void end_search(LocalEngine *l) {
    engine_stop(l->engine);
    engine_wait(l->engine);
    l->expected = MOVE_NONE;
}

static bool local_set_option(Player *p, const char *name, const char *value, Message *message) {
    LocalEngine *l = p->state;
    return engine_set_option(l->engine, name, value, message);
}

static bool local_new_game(Player *p, const GameLine *line, Message *message) {
    LocalEngine *l = p->state;
    (void)line;
    (void)message;
    end_search(l);
    engine_clear(l->engine);
    return true;
}

static void go(Player *p, const Position *pos, const Clocks *clocks, bool ponder) {
    LocalEngine *l = p->state;
    const TimeControl *tc = &p->spec->tc;
    const SearchLimits limits = {
        .has_clock = tc->has_clock,
        .time_ms = {clocks->left_ms[WHITE], clocks->left_ms[BLACK]},
        .increment_ms = {clocks->increment_ms[WHITE], clocks->increment_ms[BLACK]},
        .moves_to_go = clocks->moves_to_go,
        .move_time_ms = tc->move_time_ms,
        .nodes = tc->nodes,
        .depth = tc->depth,
        .ponder = ponder};
    const SearchListener listener = {.on_report = on_report, .on_result = on_result, .context = l};
    l->done = l->has_report = false;
    engine_set_position(l->engine, pos);
    engine_go(l->engine, &limits, &listener);
}

/* Waits for the end of the search; after its time is up stops it. */
static PlayerStatus await_result(Player *p, int64_t deadline, Player *opponent) {
    LocalEngine *l = p->state;
    PlayerStatus status = PLAYER_MOVED;
    pthread_mutex_lock(&l->mutex);
    while (!l->done && status == PLAYER_MOVED) {
        const int64_t left_ms =
            deadline == NO_DEADLINE ? SLICE_MS : (deadline - clock_ns()) / NS_PER_MS;
        if (p->stop != NULL && atomic_load(p->stop))
            status = PLAYER_STOPPED;
        else if (left_ms < 0)
            status = PLAYER_LATE;
        else
            wait_milliseconds(&l->answered, &l->mutex,
                              left_ms < SLICE_MS ? (int)left_ms + 1 : SLICE_MS);
        if (opponent != NULL && !l->done) { /* an engine that ponders must get rid of its output */
            pthread_mutex_unlock(&l->mutex);
            opponent->kind->listen(opponent);
            pthread_mutex_lock(&l->mutex);
        }
    }
    pthread_mutex_unlock(&l->mutex);
    return status;
}

static PlayerStatus local_think(Player *p, const GameLine *line, const Clocks *clocks,
                                int64_t limit_ms, Player *opponent, Thought *t) {
    LocalEngine *l = p->state;
    const bool hit = l->expected != MOVE_NONE && line->move_count > 0 &&
                     line->moves[line->move_count - 1] == l->expected;
    t->asked_ns = clock_ns();
    if (hit) {
        engine_ponder_hit(l->engine);
    } else {
        end_search(l);
        go(p, &line->now, clocks, false);
    }
    const int64_t deadline =
        limit_ms == INT64_MAX ? NO_DEADLINE : t->asked_ns + limit_ms * NS_PER_MS;
    const PlayerStatus status = await_result(p, deadline, opponent);
    t->answered_ns = clock_ns();
    if (status != PLAYER_MOVED)
        engine_stop(l->engine);
    const SearchResult result = engine_wait(l->engine);
    l->expected = MOVE_NONE;
    t->move = result.best;
    t->ponder = result.ponder;
    t->has_score = true;
    t->score = result.score;
    t->depth = result.depth;
    t->selective_depth = l->has_report ? l->report.selective_depth : 0;
    t->nodes = result.nodes;
    t->reported_ms = result.time_ms;
    return status;
}

static void local_ponder(Player *p, const GameLine *line, const Clocks *clocks, Move reply) {
    LocalEngine *l = p->state;
    Position pos = line->now;
    Undo undo;
    position_make(&pos, reply, &undo);
    go(p, &pos, clocks, true);
    l->expected = reply;
}

static bool local_end_game(Player *p, const char *result, const char *reason) {
    (void)result;
    (void)reason;
    end_search(p->state);
    return true;
}

/* It has nothing to be read. */
static void local_listen(Player *p) {
    (void)p;
}

static void local_free(Player *p) {
    LocalEngine *l = p->state;
    engine_free(l->engine);
    pthread_cond_destroy(&l->answered);
    pthread_mutex_destroy(&l->mutex);
    free(l);
    p->state = NULL;
}

static const PlayerKind LOCAL_PLAYER = {.free = local_free,
                                        .set_option = local_set_option,
                                        .new_game = local_new_game,
                                        .think = local_think,
                                        .ponder = local_ponder,
                                        .end_game = local_end_game,
                                        .listen = local_listen};

bool local_player_start(Player *p, Message *message) {
    LocalEngine *l = calloc(1, sizeof *l);
    if (l == NULL)
        return message_set(message, "no memory");
    l->engine = engine_new(message);
    if (l->engine == NULL) {
        free(l);
        return false;
    }
    pthread_mutex_init(&l->mutex, NULL);
    pthread_cond_init(&l->answered, NULL);
    p->kind = &LOCAL_PLAYER;
    p->state = l;
    snprintf(p->own_name, sizeof p->own_name, "Brindle");
    for (int i = 0; i < p->spec->option_count; i++)
        if (!engine_set_option(l->engine, p->spec->options[i].name, p->spec->options[i].value,
                               message))
            return false;
    return true;
}
