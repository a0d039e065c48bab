/* Moves and positions as text, both ways. */
#include "bench/shim.h"
#include "bench/subjects.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"

typedef char MoveText[MOVE_TEXT_SIZE];

static void time_san_write(BenchState *state, const void *context) {
    const Inputs *in = context;
    MoveText text;
    while (bench_loop(state, INPUT_MOVES))
        for (int i = 0; i < INPUT_MOVES; i++) {
            san_write(&in->positions[in->moves[i].position], in->moves[i].move, text);
            bench_keep((uint64_t)text[0]);
        }
}

/* Reading by either function what either writer wrote. */
static void time_reading(BenchState *state, const Inputs *in, bool san) {
    MoveText texts[INPUT_MOVES];
    for (int i = 0; i < INPUT_MOVES; i++) {
        if (san)
            san_write(&in->positions[in->moves[i].position], in->moves[i].move, texts[i]);
        else
            move_write(in->moves[i].move, texts[i]);
    }
    while (bench_loop(state, INPUT_MOVES))
        for (int i = 0; i < INPUT_MOVES; i++) {
            const Position *pos = &in->positions[in->moves[i].position];
            Move move = MOVE_NONE;
            if (!(san ? san_parse(pos, texts[i], &move, NULL)
                      : move_parse(pos, texts[i], &move, NULL)))
                bench_skip(state, "a move that was written cannot be read");
            bench_keep(move);
        }
}

static void time_san_read(BenchState *state, const void *context) {
    time_reading(state, context, true);
}
static void time_coordinates_read(BenchState *state, const void *context) {
    time_reading(state, context, false);
}

static void time_fen_write(BenchState *state, const void *context) {
    const Inputs *in = context;
    char text[FEN_SIZE];
    while (bench_loop(state, in->position_count))
        for (int i = 0; i < in->position_count; i++) {
            fen_write(&in->positions[i], text);
            bench_keep((uint64_t)text[0]);
        }
}

static void time_fen_read(BenchState *state, const void *context) {
    const Inputs *in = context;
    char texts[INPUT_POSITIONS_MAX][FEN_SIZE];
    Position pos;
    for (int i = 0; i < in->position_count; i++)
        fen_write(&in->positions[i], texts[i]);
    while (bench_loop(state, in->position_count))
        for (int i = 0; i < in->position_count; i++) {
            if (!fen_parse(texts[i], in->positions[i].rules, &pos, NULL, NULL))
                bench_skip(state, "a FEN that was written cannot be read");
            bench_keep(pos.state.key);
        }
}

void register_text(const Inputs *inputs) {
    bench_register("text/san-write", time_san_write, inputs);
    bench_register("text/san-read", time_san_read, inputs);
    bench_register("text/coordinates-read", time_coordinates_read, inputs);
    bench_register("text/fen-write", time_fen_write, inputs);
    bench_register("text/fen-read", time_fen_read, inputs);
}
