#include "tune/samples.h"

#include "bitboard/random.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- From a trace ---- */

static bool append(Sample *s, SampleList list, int index, int count) {
    if (s->length[list] == SAMPLE_LIST_MAX)
        return false;
    s->index[list][s->length[list]] = (uint16_t)index;
    s->count[list][s->length[list]++] = (int8_t)count;
    return true;
}

static bool append_counted(Sample *s, SampleList list, int index, int count) {
    while (count > INT8_MAX || count < -INT8_MAX) {
        const int part = count > 0 ? INT8_MAX : -INT8_MAX;
        if (!append(s, list, index, part))
            return false;
        count -= part;
    }
    return count == 0 || append(s, list, index, count);
}

static bool append_pair(Sample *s, int index, int count) {
    switch (count) {
    case 0: return true;
    case 1: return append(s, LIST_PLUS, index, 1);
    case -1: return append(s, LIST_MINUS, index, -1);
    default: return append_counted(s, LIST_COUNTED, index, count);
    }
}

static bool append_term(Sample *s, const WeightTerm *term, const EvaluationTrace *trace) {
    const int16_t *white = trace->count[WHITE], *black = trace->count[BLACK];
    for (int i = term->first; i < term->first + term->rows * term->columns; i++) {
        if (term->kind == WEIGHT_PAIR ? !append_pair(s, i, white[i] - black[i])
                                      : !append_counted(s, LIST_DANGER_WHITE, i, white[i]) ||
                                            !append_counted(s, LIST_DANGER_BLACK, i, black[i]))
            return false;
    }
    return true;
}

bool sample_from_trace(Sample *s, const EvaluationTrace *trace, Message *message) {
    const int share = trace->scale * (EVALUATION_CLOCK - trace->clock);
    memset(s->length, 0, sizeof s->length);
    if (trace->phase < 0 || trace->phase > EVALUATION_PHASE || share < 0 || share > UINT16_MAX)
        return message_set(message, "the trace has a phase of %d, a scale of %d, a clock of %d",
                           trace->phase, trace->scale, trace->clock);
    s->phase = (uint16_t)trace->phase;
    s->share = (uint16_t)share;
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++)
        if (!append_term(s, &WEIGHT_TERMS[t], trace))
            return message_set(message, "%s: more than %d weights of one kind in one position",
                               WEIGHT_TERMS[t].name, SAMPLE_LIST_MAX);
    return true;
}

/* ---- Sets ---- */

void samples_clear(SampleSet *set) {
    for (size_t i = 0; i < set->count; i++)
        free(set->blocks[i]);
    free(set->blocks);
    *set = (SampleSet){NULL, 0, 0, 0, 0, 0};
}

static bool add_block(SampleSet *set, SampleBlock *block, size_t bytes) {
    if (set->count == set->room) {
        const size_t room = set->room == 0 ? 64 : 2 * set->room;
        SampleBlock **blocks = realloc(set->blocks, room * sizeof(SampleBlock *));
        if (blocks == NULL)
            return false;
        set->blocks = blocks;
        set->bytes += (room - set->room) * sizeof(SampleBlock *);
        set->room = room;
    }
    set->blocks[set->count++] = block;
    set->samples += block->samples;
    set->coefficients += block->coefficients;
    set->bytes += bytes;
    return true;
}

/* ---- Strewing ---- */

static bool has_counts(int list) {
    return list != LIST_PLUS && list != LIST_MINUS;
}

/* So many blocks grow at once: more than a game has positions. */
enum { GROWING = 512 };

typedef struct {
    SampleBlock block;
    size_t index_room, counts_room;
} GrowingBlock;

struct SampleStrewer {
    SampleSet *set;
    RandomSource random;
    GrowingBlock growing[GROWING];
};

/* Room for one more sample, whatever its size. */
static bool make_room(GrowingBlock *g) {
    enum { MOST = SAMPLE_LISTS * SAMPLE_LIST_MAX };
    SampleBlock *b = &g->block;
    if (b->index_length + MOST > g->index_room) {
        const size_t room = 2 * g->index_room + MOST;
        uint16_t *index = realloc(b->index, room * sizeof *index);
        if (index == NULL)
            return false;
        b->index = index;
        g->index_room = room;
    }
    if (b->counts_length + MOST > g->counts_room) {
        const size_t room = 2 * g->counts_room + MOST;
        int8_t *counts = realloc(b->counts, room);
        if (counts == NULL)
            return false;
        b->counts = counts;
        g->counts_room = room;
    }
    return true;
}

static void append_sample(SampleBlock *b, const Sample *s) {
    const uint32_t n = b->samples++;
    b->game[n] = s->label.game;
    b->score[n] = s->label.score;
    b->result[n] = s->label.result;
    b->target[n] = (float)s->label.result / 2;
    b->phase[n] = s->phase;
    b->share[n] = s->share;
    for (int list = 0; list < SAMPLE_LISTS; list++) {
        const uint8_t length = s->length[list];
        b->length[list][n] = length;
        memcpy(b->index + b->index_length, s->index[list], length * sizeof *b->index);
        b->index_length += length;
        if (!has_counts(list))
            continue;
        memcpy(b->counts + b->counts_length, s->count[list], length);
        b->counts_length += length;
    }
}

/* What is left to read of a block's lists. */
typedef struct {
    const uint16_t *index;
    const int8_t *counts;
} Lists;

static uint32_t filled_up(uint32_t length) {
    return (length + LIST_STEP - 1) / LIST_STEP * LIST_STEP;
}

/* One sample of a growing block, on its way into a finished one. */
typedef struct {
    uint32_t key, number; /* sorts by the lengths of the longest lists */
    Lists lists;
} Place;

static int compare_places(const void *a, const void *b) {
    const Place *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

/* Finds where all samples are, and how much room their lists will take. */
static void survey(const SampleBlock *grown, Place *places, SampleBlock *sizes) {
    Lists at = {grown->index, grown->counts};
    for (uint32_t n = 0; n < grown->samples; n++) {
        places[n] = (Place){filled_up(grown->length[LIST_PLUS][n]) << 16 |
                                filled_up(grown->length[LIST_MINUS][n]),
                            n, at};
        for (int list = 0; list < SAMPLE_LISTS; list++) {
            const uint32_t length = grown->length[list][n];
            at.index += length;
            at.counts += has_counts(list) ? length : 0;
            sizes->index_length += filled_up(length);
            sizes->counts_length += has_counts(list) ? filled_up(length) : 0;
        }
    }
}

static void settle_sample(const SampleBlock *grown, const Place *place, SampleBlock *block,
                          uint32_t n, uint16_t **index, int8_t **counts) {
    const uint32_t from = place->number;
    Lists at = place->lists;
    block->target[n] = grown->target[from];
    block->game[n] = grown->game[from];
    block->score[n] = grown->score[from];
    block->phase[n] = grown->phase[from];
    block->share[n] = grown->share[from];
    block->result[n] = grown->result[from];
    for (int list = 0; list < SAMPLE_LISTS; list++) {
        const uint32_t length = grown->length[list][from], filled = filled_up(length);
        block->length[list][n] = (uint8_t)filled;
        memcpy(*index, at.index, length * sizeof **index);
        for (uint32_t i = length; i < filled; i++)
            (*index)[i] = PARAMETER_NONE;
        at.index += length;
        *index += filled;
        if (!has_counts(list))
            continue;
        memcpy(*counts, at.counts, length);
        memset(*counts + length, 0, filled - length);
        at.counts += length;
        *counts += filled;
    }
}

/*
 * Makes a block of what has grown, and begins anew.  Samples with lists of the same length stand
 * side by side, so that the processor can foretell when a loop over them ends.
 */
static bool seal(SampleStrewer *strewer, SampleBlock *grown) {
    Place places[BLOCK_SAMPLES];
    SampleBlock sizes = {.samples = grown->samples, .coefficients = grown->index_length};
    survey(grown, places, &sizes);
    const size_t bytes =
        sizeof *grown + sizes.index_length * sizeof *grown->index + sizes.counts_length;
    SampleBlock *block = malloc(bytes);
    if (block == NULL)
        return false;
    *block = sizes;
    block->index = (uint16_t *)(block + 1);
    block->counts = (int8_t *)(block->index + block->index_length);
    qsort(places, grown->samples, sizeof places[0], compare_places);
    uint16_t *index = block->index;
    int8_t *counts = block->counts;
    for (uint32_t n = 0; n < grown->samples; n++)
        settle_sample(grown, &places[n], block, n, &index, &counts);
    if (!add_block(strewer->set, block, bytes)) {
        free(block);
        return false;
    }
    grown->samples = grown->index_length = grown->counts_length = 0;
    return true;
}

SampleStrewer *strewer_new(SampleSet *set, uint64_t seed, Message *message) {
    SampleStrewer *strewer = calloc(1, sizeof *strewer);
    if (strewer == NULL) {
        message_set(message, "no memory for positions");
        return NULL;
    }
    strewer->set = set;
    strewer->random = random_source(seed, 0);
    return strewer;
}

static bool refuse_more(const SampleStrewer *strewer, Message *message) {
    return message_set(message, "no memory for more than %" PRIu64 " positions",
                       strewer->set->samples);
}

static bool add_to(SampleStrewer *strewer, GrowingBlock *g, const Sample *sample,
                   Message *message) {
    if (!make_room(g))
        return refuse_more(strewer, message);
    append_sample(&g->block, sample);
    return g->block.samples < BLOCK_SAMPLES || seal(strewer, &g->block) ||
           refuse_more(strewer, message);
}

bool strewer_add(SampleStrewer *strewer, const Sample *sample, Message *message) {
    return add_to(strewer, &strewer->growing[random_number(&strewer->random, GROWING)], sample,
                  message);
}

static void take_sample(const SampleBlock *b, uint32_t n, Lists *left, Sample *s) {
    s->label = (SampleLabel){b->game[n], b->score[n], b->result[n]};
    s->phase = b->phase[n];
    s->share = b->share[n];
    for (int list = 0; list < SAMPLE_LISTS; list++) {
        const uint8_t length = s->length[list] = b->length[list][n];
        memcpy(s->index[list], left->index, length * sizeof *left->index);
        left->index += length;
        if (!has_counts(list))
            continue;
        memcpy(s->count[list], left->counts, length);
        left->counts += length;
    }
}

bool strewer_finish(SampleStrewer *strewer, Message *message) {
    GrowingBlock *last = &strewer->growing[0];
    Sample sample;
    for (int i = 1; i < GROWING; i++) {
        const SampleBlock *b = &strewer->growing[i].block;
        Lists left = {b->index, b->counts};
        for (uint32_t n = 0; n < b->samples; n++) {
            take_sample(b, n, &left, &sample);
            if (!add_to(strewer, last, &sample, message))
                return false;
        }
    }
    return last->block.samples == 0 || seal(strewer, &last->block) || refuse_more(strewer, message);
}

void strewer_free(SampleStrewer *strewer) {
    if (strewer == NULL)
        return;
    for (int i = 0; i < GROWING; i++) {
        free(strewer->growing[i].block.index);
        free(strewer->growing[i].block.counts);
    }
    free(strewer);
}
