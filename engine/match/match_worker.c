#include "engine/match/match.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Plays one game at a time.  Engines live on from game to game as long as they are needed. */
typedef struct {
    const MatchSetup *setup;
    const atomic_bool *stop;
    Player *players[2]; /* of the last game … */
    int engines[2];     /* … and which engines they are; -1: none */
    Engine *judge;      /* of random openings; made when needed */
    bool has_opening;
    uint64_t opening_number;
    Opening opening;
} MatchWorker;

void *match_worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message) {
    MatchWorker *w = job_worker_memory(sizeof *w, message);
    (void)slot;
    if (w == NULL)
        return NULL;
    w->setup = setup;
    w->stop = stop;
    w->engines[0] = w->engines[1] = -1;
    return w;
}

static void drop_player(MatchWorker *w, int place) {
    player_free(w->players[place]);
    w->players[place] = NULL;
    w->engines[place] = -1;
}

void match_worker_free(void *worker) {
    MatchWorker *w = worker;
    for (int i = 0; i < 2; i++)
        drop_player(w, i);
    engine_free(w->judge);
    free(w);
}

/* The second game of a pair finds the opening of the first one here. */
static bool find_opening(MatchWorker *w, uint64_t number, Message *message) {
    if (w->has_opening && w->opening_number == number)
        return true;
    if (!openings_need_judge(w->setup->openings, &w->judge, message))
        return false;
    w->opening_number = number;
    w->has_opening = openings_get(w->setup->openings, number, w->judge, &w->opening, message);
    return w->has_opening;
}

static bool is_in(int engine, const int engines[2]) {
    return engines[0] == engine || engines[1] == engine;
}

/* Sees to it that the two engines run; the place of each colour's player comes out in `places`. */
static bool start_players(MatchWorker *w, const ScheduledGame *g, int places[COLORS],
                          Message *message) {
    const EngineSpec *specs = w->setup->config->engines;
    for (int i = 0; i < 2; i++)
        if (w->engines[i] >= 0 &&
            (!is_in(w->engines[i], g->engine) || specs[w->engines[i]].restart == YES))
            drop_player(w, i);
    for (int c = WHITE; c <= BLACK; c++)
        if (!is_in(g->engine[c], w->engines)) {
            const int free_place = w->engines[0] < 0 ? 0 : 1;
            w->players[free_place] =
                match_config_start_player(w->setup->config, g->engine[c], w->stop, message);
            if (w->players[free_place] == NULL)
                return false;
            w->engines[free_place] = g->engine[c];
        }
    for (int c = WHITE; c <= BLACK; c++)
        places[c] = w->engines[0] == g->engine[c] ? 0 : 1;
    return true;
}

static bool play(MatchWorker *w, const ScheduledGame *g, GameRecord *r, Bytes *result,
                 Message *message) {
    const MatchConfig *config = w->setup->config;
    int places[COLORS];
    bool needs_restart[COLORS];
    if (!find_opening(w, g->opening, message) || !start_players(w, g, places, message))
        return false;
    Player *const players[COLORS] = {w->players[places[WHITE]], w->players[places[BLACK]]};
    const EngineSpec *const specs[COLORS] = {&config->engines[g->engine[WHITE]],
                                             &config->engines[g->engine[BLACK]]};
    if (!game_play(players, specs, &w->opening, &config->game_rules, r, needs_restart, message))
        return false;
    r->number = g->number;
    r->round = g->round;
    r->opening = g->opening;
    for (int c = WHITE; c <= BLACK; c++) {
        r->engine[c] = g->engine[c];
        memcpy(r->name[c], specs[c]->name, sizeof r->name[c]);
        if (needs_restart[c])
            drop_player(w, places[c]);
    }
    if (!record_to_json(r, result))
        return message_set(message, "no memory for the record of game %" PRIu64, g->number + 1);
    const bool failed = r->culprit >= 0 && needs_restart[r->culprit];
    if (failed && !config->recover)
        return message_set(message,
                           "game %" PRIu64 ": %s ('%s'); --recover would have started it again",
                           g->number + 1, r->reason, r->name[r->culprit]);
    return true;
}

bool match_worker_work(void *worker, const Unit *unit, Bytes *result, Message *message) {
    MatchWorker *w = worker;
    const ScheduledGame game = schedule_game(&w->setup->config->schedule, unit->number);
    GameRecord *record = malloc(sizeof *record);
    if (record == NULL)
        return message_set(message, "no memory for a game");
    record_init(record);
    const bool goes_on = play(w, &game, record, result, message);
    record_clear(record);
    free(record);
    if (!goes_on && atomic_load(w->stop)) /* given up, which is nobody's fault */
        return true;
    return goes_on;
}
