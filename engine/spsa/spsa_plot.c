#include "engine/spsa/spsa_plot.h"

#include "engine/players/time_control.h"
#include "engine/plot/plot.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 600 };

/* ---- A panel ---- */

typedef struct {
    PlotPanel panel;
    const SpsaPaths *paths;
    int index; /* of the parameter */
} Path;

static const SpsaParameter *parameter_of(const Path *p) {
    return &p->paths->plan->parameters[p->index];
}

static double theta_at(const Path *p, size_t point) {
    return p->paths->thetas[point * (size_t)p->paths->plan->count + (size_t)p->index];
}

/* A bound of the values that were tried at a point; `side` is -1 or +1. */
static double tried_at(const Path *p, size_t point, int side) {
    const double c = spsa_gains(p->paths->plan, p->index, p->paths->counted[point]).c;
    return fmin(fmax(theta_at(p, point) + side * c, (double)parameter_of(p)->least),
                (double)parameter_of(p)->most);
}

static void set_scales(Path *p) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (size_t i = 0; i < p->paths->count; i++) {
        least = fmin(least, tried_at(p, i, -1));
        most = fmax(most, tried_at(p, i, +1));
    }
    p->panel.y = plot_scale_of_values(least, most);
    p->panel.x = plot_scale_of_counts(&p->panel, (double)p->paths->plan->iterations);
}

static void draw_curves(const Path *p) {
    const uint64_t *counted = p->paths->counted;
    const size_t last = p->paths->count - 1;
    plot_curve_begin(&p->panel, PLOT_BAND);
    for (size_t i = 0; i <= last; i++)
        plot_point(&p->panel, (double)counted[i], tried_at(p, i, +1));
    for (size_t i = last + 1; i-- > 0;)
        plot_point(&p->panel, (double)counted[i], tried_at(p, i, -1));
    plot_curve_end(&p->panel);
    plot_level(&p->panel, PLOT_DASHES, (double)parameter_of(p)->start);
    plot_curve_begin(&p->panel, PLOT_PATH);
    for (size_t i = 0; i <= last; i++)
        plot_point(&p->panel, (double)counted[i], theta_at(p, i));
    plot_curve_end(&p->panel);
    plot_dot(&p->panel, (double)counted[last], theta_at(p, last));
}

static void draw_panel(const PlotSheet *sheet, const SpsaPaths *paths, int index) {
    Path p = {.panel = plot_panel_begin(sheet, index), .paths = paths, .index = index};
    char change[64];
    set_scales(&p);
    snprintf(change, sizeof change, "%" PRId64 " → %.1f", parameter_of(&p)->start,
             theta_at(&p, paths->count - 1));
    plot_heading(&p.panel, parameter_of(&p)->name, change);
    plot_axes(&p.panel);
    draw_curves(&p);
    plot_panel_end(&p.panel);
}

void spsa_plot_draw(FILE *out, const SpsaPaths *paths) {
    const PlotSheet sheet =
        plot_sheet_begin(out, paths->plan->count, paths->title, paths->subtitle);
    for (int i = 0; i < paths->plan->count; i++)
        draw_panel(&sheet, paths, i);
    plot_sheet_end(&sheet);
}

/* ---- From the database to the file ---- */

typedef struct {
    SpsaPaths paths;
    size_t room;
} Gathering;

static bool add_point(void *context, uint64_t number, const double *theta, Message *message) {
    Gathering *g = context;
    SpsaPaths *p = &g->paths;
    const size_t count = (size_t)p->plan->count;
    if (p->count == g->room)
        return message_set(message, "more points than expected");
    p->counted[p->count] = number + 1;
    memcpy(p->thetas + p->count * count, theta, count * sizeof *theta);
    p->count++;
    return true;
}

static bool write_file(const char *file_name, const SpsaPaths *paths, Message *message) {
    FILE *out = fopen(file_name, "w");
    if (out == NULL)
        return message_set(message, "%.200s: %s", file_name, strerror(errno));
    spsa_plot_draw(out, paths);
    const bool failed = ferror(out) != 0;
    return (fclose(out) == 0 && !failed) ||
           message_set(message, "%.200s: it cannot be written: %s", file_name, strerror(errno));
}

static void write_subtitle(const SpsaState *s, char *text, size_t size) {
    const SpsaPlan *plan = &s->config->plan;
    char tc[64], counted[32], total[32], games[32];
    time_control_write(&s->config->match.engines[0].tc, tc, sizeof tc);
    snprintf(text, size,
             "%s of %s iterations, %s games (%s), alpha %g, gamma %g, A/N %g, seed %" PRIu64
             ".  The band is what was tried, the dashes are the start.",
             plot_digits(s->counted, counted), plot_digits(plan->iterations, total),
             plot_digits(s->games, games), tc + (strncmp(tc, "- ", 2) == 0 ? 2 : 0), plan->alpha,
             plan->gamma, plan->a_ratio, plan->seed);
}

bool spsa_plot_save(const char *file_name, const SpsaState *state, Database *store,
                    Message *message) {
    const SpsaPlan *plan = &state->config->plan;
    const uint64_t stride = state->counted / POINTS_MAX + 1;
    char title[ENGINE_NAME_MAX + 64], subtitle[320];
    /* The start, every stride-th iteration, and the last. */
    Gathering g = {.paths = {.plan = plan, .title = title, .subtitle = subtitle},
                   .room = (size_t)(state->counted / stride) + 3};
    g.paths.counted = calloc(g.room, sizeof *g.paths.counted);
    g.paths.thetas = calloc(g.room * (size_t)plan->count, sizeof *g.paths.thetas);
    snprintf(title, sizeof title, "The path%s of %d parameter%s of %s", plan->count == 1 ? "" : "s",
             plan->count, plan->count == 1 ? "" : "s", state->config->match.engines[0].name);
    write_subtitle(state, subtitle, sizeof subtitle);
    bool saved = false;
    if (g.paths.counted == NULL || g.paths.thetas == NULL) {
        message_set(message, "no memory for a plot");
    } else {
        spsa_start(plan, g.paths.thetas);
        g.paths.count = 1;
        saved = spsa_store_each_theta(store, plan->count, 0, stride, add_point, &g, message) &&
                write_file(file_name, &g.paths, message);
    }
    free(g.paths.counted);
    free(g.paths.thetas);
    return saved;
}
