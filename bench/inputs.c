#include "bench/inputs.h"

#include "bitboard/random.h"
#include "engine/speed/games.h"

#include <stdlib.h>

enum { SEED = 11 };

static void collect_positions(Inputs *in) {
    SpeedPosition position;
    for (int game = 0; game < SPEED_GAMES; game++)
        for (int i = 0; speed_position(game, i, &position); i++)
            if (in->position_count < INPUT_POSITIONS_MAX)
                in->positions[in->position_count++] = position.pos;
}

/* Moves of a stage, of positions drawn at random. */
static void draw_moves(Inputs *in, RandomSource *random, GenerateStage stage,
                       InputMove moves[INPUT_MOVES]) {
    for (int i = 0; i < INPUT_MOVES;) {
        Move list[MAX_MOVES];
        const int p = (int)random_number(random, (uint64_t)in->position_count);
        const int count = (int)(generate(&in->positions[p], stage, list) - list);
        if (count > 0)
            moves[i++] = (InputMove){p, list[random_number(random, (uint64_t)count)]};
    }
}

static void draw_lookups(Inputs *in, RandomSource *random) {
    for (int i = 0; i < INPUT_LOOKUPS;) {
        const Position *pos = &in->positions[random_number(random, (uint64_t)in->position_count)];
        Bitboard sliders = pos->by_type[ROOK] | pos->by_type[BISHOP] | pos->by_type[QUEEN];
        if (sliders == 0)
            continue;
        for (uint64_t skip = random_number(random, (uint64_t)bb_count(sliders)); skip > 0; skip--)
            bb_pop(&sliders);
        in->lookups[i++] = (InputLookup){bb_first(sliders), position_occupied(pos)};
    }
}

Inputs *inputs_new(void) {
    Inputs *in = calloc(1, sizeof *in);
    RandomSource random = random_source(SEED, 0);
    if (in == NULL)
        return NULL;
    collect_positions(in);
    draw_moves(in, &random, GENERATE_ALL, in->moves);
    draw_moves(in, &random, GENERATE_CAPTURES, in->captures);
    draw_lookups(in, &random);
    for (int i = 0; i < INPUT_KEYS; i++)
        in->keys[i] = random_bits(&random);
    return in;
}

void inputs_free(Inputs *in) {
    free(in);
}
