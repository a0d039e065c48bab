/*
 * Exactly the legal moves, by stages, without trying moves on the board.
 */
#ifndef BRINDLE_BITBOARD_MOVEGEN_H
#define BRINDLE_BITBOARD_MOVEGEN_H

#include "bitboard/position.h"

typedef enum {
    GENERATE_CAPTURES,    /* captures, en passant and all promotions */
    GENERATE_QUIETS,      /* everything else, castling included */
    GENERATE_ALL,         /* both */
    GENERATE_QUIET_CHECKS /* the quiet moves that give check; not when in check */
} GenerateStage;

typedef struct {
    int count;
    Move moves[MAX_MOVES];
} MoveList;

/*
 * Writes the legal moves of a stage to `moves` (room for MAX_MOVES) and returns the end.  When the
 * side to move is in check, each stage yields that part of the evasions.  The order is fixed: the
 * same position gives the same list.
 */
Move *generate(const Position *pos, GenerateStage stage, Move *moves);
/* All legal moves. */
void generate_legal(const Position *pos, MoveList *list);
/* True if there is a legal move. */
bool has_legal_move(const Position *pos);

#endif
