/*
 * How XBoard measures time: its commands level, st, sd, time, otim and nps, and the limits of a
 * search that follow from them.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_XBOARD_CLOCK_H
#define BRINDLE_ENGINE_PROTOCOL_XBOARD_CLOCK_H

#include "engine/search/engine.h"

typedef struct {
    int moves; /* in a session; 0: all of the game */
    int64_t base_ms, increment_ms;
    int64_t move_time_ms;           /* "st"; 0: by the clocks */
    int depth;                      /* "sd"; 0: none */
    int64_t left_ms, other_left_ms; /* the engine's clock and its opponent's */
    int64_t nodes_per_second; /* "nps": > 0: so many nodes are a second; otherwise real time */
} XboardClock;

/* Five minutes for a game, until somebody says otherwise. */
void xboard_clock_init(XboardClock *clock);
/* A new game: full clocks, no limit of depth, real time. */
void xboard_clock_restart(XboardClock *clock);
/* Obeys "level MOVES BASE INCREMENT": BASE in minutes or minutes:seconds, INCREMENT in seconds. */
bool xboard_clock_level(XboardClock *clock, char *arguments, Message *message);
/* "st SECONDS", which may have a fraction. */
bool xboard_clock_move_time(XboardClock *clock, const char *text, Message *message);
/* "time" and "otim", in centiseconds. */
bool xboard_clock_left(int64_t *left_ms, const char *text, Message *message);
/* The engine has made a move, for which it took so long; it was its `made`th. */
void xboard_clock_moved(XboardClock *clock, int64_t took_ms, int made);
/* Limits for a move of `side`, which has made so many. */
void xboard_clock_limits(const XboardClock *clock, Color side, int made, int move_overhead_ms,
                         SearchLimits *limits);

/* A clock of the processor's time that this program takes, for "nps 0". */
extern const EngineClock PROCESSOR_CLOCK;

#endif
