#include "bitboard/position.h"

#include "bitboard/zobrist.h"

#include <assert.h>
#include <string.h>

/* Corners and king squares, in castling's terms. */
enum { A1 = 0, F1 = 5, K1 = 10, A10 = 99, F10 = 104, K10 = 109 };

/* The rights that are gone once a move leaves or enters a square. */
static const uint8_t RIGHTS_LOST[SQUARES] = {
    [F1] = CASTLE_WHITE_K | CASTLE_WHITE_A,  [K1] = CASTLE_WHITE_K,  [A1] = CASTLE_WHITE_A,
    [F10] = CASTLE_BLACK_K | CASTLE_BLACK_A, [K10] = CASTLE_BLACK_K, [A10] = CASTLE_BLACK_A,
};

void board_init(void) {
    attacks_init();
    zobrist_init();
}

/* ---- Setting a position up ---- */

void position_clear(Position *pos, const RuleSet *rules) {
    memset(pos, 0, sizeof *pos);
    memset(pos->board, NO_PIECE, sizeof pos->board);
    pos->king[WHITE] = pos->king[BLACK] = NO_SQUARE;
    pos->fullmove = 1;
    pos->rules = rules;
}

static inline void put(Position *pos, Piece piece, Square s) {
    pos->board[s] = piece;
    pos->by_type[piece & 7] |= BB_SQUARE(s);
    pos->by_color[piece >> 3] |= BB_SQUARE(s);
}

void position_place(Position *pos, Piece piece, Square s) {
    assert(pos->board[s] == NO_PIECE);
    put(pos, piece, s);
    pos->count[piece]++;
    if (piece_type(piece) == KING)
        pos->king[piece_color(piece)] = (uint8_t)s;
}

/* Adds the en-passant squares that count for the equality of positions to a key. */
static Key en_passant_key(const Position *pos) {
    Key key = 0;
    for (Bitboard squares = position_legal_en_passant(pos); squares != 0;)
        key ^= zobrist.en_passant[bb_pop(&squares)];
    return key;
}

/* Puts a man's key into the keys of parts of the board that he belongs to, or takes it out. */
static inline void toggle_parts(PositionState *state, Piece piece, Key key) {
    enum { LEAPERS = 1 << KNIGHT | 1 << CAMEL | 1 << WILDEBEEST };
    if ((piece & 7) == PAWN) {
        state->pawn_key ^= key;
        return;
    }
    state->piece_key[piece >> 3] ^= key;
    if (LEAPERS >> (piece & 7) & 1)
        state->leaper_key ^= key;
}

/* The keys from the board alone; what position_finish stores and position_check compares with. */
static void keys_from_scratch(const Position *pos, PositionState *state) {
    state->key = zobrist.castling[pos->state.castling] ^ en_passant_key(pos);
    if (pos->side == BLACK)
        state->key ^= zobrist.black_to_move;
    state->pawn_key = state->material_key = state->leaper_key = 0;
    state->piece_key[WHITE] = state->piece_key[BLACK] = 0;
    uint8_t count[PIECES] = {0};
    for (Square s = 0; s < SQUARES; s++) {
        const Piece piece = pos->board[s];
        if (piece == NO_PIECE)
            continue;
        count[piece]++;
        state->key ^= zobrist.piece[piece][s];
        toggle_parts(state, piece, zobrist.piece[piece][s]);
    }
    for (int piece = 0; piece < PIECES; piece++)
        state->material_key ^= zobrist.material[piece][count[piece]];
}

/* Of the squares that a pawn of `mover` has just passed, those on which an enemy pawn stands ready
 * to capture. */
static Bitboard capturable_passed_squares(const Position *pos, Color mover, Bitboard passed) {
    const Bitboard enemy_pawns = position_pieces(pos, opponent(mover), PAWN);
    Bitboard ready = 0;
    while (passed != 0) {
        const Square s = bb_pop(&passed);
        if (attacks_pawn(mover, s) & enemy_pawns)
            ready |= BB_SQUARE(s);
    }
    return ready;
}

static Bitboard find_checkers(const Position *pos) {
    const Color us = (Color)pos->side;
    return position_attackers(pos, pos->king[us], position_occupied(pos)) &
           pos->by_color[opponent(us)];
}

void position_finish(Position *pos) {
    PositionState *state = &pos->state;
    state->en_passant =
        capturable_passed_squares(pos, opponent((Color)pos->side), state->en_passant);
    if (state->en_passant == 0)
        state->en_passant_pawn = 0;
    state->checkers = find_checkers(pos);
    keys_from_scratch(pos, state);
    state->since_null = 0;
    pos->ply = 0;
    pos->history[0] = state->key;
}

/* ---- Attacks ---- */

Bitboard position_attackers(const Position *pos, Square s, Bitboard occupied) {
    const Bitboard *t = pos->by_type;
    return (attacks_pawn(WHITE, s) & position_pieces(pos, BLACK, PAWN)) |
           (attacks_pawn(BLACK, s) & position_pieces(pos, WHITE, PAWN)) |
           (attacks_empty(KNIGHT, s) & (t[KNIGHT] | t[WILDEBEEST])) |
           (attacks_empty(CAMEL, s) & (t[CAMEL] | t[WILDEBEEST])) |
           (attacks_empty(KING, s) & t[KING]) | (attacks_rook(s, occupied) & (t[ROOK] | t[QUEEN])) |
           (attacks_bishop(s, occupied) & (t[BISHOP] | t[QUEEN]));
}

bool position_attacked(const Position *pos, Square s, Color by, Bitboard occupied) {
    const Bitboard *t = pos->by_type;
    const Bitboard leapers = (attacks_pawn(opponent(by), s) & t[PAWN]) |
                             (attacks_empty(KNIGHT, s) & (t[KNIGHT] | t[WILDEBEEST])) |
                             (attacks_empty(CAMEL, s) & (t[CAMEL] | t[WILDEBEEST])) |
                             (attacks_empty(KING, s) & t[KING]);
    if (leapers & pos->by_color[by])
        return true;
    /* Most squares have no enemy slider in line at all. */
    const Bitboard rooks = (t[ROOK] | t[QUEEN]) & pos->by_color[by];
    const Bitboard bishops = (t[BISHOP] | t[QUEEN]) & pos->by_color[by];
    return ((attacks_empty(ROOK, s) & rooks) && (attacks_rook(s, occupied) & rooks)) ||
           ((attacks_empty(BISHOP, s) & bishops) && (attacks_bishop(s, occupied) & bishops));
}

/* Sliders of a colour that would attack `s` on an empty board. */
static Bitboard snipers(const Position *pos, Square s, Color by) {
    const Bitboard *t = pos->by_type;
    return pos->by_color[by] & ((attacks_empty(ROOK, s) & (t[ROOK] | t[QUEEN])) |
                                (attacks_empty(BISHOP, s) & (t[BISHOP] | t[QUEEN])));
}

Bitboard position_blockers(const Position *pos, Square s, Color by) {
    const Bitboard occupied = position_occupied(pos);
    Bitboard blockers = 0;
    for (Bitboard rest = snipers(pos, s, by); rest != 0;) {
        const Bitboard between = between_bb(s, bb_pop(&rest)) & occupied;
        if (!bb_more_than_one(between))
            blockers |= between;
    }
    return blockers;
}

Bitboard position_xray_attackers(const Position *pos, Square s, Color by, Square through) {
    const Bitboard occupied = position_occupied(pos);
    Bitboard attackers = 0;
    for (Bitboard rest = snipers(pos, s, by) & line_bb(s, through); rest != 0;) {
        const Square sniper = bb_pop(&rest);
        if ((between_bb(s, sniper) & occupied) == BB_SQUARE(through))
            attackers |= BB_SQUARE(sniper);
    }
    return attackers;
}

/*
 * What of colour `us` checks the enemy king after an ordinary move (not castling, not en passant)
 * of a man from `from` to `to`, where it is a `type`.  Works before and after the move is made;
 * `occupied` is the occupancy after it.
 */
static inline Bitboard checks_by_move(const Position *pos, Color us, Square from, Square to,
                                      PieceType type, Bitboard occupied) {
    const Square king = pos->king[opponent(us)];
    const Bitboard *t = pos->by_type;
    Bitboard checks = 0;
    if (type == PAWN)
        checks = attacks_pawn(opponent(us), king) & BB_SQUARE(to);
    else if (bb_has(attacks_empty(type, king), to) && !(between_bb(king, to) & occupied))
        checks = BB_SQUARE(to);
    const Line line = (Line)attack_tables.line_through[king][from];
    if (line != NO_LINE) {
        const Bitboard sliders =
            t[QUEEN] | (line == LINE_FILE || line == LINE_RANK ? t[ROOK] : t[BISHOP]);
        Bitboard candidates = attack_tables.line[king][line] & sliders & pos->by_color[us] &
                              ~BB_SQUARE(from) & ~BB_SQUARE(to);
        while (candidates != 0) {
            const Square s = bb_pop(&candidates);
            if (!(between_bb(king, s) & occupied))
                checks |= BB_SQUARE(s);
        }
    }
    return checks;
}

/* The rook's squares when the king castles to `to`. */
static inline Square castling_rook_from(Color c, Square king_from, Square king_to) {
    const Square first = c == WHITE ? A1 : A10;
    return king_to > king_from ? first + FILES - 1 : first;
}
static inline Square castling_rook_to(Square king_from, Square king_to) {
    return king_to > king_from ? king_to - 1 : king_to + 1;
}

/* True if capturing en passant from `from` to `to` leaves one's own king unattacked. */
static bool en_passant_is_safe(const Position *pos, Square from, Square to) {
    const Color us = (Color)pos->side;
    const Bitboard victim = BB_SQUARE(pos->state.en_passant_pawn);
    const Bitboard occupied = (position_occupied(pos) ^ BB_SQUARE(from) ^ victim) | BB_SQUARE(to);
    return !(position_attackers(pos, pos->king[us], occupied) & pos->by_color[opponent(us)] &
             ~victim);
}

Bitboard position_legal_en_passant(const Position *pos) {
    const Color us = (Color)pos->side;
    Bitboard legal = 0;
    for (Bitboard squares = pos->state.en_passant; squares != 0;) {
        const Square to = bb_pop(&squares);
        Bitboard pawns = attacks_pawn(opponent(us), to) & position_pieces(pos, us, PAWN);
        while (pawns != 0)
            if (en_passant_is_safe(pos, bb_pop(&pawns), to))
                legal |= BB_SQUARE(to);
    }
    return legal;
}

bool position_gives_check(const Position *pos, Move move) {
    const Color us = (Color)pos->side;
    const Square from = move_from(move), to = move_to(move), king = pos->king[opponent(us)];
    const Bitboard occupied = position_occupied(pos);
    if (move_kind(move) == MOVE_CASTLING) {
        const Square rook = castling_rook_to(from, to);
        const Bitboard after =
            (occupied ^ BB_SQUARE(from) ^ BB_SQUARE(castling_rook_from(us, from, to))) |
            BB_SQUARE(to) | BB_SQUARE(rook);
        /* King and rook stand at the edge: nobody else can look through where they were. */
        return bb_has(attacks_rook(rook, after), king);
    }
    if (move_kind(move) == MOVE_EN_PASSANT) {
        const Square victim = pos->state.en_passant_pawn;
        const Bitboard after = (occupied ^ BB_SQUARE(from) ^ BB_SQUARE(victim)) | BB_SQUARE(to);
        return checks_by_move(pos, us, from, to, PAWN, after) != 0 ||
               checks_by_move(pos, us, victim, to, PAWN, after) != 0;
    }
    const PieceType type =
        move_is_promotion(move) ? move_promotion(move) : piece_type(pos->board[from]);
    return checks_by_move(pos, us, from, to, type, (occupied ^ BB_SQUARE(from)) | BB_SQUARE(to)) !=
           0;
}

/* ---- Legality of a given move ---- */

static bool castling_is_legal(const Position *pos, Square from, Square to) {
    const Color us = (Color)pos->side;
    if (from != pos->king[us] || position_in_check(pos) || rank_of(from) != rank_of(to))
        return false;
    const int distance = to > from ? to - from : from - to, step = to > from ? 1 : -1;
    const int right = (to > from ? CASTLE_WHITE_K : CASTLE_WHITE_A) << (us == WHITE ? 0 : 2);
    const Bitboard occupied = position_occupied(pos);
    if (distance > 4 || !(pos->state.castling & right) ||
        (between_bb(from, castling_rook_from(us, from, to)) & occupied))
        return false;
    for (Square s = from + step; s != to + step; s += step)
        if (position_attacked(pos, s, opponent(us), occupied))
            return false;
    return true;
}

/* May a pawn go there by an ordinary advance or capture, checks and pins apart? */
static bool pawn_reaches(const Position *pos, Square from, Square to) {
    const Color us = (Color)pos->side;
    if (bb_has(attacks_pawn(us, from), to))
        return bb_has(pos->by_color[opponent(us)], to);
    int steps = pos->rules->pawn_advance[relative_rank(us, from)];
    for (Square s = from + forward(us); steps > 0; s += forward(us), steps--) {
        if (pos->board[s] != NO_PIECE)
            return false;
        if (s == to)
            return true;
    }
    return false;
}

static bool promotion_is_right(const Position *pos, Move move, PieceType type) {
    const bool last_rank =
        type == PAWN && relative_rank((Color)pos->side, move_to(move)) == RANKS - 1;
    if (!last_rank)
        return !move_is_promotion(move);
    for (int i = 0; i < pos->rules->promotion_count; i++)
        if (pos->rules->promotions[i] == move_promotion(move))
            return true;
    return false;
}

bool position_is_legal(const Position *pos, Move move) {
    const Color us = (Color)pos->side;
    const Square from = move_from(move), to = move_to(move);
    if (move >> 20 != 0 || from >= SQUARES || to >= SQUARES || from == to ||
        !bb_has(pos->by_color[us], from) || bb_has(pos->by_color[us], to))
        return false;
    const PieceType type = piece_type(pos->board[from]);
    const MoveKind kind = move_kind(move);
    if (!promotion_is_right(pos, move, type))
        return false;
    if (kind == MOVE_CASTLING)
        return castling_is_legal(pos, from, to);
    if (kind == MOVE_EN_PASSANT)
        return type == PAWN && bb_has(pos->state.en_passant, to) &&
               bb_has(attacks_pawn(us, from), to) && en_passant_is_safe(pos, from, to);
    if (kind != MOVE_NORMAL)
        return false;
    const Bitboard occupied = position_occupied(pos);
    if (type == PAWN ? !pawn_reaches(pos, from, to)
                     : !bb_has(attacks_piece(type, from, occupied), to))
        return false;
    if (type == KING)
        return !position_attacked(pos, to, opponent(us), occupied ^ BB_SQUARE(from));
    const Square king = pos->king[us];
    const Bitboard checkers = pos->state.checkers;
    if (checkers != 0 && (bb_more_than_one(checkers) ||
                          !bb_has(checkers | between_bb(king, bb_first(checkers)), to)))
        return false;
    return bb_has(line_bb(king, from), to) || !bb_has(position_pinned(pos, us), from);
}

/* ---- Making and unmaking ---- */

#ifndef NDEBUG
static void assert_consistent(const Position *pos) {
    Message message = {{0}};
    assert(position_check(pos, &message) && message.text[0] == '\0');
}
#else
static inline void assert_consistent(const Position *pos) {
    (void)pos;
}
#endif

static inline void push_history(Position *pos, Undo *undo) {
    Key *entry = &pos->history[++pos->ply % HISTORY_SIZE];
    undo->overwritten = *entry;
    *entry = pos->state.key;
}
static inline void pop_history(Position *pos, const Undo *undo) {
    pos->history[pos->ply-- % HISTORY_SIZE] = undo->overwritten;
}

/* Takes the captured man off; returns what that changes in the key. */
static inline Key remove_captured(Position *pos, Piece captured, Square s) {
    PositionState *state = &pos->state;
    const Key key = zobrist.piece[captured][s];
    pos->board[s] = NO_PIECE;
    pos->by_type[captured & 7] ^= BB_SQUARE(s);
    pos->by_color[captured >> 3] ^= BB_SQUARE(s);
    state->material_key ^= zobrist.material[captured][pos->count[captured]];
    state->material_key ^= zobrist.material[captured][--pos->count[captured]];
    toggle_parts(state, captured, key);
    state->halfmove_clock = 0;
    return key;
}

/* Moves a man on the board; no keys. */
static inline void shift_piece(Position *pos, Piece piece, Square from, Square to) {
    const Bitboard both = BB_SQUARE(from) ^ BB_SQUARE(to);
    pos->by_type[piece & 7] ^= both;
    pos->by_color[piece >> 3] ^= both;
    pos->board[from] = NO_PIECE;
    pos->board[to] = piece;
}

static inline void change_type(Position *pos, Piece from, Piece to, Square s) {
    pos->by_type[from & 7] ^= BB_SQUARE(s);
    pos->by_type[to & 7] ^= BB_SQUARE(s);
    pos->board[s] = to;
    pos->count[from]--;
    pos->count[to]++;
}

static Key promote(Position *pos, Piece pawn, Piece promoted, Square s) {
    PositionState *state = &pos->state;
    state->material_key ^=
        zobrist.material[pawn][pos->count[pawn]] ^ zobrist.material[promoted][pos->count[promoted]];
    change_type(pos, pawn, promoted, s);
    state->material_key ^=
        zobrist.material[pawn][pos->count[pawn]] ^ zobrist.material[promoted][pos->count[promoted]];
    toggle_parts(state, pawn, zobrist.piece[pawn][s]);
    toggle_parts(state, promoted, zobrist.piece[promoted][s]);
    return zobrist.piece[pawn][s] ^ zobrist.piece[promoted][s];
}

static Key castle_rook(Position *pos, Color us, Square king_from, Square king_to) {
    const Square from = castling_rook_from(us, king_from, king_to),
                 to = castling_rook_to(king_from, king_to);
    const Piece rook = piece_of(us, ROOK);
    const Key key = zobrist.piece[rook][from] ^ zobrist.piece[rook][to];
    shift_piece(pos, rook, from, to);
    toggle_parts(&pos->state, rook, key);
    return key;
}

void position_make(Position *pos, Move move, Undo *undo) {
    PositionState *state = &pos->state;
    const Color us = (Color)pos->side, them = opponent(us);
    const Square from = move_from(move), to = move_to(move);
    const Piece piece = pos->board[from];
    const PieceType type = (PieceType)(piece & 7);
    const MoveKind kind = move_kind(move);
    assert(position_is_legal(pos, move));

    undo->state = *state;
    undo->moved = piece;
    undo->captured = kind == MOVE_NORMAL       ? pos->board[to]
                     : kind == MOVE_EN_PASSANT ? pos->board[state->en_passant_pawn]
                                               : (Piece)NO_PIECE;
    const Key shift = zobrist.piece[piece][from] ^ zobrist.piece[piece][to];
    Key key = state->key ^ zobrist.black_to_move ^ shift;
    state->halfmove_clock++;
    state->since_null++;
    if (state->en_passant != 0) {
        key ^= en_passant_key(pos);
        state->en_passant = 0;
    }
    if (undo->captured != NO_PIECE)
        key ^= remove_captured(pos, undo->captured,
                               kind == MOVE_EN_PASSANT ? state->en_passant_pawn : to);
    const uint8_t rights = (uint8_t)(state->castling & ~(RIGHTS_LOST[from] | RIGHTS_LOST[to]));
    if (rights != state->castling) {
        key ^= zobrist.castling[state->castling] ^ zobrist.castling[rights];
        state->castling = rights;
    }
    shift_piece(pos, piece, from, to);
    toggle_parts(state, piece, shift);
    Bitboard passed = 0;
    if (type == PAWN) {
        state->halfmove_clock = 0;
        if (move_is_promotion(move))
            key ^= promote(pos, piece, piece_of(us, move_promotion(move)), to);
        else
            passed = between_bb(from, to); /* nothing for one step and for captures */
    } else if (type == KING) {
        pos->king[us] = (uint8_t)to;
        if (kind == MOVE_CASTLING)
            key ^= castle_rook(pos, us, from, to);
    }
    state->en_passant_pawn = 0;
    pos->side = (uint8_t)them;
    pos->fullmove += us == BLACK;
    state->checkers = kind == MOVE_NORMAL
                          ? checks_by_move(pos, us, from, to, (PieceType)(pos->board[to] & 7),
                                           position_occupied(pos))
                          : find_checkers(pos);
    if (passed != 0) {
        state->en_passant = capturable_passed_squares(pos, us, passed);
        if (state->en_passant != 0) {
            state->en_passant_pawn = (uint8_t)to;
            key ^= en_passant_key(pos);
        }
    }
    state->key = key;
    push_history(pos, undo);
    assert_consistent(pos);
}

void position_unmake(Position *pos, Move move, const Undo *undo) {
    const Color us = opponent((Color)pos->side);
    const Square from = move_from(move), to = move_to(move);
    const Piece piece = undo->moved;
    pop_history(pos, undo);
    pos->side = (uint8_t)us;
    pos->fullmove -= us == BLACK;
    if (move_is_promotion(move))
        change_type(pos, pos->board[to], piece, to);
    /* The rook first: after a one-square castle it stands where the king goes back to. */
    if (move_kind(move) == MOVE_CASTLING)
        shift_piece(pos, piece_of(us, ROOK), castling_rook_to(from, to),
                    castling_rook_from(us, from, to));
    shift_piece(pos, piece, to, from);
    pos->state = undo->state;
    if (undo->captured != NO_PIECE) {
        put(pos, undo->captured,
            move_kind(move) == MOVE_EN_PASSANT ? pos->state.en_passant_pawn : to);
        pos->count[undo->captured]++;
    }
    if ((piece & 7) == KING)
        pos->king[us] = (uint8_t)from;
    assert_consistent(pos);
}

void position_make_null(Position *pos, Undo *undo) {
    PositionState *state = &pos->state;
    assert(!position_in_check(pos));
    undo->state = *state;
    state->key ^= zobrist.black_to_move;
    if (state->en_passant != 0) {
        state->key ^= en_passant_key(pos);
        state->en_passant = 0;
        state->en_passant_pawn = 0;
    }
    state->halfmove_clock++;
    state->since_null = 0;
    pos->fullmove += pos->side == BLACK;
    pos->side ^= 1;
    push_history(pos, undo);
    assert_consistent(pos);
}

void position_unmake_null(Position *pos, const Undo *undo) {
    pop_history(pos, undo);
    pos->side ^= 1;
    pos->fullmove -= pos->side == BLACK;
    pos->state = undo->state;
    assert_consistent(pos);
}

Key position_key_after(const Position *pos, Move move) {
    const Square from = move_from(move), to = move_to(move);
    const Piece piece = pos->board[from], captured = pos->board[to];
    const Piece placed =
        move_is_promotion(move) ? piece_of((Color)pos->side, move_promotion(move)) : piece;
    Key key = pos->state.key ^ zobrist.black_to_move ^ zobrist.piece[piece][from] ^
              zobrist.piece[placed][to];
    if (captured != NO_PIECE)
        key ^= zobrist.piece[captured][to];
    return key;
}

/* ---- Checking everything ---- */

bool position_check(const Position *pos, Message *message) {
    Bitboard by_type[PIECE_TYPES] = {0}, by_color[COLORS] = {0};
    uint8_t count[PIECES] = {0};
    for (Square s = 0; s < SQUARES; s++) {
        const Piece piece = pos->board[s];
        if (piece == NO_PIECE)
            continue;
        if (piece > NO_PIECE)
            return message_set(message, "square %d holds %d, which is no piece", s, piece);
        by_type[piece_type(piece)] |= BB_SQUARE(s);
        by_color[piece_color(piece)] |= BB_SQUARE(s);
        count[piece]++;
    }
    for (int t = 0; t < PIECE_TYPES; t++)
        if (by_type[t] != pos->by_type[t])
            return message_set(message, "the set of piece type %d differs from the board", t);
    for (int c = 0; c < COLORS; c++) {
        if (by_color[c] != pos->by_color[c])
            return message_set(message, "the set of colour %d differs from the board", c);
        if (count[piece_of((Color)c, KING)] != 1 ||
            pos->board[pos->king[c]] != piece_of((Color)c, KING))
            return message_set(message, "the king of colour %d is not on square %d", c,
                               pos->king[c]);
    }
    for (int p = 0; p < PIECES; p++)
        if (count[p] != pos->count[p])
            return message_set(message, "there are %d of piece %d, not %d", count[p], p,
                               pos->count[p]);
    PositionState fresh;
    keys_from_scratch(pos, &fresh);
    if (fresh.key != pos->state.key)
        return message_set(message, "the key differs from one computed afresh");
    if (fresh.pawn_key != pos->state.pawn_key)
        return message_set(message, "the pawn key differs from one computed afresh");
    if (fresh.leaper_key != pos->state.leaper_key)
        return message_set(message, "the leapers' key differs from one computed afresh");
    for (int c = 0; c < COLORS; c++)
        if (fresh.piece_key[c] != pos->state.piece_key[c])
            return message_set(message,
                               "the pieces' key of colour %d differs from one computed afresh", c);
    if (fresh.material_key != pos->state.material_key)
        return message_set(message, "the material key differs from one computed afresh");
    if (find_checkers(pos) != pos->state.checkers)
        return message_set(message, "the checkers differ from those computed afresh");
    if (pos->history[pos->ply % HISTORY_SIZE] != pos->state.key)
        return message_set(message, "the newest key of the history is not the position's");
    return true;
}
