/*
 * One game between two players, refereed by our own rules.
 */
#ifndef BRINDLE_ENGINE_MATCH_GAME_H
#define BRINDLE_ENGINE_MATCH_GAME_H

#include "engine/match/adjudication.h"
#include "engine/match/openings.h"
#include "engine/match/record.h"

typedef struct {
    AdjudicationRules adjudication;
    int64_t margin_ms; /* how late an answer may be, where an engine has no margin of its own */
    int64_t stall_ms;  /* how long an engine without a clock may think about a move */
} GameRules;

/*
 * Plays a game from `opening`.  The record's engines, names, round, opening and number are the
 * caller's to fill in, before or after; the rest is set here.  `needs_restart` says for each colour
 * whether its engine cannot be used any more.  False if the game was given up because the players'
 * stop flag became true, or memory ran out: then there is no game.
 */
bool game_play(Player *const players[COLORS], const EngineSpec *const specs[COLORS],
               const Opening *opening, const GameRules *rules, GameRecord *record,
               bool needs_restart[COLORS], Message *message);

#endif
