/*
 * What the two halves of the toy engine's XBoard protocol know of each other.
 */
#ifndef BRINDLE_TESTS_TOY_XBOARD_H
#define BRINDLE_TESTS_TOY_XBOARD_H

#include "tests/toy/toy.h"

/* Begins to think on the position, unless the game is over. */
void xboard_think(Toy *toy);
/* The thinking time is over. */
void xboard_answer(Toy *toy);
/* The opponent's move, or in force mode anybody's; NULL if there was none on the line. */
void xboard_user_move(Toy *toy, const char *text);
/* Answers the ping that is due, if one is. */
void xboard_pong(Toy *toy);

#endif
