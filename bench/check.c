#include "bench/check.h"

#include "bench/alternatives.h"
#include "bitboard/notation.h"
#include "bitboard/random.h"

typedef struct {
    const char *name;
    Bitboard (*rook)(Square s, Bitboard occupied), (*bishop)(Square s, Bitboard occupied);
} Way;

static const Way WAYS[] = {
    {"multiply", attacks_rook_multiply, attacks_bishop_multiply},
    {"hyperbola", hyperbola_rook, hyperbola_bishop},
    {"kogge-stone", kogge_stone_rook, kogge_stone_bishop},
    {"ray-loop", ray_loop_rook, ray_loop_bishop},
};

static bool check(Square s, Bitboard occupied, Message *message) {
    char square[4];
    for (size_t i = 0; i < sizeof WAYS / sizeof WAYS[0]; i++) {
        const Way *way = &WAYS[i];
        const bool rook = way->rook(s, occupied) == attacks_rook(s, occupied);
        if (!rook || way->bishop(s, occupied) != attacks_bishop(s, occupied))
            return message_set(message,
                               "%s: a %s on %s attacks other squares than the engine says, with "
                               "men on %016llx:%016llx",
                               way->name, rook ? "bishop" : "rook", square_write(s, square),
                               (unsigned long long)bb_high(occupied),
                               (unsigned long long)bb_low(occupied));
    }
    return true;
}

bool check_alternatives(int count, uint64_t seed, Message *message) {
    RandomSource random = random_source(seed, 0);
    for (Square s = 0; s < SQUARES; s++)
        for (int i = 0; i < count; i++) {
            /* From empty to crowded, with the slider itself among the men or not. */
            Bitboard occupied = bb_join(random_bits(&random), random_bits(&random)) & BB_ALL;
            for (uint64_t n = random_number(&random, 5); n > 0; n--)
                occupied &= bb_join(random_bits(&random), random_bits(&random));
            if (!check(s, i == 0 ? 0 : i == 1 ? BB_ALL : occupied, message))
                return false;
        }
    return true;
}
