/*
 * From the slow rules to the library's types and back, and lists of moves as sorted sets.
 */
#ifndef BRINDLE_TESTS_SUPPORT_BRIDGE_H
#define BRINDLE_TESTS_SUPPORT_BRIDGE_H

#include "bitboard/movegen.h"
#include "tests/support/slow.h"

Square bridge_square(SlowSquare s);
SlowSquare bridge_slow_square(Square s);
Move bridge_move(const SlowMove *move);
SlowMove bridge_slow_move(Move move);
char bridge_letter(Piece piece);

/* Builds the position with position_clear, position_place and position_finish: no FEN is read. */
void bridge_position(const SlowBoard *board, Position *pos);
void bridge_board(const Position *pos, SlowBoard *board);
/* The position as FEN, by the slow writer; returns `text` (SLOW_TEXT bytes). */
char *bridge_fen(const Position *pos, char *text);
/* A move in coordinates, or its bits if it is no move on any board; returns `text` (32 bytes). */
char *bridge_move_text(Move move, char *text);

/* The legal moves of the slow generator, sorted. */
void bridge_moves(const SlowBoard *board, MoveList *list);
/* Perft by the library's generator and make/unmake, counting the last ply's list; depth >= 1. */
uint64_t bridge_perft(Position *pos, int depth);
/* The moves of one stage of the library's generator, sorted. */
void bridge_generate(const Position *pos, GenerateStage stage, MoveList *list);
void bridge_sort(MoveList *list);
bool bridge_contains(const MoveList *sorted, Move move);
/*
 * Fails the running test, naming `what`, the position and the first difference, unless both sorted
 * lists hold the same moves, each once.
 */
void bridge_expect_same(const Position *pos, const char *what, const MoveList *got,
                        const MoveList *wanted);

/* Fails the running test, naming the position, if position_check finds a fault. */
void bridge_expect_sound(const Position *pos, const char *when);
/* Fails unless the library's position and the slow board agree in everything that a FEN shows. */
void bridge_expect_equal(const Position *pos, const SlowBoard *board, const char *when);

#endif
