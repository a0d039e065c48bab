/*
 * Games of training data as PGN, and PGN as training data.
 */
#ifndef BRINDLE_ENGINE_DATA_DATA_PGN_H
#define BRINDLE_ENGINE_DATA_DATA_PGN_H

#include "engine/data/data_game.h"
#include "engine/pgn/pgn.h"

/*
 * Fills an empty game of PGN.  Moves of the opening carry the comment "book", the others the score
 * for the side that moves, in pawns or as a mate in moves: "+0.35", "-M4".  False if memory is out.
 */
bool data_game_to_pgn(const DataGame *game, PgnGame *pgn);

typedef enum {
    DATA_IMPORTED,
    DATA_LEFT_OUT, /* it has no result, or no move behind its opening: the message says which */
    DATA_REFUSED   /* the message says why */
} DataImport;

/*
 * The other way: reads the moves, the scores in their comments (as above, and as `brindle match`
 * and other programs write them: "+0.35/12 …"), how many of them are book, and the result.
 */
DataImport data_game_from_pgn(const PgnGame *pgn, DataGame *game, Message *message);

#endif
