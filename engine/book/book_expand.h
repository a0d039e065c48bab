/*
 * A book that grows by itself: best-first drop-out expansion.
 *
 * After T. R. Lincke, "Strategies for the automatic construction of opening books" (Computers and
 * Games, 2001).  Each position of the book has been searched and knows some best moves with their
 * scores.  To expand a position is to take its best move that leaves the book (one, not all) into
 * the book, and to search where it leads to.  Next comes the position that is cheapest to reach,
 * the leaving move included: a half-move costs `ply_cost`, a move that is worse than the best one
 * by so many centipawns that much more.  So good lines grow deep, and refutations are there, but
 * short.  Values are minimax values of all that is in the book (book_graph.h).
 *
 * It goes on in rounds: the `round` cheapest are chosen, searched as units of work, linked and
 * backed up.  A round depends only on the rounds before it and on the parameters, and a search only
 * on its position: so the book is the same for any number of workers and any interruptions.  A
 * search is in the file as soon as it is done, and is not done again; what belongs to a round that
 * is not complete does not count before it is.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_EXPAND_H
#define BRINDLE_ENGINE_BOOK_BOOK_EXPAND_H

#include "engine/book/book_graph.h"

enum { BOOK_CONCURRENCY_MAX = 1024 };

/* What decides about the book; kept in it. */
typedef struct {
    int64_t nodes;                 /* of each search */
    int64_t round;                 /* positions that are searched before values are backed up */
    int64_t lines, lines_narrow;   /* best moves at the root; one less every so many plies, but 2 */
    int64_t window, window_narrow; /* they are worse by no more than that many centipawns; so many
                                      less with each ply, but not below 20 */
    int64_t ply_cost;              /* what a half-move costs, in centipawns */
    int64_t max_ply;               /* no position lies deeper */
    int64_t hash;                  /* MiB of each worker */
} BookExpandParameters;

/* A number of the parameters, as options and books name it. */
typedef struct {
    const char *option;
    int64_t *value;
    int64_t least, most, preset;
} BookExpandNumber;
enum { BOOK_EXPAND_NUMBERS = 9 };
void book_expand_list(BookExpandParameters *parameters, BookExpandNumber list[BOOK_EXPAND_NUMBERS]);

typedef struct {
    BookExpandParameters parameters;
    int64_t positions; /* searched ones that the book is to have; the round is finished */
    int64_t seconds;   /* of this run; 0: no limit */
    int64_t concurrency;
    bool anew; /* other parameters than the book was begun with are wanted */
} BookExpandConfig;

typedef struct {
    const BookExpandConfig *config;
    const BookGraph *graph;
    int64_t searched;        /* positions of complete rounds */
    int64_t searched_before; /* of them, before this run */
    int64_t in_round, of_round;
    int64_t searches; /* done in this run */
    int64_t frontier; /* positions that could be expanded */
    int deepest;      /* ply of a position of the book */
    int64_t started_ns;
} BookExpandState;

typedef struct {
    void (*on_tick)(void *context, const BookExpandState *state); /* may be NULL */
    bool (*interrupted)(void);                                    /* may be NULL */
    void *context;
} BookExpandListener;

typedef struct BookExpansion BookExpansion;

/*
 * Prepares to go on with a book, which is empty or not.  `root`: where a new expansion begins; one
 * that is gone on with must have the same.  `config` and `store` must outlive it.  NULL, and a
 * message, if that cannot be done: other parameters than the book's (but with `anew`), for example.
 */
BookExpansion *book_expansion_new(BookStore *store, const Position *root,
                                  const BookExpandConfig *config,
                                  const BookExpandListener *listener, Message *message);
void book_expansion_free(BookExpansion *expansion);
/* Until the book has so many positions, nothing is left to expand, time is up or the listener is
 * interrupted.  False, and a message, if it cannot go on. */
bool book_expansion_run(BookExpansion *expansion, const JobRunner *runner, Message *message);
const BookExpandState *book_expansion_state(const BookExpansion *expansion);
/* Is nothing left to be done? */
bool book_expansion_is_over(const BookExpansion *expansion);

#endif
