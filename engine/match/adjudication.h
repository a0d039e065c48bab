/*
 * Games ended by the match runner because both engines agree how they will end.
 */
#ifndef BRINDLE_ENGINE_MATCH_ADJUDICATION_H
#define BRINDLE_ENGINE_MATCH_ADJUDICATION_H

#include "bitboard/types.h"
#include "engine/search/score.h"

typedef struct {
    /* A draw: from full-move `draw_move_number` on, once both scores stayed within `draw_score`
     * centipawns for `draw_move_count` moves of each side in a row.  0 moves: never. */
    int draw_move_number, draw_move_count, draw_score;
    /* A loss: once a side's score was at or below -`resign_score` for `resign_move_count` of its
     * moves in a row; if two-sided, only if the other's was at or above it, too.  0: never. */
    int resign_move_count, resign_score;
    bool resign_two_sided;
    /* A draw: after that many moves of each side.  0: never. */
    int max_moves;
} AdjudicationRules;

typedef enum {
    ADJUDICATE_NOT,
    ADJUDICATE_DRAW,
    ADJUDICATE_LENGTH,
    ADJUDICATE_RESIGNATION
} Adjudication;

typedef struct {
    const AdjudicationRules *rules;
    int quiet[COLORS], lost[COLORS], won[COLORS]; /* moves in a row */
} Adjudicator;

void adjudicator_start(Adjudicator *a, const AdjudicationRules *rules);
/*
 * After a move of `mover` with its score (SCORE_NONE if it did not say); `fullmove` is that move's
 * number, `played` how many half-moves the game has.  `*loser` is set for ADJUDICATE_RESIGNATION.
 */
Adjudication adjudicator_judge(Adjudicator *a, Color mover, Score score, int fullmove, int played,
                               Color *loser);

#endif
