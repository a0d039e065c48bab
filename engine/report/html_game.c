#include "engine/report/html_game.h"

#include "engine/analysis/line.h"
#include "engine/pgn/pgn_check.h"
#include "engine/plot/xml_text.h"
#include "engine/report/game_graph.h"
#include "engine/report/game_title.h"
#include "engine/report/verdict.h"

#include <string.h>

/* ---- Players and figures ---- */

static const char *points_of_side(const PgnGame *game, Color side) {
    if (strcmp(game->result, "1/2-1/2") == 0)
        return "½";
    if (strcmp(game->result, "*") == 0)
        return "";
    return (strcmp(game->result, "1-0") == 0) == (side == WHITE) ? "1" : "0";
}

static void write_side(FILE *out, const PgnGame *game, const GameSummary *summary, Color side) {
    const SideSummary *of = &summary->sides[side];
    const char *elo = game_told(game, side == WHITE ? "WhiteElo" : "BlackElo");
    fprintf(out, "<tr><th scope=\"row\"><span class=\"disc %s\"></span> ",
            side == WHITE ? "white" : "black");
    xml_write_text(out, game_player(game, side));
    if (elo != NULL) {
        fputs(" <small>", out);
        xml_write_text(out, elo);
        fputs("</small>", out);
    }
    fprintf(out, "<td class=\"points\">%s", points_of_side(game, side));
    if (of->judged > 0)
        fprintf(out, "<td>%.3f<td>%.0f", side_mean_points(of), side_mean_centipawns(of));
    else
        fputs("<td>–<td>–", out);
    for (Verdict v = VERDICT_INACCURACY; v <= VERDICT_BLUNDER; v++)
        fprintf(out, "<td>%d", of->verdicts[v]);
    fputs("</tr>\n", out);
}

static void write_figures(FILE *out, const PgnGame *game, const GameSummary *summary) {
    fputs("<table class=\"sides\">\n<thead><tr><th><th>"
          "<th title=\"Expected points lost per move\">points lost"
          "<th title=\"Centipawns lost per move\">cp lost",
          out);
    for (Verdict v = VERDICT_INACCURACY; v <= VERDICT_BLUNDER; v++)
        fprintf(out, "<th class=\"%s\" title=\"%s\">%s", verdict_style(v), verdict_plural(v),
                nag_mark(verdict_nag(v)));
    fputs("</tr></thead>\n<tbody>\n", out);
    write_side(out, game, summary, WHITE);
    write_side(out, game, summary, BLACK);
    fputs("</tbody></table>\n", out);
}

static void write_tags(FILE *out, const PgnGame *game) {
    char event[GAME_TITLE_SIZE];
    game_event_write(game, event);
    if (game->tag_count == 0)
        return;
    fputs("<details><summary>", out);
    xml_write_text(out, *event != '\0' ? event : "About this game");
    fputs("</summary>\n<dl>", out);
    for (int i = 0; i < game->tag_count; i++) {
        fputs("<dt>", out);
        xml_write_text(out, game->tags[i].name);
        fputs("<dd>", out);
        xml_write_text(out, game->tags[i].value);
    }
    fputs("</dl></details>\n", out);
}

/* ---- The end ---- */

static void write_ending(FILE *out, const PgnGame *game, const GameSummary *summary) {
    char nodes[COUNT_TEXT_SIZE];
    Position pos;
    pgn_final_position(game, &pos);
    const GameState state = position_game_state(&pos);
    fprintf(out, "<p class=\"ending\"><b>%s</b>", game->result);
    if (state != GAME_ONGOING)
        fprintf(out, " %s", pgn_state_name(state));
    fputs("</p>\n", out);
    if (summary->searched == 0)
        return;
    fputs("<p class=\"note\">Judged by Brindle, ", out);
    if (summary->least_depth == summary->most_depth)
        fprintf(out, "depth %d", summary->most_depth);
    else
        fprintf(out, "depth %d to %d", summary->least_depth, summary->most_depth);
    fprintf(out,
            ", %s nodes. An evaluation is White's, in pawns; points are expected points "
            "of the game.</p>\n",
            count_write(summary->nodes, nodes));
}

void html_game_write(FILE *out, int number, const GameReview *review, const GameSummary *summary) {
    char title[GAME_TITLE_SIZE];
    fprintf(out, "<article class=\"game\" id=\"g%d\">\n<h2>", number);
    xml_write_text(out, game_title_write(review->game, title));
    fputs("</h2>\n", out);
    write_figures(out, review->game, summary);
    write_tags(out, review->game);
    fputs("<figure class=\"graph\">", out);
    game_graph_write_inline(out, review, summary);
    fputs("</figure>\n", out);
    html_moves_write(out, review, summary);
    write_ending(out, review->game, summary);
    fputs("</article>\n", out);
}
