/*
 * Time in a game against a person: what was agreed, and the clocks of both sides.
 */
#ifndef BRINDLE_ENGINE_PLAY_PLAY_TIME_H
#define BRINDLE_ENGINE_PLAY_PLAY_TIME_H

#include "engine/search/engine.h"

typedef struct {
    bool has_clock; /* both sides have base_ms for the game, and increment_ms more with each move */
    int64_t base_ms, increment_ms;
    int64_t move_time_ms; /* without a clock: what the engine takes for a move; 0: not said */
} PlayTime;

enum { PLAY_TIME_SIZE = 64, CLOCK_TEXT_SIZE = 32 };

/*
 * Reads "5+3" (minutes for the game and seconds more with each move, as chess clocks are spoken
 * of), "10" (seconds for each of the engine's moves, and no clock) or "none".  Both numbers may
 * have a fraction.
 */
bool play_time_read(const char *text, PlayTime *time, Message *message);
/* The same as words for people: "5 minutes and 3 seconds a move".  Returns `text`. */
char *play_time_write(const PlayTime *time, char text[PLAY_TIME_SIZE]);

/* As the PGN tag TimeControl has a clock: "300+3"; "-" without one.  Returns `text`. */
char *play_time_write_tag(const PlayTime *time, char text[PLAY_TIME_SIZE]);
/* Reads that tag's clock; false if it is none. */
bool play_time_read_tag(const char *text, PlayTime *time);

/* "4:57", "1:04:57", with tenths below 20 seconds ("0:09.3").  Returns `text`. */
char *clock_write(int64_t left_ms, char text[CLOCK_TEXT_SIZE]);
/* "0:04:57.3", as PGN comments have it behind %clk.  Returns `text`. */
char *clock_write_exact(int64_t left_ms, char text[CLOCK_TEXT_SIZE]);
/* Finds "[%clk H:MM:SS.F]" in a comment; -1 if there is none. */
int64_t clock_read_comment(const char *comment);

#endif
