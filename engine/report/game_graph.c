#include "engine/report/game_graph.h"

#include "engine/plot/plot.h"
#include "engine/report/game_title.h"
#include "engine/report/verdict.h"

/* Where position i stands on the axis of moves: 12 before White's 12th, 12.5 before Black's. */
static double number_of(const GameReview *review, int i) {
    const Position *start = &review->game->start;
    return start->fullmove + (start->side == BLACK ? 0.5 : 0) + 0.5 * i;
}

static void draw_points(const PlotPanel *panel, const GameReview *review,
                        const GameSummary *summary, int *first, int *last) {
    *first = *last = -1;
    for (int i = 0; i < review->count; i++)
        if (summary->white_points[i] >= 0) {
            plot_point(panel, number_of(review, i), summary->white_points[i]);
            *first = *first < 0 ? i : *first;
            *last = i;
        }
}

static void draw_spots(const PlotPanel *panel, const GameReview *review,
                       const GameSummary *summary) {
    Position pos = review->game->start;
    for (int i = 0; i + 1 < review->count; i++) {
        const PgnMove *played = &review->game->line.moves[i];
        const Verdict verdict = summary->verdicts[i];
        char name[MOVE_NAME_SIZE], note[MOVE_NAME_SIZE + 40];
        if (verdict != VERDICT_NONE) {
            move_name_write(&pos, played->move, move_mark(played, verdict), name);
            snprintf(note, sizeof note, "%s lost %.2f points", name, summary->losses[i]);
            plot_spot(panel, verdict_style(verdict), number_of(review, i + 1),
                      summary->white_points[i + 1], note);
        }
        Undo undo;
        position_make(&pos, played->move, &undo);
    }
}

/* The area under the curve is White's, the rest Black's. */
static void draw_course(const PlotPanel *panel, const GameReview *review,
                        const GameSummary *summary) {
    int first, last;
    plot_curve_begin(panel, PLOT_BAND);
    draw_points(panel, review, summary, &first, &last);
    if (first >= 0) {
        plot_point(panel, number_of(review, last), panel->y.least);
        plot_point(panel, number_of(review, first), panel->y.least);
    }
    plot_curve_end(panel);
    plot_level(panel, PLOT_DASHES, 0.5);
    plot_curve_begin(panel, PLOT_PATH);
    draw_points(panel, review, summary, &first, &last);
    plot_curve_end(panel);
    draw_spots(panel, review, summary);
}

static void set_moves_scale(PlotPanel *panel, const GameReview *review) {
    panel->x = plot_scale_of_counts(panel, (review->count - 1) / 2.0);
    panel->x.least = number_of(review, 0);
    /* A game without moves has width, too. */
    panel->x.most = number_of(review, review->count > 1 ? review->count - 1 : 1);
}

static void describe_side(const SideSummary *side, const char *name, char *text, size_t size) {
    snprintf(text, size, "%s: %d ?!, %d ?, %d ??", name, side->verdicts[VERDICT_INACCURACY],
             side->verdicts[VERDICT_MISTAKE], side->verdicts[VERDICT_BLUNDER]);
}

bool game_graph_write(FILE *out, const GameReview *review) {
    char title[GAME_TITLE_SIZE], event[GAME_TITLE_SIZE], white[64], black[64], both[160];
    GameSummary summary;
    if (!game_summary_init(&summary, review))
        return false;
    describe_side(&summary.sides[WHITE], "White", white, sizeof white);
    describe_side(&summary.sides[BLACK], "Black", black, sizeof black);
    snprintf(both, sizeof both, "%s · %s", white, black);
    const PlotSheet sheet = plot_sheet_begin(out, 1, game_title_write(review->game, title),
                                             game_event_write(review->game, event));
    PlotPanel panel = plot_panel_begin(&sheet, 0);
    panel.y = (PlotScale){0, 1, 0.25};
    set_moves_scale(&panel, review);
    plot_heading(&panel, "White's expected points, by move", both);
    plot_axes(&panel);
    draw_course(&panel, review, &summary);
    plot_panel_end(&panel);
    plot_sheet_end(&sheet);
    game_summary_clear(&summary);
    return ferror(out) == 0;
}

void game_graph_write_inline(FILE *out, const GameReview *review, const GameSummary *summary) {
    PlotPanel panel = {.out = out,
                       .left = 0,
                       .right = 1000,
                       .top = 0,
                       .bottom = 200,
                       .y = {.least = 0, .most = 1, .step = 0.25}};
    set_moves_scale(&panel, review);
    fputs("<svg viewBox=\"0 0 1000 200\" preserveAspectRatio=\"none\" role=\"img\" "
          "aria-label=\"White's expected points over the game\">\n",
          out);
    draw_course(&panel, review, summary);
    fputs("</svg>\n", out);
}
