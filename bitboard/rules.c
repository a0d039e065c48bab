#include "bitboard/rules.h"

#include <string.h>

#define TYPE_BIT(t) (1u << (t))

const RuleSet RULES[RULE_SETS] = {
    {
        .name = "wildebeest",
        .short_name = "wildebeest",
        .summary =
            "Schmittberger's game of 1987: triple pawn steps, flexible castling, stalemate wins",
        .start_fen =
            "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1",
        .pawn_advance = {0, 3, 2, 1, 1, 1, 1, 1, 1, 0},
        .second_step = {BB_RANK(2) | BB_RANK(3), BB_RANK(7) | BB_RANK(6)},
        .third_step = {BB_RANK(3), BB_RANK(6)},
        .promotion_count = 2,
        .promotions = {QUEEN, WILDEBEEST},
        .castling = true,
        .stalemate_loses = true,
        .dead_with_king = 0,
    },
    {
        .name = "standard-wildebeest",
        .short_name = "standard",
        .summary =
            "the Moddable Games rulebook: double pawn steps, no castling, stalemate is a draw",
        .start_fen = "rncwqkwcnr1/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNCWQKWCNR1 w - - 0 1",
        .pawn_advance = {0, 2, 1, 1, 1, 1, 1, 1, 1, 0},
        .second_step = {BB_RANK(2), BB_RANK(7)},
        .third_step = {0, 0},
        .promotion_count = 5,
        .promotions = {QUEEN, WILDEBEEST, ROOK, CAMEL, KNIGHT},
        .castling = false,
        .stalemate_loses = false,
        .dead_with_king = TYPE_BIT(KNIGHT) | TYPE_BIT(CAMEL) | TYPE_BIT(BISHOP),
    },
};

const RuleSet *rules_find(const char *name, Message *message) {
    for (int i = 0; i < RULE_SETS; i++)
        if (strcmp(name, RULES[i].name) == 0 || strcmp(name, RULES[i].short_name) == 0)
            return &RULES[i];
    message_set(message, "unknown rule set '%.40s': it must be %s or %s (%s for short)", name,
                RULES[0].name, RULES[1].name, RULES[1].short_name);
    return NULL;
}
