/*
 * The positions of a book that a root leads to, as a graph in memory: what each is worth after all
 * that is below it, and what it costs to get there.
 *
 * Values are minimax values (back-solving).  A position counts with the best of its moves: a move
 * into the book with the value of the position it leads to, any other with the score that the
 * search of the position gave it.  Positions are layered by their ply, the fewest half-moves from
 * the root.  Only a move that leads one layer down counts with what is below it; one that leads
 * back up (a transposition with a loss of time, or a circle) counts with its own score.  So there
 * are no circles to go round in, and the values do not depend on the order in which the book grew.
 *
 * Costs are those of T. Lincke, "Strategies for the automatic construction of opening books"
 * (2001): a path costs so much for each half-move and, for each move of either side, what it is
 * worse than the best one.  All numbers are whole ones: every machine computes the same.
 *
 * A position takes about 100 bytes, a move 16.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_GRAPH_H
#define BRINDLE_ENGINE_BOOK_BOOK_GRAPH_H

#include "engine/book/book_store.h"

enum { BOOK_NOT_REACHED = -1, BOOK_NO_NODE = -1 };

typedef struct {
    Move move;
    int child;   /* a node; BOOK_NO_NODE: the move leaves the book */
    Score score; /* of the search of the position; SCORE_NONE if that did not name the move */
    Score known; /* what the store says it has learnt */
} BookEdge;

typedef struct {
    int64_t id;
    uint64_t key;
    BookEdge *edges; /* by their moves */
    int edge_count;
    int ply;        /* from the root; BOOK_NOT_REACHED */
    bool evaluated; /* it has been searched, or the game is over there */
    Score score;    /* of its search */
    Score value;    /* after back-solving; SCORE_NONE if nothing is known */
    Score known;    /* what the store says it has learnt */
    int64_t cost;   /* of the cheapest path from the root */
} BookNode;

typedef struct {
    BookNode *nodes;
    int count, room;
    int root;
    int *by_ply; /* the nodes that are reached, by ply */
    int reached;
    int rounds; /* of an expansion that are complete; what later ones have found does not count */
} BookGraph;

/* Reads all of a book, as it is after so many rounds.  `root` must be in it.  False, and a message,
 * on failure. */
bool book_graph_read(BookStore *store, int64_t root, int rounds, BookGraph *graph,
                     Message *message);
void book_graph_free(BookGraph *graph);

/* The node of a position's row, BOOK_NO_NODE if there is none. */
int book_graph_find(const BookGraph *graph, int64_t id);
/* Reads the row of a position, and its moves, which is new in the book or has been changed.
 * Returns its node, or BOOK_NO_NODE with a message. */
int book_graph_refresh(BookGraph *graph, BookStore *store, int64_t id, Message *message);
/* Makes an edge, which is there, lead to a node. */
void book_graph_link(BookGraph *graph, int node, Move move, int child);

/*
 * Finds plies, values and costs anew.  `ply_cost`: of a half-move, in centipawns lost.  False, and
 * a message, if memory is out.
 */
bool book_graph_solve(BookGraph *graph, int64_t ply_cost, Message *message);
/* What a move is worth for the side that makes it, after solving. */
Score book_graph_edge_value(const BookGraph *graph, const BookNode *node, const BookEdge *edge);
/* The score of a position as the position before it sees it: the other side's, and mates are one
 * half-move farther away. */
Score book_score_before(Score score);

/* The best line from the root on, as far as the book goes.  Returns its length. */
int book_graph_best_line(const BookGraph *graph, Move *moves, int most);

/* Writes what was learnt (values of positions and moves) where the store says something else.
 * Within a transaction. */
bool book_graph_store(BookGraph *graph, BookStore *store, Message *message);

#endif
