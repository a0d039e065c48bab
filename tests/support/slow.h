/*
 * The rules a second time, slowly.
 *
 * A board of letters, rays walked square by square, every move tried on a copy and kept if the own
 * king is safe.  It is written from the text of the rules and shares no type, table or function
 * with bitboard/, so that a mistake there is not repeated here.  bridge.h translates between the
 * two.
 */
#ifndef BRINDLE_TESTS_SUPPORT_SLOW_H
#define BRINDLE_TESTS_SUPPORT_SLOW_H

#include <stdbool.h>
#include <stdint.h>

enum { SLOW_FILES = 11, SLOW_RANKS = 10, SLOW_MAX_MOVES = 2048, SLOW_TEXT = 256 };

typedef struct {
    int file, rank; /* from 0 */
} SlowSquare;

typedef enum { SLOW_PLAIN, SLOW_CASTLE, SLOW_PASSING } SlowKind;

typedef struct {
    SlowSquare from, to; /* castling: where the king lands; en passant: the passed square */
    SlowKind kind;
    char promotion; /* 'q', 'w', 'r', 'c', 'n', or 0 */
} SlowMove;

typedef struct {
    char man[SLOW_RANKS][SLOW_FILES]; /* the letter as in FEN, '.' on an empty square */
    bool standard;                    /* the rule set */
    bool black_to_move;
    bool castle[2][2];    /* [White, Black][rook on the k-file, rook on the a-file] */
    int passed_count;     /* squares that the last move, a pawn's, passed over; ascending ranks */
    SlowSquare passed[2]; /* (maybe only those of them that matter) */
    SlowSquare passer;
    int clock, number;
} SlowBoard;

/* Reads a FEN that is known to be good; what follows its last field is left alone. */
void slow_parse(const char *fen, bool standard, SlowBoard *board);
/* Writes a whole FEN (SLOW_TEXT bytes). */
void slow_fen(const SlowBoard *board, char *text);
/*
 * The first four fields, but with those en-passant squares only on which a capture is legal: two
 * positions are the same in the meaning of the rules exactly if these texts are.
 */
void slow_identity(const SlowBoard *board, char *text);
/* Coordinate notation. */
void slow_move_text(const SlowMove *move, char *text);

/* Passed squares that an enemy pawn attacks; returns how many. */
int slow_ready_squares(const SlowBoard *board, SlowSquare ready[2]);
/* Those of them on which at least one capture is legal. */
int slow_legal_squares(const SlowBoard *board, SlowSquare legal[2]);

bool slow_on_board(int file, int rank);
/* Does the man on `from` attack `to` (it may stand empty or not)? */
bool slow_attacks(const SlowBoard *board, SlowSquare from, SlowSquare to);
bool slow_attacked(const SlowBoard *board, SlowSquare s, bool by_black);
SlowSquare slow_king(const SlowBoard *board, bool black);
bool slow_in_check(const SlowBoard *board, bool black);

/* All legal moves; returns how many. */
int slow_moves(const SlowBoard *board, SlowMove *moves);
/* All moves that are legal but for the safety of the king; castling is complete. */
int slow_pseudo_moves(const SlowBoard *board, SlowMove *moves);
bool slow_leaves_king_safe(const SlowBoard *board, const SlowMove *move);
void slow_make(SlowBoard *board, const SlowMove *move);
uint64_t slow_perft(const SlowBoard *board, int depth);

#endif
