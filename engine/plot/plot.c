#include "engine/plot/plot.h"

#include "engine/plot/xml_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* ---- The sheet ---- */

static const double WIDTH = 1080, MARGIN = 28, HEADER = 84, GAP = 26;
/* Of a panel, around the field that is plotted on. */
static const double LEFT = 52, RIGHT = 12, TOP = 34, BOTTOM = 28;

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
    ".tried { fill: #0a5fb4; fill-opacity: 0.12; stroke: none; }\n"
    ".path { fill: none; stroke: #0a5fb4; stroke-width: 1.8; stroke-linejoin: round; }\n"
    ".other { fill: none; stroke: #b4540a; stroke-width: 1.8; stroke-linejoin: round; }\n"
    ".now { fill: #0a5fb4; }\n"
    ".slight, .grave, .worst { stroke-width: 9; stroke-linecap: round; }\n"
    ".slight { stroke: #d9a514; }\n"
    ".grave { stroke: #e0701a; }\n"
    ".worst { stroke: #d02a1e; }\n"
    "text.path, text.other { stroke: none; font-size: 13px; }\n"
    "text.path { fill: #0a5fb4; }\n"
    "text.other { fill: #b4540a; }\n"
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
    "  .other { stroke: #ffb066; }\n"
    "  text.path { fill: #6cb2ff; }\n"
    "  text.other { fill: #ffb066; }\n"
    "}\n"
    "</style>\n";

/* ---- Text ---- */

static void write_label(FILE *out, const char *class, double x, double y, const char *anchor,
                        const char *text) {
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", class, x, y,
            anchor);
    xml_write_text(out, text);
    fputs("</text>\n", out);
}

char *plot_digits(uint64_t number, char text[32]) {
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

/* ---- Sheets and panels ---- */

PlotSheet plot_sheet_begin(FILE *out, int panels, const char *title, const char *subtitle) {
    PlotSheet s = {.out = out,
                   .panels = panels,
                   .columns = panels == 1                  ? 1
                              : panels == 2 || panels == 4 ? 2
                                                           : 3};
    s.width = (WIDTH - 2 * MARGIN - (s.columns - 1) * GAP) / s.columns;
    s.height = s.columns == 1 ? 420 : s.columns == 2 ? 300 : 240;
    const int rows = (panels + s.columns - 1) / s.columns;
    const double height = HEADER + rows * s.height + (rows - 1) * GAP + MARGIN;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>",
            WIDTH, height, WIDTH, height);
    xml_write_text(out, title);
    fprintf(out, "</title>\n%s<rect class=\"sheet\" width=\"%.0f\" height=\"%.0f\"/>\n", STYLE,
            WIDTH, height);
    write_label(out, "title", MARGIN, 40, "start", title);
    write_label(out, "note", MARGIN, 63, "start", subtitle);
    return s;
}

void plot_sheet_end(const PlotSheet *sheet) {
    fputs("</svg>\n", sheet->out);
}

PlotPanel plot_panel_begin(const PlotSheet *sheet, int index) {
    const int column = index % sheet->columns, row = index / sheet->columns;
    const double x = MARGIN + column * (sheet->width + GAP);
    const double y = HEADER + row * (sheet->height + GAP);
    fputs("<g>\n", sheet->out);
    return (PlotPanel){.out = sheet->out,
                       .left = x + LEFT,
                       .right = x + sheet->width - RIGHT,
                       .top = y + TOP,
                       .bottom = y + sheet->height - BOTTOM};
}

void plot_panel_end(const PlotPanel *panel) {
    fputs("</g>\n", panel->out);
}

void plot_heading(const PlotPanel *p, const char *name, const char *outcome) {
    const double character = 9.3, outcome_character = 8.2; /* widths, rather too much */
    const double left = p->left - LEFT, y = p->top - 14;
    const double room = (p->right - left - outcome_character * (double)strlen(outcome)) / character;
    char shown[160];
    if ((double)strlen(name) <= room)
        snprintf(shown, sizeof shown, "%s", name);
    else
        snprintf(shown, sizeof shown, "%.*s…", room > 1 ? (int)room - 1 : 0, name);
    fputs("<title>", p->out);
    xml_write_text(p->out, name);
    fputs("</title>\n", p->out);
    write_label(p->out, "name", left, y, "start", shown);
    write_label(p->out, "change", p->right, y, "end", outcome);
}

/* ---- Scales and axes ---- */

/* The round number (1, 2 or 5 by a power of ten) that divides a range into `parts` at most. */
static double round_step(double range, int parts) {
    const double rough = range / parts, power = pow(10, floor(log10(rough)));
    const double part = rough / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

PlotScale plot_scale_of_values(double least, double most) {
    const double air = most > least ? 0.04 * (most - least) : fmax(fabs(most), 1) * 0.04;
    PlotScale scale = {least - air, most + air, 0};
    scale.step = round_step(scale.most - scale.least, 6);
    return scale;
}

PlotScale plot_scale_of_counts(const PlotPanel *panel, double most) {
    PlotScale scale = {0, fmax(most, 1), 0};
    scale.step = fmax(round_step(scale.most, panel->right - panel->left > 500 ? 10 : 5), 1);
    return scale;
}

static double x_of(const PlotPanel *p, double number) {
    return p->left + (number - p->x.least) / (p->x.most - p->x.least) * (p->right - p->left);
}
static double y_of(const PlotPanel *p, double value) {
    return p->bottom - (value - p->y.least) / (p->y.most - p->y.least) * (p->bottom - p->top);
}

static void draw_line(const PlotPanel *p, const char *class, double x1, double y1, double x2,
                      double y2) {
    fprintf(p->out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class,
            x1, y1, x2, y2);
}

/* How many a step has: 2 for 0.25. */
static int decimals_of(double step) {
    int decimals = 0;
    for (double s = step; decimals < 9 && fabs(s - round(s)) > 1e-6; s *= 10)
        decimals++;
    return decimals;
}

void plot_axes(const PlotPanel *p) {
    char text[32];
    const int decimals = decimals_of(p->y.step);
    for (double i = ceil(p->y.least / p->y.step); i * p->y.step <= p->y.most; i++) {
        const double y = y_of(p, i * p->y.step);
        snprintf(text, sizeof text, "%.*f", decimals, i * p->y.step + 0.0);
        draw_line(p, "grid", p->left, y, p->right, y);
        write_label(p->out, "tick", p->left - 7, y + 4, "end", text);
    }
    for (double i = ceil(p->x.least / p->x.step); i * p->x.step <= p->x.most; i++) {
        const double x = x_of(p, i * p->x.step);
        draw_line(p, "axis", x, p->bottom, x, p->bottom + 4);
        write_label(p->out, "tick", x, p->bottom + 18, "middle",
                    plot_digits((uint64_t)(i * p->x.step), text));
    }
    draw_line(p, "axis", p->left, p->bottom, p->right, p->bottom);
}

/* ---- Curves ---- */

void plot_level(const PlotPanel *p, const char *style, double value) {
    draw_line(p, style, p->left, y_of(p, value), p->right, y_of(p, value));
}

void plot_upright(const PlotPanel *p, const char *style, double number) {
    draw_line(p, style, x_of(p, number), p->top, x_of(p, number), p->bottom);
}

void plot_curve_begin(const PlotPanel *p, const char *style) {
    fprintf(p->out, "<%s class=\"%s\" points=\"",
            strcmp(style, PLOT_BAND) == 0 ? "polygon" : "polyline", style);
}

void plot_point(const PlotPanel *p, double number, double value) {
    fprintf(p->out, "%.1f,%.1f ", x_of(p, number), y_of(p, value));
}

void plot_curve_end(const PlotPanel *p) {
    fputs("\"/>\n", p->out);
}

void plot_dot(const PlotPanel *p, double number, double value) {
    fprintf(p->out, "<circle class=\"now\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\"/>\n", x_of(p, number),
            y_of(p, value));
}

void plot_spot(const PlotPanel *p, const char *style, double number, double value,
               const char *note) {
    /* The round ends of a line without length. */
    fprintf(p->out, "<path class=\"%s\" d=\"M%.1f %.1fh0\"><title>", style, x_of(p, number),
            y_of(p, value));
    xml_write_text(p->out, note);
    fputs("</title></path>\n", p->out);
}

void plot_word(const PlotPanel *p, const char *style, double number, double value,
               const char *word) {
    write_label(p->out, style, x_of(p, number), y_of(p, value), "end", word);
}
