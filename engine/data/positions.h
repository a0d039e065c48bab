/*
 * Labelled positions from files of games, one after the other: what a fit of the evaluation reads.
 *
 * The filters take out what says little about the evaluation: the opening's moves, checks,
 * positions in the middle of an exchange, repetitions of what has been seen.
 */
#ifndef BRINDLE_ENGINE_DATA_POSITIONS_H
#define BRINDLE_ENGINE_DATA_POSITIONS_H

#include "bitboard/message.h"
#include "bitboard/position.h"
#include "engine/search/score.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    /* Half-moves after the opening that are left out at the beginning of a game.  A game without
     * moves, a single position with its result, has no beginning. */
    int skip_plies;
    bool keep_checks; /* positions in check are left out unless this is set */
    bool keep_noisy;  /* so are those where quiescence, or the move played, takes or promotes */
    /* Left out if the recorded score is beyond ± that many centipawns; 0: none is. */
    int most_score;
    /* Positions that came before in these files (and passed all of the above) are left out unless
     * this is set. */
    bool keep_duplicates;
    int most_per_game; /* that many of a game at most, drawn at random by `seed`; 0: all */
    int least_men;     /* men on the board, kings included */
    uint64_t seed;
} PositionFilter;

/* What a reader gets if the user asks for nothing else. */
PositionFilter position_filter_default(void);

typedef struct {
    Position pos;
    uint64_t game; /* number of the game in the order of reading, from 0: for splits by game */
    int ply;       /* half-moves since the game's first position */
    int score;     /* centipawns from White's view, as the engine that played had it (score.h says
                      what is a mate); SCORE_NONE: unknown */
    int result;    /* for White: 2 won, 1 drawn, 0 lost */
} LabelledPosition;

/* Each position is counted once: as kept, or under the first reason to leave it out in this order.
 */
typedef struct {
    uint64_t games, positions, kept;
    uint64_t openings, checks, beyond_score, few_men, noisy, duplicates, surplus;
} PositionCounts;

typedef struct PositionReader PositionReader;

/* Files in the data format (see share/formats.md), read one after the other; the names must stay.
 * NULL and a message if one cannot be opened or is none. */
PositionReader *positions_open(const char *const *files, int file_count,
                               const PositionFilter *filter, Message *message);
/*
 * The next position that passes.  False at the end, and then the message is empty; or where the
 * data is damaged or cannot be read, and then the message names file and place, and there is no
 * going on.  Only a block at a file's end that was never finished is passed over in silence.
 *
 * What is kept of a game depends on this game, on what came before it only by duplicates.
 */
bool positions_next(PositionReader *reader, LabelledPosition *position, Message *message);
PositionCounts positions_counts(const PositionReader *reader);
/* How far the reading is, and how far it goes: bytes of all files. */
int64_t positions_bytes_done(const PositionReader *reader);
int64_t positions_bytes_total(const PositionReader *reader);
void positions_close(PositionReader *reader);

#endif
