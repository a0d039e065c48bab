/*
 * The engine as an object: a position, a hash table, search threads and the settings they share.
 *
 * Protocols, commands, matches and tests drive it through these functions alone.  Several engines
 * can live in one process.  One thread at a time may call an engine's functions; engine_stop,
 * engine_ponder_hit and engine_is_searching may be called from any thread (but not from a signal
 * handler: see `interrupted`).
 */
#ifndef BRINDLE_ENGINE_SEARCH_ENGINE_H
#define BRINDLE_ENGINE_SEARCH_ENGINE_H

#include "bitboard/message.h"
#include "bitboard/movegen.h"
#include "engine/search/parameters.h"
#include "engine/search/score.h"
#include "engine/search/skill.h"
#include "engine/wbook/own_book.h"

#include <stddef.h>

enum {
    MAX_PLY = 246, /* deepest line of a search, in half-moves */
    MAX_THREADS = 256,
    MAX_MULTIPV = 500,
    DEFAULT_HASH_MIB = 64,
    DEFAULT_MOVE_OVERHEAD_MS = 20
};

typedef struct Engine Engine;

/* What ends a search.  Zero (or false) means "no such limit"; the first limit reached counts. */
typedef struct {
    bool has_clock;          /* time_ms and increment_ms are the clocks of both sides */
    int64_t time_ms[COLORS]; /* may be zero or negative: a clock that has run out */
    int64_t increment_ms[COLORS];
    int moves_to_go; /* until the next time control; 0: the rest of the game */
    int64_t move_time_ms;
    uint64_t nodes;
    int depth;
    int mate;            /* stop once a mate in that many moves is found, or (if this is the only
                            limit) proved not to exist */
    bool infinite;       /* until engine_stop, even after another limit or the deepest iteration */
    bool ponder;         /* as infinite until engine_ponder_hit, then by the other limits */
    int root_move_count; /* > 0: search only these (UCI searchmoves) */
    Move root_moves[MAX_MOVES];
} SearchLimits;

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* How far the search has come with one line. */
typedef struct {
    int depth, selective_depth;
    int multipv;    /* 1 = best line */
    Score score;    /* from the point of view of the side to move */
    Bound bound;    /* exact, or a bound from an aspiration window that failed */
    uint64_t nodes; /* moves made by all threads, quiescence included, null moves not */
    int64_t time_ms;
    uint64_t nodes_per_second;
    int hash_permille;
    int pv_length; /* at least 1 */
    Move pv[MAX_PLY + 1];
} SearchReport;

typedef struct {
    Move best;   /* MOVE_NONE if there is no legal move */
    Move ponder; /* the expected reply, or MOVE_NONE */
    Score score;
    int depth; /* of the last finished iteration */
    uint64_t nodes;
    int64_t time_ms;
} SearchResult;

/* What a long search has counted so far, between two reports. */
typedef struct {
    uint64_t nodes; /* as in SearchReport, these four */
    int64_t time_ms;
    uint64_t nodes_per_second;
    int hash_permille;
} SearchStatus;

/*
 * Whom a search tells.  The functions (any may be NULL) are called from the search's main thread,
 * one call at a time; they must not call the engine's functions.  on_result is the last call of a
 * search.
 */
typedef struct {
    void (*on_report)(void *context, const SearchReport *report);
    /*
     * Which root move is being searched at which depth: `number` counts from 1 in the order of the
     * search, lines already settled (MultiPV) included.  Only after three seconds of a search, and
     * then no more often than ten times a second.
     */
    void (*on_current_move)(void *context, int depth, Move move, int number);
    /* After three seconds, once in each second without a report. */
    void (*on_status)(void *context, const SearchStatus *status);
    /* What the user should see: where a move comes from that was not searched, what is wrong with
     * the book. */
    void (*on_remark)(void *context, const char *text);
    void (*on_result)(void *context, const SearchResult *result);
    void *context;
} SearchListener;

/*
 * Where an engine reads the time: milliseconds from any origin, which never go back.  It is read
 * from the search's main thread, from the caller's of engine_go and engine_ponder_hit, and may be
 * read from several at once.
 */
typedef struct {
    int64_t (*now_ms)(void *context);
    void *context;
} EngineClock;

/* NULL and a message if memory or a thread could not be had.  Starts with one thread,
 * DEFAULT_HASH_MIB, the array. */
Engine *engine_new(Message *message);
/* Stops a running search first. */
void engine_free(Engine *engine);

/*
 * Settings.  Each waits for a running search to end (stop it first if it has no limit).  On failure
 * the old setting stays in force and the message says what could not be had.
 */
bool engine_set_hash(Engine *engine, size_t mib, Message *message);
bool engine_set_threads(Engine *engine, int threads, Message *message);
void engine_set_multipv(Engine *engine, int lines);
void engine_set_move_overhead(Engine *engine, int milliseconds);
/* Analysis: a forced move is thought about as long as any other, and time limits are used in full.
 */
void engine_set_analyse_mode(Engine *engine, bool on);
/* How strongly it plays, to be changed while it does not search.  In analysis it has no effect. */
SkillSettings *engine_skill(Engine *engine);
/*
 * The book that it plays from, to be changed while it does not search.  A move found there is the
 * result at once: depth 0, no nodes, no report.  It is not looked for in analysis, with `infinite`,
 * `ponder`, `mate` or chosen root moves.  A damaged book is closed when that is found out, which
 * on_remark tells, and the search goes on without.
 */
OwnBook *engine_book(Engine *engine);
/* The file of that book, to be looked at while the engine searches, too; NULL: none.  It stays open
 * until another book is set or the next search begins. */
const Wbook *engine_book_open(const Engine *engine);
/* Another clock than the system's (NULL: that one again), which is how tests let a month pass. */
void engine_set_clock(Engine *engine, const EngineClock *clock);
#ifdef BRINDLE_TUNING
/* The numbers of the search, to be changed while it does not run. */
SearchParameters *engine_parameters(Engine *engine);
#endif
size_t engine_hash_mib(const Engine *engine);
int engine_threads(const Engine *engine);
int engine_move_overhead(const Engine *engine);
bool engine_analyse_mode(const Engine *engine);

/* Forgets everything learnt: hash table and all histories.  All threads do it together. */
void engine_clear(Engine *engine);

/*
 * The hash table in a file (engine/search/tt_file.h): what was learnt about positions outlives the
 * program.  Saving leaves no half-written file behind, loading refuses what is not sound and then
 * leaves the table as it was.  The file belongs to the rule set of the present position.  The
 * message says what was done, or why nothing was.
 */
bool engine_set_hash_file(Engine *engine, const char *path, Message *message);
bool engine_save_hash(Engine *engine, Message *message);
bool engine_load_hash(Engine *engine, Message *message);
/*
 * The same as saving to another file, but without waiting for a search to end: each entry is what
 * it is at the instant when it is written.
 */
bool engine_snapshot_hash(const Engine *engine, const char *path, Message *message);

/*
 * The position to think about next, with its history (for repetitions).  Copied.  What was learnt
 * under one rule set is not true under the other: if it changes, engine_clear comes first.
 */
void engine_set_position(Engine *engine, const Position *pos);
const Position *engine_position(const Engine *engine);

/*
 * Starts to think and returns at once.  `limits` and `listener` are copied; what listener->context
 * points to must outlive the search.  Without any limit it is an infinite search.
 */
void engine_go(Engine *engine, const SearchLimits *limits, const SearchListener *listener);
/* Asks a running search to end soon (within a millisecond or two); does nothing without one. */
void engine_stop(Engine *engine);
/* The opponent has played the expected move: a search begun with `ponder` goes on by the clock. */
void engine_ponder_hit(Engine *engine);
bool engine_is_searching(const Engine *engine);
/* Waits for the search to end and gives its result (of the last search, if none is running). */
SearchResult engine_wait(Engine *engine);
/* What one of the threads, 0 … engine_threads - 1, has added to the nodes of the last search. */
uint64_t engine_thread_nodes(Engine *engine, int thread);
/* How much of the hash table the last search has filled, in permille of a sample. */
int engine_hash_permille(Engine *engine);

/*
 * As engine_go and engine_wait, but the calling thread does the first worker's part itself, which
 * saves short searches two wake-ups.  It needs 8 MiB of stack (more with sanitizers).
 */
SearchResult engine_run(Engine *engine, const SearchLimits *limits, const SearchListener *listener);
/*
 * Quiescence alone, in the calling thread: the score for the side to move, and in `line` the
 * captures, promotions and evasions that lead to the position it rests on.  The engine's position
 * stays what it is; `pos` is the one looked at.
 */
Score engine_quiesce(Engine *engine, const Position *pos, Move line[MAX_PLY + 1], int *length);

#endif
