/*
 * A position, and everything the rules say about it.
 *
 * A Position is a plain value without pointers into itself: assigning it copies it, which is how
 * threads get their own.  Moves are made and unmade in place; the caller keeps one Undo per move
 * made (on its stack, in a search). board_init() must have run once before any of these functions.
 */
#ifndef BRINDLE_BITBOARD_POSITION_H
#define BRINDLE_BITBOARD_POSITION_H

#include "bitboard/attacks.h"
#include "bitboard/rules.h"

/* Castling rights, one bit each. */
enum {
    CASTLE_WHITE_K = 1, /* White's king with the rook on k1 */
    CASTLE_WHITE_A = 2,
    CASTLE_BLACK_K = 4,
    CASTLE_BLACK_A = 8
};

/*
 * How many positions back a repetition is looked for.  The history is a ring: it must hold more
 * than the deepest search plus the 100 half-moves after which a game is drawn.
 */
enum { HISTORY_SIZE = 1024 };

/* What a move cannot be undone without; unmaking puts a saved copy back. */
typedef struct {
    Key key;               /* the whole position, by RULES.md's meaning of "the same position" */
    Key pawn_key;          /* pawns of both colours only */
    Key material_key;      /* how many of each piece there are */
    Key leaper_key;        /* knights, camels and wildebeests of both colours only */
    Key piece_key[COLORS]; /* all men of a colour but its pawns */
    Bitboard checkers;     /* the men that give check to the side to move */
    Bitboard en_passant;   /* passed squares on which an enemy pawn stands ready, legally or not; at
                              most two */
    uint8_t en_passant_pawn; /* the square of the pawn that passed them */
    uint8_t castling;        /* CASTLE_* bits */
    uint16_t halfmove_clock;
    uint16_t since_null; /* half-moves since the last null move, or since the position was set up */
} PositionState;

typedef struct {
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_color[COLORS];
    uint8_t board[SQUARES]; /* Piece or NO_PIECE */
    uint8_t count[PIECES];
    uint8_t king[COLORS];
    uint8_t side; /* Color to move */
    PositionState state;
    uint32_t fullmove; /* move number as FEN counts it */
    uint32_t ply;      /* half-moves since the position was set up; history is indexed by it */
    const RuleSet *rules;
    Key history[HISTORY_SIZE]; /* keys of this position and those before it, at ply % HISTORY_SIZE
                                */
} Position;

typedef struct {
    PositionState state;
    Key overwritten; /* of the history ring */
    Piece captured;
    Piece moved;
} Undo;

typedef enum {
    GAME_ONGOING,
    GAME_CHECKMATE,     /* the side to move has lost */
    GAME_STALEMATE,     /* see RuleSet.stalemate_loses for what it means */
    GAME_DEAD_POSITION, /* draw */
    GAME_REPETITION,    /* draw: the position has occurred for the third time */
    GAME_FIFTY_MOVES    /* draw: 100 half-moves without a pawn move or a capture */
} GameState;

/* Fills the attack tables and the hash keys.  Once, before anything else of this library and before
 * other threads. */
void board_init(void);

/* The array of a rule set. */
void position_set_start(Position *pos, const RuleSet *rules);

/*
 * For builders of positions (FEN, tests): empties the board, places men one by one, sets side,
 * state.castling, state.halfmove_clock, fullmove and the en-passant squares, then lets
 * position_finish derive everything else (keys, checkers, which en-passant squares have a pawn
 * ready to capture).
 */
void position_clear(Position *pos, const RuleSet *rules);
void position_place(Position *pos, Piece piece, Square s);
void position_finish(Position *pos);

/* Makes a legal move.  Fills `undo`. */
void position_make(Position *pos, Move move, Undo *undo);
/* Takes back the last move made; every byte of the position is as it was. */
void position_unmake(Position *pos, Move move, const Undo *undo);
/* Passes.  Only when not in check. */
void position_make_null(Position *pos, Undo *undo);
void position_unmake_null(Position *pos, const Undo *undo);

static inline Bitboard position_occupied(const Position *pos) {
    return pos->by_color[WHITE] | pos->by_color[BLACK];
}
static inline Bitboard position_pieces(const Position *pos, Color c, PieceType t) {
    return pos->by_color[c] & pos->by_type[t];
}
static inline bool position_in_check(const Position *pos) {
    return pos->state.checkers != 0;
}
/* The man that `move` takes, NO_PIECE if none. */
static inline Piece position_captured(const Position *pos, Move move) {
    if (move_kind(move) == MOVE_EN_PASSANT)
        return pos->board[pos->state.en_passant_pawn];
    return move_kind(move) == MOVE_CASTLING ? (Piece)NO_PIECE : pos->board[move_to(move)];
}
/* A capture or a promotion: what the capture stage of the generator yields. */
static inline bool position_is_tactical(const Position *pos, Move move) {
    return position_captured(pos, move) != NO_PIECE || move_is_promotion(move);
}
/* Men other than king and pawns. */
static inline Bitboard position_non_pawns(const Position *pos, Color c) {
    return pos->by_color[c] & ~pos->by_type[PAWN] & ~pos->by_type[KING];
}

/* The men of both colours that attack `s` if exactly the squares of `occupied` are occupied. */
Bitboard position_attackers(const Position *pos, Square s, Bitboard occupied);
/* True if a man of colour `by` attacks `s`, given that occupancy. */
bool position_attacked(const Position *pos, Square s, Color by, Bitboard occupied);
/*
 * The men of either colour that alone stand between `s` and a slider of colour `by` which would
 * otherwise attack `s`. With s = own king and by = the enemy they contain the pinned men; with s =
 * the enemy king and by = the side to move, the men that can discover a check.
 */
Bitboard position_blockers(const Position *pos, Square s, Color by);
/* The sliders of colour `by` that attack `s` through exactly the one man on `through` (x-ray
 * attackers). */
Bitboard position_xray_attackers(const Position *pos, Square s, Color by, Square through);
/* Men of `c` that are pinned to their own king. */
static inline Bitboard position_pinned(const Position *pos, Color c) {
    return position_blockers(pos, pos->king[c], opponent(c)) & pos->by_color[c];
}

/*
 * The en-passant squares on which at least one capture is legal: the part of state.en_passant that
 * counts for the equality of positions and enters the key.
 */
Bitboard position_legal_en_passant(const Position *pos);

/* True if `move`, any 20-bit pattern (a hash move may come from a colliding entry), is legal here.
 */
bool position_is_legal(const Position *pos, Move move);
/* True if a legal move gives check. */
bool position_gives_check(const Position *pos, Move move);

/*
 * Has the present position occurred before, as far back as the last irreversible move?  How often
 * (0, 1, 2, …). Positions before a null move do not count.
 */
int position_repetitions(const Position *pos);
/*
 * For a search at `ply` half-moves from its root: a draw by the 50-move rule (the caller has seen
 * that there is a legal move, or does not mind) is not looked at; true if the position occurred
 * once since the root or twice at all.
 */
bool position_is_repetition(const Position *pos, int ply);
/*
 * True if the side to move has a reversible move to a position that occurred before: after the root
 * of the search
 * (`ply` half-moves ago), or before it and then repeated already.  A cuckoo table of the keys of
 * all reversible moves answers without making any (M. van Kervinck, "The design and implementation
 * of the Rookie 2.0 chess playing program", 2002).
 */
bool position_has_upcoming_repetition(const Position *pos, int ply);
/* No sequence of moves can end in mate (or in a stalemate that counts), as the rule set lists such
 * positions. */
bool position_is_dead(const Position *pos);
/* Checks all ways in which a game ends, in the order of RULES.md: no legal move first, then the
 * draws. */
GameState position_game_state(const Position *pos);
/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *position_result(const Position *pos, GameState state);

/* The key after a move, as far as it is known without making it (exact but for castling and en
 * passant); for prefetch. */
Key position_key_after(const Position *pos, Move move);

/*
 * Recomputes every key, count, bitboard and checker from the board alone and compares.  False, and
 * a message that names the first difference, if anything is wrong.  Debug builds assert it after
 * every make and unmake.
 */
bool position_check(const Position *pos, Message *message);

/*
 * The same game with the board turned by 180 degrees and colours exchanged, colours exchanged rank
 * by rank (a mirror across the middle line), or files exchanged (a mirror across the f-file;
 * castling rights swap sides). The image's game history is empty.  All are symmetries of both rule
 * sets.
 */
void position_rotate(const Position *pos, Position *image);
void position_mirror_colors(const Position *pos, Position *image);
void position_mirror_files(const Position *pos, Position *image);

#endif
