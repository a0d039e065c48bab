/*
 * brindle analyse --session: one position, over several runs.
 */
#include "engine/session/depth_log.h"
#include "engine/tools/analyse_tools.h"
#include "engine/watched_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAVE_MS = 10000 /* what has been spent, if no depth is finished meanwhile */ };

typedef struct {
    const AnalyseRequest *request;
    Session *session;
    Engine *engine;
    void *writer; /* its state */
    DepthLog log;
    LineCollector lines;
    char *hash_file;
    int64_t snapshot_ms;          /* between two snapshots */
    int64_t saved_ms, snapped_ms; /* when the last ones were, in the time of this run */
    uint64_t nodes;               /* of this run, as far as they are known */
    atomic_bool stop;             /* the session cannot be written: */
    Message failure;
    Message snapshot_failure; /* empty: none */
} OneSession;

/* ---- What was found before ---- */

/* As it was told at the time, as far as that is known. */
static void tell_again(OneSession *o, const AnalysedPosition *a) {
    for (int i = 0; i < a->line_count; i++) {
        SearchReport r = {.depth = a->depth,
                          .selective_depth = a->selective_depth,
                          .multipv = i + 1,
                          .score = a->lines[i].score,
                          .bound = BOUND_EXACT,
                          .nodes = a->nodes,
                          .time_ms = a->time_ms,
                          .pv_length = a->lines[i].count};
        if (a->time_ms > 0)
            r.nodes_per_second = (uint64_t)((double)a->nodes * 1000 / (double)a->time_ms);
        for (int j = 0; j < r.pv_length; j++)
            r.pv[j] = a->lines[i].moves[j];
        o->request->writer->report(o->writer, &r);
    }
}

/* What is left of the limits, which are those of all runs together; false if that is nothing. */
static bool limits_left(const OneSession *o, SearchLimits *limits) {
    const DepthLog *log = &o->log;
    *limits = o->request->limits;
    if ((limits->depth > 0 && log->deepest >= limits->depth) ||
        (limits->nodes > 0 && log->nodes >= limits->nodes) ||
        (limits->move_time_ms > 0 && log->time_ms >= limits->move_time_ms))
        return false;
    limits->nodes -= limits->nodes > 0 ? log->nodes : 0;
    limits->move_time_ms -= limits->move_time_ms > 0 ? log->time_ms : 0;
    return true;
}

static void load_snapshot(OneSession *o) {
    Message message;
    if (access(o->hash_file, F_OK) != 0)
        return;
    engine_set_position(o->engine, &o->request->pos);
    const bool loaded = engine_set_hash_file(o->engine, o->hash_file, &message) &&
                        engine_load_hash(o->engine, &message);
    fprintf(stderr, "brindle analyse: %s%s\n", message.text,
            loaded ? "" : "; going on without what was in it");
}

/* ---- While it searches ---- */

static void on_report(void *context, const SearchReport *report) {
    OneSession *o = context;
    SearchReport r = *report;
    o->nodes = r.nodes;
    if (line_collector_take(&o->lines, report))
        depth_log_note(&o->log, &o->lines);
    /* What this run finds out anew has been shown. */
    if (r.depth <= o->log.deepest_before)
        return;
    r.nodes += o->log.nodes;
    r.time_ms += o->log.time_ms;
    o->request->writer->report(o->writer, &r);
}

static void save(OneSession *o, int64_t elapsed_ms) {
    o->saved_ms = elapsed_ms;
    if (!depth_log_save(&o->log, o->nodes, elapsed_ms, &o->failure))
        atomic_store(&o->stop, true);
}

static void snap(OneSession *o, int64_t elapsed_ms) {
    Message message;
    o->snapped_ms = elapsed_ms;
    if (!engine_snapshot_hash(o->engine, o->hash_file, &message))
        o->snapshot_failure = message;
    else
        o->snapshot_failure.text[0] = '\0';
}

static void on_tick(void *context, int64_t elapsed_ms) {
    OneSession *o = context;
    if (o->log.any_noted || elapsed_ms - o->saved_ms >= SAVE_MS)
        save(o, elapsed_ms);
    if (elapsed_ms - o->snapped_ms >= o->snapshot_ms)
        snap(o, elapsed_ms);
    if (o->request->writer->tick != NULL)
        o->request->writer->tick(o->writer, o->log.time_ms + elapsed_ms);
}

/* ---- The end of a run ---- */

/* Of all runs together: a run that did not come as far as one before it has nothing to say. */
static SearchResult result_in_all(const OneSession *o, const SearchResult *run) {
    const AnalysedPosition *last = depth_log_last(&o->log);
    SearchResult r = run != NULL ? *run : (SearchResult){.depth = 0};
    r.nodes += o->log.nodes;
    r.time_ms += o->log.time_ms;
    if (last == NULL || r.depth > last->depth)
        return r;
    r.best = last->lines[0].moves[0];
    r.ponder = last->lines[0].count > 1 ? last->lines[0].moves[1] : MOVE_NONE;
    r.score = last->lines[0].score;
    r.depth = last->depth;
    return r;
}

/* True if it was searched as far as the limits say. */
static bool search(OneSession *o, const SearchLimits *limits, SearchResult *result) {
    const SearchWatch watch = {.interrupted = interrupted,
                               .stop = &o->stop,
                               .on_report = on_report,
                               .on_tick = on_tick,
                               .context = o};
    load_snapshot(o);
    interrupts_watch();
    const bool whole = watched_search(o->engine, &o->request->pos, limits, &watch, result);
    o->nodes = result->nodes;
    if (!atomic_load(&o->stop)) {
        save(o, result->time_ms);
        snap(o, result->time_ms);
    }
    return whole;
}

static int analyse(OneSession *o) {
    const Position *pos = &o->request->pos;
    const AnalysisWriter *writer = o->request->writer;
    const GameState game_state = position_game_state(pos);
    SearchLimits limits;
    SearchResult found = {.best = MOVE_NONE};
    bool whole = true;
    o->writer = writer->begin(stdout, pos, (int)o->request->multipv);
    if (o->writer == NULL) {
        fprintf(stderr, "brindle analyse: no memory\n");
        return 1;
    }
    for (int depth = 1; depth <= o->log.deepest_before; depth++)
        tell_again(o, &o->log.depths[depth]);
    if (game_state != GAME_CHECKMATE && game_state != GAME_STALEMATE && limits_left(o, &limits))
        whole = search(o, &limits, &found);
    found = result_in_all(o, &found);
    writer->end(o->writer, &found, game_state);
    if (o->snapshot_failure.text[0] != '\0')
        fprintf(stderr, "brindle analyse: %s\n", o->snapshot_failure.text);
    if (atomic_load(&o->stop)) {
        fprintf(stderr, "brindle analyse: %s\n", o->failure.text);
        return 1;
    }
    if (!whole)
        analyse_print_resume(o->session, "Stopped; what is finished is saved.  To go on:\n");
    return whole ? 0 : EXIT_INTERRUPTED;
}

static bool prepare(OneSession *o, Message *message) {
    const char *name = o->session->file_name;
    const size_t size = strlen(name) + sizeof ".hash";
    double minutes = 5;
    if (!arguments_real(&o->session->arguments, "--snapshot", 0.001, 1e6, &minutes, message))
        return false;
    o->snapshot_ms = (int64_t)(minutes * 60000);
    o->hash_file = malloc(size);
    if (o->hash_file == NULL)
        return message_set(message, "no memory");
    snprintf(o->hash_file, size, "%s.hash", name);
    o->engine = analyse_request_engine(o->request, message);
    return o->engine != NULL && session_begin(o->session, NULL, message) &&
           depth_log_open(&o->log, o->session->store, &o->request->pos, message) &&
           (line_collector_init(&o->lines, &o->request->pos, &o->request->limits,
                                (int)o->request->multipv) ||
            message_set(message, "no memory")) &&
           analyse_request_show_book(o->request, message);
}

int analyse_one_in_session(Session *session, const AnalyseRequest *request) {
    Message message = {"no memory"};
    OneSession *o = calloc(1, sizeof *o);
    int status = 1;
    if (o != NULL) {
        o->session = session;
        o->request = request;
    }
    if (o != NULL && prepare(o, &message))
        status = analyse(o);
    else
        fprintf(stderr, "brindle analyse: %s\n", message.text);
    if (o != NULL) {
        engine_free(o->engine);
        line_collector_free(&o->lines);
        depth_log_free(&o->log);
        free(o->hash_file);
    }
    free(o);
    return status;
}
