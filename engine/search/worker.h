/*
 * A search thread's own state, and the search that runs in it.  Only the files of engine/search/
 * use this header.
 *
 * A worker is allocated, prepared and cleared by the thread that searches with it, so that on
 * machines where memory is nearer to some processors than to others it lies near its own.
 */
#ifndef BRINDLE_ENGINE_SEARCH_WORKER_H
#define BRINDLE_ENGINE_SEARCH_WORKER_H

#include "engine/search/engine.h"
#include "engine/search/history.h"
#include "engine/search/lead.h"
#include "engine/search/parameters.h"
#include "engine/search/time.h"
#include "engine/search/tt.h"
#include "eval/evaluate.h"

#include <stdatomic.h>

/* Late-move reductions by depth and move number, in 1/1024 of a half-move. */
enum { REDUCTION_SIZE = 256 };
typedef struct {
    int log2_1024[REDUCTION_SIZE]; /* 1024 * log2(n) */
} ReductionTable;
void reductions_init(ReductionTable *table);

/* What all workers of one search see. */
typedef struct {
    TranspositionTable *tt;
    const ReductionTable *reductions;
    struct Worker **workers;
    int worker_count;
    SearchLimits limits;
    SearchListener listener;
    EngineClock clock;
#ifdef BRINDLE_TUNING
    SearchParameters parameters;
#endif
    int multipv;
    bool analyse_mode;
    SkillSettings skill;
    SkillLimit skill_limit; /* of this search */
    int move_overhead_ms;
    int64_t started_ms;
    _Atomic int64_t
        clock_started_ms;      /* when our clock began to run: the start, or the ponder hit */
    atomic_bool stop;          /* all workers end their work */
    atomic_bool asked_to_stop; /* somebody outside wants the answer now */
    atomic_bool pondering;
    Lead lead;
} SharedSearch;

/* One ply of the line being searched. */
typedef struct {
    Move move;         /* the move made here, MOVE_NULL for a pass */
    Piece moved;       /* by it */
    Score static_eval; /* as the evaluation has it, SCORE_NONE in check */
    Score eval;        /* the same, corrected by what searches have found */
    Move killers[KILLERS];
    ContinuationHistory *continuation; /* of what may follow the move made here */
    int16_t *correction;               /* of the evaluation after it */
    MoveCorrection *second;            /* of the evaluation after it and one more move */
    Move excluded; /* the move that a singular search leaves out, or MOVE_NONE */
} StackEntry;

/* The root move being searched, as the listener is to hear of it. */
typedef struct {
    Move move;
    int number; /* in the order of the search, from 1 */
    bool told;
    int64_t last_told_ms; /* when the listener heard of one, this or another */
} CurrentMove;

/* After so long a search tells more than its finished lines. */
enum { LONG_SEARCH_MS = 3000 };

/* So many entries stand before the root, so that every ply has some before it. */
enum { STACK_BEFORE_ROOT = 6 };

typedef struct Worker {
    int index; /* 0 is the main worker, which watches the limits and reports */
    SharedSearch *shared;

    Position pos;
    _Atomic uint64_t nodes;
    uint64_t next_check; /* the node count at which limits are looked at again */
    int64_t told_ms;     /* when the listener last heard of counts */
    CurrentMove current;
    TimeBudget budget;
    int64_t soft_limit_ms; /* the budget's, scaled by what the last iteration said */
    int stable_iterations; /* since the best move changed */
    Score trend;           /* of the best score, a moving average; SCORE_NONE at first */
    Score last_score;      /* what the search for our last move ended with, */
    unsigned last_ply;     /* and in which half-move of the game that was; 0: none yet */
    int root_depth, finished_depth, selective_depth;
    bool overtaken;     /* the main worker: a helper has finished the present iteration first */
    int no_null_before; /* no null moves above this ply: a null move is being verified */
    int multipv_index;
    int settled_lines; /* of the root moves, the first so many are what the search has to say */
    int mate_denied;   /* it is proved that we cannot mate in so many moves (`go mate`) … */
    uint64_t mate_nodes,
        mate_attempt;       /* … which has taken so many nodes, the last time at most so many */
    RootMove finished_best; /* the best line of the last finished iteration */
    SkillCandidate candidates[SKILL_CANDIDATES_MAX]; /* its best lines, if strength is limited */
    int candidate_count;
    int root_count;
    RootMove root[MAX_MOVES];
    Move told[2]; /* the main worker: best move and reply of the best line reported last */
    StackEntry stack[STACK_BEFORE_ROOT + MAX_PLY + 2];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    History history;
    EvaluationCache evaluation_cache;
} Worker;

/* The entries before the root stand for "no move". */
static inline StackEntry *stack_at(Worker *w, int ply) {
    return &w->stack[STACK_BEFORE_ROOT + ply];
}

static inline bool worker_asked_to_stop(const Worker *w) {
    return atomic_load_explicit(&w->shared->stop, memory_order_relaxed);
}
/* Is the present iteration to be broken off?  The main worker finishes the first one whatever
 * happens, so that there is a line and a score. */
static inline bool worker_stopped(const Worker *w) {
    return w->overtaken || (worker_asked_to_stop(w) && (w->finished_depth > 0 || w->index > 0));
}

/* A cleared worker; NULL if there is no memory.  free() ends it. */
Worker *worker_new(SharedSearch *shared, int index);
/* Prepares root moves and counters; `pos` is copied. */
void worker_prepare(Worker *w, const Position *pos);
/* Iterative deepening until a limit or the stop flag; the main worker reports to the listener. */
void worker_search(Worker *w);
/* The score of the prepared position by quiescence alone, and the captures that lead to it. */
Score worker_quiesce(Worker *w, Move line[MAX_PLY + 1], int *length);
/* Tells the listener of a line (0 = the best) as it stands; only the main worker's calls, and lines
 * that were asked for, have an effect. */
void worker_report(Worker *w, int line);
/*
 * After the search, for the main worker: the best line of `chosen` is the answer.  It becomes the
 * main worker's own, and the listener hears of it unless that is what it has heard last.
 */
void worker_take_answer(Worker *w, const Worker *chosen);
void worker_clear(Worker *w);
/* The search proper: `depth` half-moves from `ply` half-moves below the root, with a window that
 * holds scores above `alpha` and below `beta`.  `cut_node`: a zero-window node that is expected to
 * fail high.  The score means nothing if the worker is stopped meanwhile. */
Score search_node(Worker *w, Score alpha, Score beta, int depth, int ply, bool cut_node);
/* The move's place among the root moves; NULL if it has none, or (the second) if this line's search
 * is not to look at it. */
RootMove *worker_root_move(Worker *w, Move move);
bool worker_is_root_candidate(const Worker *w, Move move);
/* What searching a root move has said.  `bound` says which side of the window the score fell on;
 * without a new best line only that it was refuted is kept. */
void worker_record_root_move(Worker *w, Move move, Score score, bool new_line, Bound bound);
/* By the search's own clock. */
int64_t search_now_ms(const SharedSearch *shared);
/* Since our clock began to run: with pondering later than the search. */
int64_t search_clock_elapsed_ms(const SharedSearch *shared);
bool search_is_pondering(const SharedSearch *shared);
/* Looks at the limits if it is time to; true if the search is over. */
bool worker_must_stop(Worker *w);
/* Only its own worker changes a node count. */
static inline uint64_t worker_nodes(const Worker *w) {
    return atomic_load_explicit(&w->nodes, memory_order_relaxed);
}
static inline void worker_set_nodes(Worker *w, uint64_t nodes) {
    atomic_store_explicit(&w->nodes, nodes, memory_order_relaxed);
}
static inline void worker_count_node(Worker *w) {
    worker_set_nodes(w, worker_nodes(w) + 1);
}
/* Nodes of all workers. */
uint64_t search_total_nodes(const SharedSearch *shared);

#endif
