#include "tune/synthetic.h"

#include "bitboard/movegen.h"
#include "bitboard/random.h"
#include "bitboard/see.h"
#include "tune/loss.h"

enum {
    FIRST_PLY = 6,  /* the first of which the position is given out … */
    LAST_PLY = 180, /* … and the last */
    SPACING = 5,    /* one position of so many is given out */
    FORCED_PLY = 4  /* a capture that loses nothing is played at once, one time of so many */
};

SyntheticGames synthetic_games(uint64_t seed, double k, const Weights *judge) {
    SyntheticGames games = {.seed = seed, .k = k, .judge = judge, .game = 0, .ply = LAST_PLY};
    return games;
}

/* A move at random; false if there is none. */
static bool choose(const Position *pos, RandomSource *random, Move *move) {
    MoveList list;
    generate_legal(pos, &list);
    if (list.count == 0)
        return false;
    *move = list.moves[random_number(random, (uint64_t)list.count)];
    if (random_number(random, FORCED_PLY) != 0)
        return true;
    const int first = (int)random_number(random, (uint64_t)list.count);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[(first + i) % list.count];
        if (position_is_tactical(pos, m) && see_at_least(pos, m, 0)) {
            *move = m;
            break;
        }
    }
    return true;
}

/* From White's view. */
static int judged_score(const SyntheticGames *games) {
    EvaluationTrace trace;
    evaluate_trace(&games->pos, &trace);
    return trace_score(&trace, games->judge);
}

static void begin_game(SyntheticGames *games) {
    games->game++;
    games->ply = 0;
    position_set_start(&games->pos, &RULES[games->game % RULE_SETS]);
}

static bool next(void *context, LabelledPosition *position, Message *message) {
    SyntheticGames *games = context;
    (void)message;
    Move move;
    Undo undo;
    for (;;) {
        /* What happens in a position depends on the game's number and the ply alone. */
        RandomSource random = random_source(games->seed, games->game << 8 | (uint64_t)games->ply);
        if (games->ply >= LAST_PLY || games->pos.state.halfmove_clock >= 100 ||
            !choose(&games->pos, &random, &move)) {
            begin_game(games);
            continue;
        }
        position_make(&games->pos, move, &undo);
        games->ply++;
        if (games->ply < FIRST_PLY || random_number(&random, SPACING) != 0 ||
            position_in_check(&games->pos))
            continue;
        position->pos = games->pos;
        position->game = games->game - 1;
        position->ply = games->ply;
        position->score = judged_score(games);
        const double points = loss_expected_points(loss_slope(games->k), position->score);
        position->result = 0;
        for (int draw = 0; draw < 2; draw++)
            position->result += (double)(random_bits(&random) >> 11) * 0x1p-53 < points;
        return true;
    }
}

PositionSource synthetic_source(SyntheticGames *games) {
    return (PositionSource){next, games};
}
