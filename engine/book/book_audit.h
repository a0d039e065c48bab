/*
 * A second look at a book before it is published: every position that a move of weight leads to is
 * searched by itself, with more nodes.
 *
 * An expansion knows many moves only as one of several best lines of a search of the position
 * before; the best of them were never looked at closely.  What an audit finds is kept in the store
 * (audit_table.h), and export gives no weight to moves that it has found to be bad.
 *
 * Searches are units of work, the most doubtful moves first.  A search is in the file as soon as it
 * is done, and is not done again.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_AUDIT_H
#define BRINDLE_ENGINE_BOOK_BOOK_AUDIT_H

#include "engine/book/book_export.h"
#include "engine/jobs/job.h"

typedef struct {
    BookExport weights; /* which moves have any */
    int64_t nodes;      /* of each search; what has been searched with as many is done */
    int64_t hash;       /* MiB of each worker */
    int64_t seconds;    /* of this run; 0: no limit */
    int64_t concurrency;
} BookAuditConfig;

typedef struct {
    int64_t positions;       /* that moves of weight lead to */
    int64_t searched;        /* of them */
    int64_t searched_before; /* of these, before this run */
    int64_t bad;             /* searched ones that leave their mover below weights.min_score */
    int64_t started_ns;      /* of this run */
} BookAuditState;

typedef struct {
    void (*on_tick)(void *context, const BookAuditState *state); /* may be NULL */
    bool (*interrupted)(void);                                   /* may be NULL */
    void *context;
} BookAuditListener;

typedef struct BookAudit BookAudit;

/* Looks for what is to be searched; `config` and `store` must outlive it.  NULL, and a message, if
 * the store cannot be read. */
BookAudit *book_audit_new(BookStore *store, const BookAuditConfig *config,
                          const BookAuditListener *listener, Message *message);
void book_audit_free(BookAudit *audit);
/* False, and a message, if it cannot go on.  Being interrupted is no failure. */
bool book_audit_run(BookAudit *audit, const JobRunner *runner, Message *message);
const BookAuditState *book_audit_state(const BookAudit *audit);
/* Has everything been searched? */
bool book_audit_is_over(const BookAudit *audit);

#endif
