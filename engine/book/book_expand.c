#include "engine/book/book_expand.h"

#include "engine/book/book_eval.h"
#include "engine/players/clock.h"
#include "engine/wbook/book_key.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 250, LEAST_LINES = 2, LEAST_WINDOW = 20 };

/* What is to be done at one place of the frontier. */
typedef struct {
    int64_t cost;
    int ply;      /* of the node */
    uint64_t key; /* of the node */
    int node;
    Move move;        /* that leaves the book there; MOVE_NONE: the node itself is to be searched */
    int64_t position; /* the row that is searched */
    bool needed;      /* a search is */
    bool handed_out, done;
} Choice;

struct BookExpansion {
    BookStore *store;
    const BookExpandConfig *config;
    BookExpandListener listener;
    BookExpandState state;
    BookEvalSetup setup;
    BookGraph graph;
    Choice *choices; /* of this round, `round` at most */
    int choice_count;
    bool over;           /* nothing is left, or there are enough */
    bool in_transaction; /* results have been written that are not committed */
    Position pos;        /* for all kinds of things */
};

const BookExpandState *book_expansion_state(const BookExpansion *e) {
    return &e->state;
}
bool book_expansion_is_over(const BookExpansion *e) {
    return e->over;
}

/* ---- Parameters ---- */

void book_expand_list(BookExpandParameters *p, BookExpandNumber list[BOOK_EXPAND_NUMBERS]) {
    const BookExpandNumber all[BOOK_EXPAND_NUMBERS] = {
        {"--nodes", &p->nodes, 1, INT64_C(1000000000000), 100000},
        {"--round", &p->round, 1, 100000, 64},
        {"--lines", &p->lines, LEAST_LINES, BOOK_LINES_MAX, 8},
        {"--lines-narrow", &p->lines_narrow, 1, 1000, 2},
        {"--window", &p->window, 0, SCORE_MATE, 80},
        {"--window-narrow", &p->window_narrow, 0, SCORE_MATE, 4},
        {"--ply-cost", &p->ply_cost, 1, 10000, 10},
        {"--depth-limit", &p->max_ply, 1, 10000, 60},
        {"--hash", &p->hash, 1, 65536, 16},
    };
    memcpy(list, all, sizeof all);
}

static char *parameters_write(const BookExpandParameters *parameters, char *text, size_t size) {
    BookExpandParameters p = *parameters;
    BookExpandNumber list[BOOK_EXPAND_NUMBERS];
    size_t used = 0;
    book_expand_list(&p, list);
    for (int i = 0; i < BOOK_EXPAND_NUMBERS && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s %" PRId64, i > 0 ? " " : "",
                                 list[i].option, *list[i].value);
    return text;
}

/* What the book says under a name; `value` at first. */
static bool keep_text(BookExpansion *x, const char *key, const char *value, bool replace,
                      bool *same, Message *message) {
    Database *d = book_store_database(x->store);
    char *there = database_get(d, key, NULL);
    *same = there == NULL || strcmp(there, value) == 0;
    bool kept = true;
    if (there == NULL || (replace && !*same))
        kept = database_set(d, key, value, message);
    if (!*same && !replace)
        kept = message_set(message, "%.100s was expanded with %.180s", book_store_path(x->store),
                           there);
    free(there);
    return kept;
}

static bool keep_parameters(BookExpansion *x, Message *message) {
    char text[320];
    bool same;
    parameters_write(&x->config->parameters, text, sizeof text);
    return keep_text(x, "expansion", text, x->config->anew, &same, message);
}

static bool keep_root(BookExpansion *x, const Position *root, int64_t *id, Message *message) {
    char text[FEN_SIZE];
    bool same, is_new;
    Message why;
    if (!keep_text(x, "expansion_root", book_position_write(root, text), false, &same, &why))
        return message_set(message, "%.100s: its expansion began somewhere else",
                           book_store_path(x->store));
    return book_store_add(x->store, root, 0, id, &is_new, message);
}

static bool read_rounds(BookExpansion *x, int *rounds, Message *message) {
    uint64_t number = 0;
    const bool read =
        database_keep_number(book_store_database(x->store), "expansion_rounds", &number, message);
    *rounds = (int)number;
    return read;
}

/* How many best moves of a position at this ply are of interest, and how much worse they may be. */
static int lines_at(const BookExpandParameters *p, int ply) {
    const int64_t lines = p->lines - ply / p->lines_narrow;
    return lines < LEAST_LINES ? LEAST_LINES : (int)lines;
}
static int64_t window_at(const BookExpandParameters *p, int ply) {
    const int64_t window = p->window - ply * p->window_narrow;
    return window < LEAST_WINDOW ? LEAST_WINDOW : window;
}

/* ---- Choosing a round ---- */

static int compare_choices(const Choice *a, const Choice *b) {
    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    if (a->ply != b->ply)
        return a->ply < b->ply ? -1 : 1;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->move < b->move ? -1 : a->move > b->move;
}

/* Keeps the `round` best in their order. */
static void offer(BookExpansion *x, const Choice *choice) {
    const int most = (int)x->config->parameters.round;
    int place = x->choice_count;
    x->state.frontier++;
    if (place == most && compare_choices(choice, &x->choices[most - 1]) >= 0)
        return;
    if (place == most)
        place--;
    else
        x->choice_count++;
    for (; place > 0 && compare_choices(choice, &x->choices[place - 1]) < 0; place--)
        x->choices[place] = x->choices[place - 1];
    x->choices[place] = *choice;
}

/* The best move that leaves the book; NULL if there is none that is good enough. */
static const BookEdge *leaving_move(const BookExpansion *x, const BookNode *n) {
    const BookEdge *best = NULL;
    for (int e = 0; e < n->edge_count; e++) {
        const BookEdge *edge = &n->edges[e];
        if (edge->child == BOOK_NO_NODE && edge->score != SCORE_NONE &&
            n->value - edge->score <= window_at(&x->config->parameters, n->ply) &&
            (best == NULL || edge->score > best->score))
            best = edge;
    }
    return best;
}

static void choose_at(BookExpansion *x, int node) {
    const BookNode *n = &x->graph.nodes[node];
    const BookExpandParameters *p = &x->config->parameters;
    Choice choice = {.cost = n->cost, .ply = n->ply, .key = n->key, .node = node};
    if (!n->evaluated) {
        if (n->ply <= p->max_ply)
            offer(x, &choice);
        return;
    }
    /* Where the mate is known there is nothing to be learnt. */
    const BookEdge *leaving =
        n->ply < p->max_ply && !score_is_mate(n->value) ? leaving_move(x, n) : NULL;
    if (leaving == NULL)
        return;
    choice.move = leaving->move;
    choice.cost += p->ply_cost + n->value - leaving->score;
    offer(x, &choice);
}

static bool set_position(BookExpansion *x, int64_t id, BookPosition *p, Message *message) {
    return book_store_read(x->store, id, p, message) &&
           book_store_position(x->store, p, &x->pos, message);
}

/* Gives a choice its row, in the order of the choices, so that ids are the same in every run. */
static bool prepare(BookExpansion *x, Choice *c, Message *message) {
    BookPosition p;
    Undo undo;
    bool is_new;
    c->position = x->graph.nodes[c->node].id;
    if (c->move != MOVE_NONE) {
        if (!set_position(x, c->position, &p, message))
            return false;
        position_make(&x->pos, c->move, &undo);
        if (!book_store_add(x->store, &x->pos, c->ply + 1, &c->position, &is_new, message))
            return false;
    }
    c->needed = book_store_read(x->store, c->position, &p, message);
    if (!c->needed)
        return false;
    c->needed = p.findings.score == SCORE_NONE;
    for (const Choice *before = x->choices; before < c; before++)
        c->needed = c->needed && before->position != c->position; /* two ways to one position */
    return true;
}

static void count_nodes(BookExpansion *x) {
    x->state.searched = 0;
    x->state.deepest = 0;
    for (int i = 0; i < x->graph.reached; i++) {
        const BookNode *n = &x->graph.nodes[x->graph.by_ply[i]];
        x->state.searched += n->evaluated;
        x->state.deepest = n->ply;
    }
}

static bool choose_round(BookExpansion *x, Message *message) {
    x->choice_count = 0;
    x->state.frontier = 0;
    x->state.in_round = x->state.of_round = 0;
    count_nodes(x);
    for (int i = 0; i < x->graph.reached; i++)
        choose_at(x, x->graph.by_ply[i]);
    x->over = x->state.searched >= x->config->positions || x->choice_count == 0;
    if (x->over)
        return true;
    Database *d = book_store_database(x->store);
    bool good = database_begin(d, message);
    for (int i = 0; good && i < x->choice_count; i++) {
        good = prepare(x, &x->choices[i], message);
        x->state.of_round += good && x->choices[i].needed;
    }
    return good && database_commit(d, message);
}

/* ---- Completing a round ---- */

static bool is_complete(const BookExpansion *x) {
    return x->state.in_round == x->state.of_round;
}

static bool link_choices(BookExpansion *x, Message *message) {
    BookGraph *g = &x->graph;
    for (int i = 0; i < x->choice_count; i++) {
        const Choice *c = &x->choices[i];
        const int node = book_graph_refresh(g, x->store, c->position, message);
        if (node == BOOK_NO_NODE)
            return false;
        if (c->move == MOVE_NONE)
            continue;
        if (!book_store_link(x->store, g->nodes[c->node].id, c->move, c->position, message))
            return false;
        book_graph_link(g, c->node, c->move, node);
    }
    return true;
}

/* Within a transaction. */
static bool complete_round(BookExpansion *x, Message *message) {
    char rounds[32];
    x->graph.rounds++;
    snprintf(rounds, sizeof rounds, "%d", x->graph.rounds);
    return link_choices(x, message) &&
           book_graph_solve(&x->graph, x->config->parameters.ply_cost, message) &&
           book_graph_store(&x->graph, x->store, message) &&
           database_set(book_store_database(x->store), "expansion_rounds", rounds, message);
}

/* Chooses rounds until one needs a search: others are complete at once. */
static bool advance(BookExpansion *x, Message *message) {
    Database *d = book_store_database(x->store);
    while (choose_round(x, message)) {
        if (x->over || !is_complete(x))
            return true;
        if (!database_begin(d, message) || !complete_round(x, message) ||
            !database_commit(d, message))
            return false;
    }
    return false;
}

/* ---- The owner's side of the job ---- */

static JobNext next_search(void *owner, Unit *unit) {
    BookExpansion *x = owner;
    if (x->over)
        return JOB_DONE;
    for (int i = 0; i < x->choice_count; i++) {
        Choice *c = &x->choices[i];
        BookPosition p;
        if (!c->needed || c->handed_out)
            continue;
        const int ply = c->move == MOVE_NONE ? c->ply : c->ply + 1;
        if (!set_position(x, c->position, &p, NULL) ||
            !book_eval_task(&unit->task, &x->pos, lines_at(&x->config->parameters, ply),
                            window_at(&x->config->parameters, ply)))
            return JOB_DONE; /* the round stays open, and is gone on with another time */
        unit->number = (uint64_t)c->position;
        c->handed_out = true;
        return JOB_UNIT;
    }
    return JOB_WAIT;
}

static bool write_search(BookExpansion *x, int64_t id, const BookEval *eval, Message *message) {
    BookPosition p;
    if (!book_store_read(x->store, id, &p, message))
        return false;
    p.findings.score = eval->score;
    p.findings.depth = eval->depth;
    p.findings.nodes = eval->nodes;
    p.sources |= BOOK_FROM_SEARCH;
    p.round = x->graph.rounds + 1;
    if (!book_store_write(x->store, &p, message))
        return false;
    for (int i = 0; i < eval->count; i++) {
        const BookFindings findings = {eval->lines[i].score, eval->depth, eval->nodes, SCORE_NONE};
        if (!book_store_note_search(x->store, id, eval->lines[i].move, &findings, message))
            return false;
    }
    return true;
}

static bool accept_search(void *owner, uint64_t number, const Bytes *result, Message *message) {
    BookExpansion *x = owner;
    BookEval eval;
    if (!x->in_transaction && !database_begin(book_store_database(x->store), message))
        return false;
    x->in_transaction = true;
    if (!book_eval_read(result, &eval, message) ||
        !write_search(x, (int64_t)number, &eval, message))
        return false;
    x->state.in_round++;
    x->state.searches++;
    return true;
}

static bool commit_searches(void *owner, Message *message) {
    BookExpansion *x = owner;
    const bool complete = is_complete(x);
    if (complete && !complete_round(x, message))
        return false;
    x->in_transaction = false;
    return database_commit(book_store_database(x->store), message) &&
           (!complete || advance(x, message));
}

static bool should_stop(void *owner) {
    const BookExpansion *x = owner;
    const int64_t seconds = x->config->seconds;
    return (x->listener.interrupted != NULL && x->listener.interrupted()) ||
           (seconds > 0 && clock_ns() - x->state.started_ns >= seconds * 1000 * (int64_t)NS_PER_MS);
}

static void tick(void *owner) {
    BookExpansion *x = owner;
    if (x->listener.on_tick != NULL)
        x->listener.on_tick(x->listener.context, &x->state);
}

static const JobKind EXPAND_JOB = {.work = &BOOK_EVAL_WORK,
                                   .next = next_search,
                                   .accept = accept_search,
                                   .commit = commit_searches,
                                   .should_stop = should_stop,
                                   .tick = tick};

/* ---- The whole ---- */

static bool begin(BookExpansion *x, const Position *root, Message *message) {
    int64_t id = 0;
    int rounds = 0;
    Database *d = book_store_database(x->store);
    if (!database_begin(d, message))
        return false;
    if (!keep_parameters(x, message) || !keep_root(x, root, &id, message) ||
        !read_rounds(x, &rounds, message)) {
        database_rollback(d);
        return false;
    }
    if (!database_commit(d, message) ||
        !book_graph_read(x->store, id, rounds, &x->graph, message) ||
        !book_graph_solve(&x->graph, x->config->parameters.ply_cost, message) ||
        !advance(x, message))
        return false;
    count_nodes(x);
    x->state.searched_before = x->state.searched;
    return true;
}

BookExpansion *book_expansion_new(BookStore *store, const Position *root,
                                  const BookExpandConfig *config,
                                  const BookExpandListener *listener, Message *message) {
    BookExpansion *x = calloc(1, sizeof *x);
    if (x == NULL) {
        message_set(message, "no memory");
        return NULL;
    }
    x->store = store;
    x->config = x->state.config = config;
    x->state.graph = &x->graph;
    x->listener = *listener;
    x->setup =
        (BookEvalSetup){book_store_rules(store), config->parameters.nodes, config->parameters.hash};
    x->state.started_ns = clock_ns();
    x->choices = calloc((size_t)config->parameters.round, sizeof *x->choices);
    if (x->choices == NULL)
        message_set(message, "no memory");
    else if (begin(x, root, message))
        return x;
    book_expansion_free(x);
    return NULL;
}

void book_expansion_free(BookExpansion *e) {
    if (e == NULL)
        return;
    book_graph_free(&e->graph);
    free(e->choices);
    free(e);
}

bool book_expansion_run(BookExpansion *e, const JobRunner *runner, Message *message) {
    const int64_t wanted = e->config->concurrency, most = e->config->parameters.round;
    const JobThreads threads = {.workers = (int)(wanted < most ? wanted : most),
                                .tick_ms = TICK_MS};
    e->state.started_ns = clock_ns();
    if (e->over)
        return true;
    const bool ran = job_run(runner, &EXPAND_JOB, e, &e->setup, &threads, message);
    if (e->in_transaction) /* something could not be written */
        database_rollback(book_store_database(e->store));
    return ran;
}
