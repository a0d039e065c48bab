#include "bitboard/movegen.h"

/*
 * What a stage may do, worked out once per position.  All sets are of destination squares.
 */
typedef struct {
    const Position *pos;
    Color us;
    Square king;
    Bitboard occupied, enemies;
    Bitboard targets; /* where an ordinary man may go: the stage's squares, and in check those that
                         answer it */
    Bitboard pinned;  /* own men that may move only along the line to their king */
    bool captures, quiets;
} Generator;

/* One man's moves.  The halves of the set are walked one after the other, with cheap 64-bit steps.
 */
static inline Move *write_moves(Move *out, Square from, Bitboard targets) {
    const Move base = (Move)from;
    for (uint64_t low = bb_low(targets); low != 0; low &= low - 1)
        *out++ = base | (Move)__builtin_ctzll(low) << 7;
    for (uint64_t high = bb_high(targets); high != 0; high &= high - 1)
        *out++ = base + (64u << 7) + ((Move)__builtin_ctzll(high) << 7);
    return out;
}

/* Pawns' moves by one step: each comes from `step` squares before its destination. */
static inline Move *write_pawn_moves(Move *out, Bitboard targets, int step) {
    const Move base = (Move)-step;
    for (uint64_t low = bb_low(targets); low != 0; low &= low - 1)
        *out++ = base + (Move)__builtin_ctzll(low) * 129u;
    for (uint64_t high = bb_high(targets); high != 0; high &= high - 1)
        *out++ = base + (Move)__builtin_ctzll(high) * 129u + 64u * 129u;
    return out;
}

static Move *write_promotions(Move *out, const RuleSet *rules, Bitboard targets, int step) {
    while (targets != 0) {
        const Square to = bb_pop(&targets);
        for (int i = 0; i < rules->promotion_count; i++)
            *out++ = move_make_promotion(to - step, to, rules->promotions[i]);
    }
    return out;
}

/* Moves of a set of pawns that share their permitted destinations (`targets` instead of the
 * generator's). */
static inline Move *pawn_moves(const Generator *g, Bitboard pawns, Bitboard targets, Move *out) {
    const Color us = g->us;
    const RuleSet *rules = g->pos->rules;
    const Bitboard empty = ~g->occupied;
    const Bitboard last_rank = us == WHITE ? BB_RANK(RANKS - 1) : BB_RANK(0);
    const Bitboard one = bb_forward(us, pawns) & empty;
    const int step = forward(us);
    if (g->captures) {
        const Bitboard ahead = bb_forward(us, pawns);
        const Bitboard west = bb_west(ahead) & g->enemies & targets,
                       east = bb_east(ahead) & g->enemies & targets;
        out = write_pawn_moves(out, west & ~last_rank, step - 1);
        out = write_pawn_moves(out, east & ~last_rank, step + 1);
        if (ahead & last_rank) {
            out = write_promotions(out, rules, west & last_rank, step - 1);
            out = write_promotions(out, rules, east & last_rank, step + 1);
            out = write_promotions(out, rules, one & last_rank & targets, step);
        }
    }
    if (g->quiets) {
        const Bitboard two = bb_forward(us, one & rules->second_step[us]) & empty;
        const Bitboard three = bb_forward(us, two & rules->third_step[us]) & empty;
        out = write_pawn_moves(out, one & ~last_rank & targets, step);
        out = write_pawn_moves(out, two & targets, 2 * step);
        out = write_pawn_moves(out, three & targets, 3 * step);
    }
    return out;
}

/* En-passant captures are few and strange (two men leave a rank at once): each is tested for
 * itself. */
static Move *en_passant_moves(const Generator *g, Move *out) {
    for (Bitboard squares = g->pos->state.en_passant; squares != 0;) {
        const Square to = bb_pop(&squares);
        Bitboard pawns = attacks_pawn(opponent(g->us), to) & position_pieces(g->pos, g->us, PAWN);
        while (pawns != 0) {
            const Move move = move_make_kind(bb_pop(&pawns), to, MOVE_EN_PASSANT);
            if (position_is_legal(g->pos, move))
                *out++ = move;
        }
    }
    return out;
}

/* `type` is a constant at each call, so that each loop has its own look-up and no switch. */
static inline Move *piece_moves(const Generator *g, PieceType type, Bitboard men, Bitboard targets,
                                Move *out) {
    while (men != 0) {
        const Square from = bb_pop(&men);
        out = write_moves(out, from, attacks_piece(type, from, g->occupied) & targets);
    }
    return out;
}

static Move *king_steps(const Generator *g, Bitboard targets, Move *out) {
    targets &= attacks_empty(KING, g->king);
    while (targets != 0) {
        const Square to = bb_pop(&targets);
        if (!position_attacked(g->pos, to, opponent(g->us), g->occupied ^ BB_SQUARE(g->king)))
            *out++ = move_make(g->king, to);
    }
    return out;
}

static Move *castling_moves(const Generator *g, Move *out) {
    const int shift = g->us == WHITE ? 0 : 2;
    for (int side = 0; side < 2; side++) {
        const int step = side == 0 ? 1 : -1;
        if (!(g->pos->state.castling >> (shift + side) & 1) ||
            (between_bb(g->king, g->king + 5 * step) & g->occupied))
            continue;
        for (int distance = 1; distance <= 4; distance++) {
            const Square to = g->king + distance * step;
            if (position_attacked(g->pos, to, opponent(g->us), g->occupied))
                break;
            *out++ = move_make_kind(g->king, to, MOVE_CASTLING);
        }
    }
    return out;
}

/* One man's moves within `targets`; for the few men that need looking at one by one. */
static Move *single_moves(const Generator *g, Square from, Bitboard targets, Move *out) {
    const PieceType type = piece_type(g->pos->board[from]);
    if (type == PAWN)
        return pawn_moves(g, BB_SQUARE(from), targets, out);
    return write_moves(out, from, attacks_piece(type, from, g->occupied) & g->targets & targets);
}

/* A pinned man stays on the line to its king (no leaper can), and is of no help against a check. */
static Move *pinned_moves(const Generator *g, Move *out) {
    for (Bitboard men = g->pinned; men != 0;) {
        const Square from = bb_pop(&men);
        out = single_moves(g, from, line_bb(g->king, from), out);
    }
    return out;
}

static inline Generator make_generator(const Position *pos, bool captures, bool quiets) {
    const Color us = (Color)pos->side;
    Generator g = {.pos = pos,
                   .us = us,
                   .king = pos->king[us],
                   .occupied = position_occupied(pos),
                   .enemies = pos->by_color[opponent(us)],
                   .captures = captures,
                   .quiets = quiets};
    g.targets = (captures ? g.enemies : 0) | (quiets ? BB_ALL & ~g.occupied : 0);
    g.pinned = position_pinned(pos, us);
    return g;
}

/* Captures and quiets are constants at each call; the compiler makes a generator of each
 * combination. */
static inline __attribute__((always_inline)) Move *generate_stage(const Position *pos,
                                                                  bool captures, bool quiets,
                                                                  Move *out) {
    Generator g = make_generator(pos, captures, quiets);
    const Bitboard checkers = pos->state.checkers;
    const Bitboard own = pos->by_color[g.us] & ~g.pinned;
    const Bitboard *type = pos->by_type;
    Bitboard answers = BB_ALL; /* to a check: take the man that gives it or step between */
    out = king_steps(&g, g.targets, out);
    if (checkers != 0) {
        if (bb_more_than_one(checkers))
            return out;
        answers = checkers | between_bb(g.king, bb_first(checkers));
        g.targets &= answers;
    } else {
        if (g.pinned != 0)
            out = pinned_moves(&g, out);
        if (quiets && pos->state.castling != 0)
            out = castling_moves(&g, out);
    }
    if (captures && pos->state.en_passant != 0)
        out = en_passant_moves(&g, out);
    out = pawn_moves(&g, own & type[PAWN], answers, out);
    out = piece_moves(&g, KNIGHT, own & type[KNIGHT], g.targets, out);
    out = piece_moves(&g, CAMEL, own & type[CAMEL], g.targets, out);
    out = piece_moves(&g, BISHOP, own & type[BISHOP], g.targets, out);
    out = piece_moves(&g, ROOK, own & type[ROOK], g.targets, out);
    out = piece_moves(&g, WILDEBEEST, own & type[WILDEBEEST], g.targets, out);
    return piece_moves(&g, QUEEN, own & type[QUEEN], g.targets, out);
}

static Move *generate_quiet_checks(const Position *pos, Move *out) {
    Generator g = make_generator(pos, false, true);
    const Color them = opponent(g.us);
    const Square enemy_king = pos->king[them];
    const Bitboard discoverers = position_blockers(pos, enemy_king, g.us) & pos->by_color[g.us];
    Bitboard checks[PIECE_TYPES] = {[PAWN] = attacks_pawn(them, enemy_king)};
    for (int t = KNIGHT; t < KING; t++)
        checks[t] = attacks_piece((PieceType)t, enemy_king, g.occupied);

    Bitboard special = (g.pinned | discoverers) & ~pos->by_type[KING];
    const Bitboard plain = pos->by_color[g.us] & ~special;
    while (special != 0) {
        const Square from = bb_pop(&special);
        Bitboard targets = checks[pos->board[from] & 7];
        if (bb_has(discoverers, from))
            targets |= ~line_bb(enemy_king, from);
        if (bb_has(g.pinned, from))
            targets &= line_bb(g.king, from);
        out = single_moves(&g, from, targets, out);
    }
    out = pawn_moves(&g, plain & pos->by_type[PAWN], checks[PAWN], out);
    for (int t = KNIGHT; t < KING; t++)
        out = piece_moves(&g, (PieceType)t, plain & pos->by_type[t], g.targets & checks[t], out);
    if (bb_has(discoverers, g.king))
        out = king_steps(&g, g.targets & ~line_bb(enemy_king, g.king), out);
    if (pos->state.castling != 0) {
        Move *kept = out;
        const Move *end = castling_moves(&g, out);
        for (const Move *m = out; m < end; m++)
            if (position_gives_check(pos, *m))
                *kept++ = *m;
        out = kept;
    }
    return out;
}

Move *generate(const Position *pos, GenerateStage stage, Move *moves) {
    switch (stage) {
    case GENERATE_CAPTURES: return generate_stage(pos, true, false, moves);
    case GENERATE_QUIETS: return generate_stage(pos, false, true, moves);
    case GENERATE_QUIET_CHECKS: return generate_quiet_checks(pos, moves);
    default: return generate_stage(pos, true, true, moves);
    }
}

void generate_legal(const Position *pos, MoveList *list) {
    list->count = (int)(generate(pos, GENERATE_ALL, list->moves) - list->moves);
}

bool has_legal_move(const Position *pos) {
    Move moves[MAX_MOVES];
    return generate(pos, GENERATE_ALL, moves) != moves;
}
