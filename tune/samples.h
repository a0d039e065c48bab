/*
 * Traced positions in memory: which weights each one uses, how often, and how its game ended.
 *
 * Most counts are +1 or -1, so a sample lists the weights that count once for White, then those
 * that count once for Black, and only for the rest a number beside the index: a little more than
 * two bytes for each.  Samples lie in blocks of a fixed size, which are read from end to end; the
 * order of the blocks is what changes from epoch to epoch.  For that to be random enough, positions
 * of one game, which come one after the other, are strewn over many blocks as they arrive.
 */
#ifndef BRINDLE_TUNE_SAMPLES_H
#define BRINDLE_TUNE_SAMPLES_H

#include "bitboard/message.h"
#include "eval/trace.h"

#include <stddef.h>
#include <stdint.h>

enum {
    BLOCK_SAMPLES = 128,
    SAMPLE_LIST_MAX = 252, /* entries of one list */
    SAMPLE_LISTS = 5,      /* as SampleList has them */
    /* Lists in a block are filled up to a multiple of so many entries, with an index that stands
     * for no weight and, where there are counts, the count 0: loops over them have no odd ends. */
    LIST_STEP = 4,
    PARAMETER_NONE = WEIGHT_COUNT,
    PARAMETERS =
        WEIGHT_COUNT + 1, /* of arrays with an entry for each weight, and a zero for none */
    SAMPLE_SHARE = EVALUATION_SCALE * EVALUATION_CLOCK /* what `share` is out of */
};

typedef enum {
    LIST_PLUS,         /* pairs that count +1 */
    LIST_MINUS,        /* -1 */
    LIST_COUNTED,      /* anything else */
    LIST_DANGER_WHITE, /* the danger of White's king */
    LIST_DANGER_BLACK
} SampleList;

/* What is known of a position beside its coefficients. */
typedef struct {
    uint32_t game;
    int16_t score;  /* centipawns from White's view, as recorded; SCORE_NONE: unknown */
    uint8_t result; /* for White: 2 won, 1 drawn, 0 lost */
} SampleLabel;

/* One position on its way into a block. */
typedef struct {
    SampleLabel label;
    uint16_t phase; /* out of EVALUATION_PHASE */
    uint16_t share; /* how much of the evaluation counts, out of SAMPLE_SHARE */
    uint8_t length[SAMPLE_LISTS];
    uint16_t index[SAMPLE_LISTS][SAMPLE_LIST_MAX];
    int8_t count[SAMPLE_LISTS][SAMPLE_LIST_MAX]; /* not of LIST_PLUS and LIST_MINUS */
} Sample;

/* Samples side by side, in one piece of memory. */
typedef struct {
    uint16_t *index; /* the lists of each sample, one sample after the other */
    int8_t *counts;  /* those that belong to the last three lists of each */
    uint32_t samples, index_length, counts_length;
    uint32_t coefficients;       /* entries of all lists, but for what fills them up */
    float target[BLOCK_SAMPLES]; /* White's expected points: what the evaluation should say */
    uint32_t game[BLOCK_SAMPLES];
    int16_t score[BLOCK_SAMPLES];
    uint16_t phase[BLOCK_SAMPLES], share[BLOCK_SAMPLES];
    uint8_t result[BLOCK_SAMPLES];
    uint8_t length[SAMPLE_LISTS][BLOCK_SAMPLES];
} SampleBlock;

typedef struct {
    SampleBlock **blocks;
    size_t count, room;
    uint64_t samples;
    uint64_t coefficients; /* entries of all lists, but for what fills them up */
    size_t bytes;          /* of memory */
} SampleSet;

void samples_clear(SampleSet *set);

/*
 * Fills a sample from a trace; its label stays as it is.  A count beyond 127 takes several entries.
 * False, and a message, if there are more entries than a list holds or a number is out of range.
 */
bool sample_from_trace(Sample *sample, const EvaluationTrace *trace, Message *message);

/* Blocks in the making. */
typedef struct SampleStrewer SampleStrewer;

/* The same samples in the same order with the same seed make the same blocks. */
SampleStrewer *strewer_new(SampleSet *set, uint64_t seed, Message *message);
/* False, and a message, if memory is out. */
bool strewer_add(SampleStrewer *strewer, const Sample *sample, Message *message);
/* Puts what is left into blocks, too. */
bool strewer_finish(SampleStrewer *strewer, Message *message);
void strewer_free(SampleStrewer *strewer);

#endif
