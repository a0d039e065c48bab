/* The scaling table as a file: CSV, which a run that was interrupted goes on from, and curves. */
#include "engine/speed/scaling.h"

#include "engine/plot/plot.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const SWEEP_NAMES[SCALING_SWEEPS] = {"threads", "hash"};

/* ---- CSV ---- */

static const char COLUMNS[] = "sweep,threads,hash_mib,depth,positions,nodes,time_ms,mean_time_ms,"
                              "huge_page_kib,nps,nps_ratio,speed_up\n";

void scaling_write_header(FILE *out) {
    fputs(COLUMNS, out);
}

void scaling_write_row(FILE *out, const ScalingOptions *o, const ScalingTable *t,
                       const ScalingRow *r) {
    fprintf(out, "%s,%d,%zu,%d,%d,%" PRIu64 ",%" PRId64 ",%.3f,%" PRId64 ",%.0f,%.3f,%.3f\n",
            SWEEP_NAMES[r->sweep], r->threads, r->hash_mib, o->depth, o->positions, r->nodes,
            r->time_ms, r->mean_time_ms, r->huge_page_kib, scaling_nodes_per_second(r),
            scaling_nodes_ratio(t, r), scaling_speed_up(t, r));
}

/* A row of the file; its last three columns follow from the others. */
static bool read_row(const char *line, int number, const ScalingOptions *o, ScalingRow *row,
                     Message *message) {
    char sweep[16];
    int depth, positions;
    *row = (ScalingRow){.threads = 0};
    if (sscanf(line, "%15[a-z],%d,%zu,%d,%d,%" SCNu64 ",%" SCNd64 ",%lf,%" SCNd64, sweep,
               &row->threads, &row->hash_mib, &depth, &positions, &row->nodes, &row->time_ms,
               &row->mean_time_ms, &row->huge_page_kib) != 9 ||
        row->threads < 1 || row->hash_mib < 1 || row->time_ms < 0 || !(row->mean_time_ms > 0))
        return message_set(message, "line %d is no row of a scaling report", number);
    row->sweep =
        strcmp(sweep, SWEEP_NAMES[SCALING_BY_HASH]) == 0 ? SCALING_BY_HASH : SCALING_BY_THREADS;
    if (strcmp(sweep, SWEEP_NAMES[row->sweep]) != 0)
        return message_set(message, "line %d: there is no sweep '%s'", number, sweep);
    if (depth != o->depth || positions != o->positions)
        return message_set(
            message, "line %d was measured to depth %d on %d positions, not to depth %d on %d",
            number, depth, positions, o->depth, o->positions);
    return true;
}

bool scaling_read(FILE *in, const ScalingOptions *options, ScalingTable *table, Message *message) {
    char line[512];
    int number = 1;
    table->count = 0;
    if (fgets(line, sizeof line, in) == NULL)
        return true;
    if (strcmp(line, COLUMNS) != 0)
        return message_set(message, "line 1 is not the header of a scaling report");
    while (fgets(line, sizeof line, in) != NULL && strchr(line, '\n') != NULL) {
        if (table->count == SCALING_ROWS_MAX)
            return message_set(message, "there are more than %d rows", SCALING_ROWS_MAX);
        if (!read_row(line, ++number, options, &table->rows[table->count], message))
            return false;
        table->count++;
    }
    return true;
}

/* ---- Curves ---- */

typedef double Ordinate(const ScalingTable *table, const ScalingRow *row);

static double million_nodes(const ScalingTable *table, const ScalingRow *row) {
    (void)table;
    return scaling_nodes_per_second(row) / 1e6;
}

static double abscissa(const ScalingRow *row) {
    return row->sweep == SCALING_BY_THREADS ? row->threads : log2((double)row->hash_mib);
}

static void draw_panel(const PlotSheet *sheet, int index, const ScalingTable *t, ScalingSweep sweep,
                       const char *name, Ordinate *ordinate) {
    PlotPanel panel = plot_panel_begin(sheet, index);
    const ScalingRow *last = NULL;
    double most_x = 1, most_y = 0;
    char outcome[48] = "";
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].sweep == sweep) {
            last = &t->rows[i];
            most_x = fmax(most_x, abscissa(last));
            most_y = fmax(most_y, ordinate(t, last));
        }
    if (last != NULL)
        snprintf(outcome, sizeof outcome, "%.2f at the end", ordinate(t, last));
    panel.x = plot_scale_of_counts(&panel, most_x);
    panel.y = plot_scale_of_values(0, most_y);
    plot_heading(&panel, name, outcome);
    plot_axes(&panel);
    plot_curve_begin(&panel, PLOT_PATH);
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].sweep == sweep)
            plot_point(&panel, abscissa(&t->rows[i]), ordinate(t, &t->rows[i]));
    plot_curve_end(&panel);
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].sweep == sweep)
            plot_dot(&panel, abscissa(&t->rows[i]), ordinate(t, &t->rows[i]));
    plot_panel_end(&panel);
}

void scaling_plot(FILE *out, const ScalingTable *table, const char *subtitle) {
    const PlotSheet sheet = plot_sheet_begin(out, 4, "Brindle: threads and hash", subtitle);
    draw_panel(&sheet, 0, table, SCALING_BY_THREADS, "M nodes/s by threads", million_nodes);
    draw_panel(&sheet, 1, table, SCALING_BY_THREADS, "Speed-up (time to depth) by threads",
               scaling_speed_up);
    draw_panel(&sheet, 2, table, SCALING_BY_HASH, "M nodes/s by hash, 2^x MiB", million_nodes);
    draw_panel(&sheet, 3, table, SCALING_BY_HASH, "Speed-up by hash, 2^x MiB", scaling_speed_up);
    plot_sheet_end(&sheet);
}
