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

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int skip_plies; /* half-moves after the opening that are left out at the beginning of a game */
    bool keep_checks; /* positions in check are left out unless this is set */
    bool keep_noisy;  /* so are those where quiescence, or the move played, takes or promotes */
    int most_score; /* left out if the recorded score is beyond ± that many centipawns; 0: none is
                     */
    bool keep_duplicates; /* positions that came before in these files are left out unless this is
                             set */
    int most_per_game;    /* that many of a game at most, drawn at random by `seed`; 0: all */
    int least_men;        /* men on the board, kings included */
    uint64_t seed;
} PositionFilter;

/* What a reader gets if the user asks for nothing else. */
PositionFilter position_filter_default(void);

typedef struct {
    Position pos;
    uint64_t game; /* number of the game in the order of reading, from 0: for splits by game */
    int ply;       /* half-moves since the game's first position */
    int score;     /* centipawns from White's view, as the engine that played had it; SCORE_NONE:
                      unknown */
    int result;    /* for White: 2 won, 1 drawn, 0 lost */
} LabelledPosition;

typedef struct {
    uint64_t games, positions, kept;
    uint64_t openings, checks, noisy, beyond_score, duplicates, surplus,
        few_men; /* left out, and why */
} PositionCounts;

typedef struct PositionReader PositionReader;

/* Files in the data format (see share/formats.md), read one after the other.  NULL and a message if
 * one cannot be opened or is none. */
PositionReader *positions_open(const char *const *files, int file_count,
                               const PositionFilter *filter, Message *message);
/* The next position that passes; false at the end, or with a message that names file and place
 * where the data is damaged (the message is empty at the end). */
bool positions_next(PositionReader *reader, LabelledPosition *position, Message *message);
PositionCounts positions_counts(const PositionReader *reader);
void positions_close(PositionReader *reader);

#endif
