#include "engine/spsa/spsa_plot.h"

#include "engine/players/time_control.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 600 };

/* ---- The sheet; lengths in pixels ---- */

static const double WIDTH = 1080, MARGIN = 28, HEADER = 84, GAP = 26;
/* Of a panel, around the field that is plotted on. */
static const double LEFT = 52, RIGHT = 12, TOP = 34, BOTTOM = 28;

typedef struct {
    int columns;
    double width, height; /* of a panel */
} Layout;

static Layout layout_of(int panels) {
    Layout l = {.columns = panels == 1 ? 1 : panels == 2 || panels == 4 ? 2 : 3};
    l.width = (WIDTH - 2 * MARGIN - (l.columns - 1) * GAP) / l.columns;
    l.height = l.columns == 1 ? 420 : l.columns == 2 ? 300 : 240;
    return l;
}

static const char *const STYLE =
    "<style>\n"
    "svg { font-family: system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif; }\n"
    ".sheet { fill: #ffffff; }\n"
    ".title { fill: #1b1f24; font-size: 21px; font-weight: 600; }\n"
    ".note { fill: #5b6570; font-size: 13px; }\n"
    ".name { fill: #1b1f24; font-size: 15px; font-weight: 600; }\n"
    ".change { fill: #0a5fb4; font-size: 14px; }\n"
    ".tick { fill: #5b6570; font-size: 12px; }\n"
    ".grid { stroke: #e3e7eb; stroke-width: 1; }\n"
    ".axis { stroke: #9aa4ae; stroke-width: 1; }\n"
    ".start { stroke: #5b6570; stroke-width: 1; stroke-dasharray: 5 4; }\n"
    ".tried { fill: #0a5fb4; fill-opacity: 0.12; }\n"
    ".path { fill: none; stroke: #0a5fb4; stroke-width: 1.8; stroke-linejoin: round; }\n"
    ".now { fill: #0a5fb4; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  .sheet { fill: #11151a; }\n"
    "  .title, .name { fill: #e8edf2; }\n"
    "  .note, .tick { fill: #97a3af; }\n"
    "  .change, .now { fill: #6cb2ff; }\n"
    "  .grid { stroke: #272e36; }\n"
    "  .axis { stroke: #5d6873; }\n"
    "  .start { stroke: #97a3af; }\n"
    "  .tried { fill: #6cb2ff; fill-opacity: 0.16; }\n"
    "  .path { stroke: #6cb2ff; }\n"
    "}\n"
    "</style>\n";

/* ---- Text ---- */

/* The length of the character of UTF-8 that begins here; 0 if it is none that XML may hold. */
static int character_length(const char *text) {
    const unsigned char *b = (const unsigned char *)text;
    const int length = b[0] < 0x80 ? 1 : b[0] < 0xE0 ? 2 : b[0] < 0xF0 ? 3 : 4;
    if (b[0] < ' ' || b[0] == 0x7F || (b[0] >= 0x80 && b[0] < 0xC2) || b[0] > 0xF4)
        return 0;
    for (int i = 1; i < length; i++)
        if ((b[i] & 0xC0) != 0x80)
            return 0;
    const bool overlong = (b[0] == 0xE0 && b[1] < 0xA0) || (b[0] == 0xF0 && b[1] < 0x90);
    const bool surrogate = b[0] == 0xED && b[1] > 0x9F, beyond = b[0] == 0xF4 && b[1] > 0x8F;
    const bool no_character = b[0] == 0xEF && b[1] == 0xBF && b[2] > 0xBD;
    return overlong || surrogate || beyond || no_character ? 0 : length;
}

static void write_text(FILE *out, const char *text) {
    while (*text != '\0') {
        const int length = character_length(text);
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default:
            if (length > 0)
                fwrite(text, 1, (size_t)length, out);
            else
                fputc('?', out);
        }
        text += length > 0 ? length : 1;
    }
}

static void write_label(FILE *out, const char *class, double x, double y, const char *anchor,
                        const char *text) {
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", class, x, y,
            anchor);
    write_text(out, text);
    fputs("</text>\n", out);
}

/* 1234567 as "1,234,567". */
static char *group_digits(uint64_t number, char text[32]) {
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

/* ---- A panel ---- */

typedef struct {
    double least, most, step; /* step: between its ticks */
} Scale;

/* The round number (1, 2 or 5 by a power of ten) that divides a range into `parts` at most. */
static double round_step(double range, int parts) {
    const double rough = range / parts, power = pow(10, floor(log10(rough)));
    const double part = rough / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

typedef struct {
    FILE *out;
    const SpsaPaths *paths;
    int index;                       /* of the parameter */
    double left, right, top, bottom; /* of the field */
    Scale x, y;
} Panel;

static double theta_at(const Panel *p, size_t point) {
    return p->paths->thetas[point * (size_t)p->paths->plan->count + (size_t)p->index];
}

/* A bound of the values that were tried at a point; `side` is -1 or +1. */
static double tried_at(const Panel *p, size_t point, int side) {
    const SpsaParameter *parameter = &p->paths->plan->parameters[p->index];
    const double c = spsa_gains(p->paths->plan, p->index, p->paths->counted[point]).c;
    return fmin(fmax(theta_at(p, point) + side * c, (double)parameter->least),
                (double)parameter->most);
}

static double x_of(const Panel *p, double counted) {
    return p->left + (counted - p->x.least) / (p->x.most - p->x.least) * (p->right - p->left);
}
static double y_of(const Panel *p, double value) {
    return p->bottom - (value - p->y.least) / (p->y.most - p->y.least) * (p->bottom - p->top);
}

static void set_scales(Panel *p) {
    const SpsaPlan *plan = p->paths->plan;
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (size_t i = 0; i < p->paths->count; i++) {
        least = fmin(least, tried_at(p, i, -1));
        most = fmax(most, tried_at(p, i, +1));
    }
    const double air = 0.04 * (most - least);
    p->y = (Scale){least - air, most + air, 0};
    p->y.step = round_step(p->y.most - p->y.least, 6);
    p->x = (Scale){0, (double)plan->iterations, 0};
    p->x.step = round_step(p->x.most, p->right - p->left > 500 ? 10 : 5);
}

static void draw_line(const Panel *p, const char *class, double x1, double y1, double x2,
                      double y2) {
    fprintf(p->out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class,
            x1, y1, x2, y2);
}

static void draw_axes(const Panel *p) {
    char text[32];
    const int decimals = p->y.step < 1 ? (int)ceil(-log10(p->y.step) - 1e-9) : 0;
    for (double i = ceil(p->y.least / p->y.step); i * p->y.step <= p->y.most; i++) {
        const double y = y_of(p, i * p->y.step);
        snprintf(text, sizeof text, "%.*f", decimals, i * p->y.step + 0.0);
        draw_line(p, "grid", p->left, y, p->right, y);
        write_label(p->out, "tick", p->left - 7, y + 4, "end", text);
    }
    const double step = fmax(p->x.step, 1);
    for (double i = 0; i * step <= p->x.most; i++) {
        const double x = x_of(p, i * step);
        draw_line(p, "axis", x, p->bottom, x, p->bottom + 4);
        write_label(p->out, "tick", x, p->bottom + 18, "middle",
                    group_digits((uint64_t)(i * step), text));
    }
    draw_line(p, "axis", p->left, p->bottom, p->right, p->bottom);
}

static void draw_point(const Panel *p, size_t point, double value) {
    fprintf(p->out, "%.1f,%.1f ", x_of(p, (double)p->paths->counted[point]), y_of(p, value));
}

static void draw_curves(const Panel *p) {
    const SpsaParameter *parameter = &p->paths->plan->parameters[p->index];
    const size_t last = p->paths->count - 1;
    const double start = y_of(p, (double)parameter->start);
    fputs("<polygon class=\"tried\" points=\"", p->out);
    for (size_t i = 0; i <= last; i++)
        draw_point(p, i, tried_at(p, i, +1));
    for (size_t i = last + 1; i-- > 0;)
        draw_point(p, i, tried_at(p, i, -1));
    fputs("\"/>\n", p->out);
    draw_line(p, "start", p->left, start, p->right, start);
    fputs("<polyline class=\"path\" points=\"", p->out);
    for (size_t i = 0; i <= last; i++)
        draw_point(p, i, theta_at(p, i));
    fputs("\"/>\n", p->out);
    fprintf(p->out, "<circle class=\"now\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\"/>\n",
            x_of(p, (double)p->paths->counted[last]), y_of(p, theta_at(p, last)));
}

/* What the panel shows, and how far it went; a name that has no room beside that is cut. */
static void draw_heading(const Panel *p) {
    const double character = 9.3, change_character = 8.2; /* widths, rather too much */
    const SpsaParameter *parameter = &p->paths->plan->parameters[p->index];
    const double left = p->left - LEFT, y = p->top - 14;
    char change[64], name[SPSA_NAME_SIZE + 4];
    const int length = snprintf(change, sizeof change, "%" PRId64 " → %.1f", parameter->start,
                                theta_at(p, p->paths->count - 1));
    const double room = (p->right - left - change_character * length) / character;
    if ((double)strlen(parameter->name) <= room)
        snprintf(name, sizeof name, "%s", parameter->name);
    else
        snprintf(name, sizeof name, "%.*s…", room > 1 ? (int)room - 1 : 0, parameter->name);
    fputs("<title>", p->out);
    write_text(p->out, parameter->name);
    fputs("</title>\n", p->out);
    write_label(p->out, "name", left, y, "start", name);
    write_label(p->out, "change", p->right, y, "end", change);
}

static void draw_panel(FILE *out, const SpsaPaths *paths, int index) {
    const Layout l = layout_of(paths->plan->count);
    const int column = index % l.columns, row = index / l.columns;
    const double x = MARGIN + column * (l.width + GAP), y = HEADER + row * (l.height + GAP);
    Panel p = {.out = out,
               .paths = paths,
               .index = index,
               .left = x + LEFT,
               .right = x + l.width - RIGHT,
               .top = y + TOP,
               .bottom = y + l.height - BOTTOM};
    set_scales(&p);
    fputs("<g>\n", out);
    draw_heading(&p);
    draw_axes(&p);
    draw_curves(&p);
    fputs("</g>\n", out);
}

void spsa_plot_draw(FILE *out, const SpsaPaths *paths) {
    const int panels = paths->plan->count;
    const Layout l = layout_of(panels);
    const int rows = (panels + l.columns - 1) / l.columns;
    const double height = HEADER + rows * l.height + (rows - 1) * GAP + MARGIN;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>",
            WIDTH, height, WIDTH, height);
    write_text(out, paths->title);
    fprintf(out, "</title>\n%s<rect class=\"sheet\" width=\"%.0f\" height=\"%.0f\"/>\n", STYLE,
            WIDTH, height);
    write_label(out, "title", MARGIN, 40, "start", paths->title);
    write_label(out, "note", MARGIN, 63, "start", paths->subtitle);
    for (int i = 0; i < panels; i++)
        draw_panel(out, paths, i);
    fputs("</svg>\n", out);
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
             group_digits(s->counted, counted), group_digits(plan->iterations, total),
             group_digits(s->games, games), tc + (strncmp(tc, "- ", 2) == 0 ? 2 : 0), plan->alpha,
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
