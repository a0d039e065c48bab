/*
 * What was found out about a position as JSON, the way it goes from worker to owner and into the
 * session's database:
 *
 *   {"depth": 12, "seldepth": 20, "nodes": 51234, "time_ms": 80,
 *    "lines": [{"score": 35, "moves": ["f2f5", …]}, …],
 *    "solution": {"depth": 7, "nodes": 4711, "time_ms": 9}}
 *
 * Scores are as in score.h.  "solution" is there for solved test positions only.
 */
#ifndef BRINDLE_ENGINE_SESSION_POSITION_RECORD_H
#define BRINDLE_ENGINE_SESSION_POSITION_RECORD_H

#include "engine/analysis/analysed_position.h"
#include "engine/jobs/job.h"

/* False if memory is out. */
bool position_record_to_json(const AnalysedPosition *analysed, Bytes *json);
/* `pos` is what it is about: its moves must be legal.  False, and a message, if it is damaged;
 * analysed_position_clear in either case. */
bool position_record_from_json(const Bytes *json, const Position *pos, AnalysedPosition *analysed,
                               Message *message);

#endif
