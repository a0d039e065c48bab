#include "engine/book/book_eval.h"

#include "bitboard/fen.h"
#include "engine/analysis/analysed_position.h"
#include "engine/jobs/setup_text.h"
#include "engine/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A search ---- */

/* The lines of the last depth that is complete; of the first one, as far as it has come. */
typedef struct {
    int wanted;
    int depth, count; /* of the depth that goes on */
    BookLine going_on[BOOK_LINES_MAX];
    int done_depth, done_count;
    BookLine done[BOOK_LINES_MAX];
} Collector;

static void on_report(void *context, const SearchReport *r) {
    Collector *c = context;
    if (r->bound != BOUND_EXACT || r->multipv > c->wanted)
        return;
    /* A search that has taken long tells at its end once more of the best line of a depth that is
     * complete; a result must not depend on how fast the machine is. */
    if (c->done_count == c->wanted && r->depth <= c->done_depth)
        return;
    if (r->depth != c->depth || r->multipv == 1) {
        c->depth = r->depth;
        c->count = 0;
    }
    if (r->multipv != c->count + 1)
        return;
    c->going_on[c->count++] = (BookLine){r->pv[0], r->score};
    if (c->count == c->wanted || c->done_depth == 0 || c->done_depth == c->depth) {
        if (c->count == c->wanted)
            c->done_depth = c->depth;
        c->done_count = c->count;
        memcpy(c->done, c->going_on, (size_t)c->count * sizeof(BookLine));
    }
}

void book_evaluate(Engine *engine, const Position *pos, int64_t nodes, int lines, int64_t window,
                   BookEval *eval) {
    MoveList moves;
    const GameState state = position_game_state(pos);
    *eval = (BookEval){.score = SCORE_DRAW};
    if (state != GAME_ONGOING) {
        eval->score = analysis_score_of_end(pos, state);
        return;
    }
    generate_legal(pos, &moves);
    Collector c = {.wanted = lines < moves.count ? lines : moves.count};
    const SearchListener listener = {.on_report = on_report, .context = &c};
    const SearchLimits limits = {.nodes = (uint64_t)nodes};
    engine_set_multipv(engine, lines);
    engine_clear(engine); /* no position has a say in another one */
    engine_set_position(engine, pos);
    const SearchResult result = engine_run(engine, &limits, &listener);
    if (c.done_count == 0) /* stopped within its first depth */
        c.done[c.done_count++] = (BookLine){result.best, result.score};
    eval->score = c.done[0].score;
    eval->depth = c.done_depth;
    eval->nodes = (int64_t)result.nodes;
    for (int i = 0; i < c.done_count && eval->score - c.done[i].score <= window; i++)
        eval->lines[eval->count++] = c.done[i];
}

/* ---- Tasks and results, as text ---- */

bool book_eval_task(Bytes *task, const Position *pos, int lines, int64_t window) {
    char fen[FEN_SIZE], text[FEN_SIZE + 64];
    fen_write(pos, fen);
    const int length = snprintf(text, sizeof text, "%d %" PRId64 " %s", lines, window, fen);
    task->data = strdup(text);
    task->size = (size_t)length + 1;
    return task->data != NULL;
}

static bool write_result(const BookEval *e, Bytes *result) {
    const size_t size = 64 + 32 * (size_t)e->count;
    char *text = malloc(size);
    if (text == NULL)
        return false;
    int used = snprintf(text, size, "%d %d %" PRId64 " %d", e->score, e->depth, e->nodes, e->count);
    for (int i = 0; i < e->count; i++)
        used += snprintf(text + used, size - (size_t)used, " %" PRIu32 " %d", e->lines[i].move,
                         e->lines[i].score);
    *result = (Bytes){text, (size_t)used + 1};
    return true;
}

static bool next_number(char **rest, int64_t least, int64_t most, int64_t *number,
                        Message *message) {
    const char *word = strtok_r(NULL, " ", rest);
    return word != NULL ? number_read("a result", word, least, most, number, message)
                        : message_set(message, "a result is too short");
}

static bool read_words(char *text, BookEval *e, Message *message) {
    char *rest = text;
    int64_t score = 0, depth = 0, count = 0, move = 0;
    if (!next_number(&rest, -SCORE_MATE, SCORE_MATE, &score, message) ||
        !next_number(&rest, 0, MAX_PLY, &depth, message) ||
        !next_number(&rest, 0, INT64_MAX, &e->nodes, message) ||
        !next_number(&rest, 0, BOOK_LINES_MAX, &count, message))
        return false;
    e->score = (Score)score;
    e->depth = (int)depth;
    e->count = (int)count;
    for (int i = 0; i < e->count; i++) {
        if (!next_number(&rest, 0, (1 << 20) - 1, &move, message) ||
            !next_number(&rest, -SCORE_MATE, SCORE_MATE, &score, message))
            return false;
        e->lines[i] = (BookLine){(Move)move, (Score)score};
    }
    return true;
}

bool book_eval_read(const Bytes *result, BookEval *eval, Message *message) {
    char *text = strndup(result->data, result->size);
    *eval = (BookEval){.score = SCORE_NONE};
    const bool read =
        text != NULL ? read_words(text, eval, message) : message_set(message, "no memory");
    free(text);
    return read;
}

/* ---- The setup in other processes ---- */

static bool setup_write(const void *setup, FILE *out, Message *message) {
    const BookEvalSetup *s = setup;
    (void)message;
    setup_put(out, s->rules->name);
    setup_put_number(out, s->nodes);
    setup_put_number(out, s->hash_mib);
    return true;
}

static void *setup_read(const Bytes *bytes, Message *message) {
    BookEvalSetup *s = job_worker_memory(sizeof *s, message);
    SetupText text = setup_text(bytes);
    if (s == NULL)
        return NULL;
    s->rules = rules_find(setup_take(&text), message);
    s->nodes = setup_take_number(&text, 1, INT64_MAX);
    s->hash_mib = setup_take_number(&text, 1, INT64_MAX);
    if (s->rules != NULL && setup_taken(&text, message))
        return s;
    free(s);
    return NULL;
}

static void setup_free(void *setup) {
    free(setup);
}

/* ---- Workers ---- */

typedef struct {
    const BookEvalSetup *setup;
    const atomic_bool *stop;
    Engine *engine;
    Position pos;
    BookEval eval;
} EvalWorker;

static void worker_free(void *worker) {
    EvalWorker *w = worker;
    engine_free(w->engine);
    free(w);
}

static void *worker_new(const void *setup, int slot, const atomic_bool *stop, Message *message) {
    EvalWorker *w = job_worker_memory(sizeof *w, message);
    (void)slot;
    if (w == NULL)
        return NULL;
    w->setup = setup;
    w->stop = stop;
    w->engine = engine_new(message);
    if (w->engine != NULL && engine_set_hash(w->engine, (size_t)w->setup->hash_mib, message)) {
        engine_set_analyse_mode(w->engine, true);
        return w;
    }
    worker_free(w);
    return NULL;
}

static bool work(void *worker, const Unit *unit, Bytes *result, Message *message) {
    EvalWorker *w = worker;
    char *rest = NULL;
    if (atomic_load(w->stop))
        return true;
    const int lines = (int)strtol(unit->task.data, &rest, 10);
    const int64_t window = strtoll(rest, &rest, 10);
    if (lines < 1 || lines > BOOK_LINES_MAX || *rest != ' ' ||
        !fen_parse(rest + 1, w->setup->rules, &w->pos, NULL, message))
        return message_set(message, "unit %" PRIu64 " is no task", unit->number);
    book_evaluate(w->engine, &w->pos, w->setup->nodes, lines, window, &w->eval);
    return write_result(&w->eval, result) || message_set(message, "no memory for a result");
}

const JobWork BOOK_EVAL_WORK = {.name = "book search",
                                .setup_write = setup_write,
                                .setup_read = setup_read,
                                .setup_free = setup_free,
                                .worker_new = worker_new,
                                .run = work,
                                .worker_free = worker_free};
