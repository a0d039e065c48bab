#include "engine/spsa/spsa_job.h"

#include "engine/players/clean_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { PLUS, MINUS, SIDES } Side;

/* Plays one iteration at a time.  Engines live on from game to game. */
typedef struct {
    const SpsaSetup *setup;
    const atomic_bool *stop;
    Player *players[SIDES]; /* NULL: to be started */
    Engine *judge;          /* of random openings; made when needed */
    Opening opening;
    int64_t *values[SIDES];
} SpsaWorker;

void *spsa_worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message) {
    SpsaWorker *w = job_worker_memory(sizeof *w, message);
    (void)slot;
    if (w == NULL)
        return NULL;
    w->setup = setup;
    w->stop = stop;
    for (int side = PLUS; side < SIDES; side++) {
        w->values[side] = calloc((size_t)w->setup->config->plan.count, sizeof *w->values[side]);
        if (w->values[side] == NULL) {
            message_set(message, "no memory for a worker");
            spsa_worker_free(w);
            return NULL;
        }
    }
    return w;
}

static void drop_player(SpsaWorker *w, Side side) {
    player_free(w->players[side]);
    w->players[side] = NULL;
}

void spsa_worker_free(void *worker) {
    SpsaWorker *w = worker;
    for (int side = PLUS; side < SIDES; side++) {
        drop_player(w, (Side)side);
        free(w->values[side]);
    }
    engine_free(w->judge);
    free(w);
}

static bool find_opening(SpsaWorker *w, uint64_t number, Message *message) {
    return openings_need_judge(w->setup->openings, &w->judge, message) &&
           openings_get(w->setup->openings, number, w->judge, &w->opening, message);
}

/* Sees to it that a side's engine runs and has its values. */
static bool prepare_player(SpsaWorker *w, Side side, Message *message) {
    const SpsaConfig *c = w->setup->config;
    if (w->players[side] != NULL) {
        if (spsa_config_tell(c, w->players[side], w->values[side], message))
            return true;
        /* It has gone since its last game. */
        drop_player(w, side);
        if (!c->match.recover)
            return false;
    }
    w->players[side] = match_config_start_player(&c->match, 0, w->stop, message);
    return w->players[side] != NULL &&
           spsa_config_tell(c, w->players[side], w->values[side], message);
}

/* True if the engine that ended the game has to answer for it, and not the values that it had. */
static bool is_failure(const GameRecord *r) {
    switch (r->termination) {
    case TERMINATION_STALL:
    case TERMINATION_CRASH:
    case TERMINATION_CLAIM:
    case TERMINATION_START: return true;
    default: return false;
    }
}

static void set_failure(SpsaResult *result, const char *reason) {
    *result = (SpsaResult){.failure = ""};
    snprintf(result->failure, sizeof result->failure, "%s", reason);
    clean_text(result->failure);
}

static void count_game(SpsaResult *result, const GameRecord *r, Color plus) {
    if (strcmp(r->result, "1/2-1/2") == 0)
        result->draws++;
    else if ((strcmp(r->result, "1-0") == 0) == (plus == WHITE))
        result->wins++;
    else
        result->losses++;
    result->forfeits += r->culprit >= 0;
    result->plies += r->move_count;
}

/* False if there is no game: given up, or memory is out. */
static bool play_game(SpsaWorker *w, Color plus, SpsaResult *result, Message *message) {
    const MatchConfig *match = &w->setup->config->match;
    const EngineSpec *const specs[COLORS] = {&match->engines[0], &match->engines[0]};
    Player *players[COLORS];
    bool needs_restart[COLORS];
    GameRecord record;
    for (int side = PLUS; side < SIDES; side++)
        if (!prepare_player(w, (Side)side, message))
            return false;
    players[plus] = w->players[PLUS];
    players[opponent(plus)] = w->players[MINUS];
    record_init(&record);
    const bool played =
        game_play(players, specs, &w->opening, &match->game_rules, &record, needs_restart, message);
    if (played && is_failure(&record))
        set_failure(result, record.reason);
    else if (played)
        count_game(result, &record, plus);
    record_clear(&record);
    for (int c = WHITE; c <= BLACK; c++)
        if (played && (needs_restart[c] || specs[c]->restart == YES))
            drop_player(w, (Color)c == plus ? PLUS : MINUS);
    return played;
}

static bool play_pair(SpsaWorker *w, const Unit *unit, SpsaResult *result, Message *message) {
    const SpsaConfig *c = w->setup->config;
    if (!spsa_task_from_json(&unit->task, c->plan.count, w->values[PLUS], w->values[MINUS],
                             message) ||
        !find_opening(w, unit->number, message))
        return false;
    for (int plus = WHITE; plus <= BLACK && result->failure[0] == '\0'; plus++)
        if (!play_game(w, (Color)plus, result, message))
            return false;
    if (result->failure[0] == '\0' || c->match.recover)
        return true;
    return message_set(message,
                       "iteration %" PRIu64 ": %s ('%s'); --recover would have started it again",
                       unit->number + 1, result->failure, c->match.engines[0].name);
}

bool spsa_worker_work(void *worker, const Unit *unit, Bytes *bytes, Message *message) {
    SpsaWorker *w = worker;
    SpsaResult result = {.failure = ""};
    if (play_pair(w, unit, &result, message))
        return spsa_result_to_json(&result, bytes) ||
               message_set(message, "no memory for the result of iteration %" PRIu64,
                           unit->number + 1);
    return atomic_load(w->stop); /* given up, which is nobody's fault */
}
