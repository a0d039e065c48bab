/* Where a piece attacks: the engine's two ways, and the others that were considered. */
#include "bench/alternatives.h"
#include "bench/shim.h"
#include "bench/subjects.h"

/* A function of its own for each, so that the look-up is inlined as it is in the engine. */
#define LOOKUP_BENCHMARK(name, expression)                            \
    static void time_##name(BenchState *state, const void *context) { \
        const Inputs *in = context;                                   \
        while (bench_loop(state, INPUT_LOOKUPS))                      \
            for (int i = 0; i < INPUT_LOOKUPS; i++) {                 \
                const Square s = in->lookups[i].square;               \
                const Bitboard occupied = in->lookups[i].occupied;    \
                const Bitboard attacked = (expression);               \
                (void)occupied;                                       \
                bench_keep(bb_low(attacked) ^ bb_high(attacked));     \
            }                                                         \
    }

LOOKUP_BENCHMARK(pawn, attack_tables.pawn[WHITE][s])
LOOKUP_BENCHMARK(leaper, attack_tables.leaper[WILDEBEEST][s])
LOOKUP_BENCHMARK(rook_engine, attacks_rook(s, occupied))
LOOKUP_BENCHMARK(rook_multiply, attacks_rook_multiply(s, occupied))
LOOKUP_BENCHMARK(rook_hyperbola, hyperbola_rook(s, occupied))
LOOKUP_BENCHMARK(rook_kogge_stone, kogge_stone_rook(s, occupied))
LOOKUP_BENCHMARK(rook_ray_loop, ray_loop_rook(s, occupied))
LOOKUP_BENCHMARK(bishop_engine, attacks_bishop(s, occupied))
LOOKUP_BENCHMARK(bishop_multiply, attacks_bishop_multiply(s, occupied))
LOOKUP_BENCHMARK(bishop_hyperbola, hyperbola_bishop(s, occupied))
LOOKUP_BENCHMARK(bishop_kogge_stone, kogge_stone_bishop(s, occupied))
LOOKUP_BENCHMARK(bishop_ray_loop, ray_loop_bishop(s, occupied))
LOOKUP_BENCHMARK(queen_engine, attacks_rook(s, occupied) | attacks_bishop(s, occupied))
LOOKUP_BENCHMARK(queen_multiply,
                 attacks_rook_multiply(s, occupied) | attacks_bishop_multiply(s, occupied))

void register_attacks(const Inputs *inputs) {
    bench_register("attacks/pawn/table", time_pawn, inputs);
    bench_register("attacks/leaper/table", time_leaper, inputs);
    /* "engine" is what attacks_path() says: pext where the processor has it. */
    bench_register("attacks/rook/engine", time_rook_engine, inputs);
    bench_register("attacks/rook/multiply", time_rook_multiply, inputs);
    bench_register("attacks/rook/hyperbola", time_rook_hyperbola, inputs);
    bench_register("attacks/rook/kogge-stone", time_rook_kogge_stone, inputs);
    bench_register("attacks/rook/ray-loop", time_rook_ray_loop, inputs);
    bench_register("attacks/bishop/engine", time_bishop_engine, inputs);
    bench_register("attacks/bishop/multiply", time_bishop_multiply, inputs);
    bench_register("attacks/bishop/hyperbola", time_bishop_hyperbola, inputs);
    bench_register("attacks/bishop/kogge-stone", time_bishop_kogge_stone, inputs);
    bench_register("attacks/bishop/ray-loop", time_bishop_ray_loop, inputs);
    bench_register("attacks/queen/engine", time_queen_engine, inputs);
    bench_register("attacks/queen/multiply", time_queen_multiply, inputs);
}
