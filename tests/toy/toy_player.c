#include "tests/toy/toy_player.h"

#include "bitboard/see.h"

#include <stdlib.h>

/* Where STYLE_TUNED is at its best; its play gets worse with the sum of the distances. */
static const int64_t BEST[TUNABLES] = {70, 30, 50};
enum { FARTHEST = 70 + 70 + 50 };

/* The finaliser of splitmix64, by Sebastiano Vigna. */
static uint64_t mix(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Of a hundred positions, in how many it plays greedily. */
static uint64_t greed(const Player *player) {
    if (player->style == STYLE_GREEDY)
        return 90;
    /* Even random games need captures now and then, or they end by the 50-move rule alone. */
    if (player->style == STYLE_RANDOM)
        return 10;
    int64_t distance = 0;
    for (int i = 0; i < TUNABLES; i++)
        distance += llabs(player->tunable[i] - BEST[i]);
    return (uint64_t)(100 - 100 * distance / FARTHEST);
}

static bool mates(const Position *pos, Move move) {
    if (!position_gives_check(pos, move))
        return false;
    Position after = *pos;
    Undo undo;
    position_make(&after, move, &undo);
    return !has_legal_move(&after);
}

/* Does `move` let the other side mate at once?  Without this look ahead half of all games would be
 * over before their tenth move. */
static bool blunders(const Position *pos, Move move) {
    Position after = *pos;
    Undo undo;
    MoveList replies;
    position_make(&after, move, &undo);
    generate_legal(&after, &replies);
    for (int i = 0; i < replies.count; i++)
        if (mates(&after, replies.moves[i]))
            return true;
    return false;
}

/* What greed sees in a move: a mate, or what it takes and becomes less what it may lose. */
static int gain(const Position *pos, Move move) {
    if (mates(pos, move))
        return 100 * SEE_VALUE[QUEEN];
    const Piece taken = position_captured(pos, move);
    int value = taken != NO_PIECE ? SEE_VALUE[piece_type(taken)] : 0;
    if (move_is_promotion(move))
        value += SEE_VALUE[move_promotion(move)] - SEE_VALUE[PAWN];
    if (!see_at_least(pos, move, 0))
        value -= SEE_VALUE[piece_type(pos->board[move_from(move)])];
    return value;
}

typedef struct {
    Move move;
    int gain;
    uint64_t hash; /* decides between equals */
} Candidate;

static bool is_better(const Candidate *a, const Candidate *b) {
    return a->gain != b->gain ? a->gain > b->gain : a->hash > b->hash;
}

/* Swaps the best of the candidates from `first` on to the front of them. */
static Move take_best(Candidate *candidates, int first, int count) {
    int best = first;
    for (int i = first + 1; i < count; i++)
        if (is_better(&candidates[i], &candidates[best]))
            best = i;
    const Candidate chosen = candidates[best];
    candidates[best] = candidates[first];
    candidates[first] = chosen;
    return chosen.move;
}

Move player_choose(const Player *player, const Position *pos, const MoveList *only) {
    MoveList all;
    Candidate candidates[MAX_MOVES];
    if (only == NULL) {
        generate_legal(pos, &all);
        only = &all;
    }
    /* The clock is part of the position (and of its FEN): without it two toys would walk in circles
     * as soon as one position came up again. */
    const uint64_t here =
        mix(pos->state.key ^ mix(player->seed) ^ mix(~(uint64_t)pos->state.halfmove_clock));
    const bool greedy = here % 100 < greed(player);
    for (int i = 0; i < only->count; i++)
        candidates[i] = (Candidate){.move = only->moves[i],
                                    .gain = greedy ? gain(pos, only->moves[i]) : 0,
                                    .hash = mix(here ^ only->moves[i])};
    for (int i = 0; i < only->count; i++) {
        const Move move = take_best(candidates, i, only->count);
        if (!greedy || !blunders(pos, move))
            return move;
    }
    return only->count > 0 ? candidates[0].move : MOVE_NONE;
}

int player_score(const Position *pos) {
    int score = 0;
    for (int type = PAWN; type < KING; type++)
        score +=
            SEE_VALUE[type] * (pos->count[piece_of((Color)pos->side, (PieceType)type)] -
                               pos->count[piece_of(opponent((Color)pos->side), (PieceType)type)]);
    return score;
}
