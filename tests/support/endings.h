/*
 * Retrograde tables of endings with at most four men.
 *
 * They are built backwards from the positions without a legal move, with rules of their own on at
 * most four squares (only the attack tables are shared with the library), so that they can bear
 * witness for and against the search.  Castling and en passant do not arise: at most one side has
 * pawns.  The clock of the 50-move rule is taken to stand at nought.
 */
#ifndef BRINDLE_TESTS_SUPPORT_ENDINGS_H
#define BRINDLE_TESTS_SUPPORT_ENDINGS_H

#include "bitboard/position.h"

enum { ENDING_MEN_MAX = 4, ENDING_TABLES_MAX = 64, ENDING_PLIES_MAX = 250 };

/* Man 0 is the white king, man 1 the black one. */
typedef struct {
    int men;
    Piece man[ENDING_MEN_MAX];
    bool has_pawns;
    int king_ranks;   /* on which White's king may stand, once mirrored */
    size_t positions; /* to each side to move */
    /* By side to move and position: 0 = no result within the limit, 255 = no legal position, else
     * half-moves to the end + 1; an odd number of half-moves is a win of the side to move. */
    uint8_t *value[COLORS];
} EndingTable;

typedef struct {
    const RuleSet *rules;
    int most_plies; /* results are looked for up to so many half-moves */
    int count;
    EndingTable table[ENDING_TABLES_MAX];
} Endings;

void endings_open(Endings *endings, const RuleSet *rules, int most_plies);
void endings_close(Endings *endings);

/*
 * The table of these men ("KQK", "KCCK", "KQKR": White's, then Black's), built on the first call,
 * together with those that captures and promotions lead to.  Ends the program if there is no
 * memory.
 */
const EndingTable *endings_table(Endings *endings, const char *men);

/* The half-moves to the end of the game, both sides playing for the longest defence and the
 * shortest win: odd if the side to move wins, even if it loses, -1 if neither within the limit. */
int endings_plies(Endings *endings, const Position *pos);

/* Positions of a table with this side to move, mirror images included: the legal ones, those it
 * wins, and the longest win in half-moves. */
typedef struct {
    size_t legal, won;
    int longest;
} EndingCount;
EndingCount endings_count(const EndingTable *table, Color side);

#endif
