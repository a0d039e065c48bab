/*
 * Games into a book: each move counts a game, and how it ended for the side that made it.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_GAMES_H
#define BRINDLE_ENGINE_BOOK_BOOK_GAMES_H

#include "engine/book/book_store.h"

typedef enum { BOOK_WEIGHTS_BY_RESULT, BOOK_WEIGHTS_UNIFORM } BookGameWeights;

typedef struct {
    int64_t max_ply;    /* half-moves of a game that are taken */
    bool takes[COLORS]; /* the moves of this side */
    int64_t min_games;  /* after all games: a move that was played less often is left out … */
    int64_t min_score;  /* … and one that made less than so many percent of the points */
    BookGameWeights weights;
} BookGameRules;

/* Adds a game.  `result` is "1-0", "0-1" or "1/2-1/2"; `source` one of BOOK_FROM_…. */
bool book_games_add(BookStore *store, const BookGameRules *rules, const Position *start,
                    const Move *moves, int count, const char *result, int source, Message *message);
/*
 * After the last game: sums up, takes out what `rules` leaves out (moves that have been searched
 * stay) and positions that nothing leads to or from, and weighs the moves of games: by result,
 * 2 * wins + draws, scaled down where one is more than 65535; uniform, 1.
 */
bool book_games_finish(BookStore *store, const BookGameRules *rules, Message *message);

/* Removes positions that have no moves, were not searched and no move leads to, and undoes links
 * to what is not there. */
bool book_remove_orphans(BookStore *store, Message *message);

#endif
