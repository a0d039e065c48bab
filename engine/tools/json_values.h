/*
 * What analyses have in common as JSON: scores, moves and lines, an object on a line.
 */
#ifndef BRINDLE_ENGINE_TOOLS_JSON_VALUES_H
#define BRINDLE_ENGINE_TOOLS_JSON_VALUES_H

#include "bitboard/position.h"
#include "engine/search/score.h"

#include <jansson.h>
#include <stdio.h>

/* Prints the object on a line of its own, and lets go of it; NULL, for which there was no memory,
 * prints nothing. */
void json_print_line(FILE *out, json_t *object);
/* {"cp": 35} or {"mate": -3}, for the side to move. */
json_t *json_score(Score score);
json_t *json_san(const Position *pos, Move move);
json_t *json_coordinates(Move move);
/* A line of moves as arrays of coordinates and of SAN, as members "pv" and "san". */
void json_set_line(json_t *object, const Position *pos, const Move *moves, int count);
/* "ongoing", "checkmate", … */
const char *json_game_state(GameState state);

#endif
