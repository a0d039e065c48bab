/*
 * The analysis of one position in its session: the depths that have been finished, and what all
 * runs together have spent.
 *
 * A depth is noted as soon as its last line is told, by whichever thread that may be, and is in the
 * database after the next depth_log_save.
 */
#ifndef BRINDLE_ENGINE_SESSION_DEPTH_LOG_H
#define BRINDLE_ENGINE_SESSION_DEPTH_LOG_H

#include "engine/analysis/analysed_position.h"
#include "engine/jobs/job.h"
#include "engine/match/database.h"

typedef struct {
    Database *store;
    const Position *pos;
    AnalysedPosition depths[MAX_PLY + 1]; /* stored before this run; all zero: not there */
    int deepest;                          /* stored or noted; 0: none */
    int deepest_before;                   /* stored before this run */
    uint64_t nodes;                       /* spent before this run */
    int64_t time_ms;
    Bytes noted[MAX_PLY + 1]; /* not yet in the database, by depth */
    bool any_noted, failed;   /* no memory for one */
} DepthLog;

/* Reads what is there.  `pos` must stay.  depth_log_free in either case. */
bool depth_log_open(DepthLog *log, Database *store, const Position *pos, Message *message);
void depth_log_free(DepthLog *log);
/* The deepest that was stored before this run; NULL if there is none. */
const AnalysedPosition *depth_log_last(const DepthLog *log);
/* A depth is complete in the collector, whose counts are those of this run.  It is noted if it is
 * deeper than what is there. */
void depth_log_note(DepthLog *log, const LineCollector *lines);
/* Puts what has been noted into the database, and what this run has spent; all or nothing. */
bool depth_log_save(DepthLog *log, uint64_t nodes, int64_t time_ms, Message *message);

#endif
