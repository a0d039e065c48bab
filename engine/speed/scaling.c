#include "engine/speed/scaling.h"

#include "engine/speed/games.h"
#include "engine/speed/machine.h"
#include "engine/watched_search.h"

#include <math.h>
#include <string.h>

/* ---- The rows to measure ---- */

static const ScalingRow *find(const ScalingTable *t, const ScalingRow *wanted) {
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].sweep == wanted->sweep && t->rows[i].threads == wanted->threads &&
            t->rows[i].hash_mib == wanted->hash_mib)
            return &t->rows[i];
    return NULL;
}

/* All configurations, in their order: doubled each time, and the most at the end. */
static int plan(const ScalingOptions *o, ScalingRow rows[SCALING_ROWS_MAX]) {
    int count = 0;
    for (int threads = 1;; threads = 2 * threads < o->threads ? 2 * threads : o->threads) {
        rows[count++] = (ScalingRow){
            .sweep = SCALING_BY_THREADS, .threads = threads, .hash_mib = o->thread_hash_mib};
        if (threads >= o->threads)
            break;
    }
    for (size_t mib = 1;; mib = 2 * mib < o->hash_mib ? 2 * mib : o->hash_mib) {
        rows[count++] = (ScalingRow){.sweep = SCALING_BY_HASH, .threads = 1, .hash_mib = mib};
        if (mib >= o->hash_mib)
            break;
    }
    return count;
}

/* The `index`-th of `count` positions, spread evenly over all games. */
static void choose_position(int index, int count, SpeedPosition *position) {
    int number = (int)((int64_t)index * speed_position_count() / count), game = 0;
    for (; number >= speed_positions_of_game(game); game++)
        number -= speed_positions_of_game(game);
    speed_position(game, number, position);
}

/* ---- Measuring ---- */

typedef struct {
    const ScalingOptions *options;
    Engine *engine;
    int done, total; /* searches */
} Scaling;

static bool search(Scaling *s, const Position *pos, int depth, SearchResult *found,
                   Message *message) {
    const SearchLimits limits = {.depth = depth};
    const SearchWatch watch = {.interrupted = s->options->interrupted};
    return watched_search(s->engine, pos, &limits, &watch, found) ||
           message_set(message, "stopped");
}

static bool measure(Scaling *s, ScalingRow *row, Message *message) {
    const ScalingOptions *o = s->options;
    SpeedPosition position;
    SearchResult found;
    double logarithms = 0;
    if (!engine_set_threads(s->engine, 1, message) ||
        !engine_set_hash(s->engine, row->hash_mib, message) ||
        !engine_set_threads(s->engine, row->threads, message))
        return false;
    /* Once something is in the table, clearing it touches all of its memory, which then costs the
     * searches nothing. */
    choose_position(0, o->positions, &position);
    if (!search(s, &position.pos, 1, &found, message))
        return false;
    for (int i = 0; i < o->positions; i++) {
        if (o->on_position != NULL)
            o->on_position(o->context, row, s->done, s->total);
        choose_position(i, o->positions, &position);
        engine_clear(s->engine);
        if (!search(s, &position.pos, o->depth, &found, message))
            return false;
        row->nodes += found.nodes;
        row->time_ms += found.time_ms;
        logarithms += log((double)(found.time_ms > 0 ? found.time_ms : 1));
        s->done++;
    }
    /* As exactly as the file keeps it, so that what is worked out from it is the same later on. */
    row->mean_time_ms = fmax(round(exp(logarithms / o->positions) * 1000), 1) / 1000;
    row->huge_page_kib = machine_huge_page_kib();
    return true;
}

bool scaling_run(const ScalingOptions *options, ScalingTable *table, Message *message) {
    ScalingRow planned[SCALING_ROWS_MAX];
    const int count = plan(options, planned);
    Scaling s = {.options = options, .engine = engine_new(message)};
    bool well = s.engine != NULL;
    for (int i = 0; i < count; i++)
        s.total += find(table, &planned[i]) == NULL ? options->positions : 0;
    for (int i = 0; i < count && well; i++) {
        if (find(table, &planned[i]) != NULL)
            continue;
        if (table->count == SCALING_ROWS_MAX)
            well = message_set(message, "there are more than %d rows", SCALING_ROWS_MAX);
        well = well && measure(&s, &planned[i], message);
        if (!well)
            break;
        table->rows[table->count++] = planned[i];
        if (options->on_row != NULL)
            options->on_row(options->context, &table->rows[table->count - 1]);
    }
    engine_free(s.engine);
    return well;
}

/* ---- Ratios ---- */

const ScalingRow *scaling_base(const ScalingTable *t, ScalingSweep sweep) {
    const ScalingRow *base = NULL;
    for (int i = 0; i < t->count; i++) {
        const ScalingRow *r = &t->rows[i];
        if (r->sweep == sweep &&
            (base == NULL || r->threads < base->threads || r->hash_mib < base->hash_mib))
            base = r;
    }
    return base;
}

double scaling_nodes_per_second(const ScalingRow *r) {
    return (double)r->nodes * 1000 / (double)(r->time_ms > 0 ? r->time_ms : 1);
}

double scaling_nodes_ratio(const ScalingTable *t, const ScalingRow *r) {
    const ScalingRow *base = scaling_base(t, r->sweep);
    return base == NULL || base->nodes == 0
               ? 0
               : scaling_nodes_per_second(r) / scaling_nodes_per_second(base);
}

double scaling_speed_up(const ScalingTable *t, const ScalingRow *r) {
    const ScalingRow *base = scaling_base(t, r->sweep);
    return base == NULL || r->mean_time_ms <= 0 ? 0 : base->mean_time_ms / r->mean_time_ms;
}
