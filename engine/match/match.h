/*
 * A match as a job: games are its units.
 *
 * The owner hands out games by their numbers, stores what comes back and writes the output in the
 * order of the numbers, whatever the order in which games end.  The test of an SPRT and all
 * statistics follow that order, too, so that they are the same at any concurrency and no quick game
 * is counted before a slow one.
 */
#ifndef BRINDLE_ENGINE_MATCH_MATCH_H
#define BRINDLE_ENGINE_MATCH_MATCH_H

#include "engine/jobs/job.h"
#include "engine/match/game_store.h"
#include "engine/match/match_config.h"
#include "engine/match/standings.h"

/* Where a match stands.  Given to the listener, on the thread that runs the match. */
typedef struct {
    const MatchConfig *config;
    const Standings *standings; /* games counted in order */
    uint64_t total;             /* games of the whole match */
    uint64_t finished;          /* games stored, in order or not */
    uint64_t finished_before;   /* of them, stored before this run */
    double llr;                 /* of the SPRT, if there is one */
    SprtDecision decision;
    int64_t started_ns; /* of this run */
} MatchState;

/* Told what happens; any function may be NULL. */
typedef struct {
    /* A game was counted.  `is_new`: it was played in this run. */
    void (*on_game)(void *context, const MatchState *state, const GameRecord *record, bool is_new);
    /* A few times a second, and after games. */
    void (*on_tick)(void *context, const MatchState *state);
    /* True once the user wants to stop. */
    bool (*interrupted)(void);
    void *context;
} MatchListener;

typedef struct Match Match;

/* Games, positions … as units, for who carries them out elsewhere. */
extern const JobWork MATCH_WORK;

/* What the workers of a match share. */
typedef struct {
    const MatchConfig *config;
    const Openings *openings;
} MatchSetup;

/*
 * Prepares to play what `store` does not hold yet: reads its games, opens the output files and
 * writes what they lack.  `config` (probed) and `store` must outlive the match.  NULL and a message
 * on failure.
 */
Match *match_new(const MatchConfig *config, Database *store, const MatchListener *listener,
                 Message *message);
/* False, and a message, if the output could not be completed. */
bool match_free(Match *match, Message *message);
/*
 * Plays until all games are played, the SPRT is decided or the listener says that it is
 * interrupted.  False, and a message, if it had to stop; what was finished is stored.
 */
bool match_run(Match *match, const JobRunner *runner, Message *message);
const MatchState *match_state(const Match *match);
/* True if nothing is left to play. */
bool match_is_over(const Match *match);

/* The worker's side, for whoever runs the units (its setup is a MatchSetup). */
void *match_worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message);
bool match_worker_work(void *worker, const Unit *unit, Bytes *result, Message *message);
void match_worker_free(void *worker);

#endif
