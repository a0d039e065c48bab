#include "engine/data/datagen.h"
#include "engine/match/adjudication.h"
#include "engine/match/openings.h"
#include "engine/players/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Plays one game at a time, both sides by one engine. */
typedef struct {
    const DatagenSetup *setup;
    const atomic_bool *stop;
    Engine *engine;
    Engine *judge; /* of the openings; made when needed */
    AdjudicationRules adjudication;
    Opening opening;
    DataGame game;
    Position pos; /* behind its last move */
    ByteBuffer record;
    int64_t ended_ns; /* when the last game was done; the worker's beginning at first */
    int64_t search_ns;
} DatagenWorker;

void *datagen_worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message) {
    const DatagenSetup *s = setup;
    const DatagenParameters *p = &s->config->parameters;
    DatagenWorker *w = job_worker_memory(sizeof *w, message);
    (void)slot;
    if (w == NULL)
        return NULL;
    w->setup = s;
    w->stop = stop;
    w->adjudication = (AdjudicationRules){.draw_move_number = (int)p->draw_from,
                                          .draw_move_count = (int)p->draw_moves,
                                          .draw_score = (int)p->draw_score,
                                          .resign_move_count = (int)p->win_moves,
                                          .resign_score = (int)p->win_score,
                                          .resign_two_sided = true};
    data_game_init(&w->game, &RULES[0]);
    w->engine = engine_new(message);
    if (w->engine == NULL || !engine_set_hash(w->engine, (size_t)p->hash, message)) {
        datagen_worker_free(w);
        return NULL;
    }
    w->ended_ns = clock_ns();
    return w;
}

void datagen_worker_free(void *worker) {
    DatagenWorker *w = worker;
    engine_free(w->engine);
    engine_free(w->judge);
    data_game_free(&w->game);
    buffer_free(&w->record);
    free(w);
}

/* ---- A game ---- */

/* Adds the opening's moves. */
static bool begin_game(DatagenWorker *w, uint64_t number, Message *message) {
    const RuleSet *rules = datagen_config_rules(w->setup->config, number);
    const Openings *openings = w->setup->openings[rules - RULES];
    DataGame *game = &w->game;
    if (!openings_need_judge(openings, &w->judge, message))
        return false;
    const int64_t began_ns = clock_ns();
    if (!openings_get(openings, number, w->judge, &w->opening, message))
        return false;
    w->search_ns += clock_ns() - began_ns; /* finding one is a search for each candidate */
    data_game_reset(game, rules);
    game->head.number = number;
    game->head.scored = true;
    game->head.opening_plies = w->opening.move_count;
    for (int i = 0; i < w->opening.move_count; i++)
        if (!data_game_add(game, w->opening.moves[i], SCORE_NONE))
            return message_set(message, "no memory for a game");
    opening_final_position(&w->opening, &w->pos);
    return true;
}

/* By the rules, or because the scores agree, or because it is long enough. */
static bool is_over(DataGame *game, const Position *pos, Adjudicator *adjudicator, Score score,
                    int64_t max_plies) {
    DataHead *head = &game->head;
    const Color mover = opponent((Color)pos->side);
    const int fullmove = (int)pos->fullmove - (mover == BLACK);
    const GameState state = position_game_state(pos);
    Color loser = WHITE;
    if (state != GAME_ONGOING) {
        head->end = data_end_of(state);
        head->result = data_result_from_text(position_result(pos, state));
        return true;
    }
    head->result = DATA_RESULT_DRAWN;
    switch (adjudicator_judge(adjudicator, mover, score, fullmove, head->move_count, &loser)) {
    case ADJUDICATE_RESIGNATION:
        head->result = loser == WHITE ? DATA_RESULT_LOST : DATA_RESULT_WON;
        head->end = DATA_END_SCORES;
        return true;
    case ADJUDICATE_DRAW: head->end = DATA_END_SCORES; return true;
    default: break;
    }
    head->end = DATA_END_LENGTH;
    return head->move_count >= max_plies;
}

/* False, without a message, if it was given up. */
static bool play(DatagenWorker *w, Message *message) {
    Position *pos = &w->pos;
    const DatagenParameters *p = &w->setup->config->parameters;
    const SearchLimits limits = {.nodes = (uint64_t)p->nodes, .depth = (int)p->depth};
    Adjudicator adjudicator;
    SearchResult found;
    adjudicator_start(&adjudicator, &w->adjudication);
    engine_clear(w->engine); /* no game has a say in another one */
    do {
        Undo undo;
        if (atomic_load(w->stop))
            return false;
        engine_set_position(w->engine, pos);
        const int64_t began_ns = clock_ns();
        found = engine_run(w->engine, &limits, NULL);
        w->search_ns += clock_ns() - began_ns;
        const Score for_white = pos->side == WHITE ? found.score : -found.score;
        if (!data_game_add(&w->game, found.best, for_white))
            return message_set(message, "no memory for a game");
        position_make(pos, found.best, &undo);
    } while (!is_over(&w->game, pos, &adjudicator, found.score, p->max_plies));
    return true;
}

static bool make_result(DatagenWorker *w, Bytes *result, Message *message) {
    w->record.size = 0;
    if (!data_game_encode(&w->game, &w->record, message))
        return false;
    const int64_t now = clock_ns();
    const DatagenTimes times = {w->search_ns, now - w->ended_ns - w->search_ns};
    result->size = sizeof times + w->record.size;
    result->data = malloc(result->size);
    if (result->data == NULL) {
        result->size = 0;
        return message_set(message, "no memory for a game");
    }
    memcpy(result->data, &times, sizeof times);
    memcpy(result->data + sizeof times, w->record.bytes, w->record.size);
    w->ended_ns = now;
    return true;
}

bool datagen_worker_work(void *worker, const Unit *unit, Bytes *result, Message *message) {
    DatagenWorker *w = worker;
    Message why = {""};
    w->search_ns = 0;
    if (begin_game(w, unit->number, &why) && play(w, &why) && make_result(w, result, &why))
        return true;
    return why.text[0] == '\0' || /* given up */
           message_set(message, "game %" PRIu64 ": %s", unit->number, why.text);
}
