/*
 * From labelled positions to samples in memory, on all threads.
 *
 * One piece of work reads the next few hundred positions while the others trace those read before;
 * what comes out does not depend on who did what.
 */
#ifndef BRINDLE_TUNE_LOADING_H
#define BRINDLE_TUNE_LOADING_H

#include "engine/data/positions.h"
#include "tune/crew.h"
#include "tune/gauge.h"

/* Where positions come from.  `next` is as positions_next; it is called by one thread at a time,
 * but not always the same. */
typedef struct {
    bool (*next)(void *context, LabelledPosition *position, Message *message);
    void *context;
} PositionSource;

typedef struct {
    bool resolve;      /* a position stands for the quiet one that quiescence ends in */
    double validation; /* share of the games that are only looked at */
    uint64_t most;     /* positions; 0: all there are */
    uint64_t seed;
} LoadPlan;

typedef struct {
    SampleSet training, validation;
    uint64_t games, training_games; /* of which there are positions */
    uint64_t games_end;             /* all games' numbers are below */
    uint64_t positions;             /* read */
    uint64_t mates;                 /* of them, left out: quiescence sees the end of the game */
    uint64_t fingerprint;           /* of all samples, for checkpoints */
    WeightUse use;
    Gauge gauge;
} TuneData;

/* Told now and then how many positions have been read; false: enough, give up. */
typedef bool (*LoadListener)(void *context, uint64_t positions);

/* False, and a message, if a position cannot be read or traced, memory is out, or the listener had
 * enough.  data_clear afterwards, in any case. */
bool data_load(TuneData *data, const LoadPlan *plan, const PositionSource *source, Crew *crew,
               LoadListener listener, void *context, Message *message);
void data_clear(TuneData *data);

/* Whether a game is one of those that are only looked at. */
bool data_is_validation(const LoadPlan *plan, uint64_t game);

#endif
