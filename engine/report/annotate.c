#include "engine/report/annotate.h"

#include "bitboard/notation.h"
#include "engine/report/verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVAL_SIZE = 64, REMARK_SIZE = 160 };

/* "[%eval 0.35,12]": from White's view.  Nothing if nothing is known. */
static void write_eval(const ReviewedPosition *p, Color side, char *text, size_t size) {
    const Score score = side == WHITE ? p->score : -p->score;
    text[0] = '\0';
    if (p->score == SCORE_NONE || p->depth == 0)
        return;
    if (score_is_mate(score))
        snprintf(text, size, "[%%eval #%d,%d]", score_mate_moves(score), p->depth);
    else
        snprintf(text, size, "[%%eval %.2f,%d]", (double)score / 100, p->depth);
}

/* Behind the comment that may stand there already. */
static bool add_comment(PgnMove *move, const char *text) {
    if (text[0] == '\0')
        return true;
    if (move->comment == NULL)
        return pgn_set_comment(move, text);
    const size_t size = strlen(move->comment) + strlen(text) + 2;
    char *both = malloc(size);
    if (both == NULL)
        return false;
    snprintf(both, size, "%s %s", move->comment, text);
    const bool set = pgn_set_comment(move, both);
    free(both);
    return set;
}

static bool add_better_line(PgnMove *move, const ReviewedPosition *before, Color side) {
    char eval[EVAL_SIZE];
    PgnLine *line = pgn_add_variation(move);
    PgnMove *last = NULL;
    if (line == NULL)
        return false;
    for (int i = 0; i < before->line_length && i < ANNOTATE_LINE_MAX; i++) {
        last = pgn_add_move(line, before->line[i]);
        if (last == NULL)
            return false;
    }
    write_eval(before, side, eval, sizeof eval);
    return last == NULL || add_comment(last, eval);
}

static bool annotate_move(PgnMove *move, const GameReview *review, int number,
                          const Position *pos) {
    const ReviewedPosition *before = &review->positions[number], *after = before + 1;
    const Verdict verdict = verdict_of_loss(game_review_loss(review, number, pos));
    const Color side = (Color)pos->side;
    char remark[REMARK_SIZE], eval[EVAL_SIZE], san[MOVE_TEXT_SIZE];
    write_eval(after, opponent(side), eval, sizeof eval);
    if (verdict == VERDICT_NONE || before->line_length == 0)
        return add_comment(move, eval);
    snprintf(remark, sizeof remark, "%s%s%s. %s was best.", eval, eval[0] != '\0' ? " " : "",
             verdict_name(verdict), san_write(pos, before->line[0], san));
    return pgn_add_nag(move, verdict_nag(verdict)) && add_comment(move, remark) &&
           add_better_line(move, before, side);
}

bool annotate_game(PgnGame *game, const GameReview *review, const char *annotator) {
    Position pos = game->start;
    for (int i = 0; i < game->line.count; i++) {
        Undo undo;
        PgnMove *move = &game->line.moves[i];
        if (!annotate_move(move, review, i, &pos))
            return false;
        position_make(&pos, move->move, &undo);
    }
    return pgn_set_tag(game, "Annotator", annotator);
}
