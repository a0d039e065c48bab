#include "engine/search/movepick.h"

#include "bitboard/see.h"

int quiet_history(const Position *pos, History *history,
                  ContinuationHistory *const after[CONTINUATIONS], Move move) {
    return *history_quiet(history, pos, move) + *history_pawn_structure(history, pos, move) +
           *history_continuation(after[0], pos, move) + *history_continuation(after[1], pos, move) +
           *history_continuation(after[2], pos, move) / 2;
}

void picker_init(MovePicker *p, const Position *pos, History *history,
                 ContinuationHistory *const after[CONTINUATIONS], Move hash_move,
                 const Move killers[KILLERS], Move counter) {
    p->pos = pos;
    p->history = history;
    p->after = after;
    p->hash_move =
        hash_move != MOVE_NONE && position_is_legal(pos, hash_move) ? hash_move : MOVE_NONE;
    p->stage = position_in_check(pos) ? PICK_EVASION_HASH_MOVE : PICK_HASH_MOVE;
    for (int i = 0; i < KILLERS; i++)
        p->refutations[i] = killers[i];
    p->refutations[KILLERS] = counter;
    p->next_refutation = 0;
    p->bad = p->bad_end = 0;
    p->skip_quiets = false;
}

void picker_init_quiescence(MovePicker *p, const Position *pos, History *history,
                            ContinuationHistory *const after[CONTINUATIONS], Move hash_move,
                            bool quiet_checks) {
    static const Move none[KILLERS] = {MOVE_NONE};
    const bool in_check = position_in_check(pos);
    picker_init(p, pos, history, after, hash_move, none, MOVE_NONE);
    if (in_check)
        return;
    p->quiet_checks = quiet_checks;
    p->stage = PICK_QUIESCENCE_HASH_MOVE;
    if (p->hash_move != MOVE_NONE && !position_is_tactical(pos, p->hash_move))
        p->hash_move = MOVE_NONE;
}

/* Most valuable victim first, then what has worked before. */
static int score_capture(const MovePicker *p, Move move) {
    const Piece victim = position_captured(p->pos, move);
    int score = *history_capture(p->history, p->pos, move) / 16;
    if (victim != NO_PIECE)
        score += 8 * SEE_VALUE[piece_type(victim)];
    if (move_is_promotion(move))
        score += 8 * SEE_VALUE[move_promotion(move)];
    return score;
}

static void make_moves(MovePicker *p, GenerateStage stage, int first) {
    p->next = first;
    p->end = (int)(generate(p->pos, stage, p->moves + first) - p->moves);
}

static void score_captures(MovePicker *p) {
    for (int i = p->next; i < p->end; i++)
        p->scores[i] = score_capture(p, p->moves[i]);
}

static void score_quiets(MovePicker *p) {
    for (int i = p->next; i < p->end; i++)
        p->scores[i] = quiet_history(p->pos, p->history, p->after, p->moves[i]);
}

static void score_evasions(MovePicker *p) {
    enum { CAPTURES_FIRST = 1 << 20 };
    for (int i = p->next; i < p->end; i++) {
        const Move move = p->moves[i];
        p->scores[i] = position_is_tactical(p->pos, move)
                           ? CAPTURES_FIRST + score_capture(p, move)
                           : quiet_history(p->pos, p->history, p->after, move);
    }
}

/* Takes the best of the moves that are left. */
static Move take_best(MovePicker *p) {
    int best = p->next;
    for (int i = p->next + 1; i < p->end; i++)
        if (p->scores[i] > p->scores[best])
            best = i;
    const Move move = p->moves[best];
    const int score = p->scores[best];
    p->moves[best] = p->moves[p->next];
    p->scores[best] = p->scores[p->next];
    p->moves[p->next] = move;
    p->scores[p->next] = score;
    p->next++;
    return move;
}

static bool is_refutation(const MovePicker *p, Move move) {
    for (int i = 0; i <= KILLERS; i++)
        if (move == p->refutations[i])
            return true;
    return false;
}

/* The next killer or counter move that is a legal quiet move here and has not been given yet. */
static Move take_refutation(MovePicker *p) {
    while (p->next_refutation <= KILLERS) {
        const int i = p->next_refutation++;
        const Move move = p->refutations[i];
        bool seen = move == MOVE_NONE || move == p->hash_move;
        for (int j = 0; j < i; j++)
            seen = seen || move == p->refutations[j];
        if (!seen && position_is_legal(p->pos, move) && !position_is_tactical(p->pos, move))
            return move;
    }
    return MOVE_NONE;
}

/* The next of the generated moves, without the hash move. */
static Move take_generated(MovePicker *p) {
    while (p->next < p->end) {
        const Move move = take_best(p);
        if (move != p->hash_move)
            return move;
    }
    return MOVE_NONE;
}

/* The hash move's stage: one move or none, then on. */
static Move take_hash_move(MovePicker *p) {
    p->stage++;
    return p->hash_move;
}

Move picker_next(MovePicker *p) {
    Move move;
    switch (p->stage) {
    case PICK_HASH_MOVE:
        if (take_hash_move(p) != MOVE_NONE)
            return p->hash_move;
        /* fall through */
    case PICK_MAKE_CAPTURES:
        make_moves(p, GENERATE_CAPTURES, 0);
        score_captures(p);
        p->stage = PICK_GOOD_CAPTURES;
        /* fall through */
    case PICK_GOOD_CAPTURES:
        while ((move = take_generated(p)) != MOVE_NONE) {
            if (see_at_least(p->pos, move, 0))
                return move;
            p->moves[p->bad_end++] = move; /* behind `next`, so nothing unread is overwritten */
        }
        p->stage = PICK_KILLERS;
        /* fall through */
    case PICK_KILLERS:
        if (!p->skip_quiets && (move = take_refutation(p)) != MOVE_NONE)
            return move;
        p->stage = PICK_MAKE_QUIETS;
        /* fall through */
    case PICK_MAKE_QUIETS:
        if (!p->skip_quiets) {
            make_moves(p, GENERATE_QUIETS, p->bad_end);
            score_quiets(p);
        }
        p->stage = PICK_QUIETS;
        /* fall through */
    case PICK_QUIETS:
        while (!p->skip_quiets && (move = take_generated(p)) != MOVE_NONE)
            if (!is_refutation(p, move))
                return move;
        p->stage = PICK_BAD_CAPTURES;
        /* fall through */
    case PICK_BAD_CAPTURES:
        if (p->bad < p->bad_end)
            return p->moves[p->bad++];
        p->stage = PICK_DONE;
        return MOVE_NONE;

    case PICK_EVASION_HASH_MOVE:
        if (take_hash_move(p) != MOVE_NONE)
            return p->hash_move;
        /* fall through */
    case PICK_MAKE_EVASIONS:
        make_moves(p, GENERATE_ALL, 0);
        score_evasions(p);
        p->stage = PICK_EVASIONS;
        /* fall through */
    case PICK_EVASIONS: return take_generated(p);

    case PICK_QUIESCENCE_HASH_MOVE:
        if (take_hash_move(p) != MOVE_NONE)
            return p->hash_move;
        /* fall through */
    case PICK_MAKE_QUIESCENCE_CAPTURES:
        make_moves(p, GENERATE_CAPTURES, 0);
        score_captures(p);
        p->stage = PICK_QUIESCENCE_CAPTURES;
        /* fall through */
    case PICK_QUIESCENCE_CAPTURES:
        if ((move = take_generated(p)) != MOVE_NONE)
            return move;
        p->stage = PICK_MAKE_QUIESCENCE_CHECKS;
        /* fall through */
    case PICK_MAKE_QUIESCENCE_CHECKS:
        if (!p->quiet_checks) {
            p->stage = PICK_DONE;
            return MOVE_NONE;
        }
        make_moves(p, GENERATE_QUIET_CHECKS, 0);
        score_quiets(p);
        p->stage = PICK_QUIESCENCE_CHECKS;
        /* fall through */
    case PICK_QUIESCENCE_CHECKS: return take_generated(p);

    default: return MOVE_NONE;
    }
}
