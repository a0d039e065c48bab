/*
 * What a game's tags and its result say, against its moves and the rules: finding what does not
 * agree, and putting it right.
 */
#ifndef BRINDLE_ENGINE_PGN_PGN_CHECK_H
#define BRINDLE_ENGINE_PGN_PGN_CHECK_H

#include "engine/pgn/pgn.h"

typedef enum {
    PGN_WARNING, /* bad form: the game is understood all the same */
    PGN_FAULT    /* two statements contradict each other */
} PgnSeverity;

/* `text` names the tag or the move, not the file. */
typedef void (*PgnFinding)(void *context, PgnSeverity severity, const char *text);

/*
 * Reports everything that does not agree in a game that has been read well.
 * Faults: a Result tag that is no result or another one than the game's; a result that is not what
 * the rules make of the final position, if they end the game there.
 * Warnings: missing tags of the seven; Variant not spelled in full, or missing; SetUp without FEN
 * or FEN without SetUp; a wrong PlyCount; moves after a position that is a draw by the rules.
 */
void pgn_check(const PgnGame *game, PgnFinding report, void *context);

/*
 * Puts tags and result right: the result is what the rules say if they end the game, otherwise the
 * one at the end of the moves, and if that is "*", the Result tag's.  Variant, Result and PlyCount
 * are set, SetUp and FEN set or removed, those missing of the seven tags filled in as pgn_write
 * does.  False if memory is out or the game has too many tags.
 */
bool pgn_repair(PgnGame *game);

/* How a game ends by the rules: "checkmate", "repetition", …; "unfinished" for GAME_ONGOING. */
const char *pgn_state_name(GameState state);

#endif
