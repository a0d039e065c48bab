/*
 * A game with what the engine thinks of each of its positions: what an analysis of a game finds
 * out, and what annotated PGN and reports are written from.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_GAME_REVIEW_H
#define BRINDLE_ENGINE_ANALYSIS_GAME_REVIEW_H

#include "engine/pgn/pgn.h"
#include "engine/search/score.h"

typedef struct {
    Score score; /* of the best line, for the side to move; SCORE_NONE: nothing was searched */
    int depth;   /* in half-moves */
    uint64_t nodes;
    int64_t time_ms;
    Move *line; /* the best line; its first move is the best move */
    int line_length;
} ReviewedPosition;

typedef struct {
    const PgnGame *game; /* its main line is what was played; comments of its own may stand in it */
    /* Position i is the one before main-line move i; the last one is where the game ended. */
    ReviewedPosition *positions;
    int count; /* the main line's moves + 1 */
} GameReview;

typedef enum {
    VERDICT_NONE, /* a good move, or nothing is known */
    VERDICT_INACCURACY,
    VERDICT_MISTAKE,
    VERDICT_BLUNDER
} Verdict;

/*
 * What a main-line move cost its player: the expected points (0 … 1) of the best move there, less
 * those of the position that the move led to.  0 for the best move itself, where one of the two was
 * not searched, and where the move turned out better than the best.  `pos` is the position before
 * the move.
 */
double game_review_loss(const GameReview *review, int move, const Position *pos);
/* By how many points were lost: 0.05 is an inaccuracy, 0.12 a mistake, 0.25 a blunder. */
Verdict verdict_of_loss(double loss);
/* Its numeric annotation: 6 "?!", 2 "?", 4 "??"; 0 for VERDICT_NONE. */
uint8_t verdict_nag(Verdict verdict);

#endif
