#include "engine/report/html_report.h"

#include "engine/plot/xml_text.h"
#include "engine/report/game_title.h"
#include "engine/report/html_game.h"
#include "engine/report/page_parts.h"
#include "engine/report/verdict.h"

#include <stdlib.h>

static const char HEADING[] = "Game report";

/* The heading stands on the page, the title is the browser's. */
static bool begin(HtmlReport *report, FILE *out, const char *title, const char *heading) {
    *report = (HtmlReport){.out = out};
    report->index = open_memstream(&report->index_text, &report->index_size);
    if (report->index == NULL)
        return false;
    page_write_head(out, title, heading);
    return ferror(out) == 0;
}

bool html_report_begin(HtmlReport *report, FILE *out, const char *title) {
    title = title != NULL ? title : HEADING;
    return begin(report, out, title, title);
}

static void write_cell(FILE *out, const char *text) {
    fputs("<td>", out);
    xml_write_text(out, text);
}

static void write_index_side(FILE *out, const SideSummary *side) {
    fprintf(out, "<td>%.3f<small>", side_mean_points(side));
    for (Verdict v = VERDICT_INACCURACY; v <= VERDICT_BLUNDER; v++)
        fprintf(out, " %d%s", side->verdicts[v], nag_mark(verdict_nag(v)));
    fputs("</small>", out);
}

static void write_index_row(HtmlReport *report, const GameReview *review,
                            const GameSummary *summary) {
    const PgnGame *game = review->game;
    fprintf(report->index, "<tr><td>%d<td><a href=\"#g%d\">", report->games, report->games);
    xml_write_text(report->index, game_player(game, WHITE));
    fputs("</a>", report->index);
    write_cell(report->index, game_player(game, BLACK));
    write_cell(report->index, game->result);
    fprintf(report->index, "<td>%d", (game->line.count + 1) / 2);
    write_index_side(report->index, &summary->sides[WHITE]);
    write_index_side(report->index, &summary->sides[BLACK]);
    fputs("</tr>\n", report->index);
}

bool html_report_add(HtmlReport *report, const GameReview *review) {
    GameSummary summary;
    if (!game_summary_init(&summary, review))
        return false;
    report->games++;
    write_index_row(report, review, &summary);
    html_game_write(report->out, report->games, review, &summary);
    game_summary_clear(&summary);
    return ferror(report->out) == 0 && ferror(report->index) == 0;
}

bool html_report_end(HtmlReport *report) {
    const bool good = ferror(report->index) == 0;
    const bool complete = fclose(report->index) == 0 && good;
    if (complete)
        page_write_foot(report->out, report->index_text);
    free(report->index_text);
    return complete && ferror(report->out) == 0;
}

bool html_report_write(FILE *out, const GameReview *review, const char *title) {
    HtmlReport report;
    char players[GAME_TITLE_SIZE];
    game_title_write(review->game, players);
    if (!begin(&report, out, title != NULL ? title : players, title != NULL ? title : HEADING))
        return false;
    const bool added = html_report_add(&report, review);
    return html_report_end(&report) && added;
}
