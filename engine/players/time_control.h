/*
 * What limits an engine's thinking in a match.
 */
#ifndef BRINDLE_ENGINE_PLAYERS_TIME_CONTROL_H
#define BRINDLE_ENGINE_PLAYERS_TIME_CONTROL_H

#include "bitboard/message.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    bool has_clock; /* base, increment and moves count */
    int moves;      /* in each period of the clock; 0: the whole game */
    int64_t base_ms, increment_ms;
    int64_t move_time_ms; /* for each move; 0: no such limit */
    uint64_t nodes;       /* for each move; 0: no such limit */
    int depth;            /* for each move; 0: no such limit */
} TimeControl;

/*
 * Reads "moves/time+increment" ("40/60+0.5", "1:30+1", "inf" for no clock); times in seconds, or
 * minutes:seconds.  Sets the fields of the clock only.
 */
bool time_control_read_clock(const char *text, TimeControl *tc, Message *message);
/* Reads seconds with a fraction, 0.001 to 1,000,000, as milliseconds. */
bool time_control_read_seconds(const char *what, const char *text, int64_t *ms, Message *message);
/* As the PGN tag TimeControl has it: "40/60+0.5"; "0.1/move" for a time for each move; "-" without
 * any; with "nodes=N" or "depth=N" behind it where these limit, too.  Returns `text`. */
char *time_control_write(const TimeControl *tc, char *text, size_t size);

#endif
