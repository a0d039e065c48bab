#include "engine/session/depth_log.h"

#include "engine/session/position_record.h"
#include "engine/session/result_store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool recall(void *context, uint64_t depth, const Bytes *json, Message *message) {
    DepthLog *log = context;
    Message why;
    if (depth < 1 || depth > MAX_PLY)
        return message_set(message, "the session has a depth of %" PRIu64, depth);
    if (!position_record_from_json(json, log->pos, &log->depths[depth], &why) ||
        log->depths[depth].line_count == 0)
        return message_set(message, "depth %" PRIu64 " of the session is damaged", depth);
    log->deepest = (int)depth; /* they come in order */
    return true;
}

bool depth_log_open(DepthLog *log, Database *store, const Position *pos, Message *message) {
    uint64_t time_ms = 0;
    *log = (DepthLog){.store = store, .pos = pos};
    if (!database_keep_number(store, "nodes", &log->nodes, message) ||
        !database_keep_number(store, "time_ms", &time_ms, message) ||
        !result_store_each(store, recall, log, message))
        return false;
    log->time_ms = (int64_t)time_ms;
    log->deepest_before = log->deepest;
    return true;
}

void depth_log_free(DepthLog *log) {
    for (int i = 0; i <= MAX_PLY; i++) {
        analysed_position_clear(&log->depths[i]);
        free(log->noted[i].data);
    }
}

const AnalysedPosition *depth_log_last(const DepthLog *log) {
    return log->deepest_before > 0 ? &log->depths[log->deepest_before] : NULL;
}

void depth_log_note(DepthLog *log, const LineCollector *lines) {
    const int depth = lines->done_depth;
    AnalysedPosition found;
    if (depth <= log->deepest || depth > MAX_PLY)
        return;
    bool noted = line_collector_depth(lines, &found);
    found.nodes += log->nodes;
    found.time_ms += log->time_ms;
    noted = noted && position_record_to_json(&found, &log->noted[depth]);
    analysed_position_clear(&found);
    log->any_noted |= noted;
    log->failed |= !noted;
    log->deepest = depth;
}

static bool set_number(DepthLog *log, const char *key, uint64_t number, Message *message) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return database_set(log->store, key, text, message);
}

static bool save_all(DepthLog *log, uint64_t nodes, int64_t time_ms, Message *message) {
    for (int depth = 1; log->any_noted && depth <= log->deepest; depth++)
        if (log->noted[depth].data != NULL &&
            !result_store_add(log->store, (uint64_t)depth, &log->noted[depth], message))
            return false; /* which has undone it all */
    if (set_number(log, "nodes", log->nodes + nodes, message) &&
        set_number(log, "time_ms", (uint64_t)(log->time_ms + time_ms), message))
        return true;
    database_rollback(log->store);
    return false;
}

bool depth_log_save(DepthLog *log, uint64_t nodes, int64_t time_ms, Message *message) {
    if (log->failed)
        return message_set(message, "no memory for a result");
    if (!database_begin(log->store, message) || !save_all(log, nodes, time_ms, message) ||
        !database_commit(log->store, message))
        return false;
    for (int depth = 1; log->any_noted && depth <= log->deepest; depth++) {
        free(log->noted[depth].data);
        log->noted[depth] = (Bytes){NULL, 0};
    }
    log->any_noted = false;
    return true;
}
