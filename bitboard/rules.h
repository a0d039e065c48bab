/*
 * The two rule sets, as values.
 *
 * Everything in which `wildebeest` and `standard-wildebeest` differ is a field here; the code that
 * plays them is one.
 */
#ifndef BRINDLE_BITBOARD_RULES_H
#define BRINDLE_BITBOARD_RULES_H

#include "bitboard/bitboard.h"
#include "bitboard/message.h"

typedef struct {
    const char *name;       /* as UCI_Variant and PGN spell it */
    const char *short_name; /* as people type it */
    const char *summary;    /* one line for help texts */
    const char *start_fen;
    /* By rank as the pawn's side sees it (0 = own first rank): how many squares a pawn there may
     * advance. */
    uint8_t pawn_advance[RANKS];
    /* By colour: squares on which a pawn that has just stepped once (twice) may step a second
     * (third) time. */
    Bitboard second_step[COLORS], third_step[COLORS];
    uint8_t promotion_count;
    PieceType promotions[5]; /* what a pawn becomes, most valuable first */
    bool castling;
    bool stalemate_loses; /* the side without a move loses even when it is not in check; otherwise
                             it is a draw */
    uint16_t dead_with_king; /* bit per PieceType: a king and one of these against a king is a dead
                                position */
} RuleSet;

enum { RULE_SETS = 2 };

/* RULES[0] is the default, `wildebeest`; RULES[1] is `standard-wildebeest`. */
extern const RuleSet RULES[RULE_SETS];

/*
 * Finds a rule set by its name or its short name (exact spelling).
 * NULL, and a message that lists the names, if there is none.
 */
const RuleSet *rules_find(const char *name, Message *message);

#endif
