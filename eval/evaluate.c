#include "eval/evaluate.h"

#include "eval/weights.h"

#include <stddef.h>

/* What the terms share, worked out once per position. */
typedef struct {
    const Position *pos;
    Bitboard occupied;
    Bitboard pawn_attacks[COLORS];
    Bitboard king_zone[COLORS];
    Weight term[TERMS][COLORS];
    int king_attack_units[COLORS]; /* of this colour, against the other's king */
} Evaluation;

/* What all pawns of a colour attack. */
static Bitboard pawn_attack_set(Color c, Bitboard pawns) {
    const Bitboard ahead = bb_forward(c, pawns);
    return bb_west(ahead) | bb_east(ahead);
}

/* A set and everything before it, as its side sees it, on the same files. */
static Bitboard fill_forward(Color c, Bitboard b) {
    if (c == WHITE) {
        b |= b << FILES;
        b |= b << 2 * FILES;
        b |= b << 4 * FILES;
        b |= b << 8 * FILES;
    } else {
        b |= b >> FILES;
        b |= b >> 2 * FILES;
        b |= b >> 4 * FILES;
        b |= b >> 8 * FILES;
    }
    return b & BB_ALL;
}

static Bitboard widen(Bitboard b) {
    return b | bb_west(b) | bb_east(b);
}

/* Distance to the nearer edge file, and rank, by square: divisions by 11 that need not be made. */
#define EDGE_ROW    0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0
#define RANK_ROW(r) r, r, r, r, r, r, r, r, r, r, r
static const uint8_t EDGE_DISTANCE[SQUARES] = {EDGE_ROW, EDGE_ROW, EDGE_ROW, EDGE_ROW, EDGE_ROW,
                                               EDGE_ROW, EDGE_ROW, EDGE_ROW, EDGE_ROW, EDGE_ROW};
static const uint8_t RANK[SQUARES] = {RANK_ROW(0), RANK_ROW(1), RANK_ROW(2), RANK_ROW(3),
                                      RANK_ROW(4), RANK_ROW(5), RANK_ROW(6), RANK_ROW(7),
                                      RANK_ROW(8), RANK_ROW(9)};

static inline int rank_for(Color c, Square s) {
    return c == WHITE ? RANK[s] : RANKS - 1 - RANK[s];
}

static inline Weight piece_square(Color c, PieceType type, Square s) {
    return WEIGHTS.rank[type][rank_for(c, s)] + WEIGHTS.file[type][EDGE_DISTANCE[s]];
}

static inline void pieces_of_type(Evaluation *e, Color c, PieceType type, Bitboard area) {
    const Position *pos = e->pos;
    for (Bitboard men = position_pieces(pos, c, type); men != 0;) {
        const Square s = bb_pop(&men);
        const Bitboard attacks = attacks_piece(type, s, e->occupied);
        e->term[TERM_PIECE_SQUARE][c] += piece_square(c, type, s);
        e->term[TERM_MOBILITY][c] +=
            WEIGHTS.mobility[type] * (bb_count(attacks & area) - WEIGHTS.mobility_usual[type]);
        const Bitboard zone = attacks & e->king_zone[opponent(c)];
        if (zone != 0)
            e->king_attack_units[c] += WEIGHTS.king_attack[type] * bb_count(zone);
    }
}

static void pieces(Evaluation *e, Color c) {
    const Position *pos = e->pos;
    /* Squares worth going to: not taken by an own man, not attacked by an enemy pawn. */
    const Bitboard area = ~pos->by_color[c] & ~e->pawn_attacks[opponent(c)];
    pieces_of_type(e, c, KNIGHT, area);
    pieces_of_type(e, c, CAMEL, area);
    pieces_of_type(e, c, BISHOP, area);
    pieces_of_type(e, c, ROOK, area);
    pieces_of_type(e, c, WILDEBEEST, area);
    pieces_of_type(e, c, QUEEN, area);
}

static void material(Evaluation *e, Color c) {
    const Position *pos = e->pos;
    /* Squares of one colour are the even ones: neighbours on the board differ by 1 or 11. */
    const Bitboard camels = position_pieces(pos, c, CAMEL),
                   bishops = position_pieces(pos, c, BISHOP);
    const Bitboard even = bb_join(0x5555555555555555u, 0x5555555555555555u);
    Weight sum = 0;
    for (int t = PAWN; t < KING; t++)
        sum += WEIGHTS.material[t] * pos->count[piece_of(c, (PieceType)t)];
    if ((bishops & even) && (bishops & ~even))
        sum += WEIGHTS.bishop_pair;
    if ((camels & even) && (camels & ~even))
        sum += WEIGHTS.camel_pair;
    e->term[TERM_MATERIAL][c] = sum;
}

static void examine_pawns(const Position *pos, Color c, PawnCacheEntry *entry) {
    const Color them = opponent(c);
    const Bitboard own = position_pieces(pos, c, PAWN), theirs = position_pieces(pos, them, PAWN);
    const Bitboard files = fill_forward(WHITE, own) | fill_forward(BLACK, own);
    const Bitboard isolated = own & ~(bb_west(files) | bb_east(files));
    const Bitboard doubled = own & bb_forward(them, fill_forward(them, own));
    entry->passed[c] = own & ~widen(bb_forward(them, fill_forward(them, theirs))) & ~doubled;
    Weight structure = WEIGHTS.pawn_isolated * bb_count(isolated) +
                       WEIGHTS.pawn_doubled * bb_count(doubled) +
                       WEIGHTS.pawn_supported * bb_count(own & pawn_attack_set(c, own)) +
                       WEIGHTS.pawn_phalanx * bb_count(own & bb_east(own));
    for (Bitboard rest = entry->passed[c]; rest != 0;)
        structure += WEIGHTS.pawn_passed[rank_for(c, bb_pop(&rest))];
    Weight squares = 0;
    for (Bitboard rest = own; rest != 0;)
        squares += piece_square(c, PAWN, bb_pop(&rest));
    entry->structure[c] = structure;
    entry->squares[c] = squares;
}

static void pawns(Evaluation *e, PawnCache *cache) {
    const Position *pos = e->pos;
    const Key key = pos->state.pawn_key;
    PawnCacheEntry local = {.key = ~key};
    PawnCacheEntry *entry = cache != NULL ? &cache->entry[key % PAWN_CACHE_SIZE] : &local;
    if (entry->key != key) {
        entry->key = key;
        examine_pawns(pos, WHITE, entry);
        examine_pawns(pos, BLACK, entry);
    }
    for (int c = 0; c < COLORS; c++) {
        const Bitboard stops = bb_forward((Color)c, entry->passed[c]);
        e->term[TERM_PIECE_SQUARE][c] += entry->squares[c];
        e->term[TERM_PAWNS][c] += entry->structure[c] + WEIGHTS.pawn_passed_blocked *
                                                            bb_count(stops & pos->by_color[c ^ 1]);
    }
}

static void king_safety(Evaluation *e, Color c) {
    const Position *pos = e->pos;
    const Square king = pos->king[c];
    const Bitboard front = bb_forward(c, widen(BB_SQUARE(king)));
    const Bitboard shelter = (front | bb_forward(c, front)) & position_pieces(pos, c, PAWN);
    const int units = e->king_attack_units[opponent(c)];
    /* Attacks on a king's zone add up faster than one by one. */
    const int danger = units * units / 32 < 600 ? units * units / 32 : 600;
    e->term[TERM_PIECE_SQUARE][c] += piece_square(c, KING, king);
    e->term[TERM_KING][c] = WEIGHTS.king_shelter * bb_count(shelter) - WEIGHT(danger, danger / 8);
}

/* Files and ranks from the nearest edge: 0 in a corner … 9 in the middle. */
static int centrality(Square s) {
    return EDGE_DISTANCE[s] + (RANK[s] < RANKS / 2 ? RANK[s] : RANKS - 1 - RANK[s]);
}

static int distance(Square a, Square b) {
    const int files = file_of(a) > file_of(b) ? file_of(a) - file_of(b) : file_of(b) - file_of(a);
    const int ranks = rank_of(a) > rank_of(b) ? rank_of(a) - rank_of(b) : rank_of(b) - rank_of(a);
    return files > ranks ? files : ranks;
}

/* Against a bare king: it wants the middle, the other side wants it in a corner with its own king
 * near. */
static int drive_bare_king(const Position *pos, Color strong) {
    const Color weak = opponent(strong);
    if (pos->by_color[weak] != position_pieces(pos, weak, KING))
        return 0;
    return 18 * (9 - centrality(pos->king[weak])) +
           10 * (10 - distance(pos->king[WHITE], pos->king[BLACK]));
}

/*
 * How much of an endgame's advantage counts, out of 64.  Without pawns a small edge in pieces
 * rarely wins; a lone piece that can hardly ever win against a bare king (RULES.md, solved endings)
 * counts for almost nothing.
 */
static int endgame_scale(const Position *pos, Color strong) {
    if (pos->count[piece_of(strong, PAWN)] > 0)
        return 64;
    const Bitboard own = position_non_pawns(pos, strong),
                   other = position_non_pawns(pos, opponent(strong));
    if (own != 0 && !bb_more_than_one(own)) {
        const PieceType type = piece_type(pos->board[bb_first(own)]);
        if (type == KNIGHT || type == CAMEL || type == BISHOP ||
            (type == WILDEBEEST && !pos->rules->stalemate_loses))
            return 2;
    }
    Weight edge = 0;
    for (int t = KNIGHT; t < KING; t++)
        edge += WEIGHTS.material[t] * (pos->count[piece_of(strong, (PieceType)t)] -
                                       pos->count[piece_of(opponent(strong), (PieceType)t)]);
    return other != 0 && weight_endgame(edge) < weight_endgame(WEIGHTS.material[BISHOP]) ? 20 : 64;
}

static int game_phase(const Position *pos) {
    enum { FULL = 34 }; /* both sides' pieces in the array of `wildebeest` */
    int phase = 0;
    for (int t = KNIGHT; t < KING; t++)
        phase += WEIGHTS.phase[t] * (pos->count[t] + pos->count[8 + t]);
    return phase >= FULL ? EVALUATION_PHASE : phase * EVALUATION_PHASE / FULL;
}

/* The one computation behind evaluate and evaluate_trace; `trace` is NULL for the first. */
static inline __attribute__((always_inline)) int compute(const Position *pos, PawnCache *cache,
                                                         EvaluationTrace *trace) {
    Evaluation e = {.pos = pos, .occupied = position_occupied(pos)};
    for (int c = 0; c < COLORS; c++) {
        const Bitboard king = BB_SQUARE(pos->king[c]),
                       zone = king | attacks_empty(KING, pos->king[c]);
        e.pawn_attacks[c] = pawn_attack_set((Color)c, position_pieces(pos, (Color)c, PAWN));
        e.king_zone[c] = zone | bb_forward((Color)c, zone);
    }
    for (int c = 0; c < COLORS; c++) {
        material(&e, (Color)c);
        pieces(&e, (Color)c);
    }
    pawns(&e, cache);
    for (int c = 0; c < COLORS; c++)
        king_safety(&e, (Color)c);
    e.term[TERM_TEMPO][pos->side] = WEIGHTS.tempo;

    Weight balance = 0;
    for (int t = 0; t < TERMS; t++)
        balance += e.term[t][WHITE] - e.term[t][BLACK];
    const int phase = game_phase(pos);
    int endgame = weight_endgame(balance);
    const int scale = endgame == 0 ? 64 : endgame_scale(pos, endgame > 0 ? WHITE : BLACK);
    endgame = (endgame + drive_bare_king(pos, WHITE) - drive_bare_king(pos, BLACK)) * scale / 64;
    int score =
        (weight_middlegame(balance) * phase * scale / 64 + endgame * (EVALUATION_PHASE - phase)) /
        EVALUATION_PHASE;
    /* Where nothing irreversible happens for long, the advantage is worth less. */
    score -= score * pos->state.halfmove_clock / 220;
    if (score > EVALUATION_MAX)
        score = EVALUATION_MAX;
    if (score < -EVALUATION_MAX)
        score = -EVALUATION_MAX;
    const int total = pos->side == WHITE ? score : -score;
    if (trace != NULL) {
        for (int t = 0; t < TERMS; t++)
            for (int c = 0; c < COLORS; c++) {
                trace->middlegame[t][c] = weight_middlegame(e.term[t][c]);
                trace->endgame[t][c] = weight_endgame(e.term[t][c]);
            }
        trace->phase = phase;
        trace->scale = scale;
        trace->total = total;
    }
    return total;
}

int evaluate(const Position *pos, PawnCache *cache) {
    return compute(pos, cache, NULL);
}

int evaluate_trace(const Position *pos, EvaluationTrace *trace) {
    return compute(pos, NULL, trace);
}

const char *evaluation_term_name(Term term) {
    static const char *const names[TERMS] = {"material", "piece squares", "mobility",
                                             "pawns",    "king",          "tempo"};
    return names[term];
}
