#include "engine/book/book_graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- Nodes; they are kept by their ids ---- */

int book_graph_find(const BookGraph *g, int64_t id) {
    int low = 0, high = g->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (g->nodes[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < g->count && g->nodes[low].id == id ? low : BOOK_NO_NODE;
}

static bool make_room(BookGraph *g, Message *message) {
    if (g->count < g->room)
        return true;
    const int room = g->room > 0 ? 2 * g->room : 1024;
    BookNode *nodes = realloc(g->nodes, (size_t)room * sizeof *nodes);
    if (nodes == NULL) {
        message_set(message, "no memory for %d positions", room);
        return false;
    }
    g->nodes = nodes;
    g->room = room;
    return true;
}

/* Takes what the store knows about a position into its node; edges get their children later. */
static bool fill_node(BookNode *n, BookStore *store, int rounds, const BookPosition *p,
                      BookMove *moves, Message *message) {
    int count;
    const bool counts = p->round <= rounds; /* what was searched is part of the book */
    if (!book_store_read_moves(store, p->id, moves, &count, message))
        return false;
    BookEdge *edges = realloc(n->edges, ((size_t)count + 1) * sizeof *edges);
    if (edges == NULL) {
        message_set(message, "no memory for a position's moves");
        return false;
    }
    *n = (BookNode){.id = p->id,
                    .key = p->key,
                    .edges = edges,
                    .edge_count = count,
                    .ply = BOOK_NOT_REACHED,
                    .evaluated = counts && p->findings.score != SCORE_NONE,
                    .score = counts ? p->findings.score : SCORE_NONE,
                    .value = SCORE_NONE,
                    .known = p->findings.learned};
    for (int i = 0; i < count; i++)
        edges[i] =
            (BookEdge){moves[i].move, BOOK_NO_NODE, counts ? moves[i].findings.score : SCORE_NONE,
                       moves[i].findings.learned};
    return true;
}

/* The children of a node, whose moves were read into `moves`. */
static void link_edges(BookGraph *g, BookNode *n, const BookMove *moves) {
    for (int i = 0; i < n->edge_count; i++)
        if (moves[i].child != 0)
            n->edges[i].child = book_graph_find(g, moves[i].child);
}

typedef struct {
    BookGraph *graph;
    BookStore *store;
    BookMove moves[MAX_MOVES];
} Reader;

static bool read_node(void *context, BookPosition *p, Message *message) {
    Reader *r = context;
    BookGraph *g = r->graph;
    if (!make_room(g, message))
        return false;
    g->nodes[g->count] = (BookNode){.edges = NULL};
    return fill_node(&g->nodes[g->count++], r->store, g->rounds, p, r->moves, message);
}

static bool read_links(Reader *r, Message *message) {
    for (int i = 0; i < r->graph->count; i++) {
        int count;
        BookNode *n = &r->graph->nodes[i];
        if (!book_store_read_moves(r->store, n->id, r->moves, &count, message))
            return false;
        if (count == n->edge_count)
            link_edges(r->graph, n, r->moves);
    }
    return true;
}

bool book_graph_read(BookStore *store, int64_t root, int rounds, BookGraph *g, Message *message) {
    Reader *r = calloc(1, sizeof *r);
    *g = (BookGraph){.nodes = NULL, .rounds = rounds};
    if (r == NULL)
        return message_set(message, "no memory");
    r->graph = g;
    r->store = store;
    bool good = book_store_each(store, BOOK_BY_ID, read_node, r, message) && read_links(r, message);
    free(r);
    g->root = good ? book_graph_find(g, root) : BOOK_NO_NODE;
    if (good && g->root == BOOK_NO_NODE)
        good = message_set(message, "%.200s: the root is not in it", book_store_path(store));
    if (!good)
        book_graph_free(g);
    return good;
}

void book_graph_free(BookGraph *g) {
    for (int i = 0; i < g->count; i++)
        free(g->nodes[i].edges);
    free(g->nodes);
    free(g->by_ply);
    *g = (BookGraph){.nodes = NULL};
}

int book_graph_refresh(BookGraph *g, BookStore *store, int64_t id, Message *message) {
    BookPosition p;
    int node = book_graph_find(g, id);
    BookMove *moves = malloc(MAX_MOVES * sizeof *moves);
    bool good = moves != NULL;
    if (!good)
        message_set(message, "no memory");
    good = good && book_store_read(store, id, &p, message);
    if (good && node == BOOK_NO_NODE) {
        good = make_room(g, message);
        if (good && g->count > 0 && g->nodes[g->count - 1].id >= id)
            good =
                message_set(message, "%.160s: a position came out of turn", book_store_path(store));
        if (good) {
            node = g->count++; /* new ids are greater than all others */
            g->nodes[node] = (BookNode){.edges = NULL};
        }
    }
    good = good && fill_node(&g->nodes[node], store, g->rounds, &p, moves, message);
    if (good)
        link_edges(g, &g->nodes[node], moves);
    free(moves);
    return good ? node : BOOK_NO_NODE;
}

void book_graph_link(BookGraph *g, int node, Move move, int child) {
    BookNode *n = &g->nodes[node];
    for (int i = 0; i < n->edge_count; i++)
        if (n->edges[i].move == move)
            n->edges[i].child = child;
}

/* ---- Solving ---- */

Score book_score_before(Score s) {
    if (s == SCORE_NONE)
        return SCORE_NONE;
    if (!score_is_mate(s))
        return -s;
    return s > 0 ? -(s - 1) : -(s + 1);
}

Score book_graph_edge_value(const BookGraph *g, const BookNode *n, const BookEdge *e) {
    if (e->child != BOOK_NO_NODE) {
        const BookNode *child = &g->nodes[e->child];
        if (child->ply == n->ply + 1 && child->value != SCORE_NONE)
            return book_score_before(child->value);
    }
    return e->score;
}

/* Layer by layer; the nodes reached stand in by_ply. */
static void find_plies(BookGraph *g) {
    for (int i = 0; i < g->count; i++)
        g->nodes[i].ply = BOOK_NOT_REACHED;
    g->nodes[g->root].ply = 0;
    g->by_ply[0] = g->root;
    g->reached = 1;
    for (int i = 0; i < g->reached; i++) {
        const BookNode *n = &g->nodes[g->by_ply[i]];
        for (int e = 0; e < n->edge_count; e++) {
            const int child = n->edges[e].child;
            if (child == BOOK_NO_NODE || g->nodes[child].ply != BOOK_NOT_REACHED)
                continue;
            g->nodes[child].ply = n->ply + 1;
            g->by_ply[g->reached++] = child;
        }
    }
}

static void find_value(const BookGraph *g, BookNode *n) {
    Score best = SCORE_NONE;
    for (int e = 0; e < n->edge_count; e++) {
        const Score value = book_graph_edge_value(g, n, &n->edges[e]);
        if (value != SCORE_NONE && (best == SCORE_NONE || value > best))
            best = value;
    }
    n->value = best != SCORE_NONE ? best : n->score;
}

static void pass_cost_on(BookGraph *g, const BookNode *n, int64_t ply_cost) {
    for (int e = 0; e < n->edge_count; e++) {
        if (n->edges[e].child == BOOK_NO_NODE)
            continue;
        BookNode *child = &g->nodes[n->edges[e].child];
        if (child->ply != n->ply + 1)
            continue;
        const Score value = book_graph_edge_value(g, n, &n->edges[e]);
        const int64_t loss = value != SCORE_NONE && n->value != SCORE_NONE ? n->value - value : 0;
        const int64_t cost = n->cost + ply_cost + loss;
        if (cost < child->cost)
            child->cost = cost;
    }
}

bool book_graph_solve(BookGraph *g, int64_t ply_cost, Message *message) {
    int *by_ply = realloc(g->by_ply, (size_t)g->count * sizeof *by_ply);
    if (by_ply == NULL)
        return message_set(message, "no memory for %d positions", g->count);
    g->by_ply = by_ply;
    find_plies(g);
    for (int i = g->reached - 1; i >= 0; i--) {
        BookNode *n = &g->nodes[g->by_ply[i]];
        n->cost = INT64_MAX;
        find_value(g, n);
    }
    g->nodes[g->root].cost = 0;
    for (int i = 0; i < g->reached; i++)
        pass_cost_on(g, &g->nodes[g->by_ply[i]], ply_cost);
    return true;
}

int book_graph_best_line(const BookGraph *g, Move *moves, int most) {
    int length = 0, node = g->root;
    while (node != BOOK_NO_NODE && length < most) {
        const BookNode *n = &g->nodes[node];
        const BookEdge *best = NULL;
        Score best_value = SCORE_NONE;
        for (int e = 0; e < n->edge_count; e++) {
            const Score value = book_graph_edge_value(g, n, &n->edges[e]);
            if (value != SCORE_NONE && (best == NULL || value > best_value)) {
                best = &n->edges[e];
                best_value = value;
            }
        }
        if (best == NULL)
            break;
        moves[length++] = best->move;
        node = best->child;
        if (node != BOOK_NO_NODE && g->nodes[node].ply != n->ply + 1)
            break;
    }
    return length;
}

/* ---- What was learnt ---- */

static bool store_moves(BookGraph *g, BookNode *n, BookStore *store, BookMove *moves,
                        Message *message) {
    int count;
    bool changed = false;
    for (int e = 0; e < n->edge_count; e++)
        changed = changed || book_graph_edge_value(g, n, &n->edges[e]) != n->edges[e].known;
    if (!changed)
        return true;
    if (!book_store_read_moves(store, n->id, moves, &count, message))
        return false;
    for (int e = 0; e < n->edge_count && e < count; e++) {
        const Score value = book_graph_edge_value(g, n, &n->edges[e]);
        if (value == n->edges[e].known)
            continue;
        n->edges[e].known = moves[e].findings.learned = value;
        if (!book_store_write_move(store, n->id, &moves[e], message))
            return false;
    }
    return true;
}

bool book_graph_store(BookGraph *g, BookStore *store, Message *message) {
    BookMove *moves = malloc(MAX_MOVES * sizeof *moves);
    bool good = moves != NULL;
    if (!good)
        message_set(message, "no memory");
    for (int i = 0; good && i < g->reached; i++) {
        BookNode *n = &g->nodes[g->by_ply[i]];
        good = store_moves(g, n, store, moves, message);
        if (!good || n->value == n->known)
            continue;
        BookPosition p;
        good = book_store_read(store, n->id, &p, message);
        p.findings.learned = n->known = n->value;
        good = good && book_store_write(store, &p, message);
    }
    free(moves);
    return good;
}
