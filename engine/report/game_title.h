/*
 * Who played, and where: a game's tags as headings.
 */
#ifndef BRINDLE_ENGINE_REPORT_GAME_TITLE_H
#define BRINDLE_ENGINE_REPORT_GAME_TITLE_H

#include "engine/pgn/pgn.h"

enum { GAME_TITLE_SIZE = 256 };

/* A tag's value; NULL if the game has none that says something ("?", "????.??.??", "-"). */
const char *game_told(const PgnGame *game, const char *tag);
/* White's or Black's name, "White" and "Black" without one. */
const char *game_player(const PgnGame *game, Color side);
/* "A. Player – B. Player, 1-0".  Cut between characters if it is too long.  Returns `text`
 * (GAME_TITLE_SIZE bytes). */
char *game_title_write(const PgnGame *game, char *text);
/* "Club Cup, Oslo, 2024.05.01, round 3": what is known of it, maybe nothing. */
char *game_event_write(const PgnGame *game, char *text);

#endif
