/*
 * Every number of the evaluation.
 *
 * The table below names them all; their values stand in weights.c, which `brindle-tune` writes.
 * Together they are one flat array, so that the tuner can treat them alike; W_NAME is the index of
 * the first weight of a term, and a term of several rows lies there row by row.
 */
#ifndef BRINDLE_EVAL_WEIGHTS_H
#define BRINDLE_EVAL_WEIGHTS_H

#include "bitboard/types.h"

/*
 * A weight is a pair, middlegame and endgame centipawns: two 32-bit values in one integer, so that
 * both phases are added at once.  Even 21 queens stay far from filling a half.
 */
typedef int64_t Weight;
#define WEIGHT(middlegame, endgame) \
    ((Weight)((uint64_t)(int64_t)(endgame) << 32) + (Weight)(middlegame))

static inline int weight_middlegame(Weight w) {
    return (int32_t)(uint32_t)(uint64_t)w;
}
static inline int weight_endgame(Weight w) {
    return (int32_t)(uint32_t)((uint64_t)(w + ((Weight)1 << 31)) >> 32);
}

/* The two kinds of numbers: pairs, which are added up, and units of the danger that a king is in,
 * whose sum counts by its square (see evaluation_combine in trace.h) and which have no phases. */
typedef enum { WEIGHT_PAIR, WEIGHT_DANGER } WeightKind;

enum {
    HALF_FILES = FILES / 2 + 1,
    SQUARES_HALF = RANKS * HALF_FILES, /* of the board's left half and middle file: by rank, then
                          distance from the nearer edge file (0: a and k … 5: f) */
    MOBILITY_MAX = 39,                 /* from 0 on: no piece attacks more than 38 squares */
    PAWN_DISTANCES = 8,                /* ranks from a king to a pawn before it, 0: there is none */
    KING_DISTANCES = 11,
    PIECE_VALUES = 7 /* piece types that have one: all but the king */
};

/*
 * X(kind, group, name, rows, columns, what).  Rows by PieceType unless something else is said;
 * `rank` is always as the side sees it, 0 = its first.
 */
#define EVALUATION_WEIGHTS(X)                                                                     \
    X(PAIR, material, material, 1, PIECE_VALUES, "the value of each piece type")                  \
    X(PAIR, material, with_pawns, 1, PIECE_VALUES, "of a piece for each own pawn beyond six")     \
    X(PAIR, material, redundant, 1, PIECE_VALUES, "each piece of a type after the first")         \
    X(PAIR, material, bishop_pair, 1, 1, "bishops on squares of both colours")                    \
    X(PAIR, material, camel_pair, 1, 1, "camels of opposite colour binding")                      \
    X(PAIR, squares, piece_square, PIECE_VALUES, SQUARES_HALF, "where a man stands")              \
    X(PAIR, squares, king_square, 2, SQUARES_HALF, "where the king stands, by rule set")          \
    X(PAIR, mobility, mobility, PIECE_VALUES, MOBILITY_MAX, "by safe squares a piece attacks")    \
    X(PAIR, pawns, pawn_isolated, 1, 2, "no own pawn on the next files; free; opposed")           \
    X(PAIR, pawns, pawn_backward, 1, 2, "cannot be supported nor safely advance; free; opposed")  \
    X(PAIR, pawns, pawn_doubled, 1, 1, "behind an own pawn on its file")                          \
    X(PAIR, pawns, pawn_supported, 1, RANKS, "defended by a pawn, by rank")                       \
    X(PAIR, pawns, pawn_phalanx, 1, RANKS, "beside a pawn, by rank")                              \
    X(PAIR, pawns, pawn_candidate, 1, RANKS, "on a free file with help enough to pass, by rank")  \
    X(PAIR, passed, passed, 1, RANKS, "no enemy pawn can stop or take it, by rank")               \
    X(PAIR, passed, passed_blocked, 1, RANKS, "an enemy man stands before it, by rank")           \
    X(PAIR, passed, passed_safe, 1, RANKS, "its next square is empty and not attacked, by rank")  \
    X(PAIR, passed, passed_clear, 1, RANKS, "so is its whole way, by rank")                       \
    X(PAIR, passed, passed_defended, 1, RANKS, "its next square is defended, by rank")            \
    X(PAIR, passed, passed_own_king, 1, KING_DISTANCES, "own king's distance, for each rank")     \
    X(PAIR, passed, passed_their_king, 1, KING_DISTANCES, "enemy king's distance, for each rank") \
    X(PAIR, passed, passed_unstoppable, 1, 1, "runs home before a lone king")                     \
    X(PAIR, king, shelter_front, 1, PAWN_DISTANCES, "own pawn on the king's file, by distance")   \
    X(PAIR, king, shelter_side, 1, PAWN_DISTANCES, "own pawn on the files beside it")             \
    X(PAIR, king, storm_free, 1, PAWN_DISTANCES, "enemy pawn near the king's file, free")         \
    X(PAIR, king, storm_blocked, 1, PAWN_DISTANCES, "the same, with an own pawn before it")       \
    X(PAIR, king, castling, 1, 5,                                                                 \
      "a right to castle, by how many of the first four squares to "                              \
      "the rook are empty")                                                                       \
    X(DANGER, danger, danger_base, 1, 1, "of any king")                                           \
    X(DANGER, danger, danger_attacker, 1, PIECE_VALUES, "a piece that attacks the zone")          \
    X(DANGER, danger, danger_attack, 1, PIECE_VALUES, "a square of the zone it attacks")          \
    X(DANGER, danger, danger_check, PIECE_VALUES, 2, "a safe check; further ones")                \
    X(DANGER, danger, danger_unsafe_check, 1, 1, "a square for a check where the man is taken")   \
    X(DANGER, danger, danger_weak, 1, 1,                                                          \
      "an attacked square of the zone that only king or queen "                                   \
      "defends")                                                                                  \
    X(DANGER, danger, danger_defended, 1, 1, "a square of the zone that own pieces defend")       \
    X(DANGER, danger, danger_shelter, 1, 1, "an own pawn before the king")                        \
    X(DANGER, danger, danger_no_queen, 1, 1, "the attacker has no queen")                         \
    X(DANGER, danger, danger_open_lines, 1, 1,                                                    \
      "a square that a queen in the king's place reached")                                        \
    X(PAIR, threats, threat_weak, PIECE_VALUES + 1, PIECE_VALUES,                                 \
      "least attacker (rows) of an undefended man (columns)")                                     \
    X(PAIR, threats, threat_defended, PIECE_VALUES + 1, PIECE_VALUES,                             \
      "least attacker (rows) of a defended man (columns)")                                        \
    X(PAIR, threats, threat_push, 1, 1, "a man that a safe pawn step would attack")               \
    X(PAIR, threats, fork, 1, PIECE_VALUES,                                                       \
      "attacks two or more of king, queen, wildebeest, rook")                                     \
    X(PAIR, threats, restricted, 1, 1, "a square both attack that they defend but once")          \
    X(PAIR, pieces, outpost, PIECE_VALUES, 2,                                                     \
      "no pawn can drive it away; nor is it supported; it "                                       \
      "is")                                                                                       \
    X(PAIR, pieces, bishop_pawns, 1, 1, "an own pawn on the squares a bishop moves on")           \
    X(PAIR, pieces, rook_open, 1, 1, "a rook on a file without pawns")                            \
    X(PAIR, pieces, rook_half_open, 1, 1, "a rook on a file without own pawns")                   \
    X(PAIR, pieces, rook_behind_passed, 1, 1, "a rook behind a passed pawn of either side")       \
    X(PAIR, pieces, rook_seventh, 1, 1, "a rook beyond rank 7 with the king or pawns before it")  \
    X(PAIR, space, space, 1, 1, "a safe square behind or among the own pawns, ranks 2–4, c–i")    \
    X(PAIR, tempo, tempo, 1, 2, "the move, by rule set")                                          \
    X(PAIR, endgame, won_ending, 1, 1, "a bare enemy king, and men that can always mate it")      \
    X(PAIR, endgame, drive_edge, 1, 2,                                                            \
      "a bare enemy king, for each step from the middle; with men that mate")                     \
    X(PAIR, endgame, drive_king, 1, 2,                                                            \
      "a bare enemy king, for each step the kings are nearer; with such men")

/* W_material, W_with_pawns, … */
enum {
#define X(kind, group, name, rows, columns, what) \
    W_##name, W_##name##_last = W_##name + (rows) * (columns)-1,
    EVALUATION_WEIGHTS(X)
#undef X
        WEIGHT_COUNT
};

typedef struct {
    Weight value[WEIGHT_COUNT]; /* a WEIGHT, or plainly a number for WEIGHT_DANGER */
} Weights;

/* The values in force. */
extern const Weights WEIGHTS;

/* A term: some weights that belong together. */
typedef struct {
    const char *name, *group;
    WeightKind kind;
    int first, rows, columns; /* `first` is an index into Weights.value */
    const char *what;
} WeightTerm;

enum {
#define X(kind, group, name, rows, columns, what) WEIGHT_TERM_##name,
    EVALUATION_WEIGHTS(X)
#undef X
        WEIGHT_TERM_COUNT
};

extern const WeightTerm WEIGHT_TERMS[WEIGHT_TERM_COUNT];

/* How much material makes a middlegame; not tuned. */
extern const int PHASE_VALUE[PIECE_TYPES];

#endif
