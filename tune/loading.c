#include "tune/loading.h"

#include "bitboard/fen.h"
#include "bitboard/random.h"
#include "engine/fingerprint.h"
#include "engine/search/engine.h"
#include "eval/evaluate.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP_POSITIONS = 512, /* read at once */
    PIECE_POSITIONS = 32,  /* traced by one thread without a break */
    HASH_MIB = 1
};

typedef struct {
    LabelledPosition position;
    Sample sample;
    bool over; /* quiescence sees the end of the game: there is no sample */
} Item;

typedef struct {
    int count;
    Item item[GROUP_POSITIONS];
} Group;

/* What a thread keeps to itself. */
typedef struct {
    Engine *engine; /* NULL if positions are taken as they are */
    EvaluationTrace trace;
    WeightUse use;
} Tracer;

typedef struct {
    const LoadPlan *plan;
    const PositionSource *source;
    TuneData *data;
    Group *groups[2]; /* one is traced while the other is read */
    Tracer *tracers;
    int members;
    SampleStrewer *training, *validation;
    uint64_t last_game;
    int reading;    /* which of the groups */
    uint64_t asked; /* positions that have been asked for */
    bool at_end, reading_failed;
    Message reading_message;
    bool failed[GROUP_POSITIONS / PIECE_POSITIONS]; /* for each piece of work */
    Message messages[GROUP_POSITIONS / PIECE_POSITIONS];
} Loader;

bool data_is_validation(const LoadPlan *plan, uint64_t game) {
    RandomSource random = random_source(plan->seed, game);
    return (double)(random_bits(&random) >> 11) * 0x1p-53 < plan->validation;
}

/* ---- Tracing ---- */

/* Plays the exchanges out.  False if they end the game. */
static bool resolve(Engine *engine, Position *pos) {
    Move line[MAX_PLY + 1];
    int length;
    const Score score = engine_quiesce(engine, pos, line, &length);
    if (score_is_mate(score))
        return false;
    for (int i = 0; i < length; i++) {
        Undo undo;
        position_make(pos, line[i], &undo);
    }
    return true;
}

static bool trace_item(Tracer *tracer, Item *item, Message *message) {
    const LabelledPosition *from = &item->position;
    EvaluationTrace *trace = &tracer->trace;
    Position pos = from->pos;
    char fen[FEN_SIZE];
    Message why;
    item->over = tracer->engine != NULL && !resolve(tracer->engine, &pos);
    if (item->over)
        return true;
    if (from->game > UINT32_MAX)
        return message_set(message, "more than %u games are too many", UINT32_MAX);
    item->sample.label =
        (SampleLabel){(uint32_t)from->game, (int16_t)from->score, (uint8_t)from->result};
    evaluate_trace(&pos, trace);
    use_add(&tracer->use, trace);
    /* Fitting something else than the evaluation would be labour lost. */
    const int traced = trace_score(trace, &WEIGHTS), wanted = evaluate(&pos, NULL);
    if (traced != (pos.side == WHITE ? wanted : -wanted))
        message_set(&why, "the trace says %d, the evaluation %d for the side to move", traced,
                    wanted);
    else if (sample_from_trace(&item->sample, trace, &why))
        return true;
    fen_write(&pos, fen);
    return message_set(message, "%s: %.150s", fen, why.text);
}

static void read_group(Loader *l) {
    Group *group = l->groups[l->reading];
    const uint64_t most = l->plan->most;
    group->count = 0;
    while (group->count < GROUP_POSITIONS && !l->at_end) {
        LabelledPosition *position = &group->item[group->count].position;
        l->reading_message.text[0] = '\0';
        if ((most > 0 && l->asked == most) ||
            !l->source->next(l->source->context, position, &l->reading_message)) {
            l->at_end = true;
            l->reading_failed = l->reading_message.text[0] != '\0';
            return;
        }
        l->asked++;
        group->count++;
    }
}

/* Piece 0 reads; the others trace what has been read before. */
static void load_piece(void *context, int index, int member) {
    Loader *l = context;
    if (index == 0) {
        read_group(l);
        return;
    }
    Group *group = l->groups[1 - l->reading];
    Tracer *tracer = &l->tracers[member];
    const int piece = index - 1, from = piece * PIECE_POSITIONS;
    const int end = from + PIECE_POSITIONS < group->count ? from + PIECE_POSITIONS : group->count;
    /* Nothing may depend on which positions this thread has seen before. */
    if (tracer->engine != NULL)
        engine_clear(tracer->engine);
    l->failed[piece] = false;
    for (int i = from; i < end && !l->failed[piece]; i++)
        l->failed[piece] = !trace_item(tracer, &group->item[i], &l->messages[piece]);
}

/* ---- Keeping ---- */

static void add_fingerprint(uint64_t *sum, const Sample *s) {
    const uint32_t numbers[] = {s->label.game, (uint32_t)(uint16_t)s->label.score, s->label.result,
                                s->phase, s->share};
    *sum = fingerprint_of(*sum, numbers, sizeof numbers);
    *sum = fingerprint_of(*sum, s->length, sizeof s->length);
    for (int list = 0; list < SAMPLE_LISTS; list++)
        *sum = fingerprint_of(*sum, s->index[list], s->length[list] * sizeof s->index[0][0]);
}

static bool keep_item(Loader *l, const Item *item, Message *message) {
    TuneData *data = l->data;
    const bool validation = data_is_validation(l->plan, item->position.game);
    data->positions++;
    if (data->games == 0 || item->position.game != l->last_game) {
        data->games++;
        data->training_games += !validation;
    }
    l->last_game = item->position.game;
    if (item->position.game >= data->games_end)
        data->games_end = item->position.game + 1;
    if (item->over) {
        data->mates++;
        return true;
    }
    add_fingerprint(&data->fingerprint, &item->sample);
    return strewer_add(validation ? l->validation : l->training, &item->sample, message);
}

static bool keep_group(Loader *l, const Group *group, Message *message) {
    for (int piece = 0; piece * PIECE_POSITIONS < group->count; piece++)
        if (l->failed[piece]) {
            *message = l->messages[piece];
            return false;
        }
    for (int i = 0; i < group->count; i++)
        if (!keep_item(l, &group->item[i], message))
            return false;
    return true;
}

/* ---- All of it ---- */

static bool load_all(Loader *l, Crew *crew, LoadListener listener, void *context,
                     Message *message) {
    bool more = true;
    while (more) {
        Group *traced = l->groups[1 - l->reading];
        const int pieces = (traced->count + PIECE_POSITIONS - 1) / PIECE_POSITIONS;
        crew_run(crew, load_piece, l, 1 + pieces);
        if (!keep_group(l, traced, message))
            return false;
        if (l->reading_failed) {
            *message = l->reading_message;
            return false;
        }
        if (listener != NULL && !listener(context, l->data->positions))
            return message_set(message, "stopped");
        more = l->groups[l->reading]->count > 0;
        l->reading = 1 - l->reading;
    }
    return strewer_finish(l->training, message) && strewer_finish(l->validation, message);
}

static bool prepare(Loader *l, Message *message) {
    l->groups[0] = calloc(1, sizeof(Group));
    l->groups[1] = calloc(1, sizeof(Group));
    l->tracers = calloc((size_t)l->members, sizeof *l->tracers);
    if (l->groups[0] == NULL || l->groups[1] == NULL || l->tracers == NULL)
        return message_set(message, "no memory for %d threads", l->members);
    for (int i = 0; i < l->members && l->plan->resolve; i++) {
        l->tracers[i].engine = engine_new(message);
        if (l->tracers[i].engine == NULL ||
            !engine_set_hash(l->tracers[i].engine, HASH_MIB, message))
            return false;
    }
    l->training = strewer_new(&l->data->training, l->plan->seed, message);
    if (l->training != NULL)
        l->validation = strewer_new(&l->data->validation, l->plan->seed, message);
    return l->validation != NULL;
}

bool data_load(TuneData *data, const LoadPlan *plan, const PositionSource *source, Crew *crew,
               LoadListener listener, void *context, Message *message) {
    memset(data, 0, sizeof *data);
    data->fingerprint = FINGERPRINT_BEGIN;
    Loader *l = calloc(1, sizeof *l);
    if (l == NULL)
        return message_set(message, "no memory");
    l->plan = plan;
    l->source = source;
    l->data = data;
    l->members = crew_members(crew);
    const bool loaded = prepare(l, message) && load_all(l, crew, listener, context, message);
    for (int i = 1; i < l->members && loaded; i++)
        use_merge(&l->tracers[0].use, &l->tracers[i].use);
    if (loaded) {
        gauge_find(&l->tracers[0].use, &data->gauge);
        data->use = l->tracers[0].use;
    }
    for (int i = 0; i < l->members && l->tracers != NULL; i++)
        engine_free(l->tracers[i].engine);
    strewer_free(l->training);
    strewer_free(l->validation);
    free(l->groups[0]);
    free(l->groups[1]);
    free(l->tracers);
    free(l);
    return loaded;
}

void data_clear(TuneData *data) {
    samples_clear(&data->training);
    samples_clear(&data->validation);
}
