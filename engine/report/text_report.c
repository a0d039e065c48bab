#include "engine/report/text_report.h"

#include "engine/analysis/line.h"
#include "engine/report/game_summary.h"
#include "engine/report/game_title.h"
#include "engine/report/verdict.h"

static void write_head(FILE *out, const PgnGame *game) {
    char title[GAME_TITLE_SIZE], event[GAME_TITLE_SIZE];
    game_title_write(game, title);
    game_event_write(game, event);
    fprintf(out, "Game %ld: %s%s%s, %d half-moves\n\n", game->number, title,
            event[0] != '\0' ? ", " : "", event, game->line.count);
}

/* "  +0.35    12", from White's view; blanks of the same width if nothing is known. */
static void write_score(FILE *out, const ReviewedPosition *p, Color side) {
    char score[SCORE_TEXT_SIZE] = "", depth[SCORE_TEXT_SIZE] = "";
    if (p->score != SCORE_NONE)
        score_write(side == WHITE ? p->score : -p->score, score);
    if (p->depth > 0)
        snprintf(depth, sizeof depth, "%d", p->depth);
    fprintf(out, "%7s %5s", score, depth);
}

static void write_move(FILE *out, const GameReview *review, const GameSummary *summary, int number,
                       const Position *pos) {
    enum { SHOWN = 8 /* half-moves of the better line */ };
    const ReviewedPosition *before = &review->positions[number];
    const Verdict verdict = summary->verdicts[number];
    char move[LINE_TEXT_SIZE], line[LINE_TEXT_SIZE];
    line_write(pos, &review->game->line.moves[number].move, 1, move, sizeof move);
    fprintf(out, "%4s%-16s ", "", move);
    write_score(out, before + 1, opponent((Color)pos->side));
    if (verdict != VERDICT_NONE) {
        line_write(pos, before->line, before->line_length < SHOWN ? before->line_length : SHOWN,
                   line, sizeof line);
        fprintf(out, "  %-2s %5.2f  %s", nag_mark(verdict_nag(verdict)), summary->losses[number],
                line);
    }
    fputc('\n', out);
}

static void write_side(FILE *out, const char *side, const SideSummary *summary) {
    const int *verdicts = summary->verdicts;
    const int inaccuracies = verdicts[VERDICT_INACCURACY], mistakes = verdicts[VERDICT_MISTAKE],
              blunders = verdicts[VERDICT_BLUNDER];
    fprintf(out, "%s: %d inaccurac%s, %d mistake%s, %d blunder%s; %.3f points lost a move\n", side,
            inaccuracies, inaccuracies == 1 ? "y" : "ies", mistakes, mistakes == 1 ? "" : "s",
            blunders, blunders == 1 ? "" : "s", side_mean_points(summary));
}

bool text_report_write(FILE *out, const GameReview *review) {
    const PgnGame *game = review->game;
    Position pos = game->start;
    GameSummary summary;
    if (!game_summary_init(&summary, review))
        return false;
    write_head(out, game);
    fprintf(out, "    move               score depth      lost  better\n%4s%-16s ", "", "start");
    write_score(out, &review->positions[0], (Color)pos.side);
    fputc('\n', out);
    for (int i = 0; i < game->line.count; i++) {
        Undo undo;
        write_move(out, review, &summary, i, &pos);
        position_make(&pos, game->line.moves[i].move, &undo);
    }
    fputc('\n', out);
    write_side(out, "White", &summary.sides[WHITE]);
    write_side(out, "Black", &summary.sides[BLACK]);
    fputc('\n', out);
    game_summary_clear(&summary);
    return true;
}
