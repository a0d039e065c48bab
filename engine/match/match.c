#include "engine/match/match.h"

#include "engine/match/match_setup.h"
#include "engine/match/ordered_output.h"
#include "engine/players/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 250,
    AHEAD_MAX = 100000 /* games may be finished so far ahead of one that is still being played */
};

/* A finished game whose turn to be counted has not come. */
typedef struct WaitingGame {
    uint64_t number;
    bool is_new;
    Bytes json;
    struct WaitingGame *next;
} WaitingGame;

struct Match {
    MatchSetup setup;
    Openings *openings;
    Database *store;
    MatchListener listener;
    MatchState state;
    Standings standings;
    OrderedOutput pgn, json;
    uint8_t *done;      /* a bit for each game that is finished or being played */
    uint64_t next;      /* no game below is left to be handed out */
    WaitingGame *first; /* in the order of their numbers */
    bool in_transaction;
};

static bool is_done(const Match *m, uint64_t number) {
    return m->done[number / 8] >> number % 8 & 1;
}
static void set_done(Match *m, uint64_t number) {
    m->done[number / 8] |= (uint8_t)(1u << number % 8);
}

static bool is_decided(const Match *m) {
    return m->state.decision != SPRT_CONTINUE;
}

bool match_is_over(const Match *m) {
    return is_decided(m) || m->standings.games == m->state.total;
}
const MatchState *match_state(const Match *m) {
    return &m->state;
}

/* ---- Counting, in order ---- */

static void test_hypotheses(Match *m) {
    const MatchConfig *c = m->setup.config;
    const PairingScore *p = &m->standings.pairings[0];
    if (!c->has_sprt || (c->sprt_by_pairs && m->standings.games % 2 != 0))
        return;
    m->state.llr = c->sprt_by_pairs ? sprt_llr_pairs(&c->sprt, &p->pairs)
                                    : sprt_llr_games(&c->sprt, &p->games);
    m->state.decision = sprt_decide(&c->sprt, m->state.llr);
}

static bool write_pgn(Match *m, const GameRecord *r, Message *message) {
    const MatchConfig *c = m->setup.config;
    char *text = NULL;
    size_t size = 0;
    if (c->pgn_file == NULL)
        return true;
    FILE *entry = open_memstream(&text, &size);
    if (entry == NULL)
        return message_set(message, "no memory");
    bool written = record_write_pgn(entry, r, c->event, c->pgn_nodes, message);
    if (fclose(entry) != 0 && written)
        written = message_set(message, "no memory");
    written = written && ordered_output_add(&m->pgn, text, size, message);
    free(text);
    return written;
}

/* The record, which is followed by a zero byte, as a line. */
static bool write_json(Match *m, const Bytes *json, Message *message) {
    json->data[json->size] = '\n';
    const bool written = ordered_output_add(&m->json, json->data, json->size + 1, message);
    json->data[json->size] = '\0';
    return written;
}

/* The database may have been changed by others. */
static bool check_players(const Match *m, const GameRecord *r, Message *message) {
    const ScheduledGame g = schedule_game(&m->setup.config->schedule, m->standings.games);
    return (r->number == g.number && r->engine[WHITE] == g.engine[WHITE] &&
            r->engine[BLACK] == g.engine[BLACK]) ||
           message_set(message, "the record of game %" PRIu64 " belongs to another game",
                       g.number + 1);
}

static bool count_game(Match *m, const WaitingGame *w, Message *message) {
    GameRecord *r = malloc(sizeof *r);
    if (r == NULL)
        return message_set(message, "no memory");
    bool counted = record_from_json(w->json.data, w->json.size, r, message);
    if (counted) {
        counted = check_players(m, r, message) && standings_add(&m->standings, r, message) &&
                  write_pgn(m, r, message) && write_json(m, &w->json, message);
        test_hypotheses(m);
        if (counted && m->listener.on_game != NULL)
            m->listener.on_game(m->listener.context, &m->state, r, w->is_new);
        record_clear(r);
    }
    free(r);
    return counted;
}

/* Counts the games whose turn has come.  What is finished beyond a decision does not count. */
static bool count_games(Match *m, Message *message) {
    bool counted = true;
    while (counted && m->first != NULL && m->first->number == m->standings.games &&
           !is_decided(m)) {
        WaitingGame *w = m->first;
        m->first = w->next;
        counted = count_game(m, w, message);
        free(w->json.data);
        free(w);
    }
    return counted;
}

/* Keeps a copy of a finished game until its turn. */
static bool enqueue(Match *m, uint64_t number, const Bytes *json, bool is_new, Message *message) {
    WaitingGame *w = malloc(sizeof *w), **at = &m->first;
    char *copy = malloc(json->size + 1);
    if (w == NULL || copy == NULL) {
        free(w);
        free(copy);
        return message_set(message, "no memory for the record of game %" PRIu64, number + 1);
    }
    memcpy(copy, json->data, json->size);
    copy[json->size] = '\0';
    while (*at != NULL && (*at)->number < number)
        at = &(*at)->next;
    *w = (WaitingGame){number, is_new, {copy, json->size}, *at};
    *at = w;
    m->state.finished++;
    return true;
}

/* ---- The owner's side of the job ---- */

static JobNext next_game(void *owner, Unit *unit) {
    Match *m = owner;
    while (m->next < m->state.total && is_done(m, m->next))
        m->next++;
    if (m->next == m->state.total || is_decided(m))
        return JOB_DONE;
    if (m->next >= m->standings.games + AHEAD_MAX)
        return JOB_WAIT;
    set_done(m, m->next);
    unit->number = m->next++;
    return JOB_UNIT;
}

static bool accept_game(void *owner, uint64_t number, const Bytes *result, Message *message) {
    Match *m = owner;
    if (!m->in_transaction && !database_begin(m->store, message))
        return false;
    m->in_transaction = true;
    GameRecord *r = malloc(sizeof *r);
    if (r == NULL)
        return message_set(message, "no memory");
    bool stored = record_from_json(result->data, result->size, r, message);
    if (stored) {
        stored = game_store_add(m->store, r, result, message) &&
                 enqueue(m, number, result, true, message);
        record_clear(r);
    }
    free(r);
    return stored;
}

static bool commit_games(void *owner, Message *message) {
    Match *m = owner;
    m->in_transaction = false;
    return database_commit(m->store, message) && count_games(m, message);
}

static bool should_stop(void *owner) {
    const Match *m = owner;
    return is_decided(m) || (m->listener.interrupted != NULL && m->listener.interrupted());
}

static void tick(void *owner) {
    Match *m = owner;
    if (m->listener.on_tick != NULL)
        m->listener.on_tick(m->listener.context, &m->state);
}

const JobWork MATCH_WORK = {.name = "match",
                            .setup_write = match_setup_write,
                            .setup_read = match_setup_read,
                            .setup_free = match_setup_free,
                            .worker_new = match_worker_new,
                            .run = match_worker_work,
                            .worker_free = match_worker_free};

static const JobKind MATCH_JOB = {.work = &MATCH_WORK,
                                  .next = next_game,
                                  .accept = accept_game,
                                  .commit = commit_games,
                                  .should_stop = should_stop,
                                  .tick = tick};

bool match_run(Match *m, const JobRunner *runner, Message *message) {
    const JobThreads threads = {
        .workers = m->setup.config->concurrency, .pin = m->setup.config->pin, .tick_ms = TICK_MS};
    m->state.started_ns = clock_ns();
    if (match_is_over(m))
        return true;
    return job_run(runner, &MATCH_JOB, m, &m->setup, &threads, message);
}

/* ---- Beginning and taking up again ---- */

static bool recall_game(void *context, uint64_t number, const Bytes *json, Message *message) {
    Match *m = context;
    if (number >= m->state.total)
        return message_set(message, "game %" PRIu64 " is beyond the last one", number + 1);
    set_done(m, number);
    return enqueue(m, number, json, false, message) && count_games(m, message);
}

static bool open_outputs(Match *m, Message *message) {
    const MatchConfig *c = m->setup.config;
    uint64_t pgn = c->pgn_file != NULL ? (uint64_t)ordered_output_size(c->pgn_file) : 0;
    uint64_t json = c->json_file != NULL ? (uint64_t)ordered_output_size(c->json_file) : 0;
    return database_keep_number(m->store, "pgn_begin", &pgn, message) &&
           database_keep_number(m->store, "jsonl_begin", &json, message) &&
           ordered_output_open(&m->pgn, c->pgn_file, (int64_t)pgn, message) &&
           ordered_output_open(&m->json, c->json_file, (int64_t)json, message);
}

/* The openings must be those that the match began with. */
static bool check_openings(Match *m, Message *message) {
    const MatchConfig *c = m->setup.config;
    const uint64_t now = openings_fingerprint(m->openings);
    uint64_t before = now;
    if (!database_keep_number(m->store, "openings_fingerprint", &before, message))
        return false;
    if (before != now)
        return message_set(message, "the openings in '%.160s' have changed since this match began",
                           c->openings.file_name);
    for (int i = 0; i < c->engine_count; i++)
        if (c->engines[i].from_array == YES && !openings_from_array(m->openings))
            return message_set(message,
                               "'%s' can be given the array and moves only, but the openings are "
                               "positions",
                               c->engines[i].name);
    return true;
}

static bool prepare(Match *m, Message *message) {
    const MatchConfig *c = m->setup.config;
    m->state.total = schedule_games(&c->schedule);
    m->done = calloc(m->state.total / 8 + 1, 1);
    if (m->done == NULL)
        return message_set(message, "no memory for %" PRIu64 " games", m->state.total);
    if (!standings_init(&m->standings, &c->schedule, message))
        return false;
    m->openings = openings_open(&c->openings, c->rules, message);
    if (m->openings == NULL)
        return false;
    m->setup.openings = m->openings;
    if (!database_begin(m->store, message))
        return false;
    if (!check_openings(m, message) || !open_outputs(m, message))
        return false;
    if (!database_commit(m->store, message) || !game_store_each(m->store, recall_game, m, message))
        return false;
    m->state.finished_before = m->state.finished;
    return true;
}

Match *match_new(const MatchConfig *config, Database *store, const MatchListener *listener,
                 Message *message) {
    Match *m = calloc(1, sizeof *m);
    if (m == NULL) {
        message_set(message, "no memory for a match");
        return NULL;
    }
    m->setup.config = config;
    m->pgn.descriptor = m->json.descriptor = -1;
    m->store = store;
    m->listener = *listener;
    m->state.config = config;
    m->state.standings = &m->standings;
    m->state.started_ns = clock_ns();
    if (prepare(m, message))
        return m;
    match_free(m, NULL);
    return NULL;
}

bool match_free(Match *m, Message *message) {
    const bool pgn_closed = ordered_output_close(&m->pgn, message);
    const bool json_closed = ordered_output_close(&m->json, message);
    while (m->first != NULL) {
        WaitingGame *w = m->first;
        m->first = w->next;
        free(w->json.data);
        free(w);
    }
    standings_clear(&m->standings);
    openings_free(m->openings);
    free(m->done);
    free(m);
    return pgn_closed && json_closed;
}
