/*
 * Curves drawn as SVG: a sheet of panels, each with a field, axes and a heading.
 *
 * The file stands alone, and its colours follow the viewer's light or dark scheme.  Errors of
 * writing stay in the FILE.  Lengths are in pixels.
 */
#ifndef BRINDLE_ENGINE_PLOT_PLOT_H
#define BRINDLE_ENGINE_PLOT_PLOT_H

#include <stdint.h>
#include <stdio.h>

/* What things look like: the classes of the sheet's style. */
#define PLOT_PATH       "path"  /* a curve */
#define PLOT_OTHER_PATH "other" /* a second one beside it */
#define PLOT_DASHES     "start" /* a straight dashed line: where something began */
#define PLOT_BAND       "tried" /* a filled band behind the curves */
/* Spots: from what deserves a look to what decides. */
#define PLOT_SLIGHT "slight"
#define PLOT_GRAVE  "grave"
#define PLOT_WORST  "worst"

typedef struct {
    FILE *out;
    int panels, columns;
    double width, height; /* of a panel */
} PlotSheet;

/* The range of an axis, and the distance between its ticks. */
typedef struct {
    double least, most, step;
} PlotScale;

typedef struct {
    FILE *out;
    double left, right, top, bottom; /* of the field */
    PlotScale x, y;
} PlotPanel;

/* Begins a sheet; any text may be a title. */
PlotSheet plot_sheet_begin(FILE *out, int panels, const char *title, const char *subtitle);
void plot_sheet_end(const PlotSheet *sheet);

/* Begins the `index`-th panel; its scales are the caller's to set before anything is drawn. */
PlotPanel plot_panel_begin(const PlotSheet *sheet, int index);
void plot_panel_end(const PlotPanel *panel);
/* A vertical scale for values from `least` to `most`, with some air around. */
PlotScale plot_scale_of_values(double least, double most);
/* A horizontal scale of whole numbers, 0 … most; its `least` may be raised. */
PlotScale plot_scale_of_counts(const PlotPanel *panel, double most);
/* What the panel shows, and on its right what came of it; a name that has no room is cut. */
void plot_heading(const PlotPanel *panel, const char *name, const char *outcome);
void plot_axes(const PlotPanel *panel);

/* A line across the field, at one value. */
void plot_level(const PlotPanel *panel, const char *style, double value);
/* A line from top to bottom, at one number. */
void plot_upright(const PlotPanel *panel, const char *style, double number);
/* A curve or, of PLOT_BAND, an area: begin, points in their order, end. */
void plot_curve_begin(const PlotPanel *panel, const char *style);
void plot_point(const PlotPanel *panel, double number, double value);
void plot_curve_end(const PlotPanel *panel);
void plot_dot(const PlotPanel *panel, double number, double value);
/* A round spot at a point, of one of the styles for spots; who points at it is told `note`, which
 * may be any text.  It stays round if the picture is stretched. */
void plot_spot(const PlotPanel *panel, const char *style, double number, double value,
               const char *note);
/* A word in the field, at a point, in the colour of a curve. */
void plot_word(const PlotPanel *panel, const char *style, double number, double value,
               const char *word);

/* 1234567 as "1,234,567".  Returns `text`. */
char *plot_digits(uint64_t number, char text[32]);

#endif
