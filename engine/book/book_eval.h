/*
 * The units of work of books: a position is searched, and its best moves come back.
 *
 * A result depends on the task and the setup alone, not on what was searched before or by whom.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_EVAL_H
#define BRINDLE_ENGINE_BOOK_BOOK_EVAL_H

#include "engine/jobs/job.h"
#include "engine/search/engine.h"

enum { BOOK_LINES_MAX = 64 };

/* What workers share. */
typedef struct {
    const RuleSet *rules;
    int64_t nodes, hash_mib;
} BookEvalSetup;

typedef struct {
    Move move;
    Score score;
} BookLine;

typedef struct {
    Score score; /* for the side to move */
    int depth;
    int64_t nodes;
    int count;                      /* 0: the game is over there */
    BookLine lines[BOOK_LINES_MAX]; /* the best first */
} BookEval;

/* A task: so many lines of a position, no worse than the best by more than `window` centipawns.
 * False if memory is out. */
bool book_eval_task(Bytes *task, const Position *pos, int lines, int64_t window);
/* What came of it.  False, and a message, if `result` is none. */
bool book_eval_read(const Bytes *result, BookEval *eval, Message *message);

/* The searches of all book jobs; the setup is a BookEvalSetup. */
extern const JobWork BOOK_EVAL_WORK;

/* The same in the calling thread: searches a position with an engine. */
void book_evaluate(Engine *engine, const Position *pos, int64_t nodes, int lines, int64_t window,
                   BookEval *eval);

#endif
