/*
 * The words of the board: colours, pieces, squares and moves.
 *
 * Everything above this header speaks in these types.  Nothing here knows a rule.
 */
#ifndef BRINDLE_BITBOARD_TYPES_H
#define BRINDLE_BITBOARD_TYPES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FILES = 11,
    RANKS = 10,
    SQUARES = FILES * RANKS, /* 110 */
    MAX_MEN = 22,            /* a side, king included: what RULES.md admits in a position */
    MAX_PAWNS = 11,          /* a side */
    MAX_MOVES = 1024         /* no position within those limits has more legal moves */
};

typedef enum { WHITE, BLACK, COLORS } Color;

/* Ordered by what a piece is worth in an exchange, so that "the least valuable attacker" is the
 * first one found. */
typedef enum {
    PAWN,
    KNIGHT,
    CAMEL,
    BISHOP,
    ROOK,
    WILDEBEEST,
    QUEEN,
    KING,
    PIECE_TYPES,
    NO_PIECE_TYPE = PIECE_TYPES
} PieceType;

/* A coloured piece: 8 * colour + type; NO_PIECE on an empty square. */
typedef uint8_t Piece;
enum { PIECES = 16, NO_PIECE = 16 };

/* 0 = a1, 1 = b1, … 10 = k1, 11 = a2, … 109 = k10; NO_SQUARE where there is none. */
typedef int Square;
enum { NO_SQUARE = SQUARES };

typedef uint64_t Key;

static inline Color opponent(Color c) {
    return (Color)(c ^ 1);
}
static inline Piece piece_of(Color c, PieceType t) {
    return (Piece)(8 * (int)c + (int)t);
}
static inline PieceType piece_type(Piece p) {
    return p == NO_PIECE ? NO_PIECE_TYPE : (PieceType)(p & 7);
}
/* Only for a piece, not for NO_PIECE. */
static inline Color piece_color(Piece p) {
    return (Color)(p >> 3);
}
static inline Square square_of(int file, int rank) {
    return rank * FILES + file;
}
static inline int file_of(Square s) {
    return s % FILES;
}
static inline int rank_of(Square s) {
    return s / FILES;
}
/* The rank as the side sees it: 0 is its own first rank. */
static inline int relative_rank(Color c, Square s) {
    return c == WHITE ? rank_of(s) : RANKS - 1 - rank_of(s);
}
/* The squares one step forward for a pawn of this colour. */
static inline int forward(Color c) {
    return c == WHITE ? FILES : -FILES;
}

/*
 * A move in 20 bits: from (7), to (7), promotion type (4, PAWN for none), kind (2).
 * For castling, `to` is the square on which the king lands; the rook follows from the direction.
 * For en passant, `to` is the passed square on which the capturing pawn lands.
 */
typedef uint32_t Move;
typedef enum { MOVE_NORMAL, MOVE_CASTLING, MOVE_EN_PASSANT } MoveKind;

/* Two words that are no move on any board (a1a1 and b1b1). */
#define MOVE_NONE ((Move)0)
#define MOVE_NULL ((Move)(1u | 1u << 7))

static inline Move move_make(Square from, Square to) {
    return (Move)from | (Move)to << 7;
}
static inline Move move_make_promotion(Square from, Square to, PieceType promotion) {
    return move_make(from, to) | (Move)promotion << 14;
}
static inline Move move_make_kind(Square from, Square to, MoveKind kind) {
    return move_make(from, to) | (Move)kind << 18;
}
static inline Square move_from(Move m) {
    return (Square)(m & 127);
}
static inline Square move_to(Move m) {
    return (Square)(m >> 7 & 127);
}
/* PAWN where the move does not promote. */
static inline PieceType move_promotion(Move m) {
    return (PieceType)(m >> 14 & 15);
}
static inline bool move_is_promotion(Move m) {
    return (m >> 14 & 15) != 0;
}
static inline MoveKind move_kind(Move m) {
    return (MoveKind)(m >> 18 & 3);
}

#endif
