#include "engine/analysis/verdict_text.h"

#include "bitboard/notation.h"
#include "engine/analysis/line.h"

#include <stdio.h>

const char *verdict_word(Verdict verdict) {
    static const char *const WORDS[] = {[VERDICT_NONE] = "",
                                        [VERDICT_INACCURACY] = "Inaccuracy",
                                        [VERDICT_MISTAKE] = "Mistake",
                                        [VERDICT_BLUNDER] = "Blunder"};
    return WORDS[verdict];
}

const char *verdict_mark(Verdict verdict) {
    static const char *const MARKS[] = {[VERDICT_NONE] = "",
                                        [VERDICT_INACCURACY] = "?!",
                                        [VERDICT_MISTAKE] = "?",
                                        [VERDICT_BLUNDER] = "??"};
    return MARKS[verdict];
}

static const char *tag_or(const PgnGame *game, const char *name, const char *otherwise) {
    const char *value = pgn_tag(game, name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}

static void write_head(FILE *out, const PgnGame *game) {
    fprintf(out, "Game %ld: %s - %s", game->number, tag_or(game, "White", "?"),
            tag_or(game, "Black", "?"));
    static const char *const MORE[] = {"Event", "Date", "Round"};
    for (int i = 0; i < 3; i++) {
        const char *value = tag_or(game, MORE[i], "?");
        if (value[0] != '?')
            fprintf(out, ", %s%s", i == 2 ? "round " : "", value);
    }
    fprintf(out, ", %s, %d half-moves\n\n", game->result, game->line.count);
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

static void write_move(FILE *out, const GameReview *review, int number, const Position *pos) {
    enum { SHOWN = 8 /* half-moves of the better line */ };
    const ReviewedPosition *before = &review->positions[number];
    const Verdict verdict = game_review_verdict(review, number);
    char move[LINE_TEXT_SIZE], line[LINE_TEXT_SIZE];
    line_write(pos, &review->game->line.moves[number].move, 1, move, sizeof move);
    fprintf(out, "%4s%-16s ", "", move);
    write_score(out, before + 1, opponent((Color)pos->side));
    if (verdict != VERDICT_NONE) {
        line_write(pos, before->line, before->line_length < SHOWN ? before->line_length : SHOWN,
                   line, sizeof line);
        fprintf(out, "  %-2s %5.2f  %s", verdict_mark(verdict), game_review_loss(review, number),
                line);
    }
    fputc('\n', out);
}

typedef struct {
    int moves, verdicts[VERDICT_BLUNDER + 1];
    double lost;
} Tally;

static void write_tally(FILE *out, const char *side, const Tally *t) {
    fprintf(out, "%s: %d inaccuracies, %d mistakes, %d blunders; %.3f points lost a move\n", side,
            t->verdicts[VERDICT_INACCURACY], t->verdicts[VERDICT_MISTAKE],
            t->verdicts[VERDICT_BLUNDER], t->moves > 0 ? t->lost / t->moves : 0);
}

void game_review_write(FILE *out, const GameReview *review) {
    const PgnGame *game = review->game;
    Position pos = game->start;
    Tally tallies[COLORS] = {{.moves = 0}};
    write_head(out, game);
    fprintf(out, "    move               score depth      lost  better\n%4s%-16s ", "", "start");
    write_score(out, &review->positions[0], (Color)pos.side);
    fputc('\n', out);
    for (int i = 0; i < game->line.count; i++) {
        Tally *t = &tallies[pos.side];
        Undo undo;
        write_move(out, review, i, &pos);
        t->moves++;
        t->verdicts[game_review_verdict(review, i)]++;
        t->lost += game_review_loss(review, i);
        position_make(&pos, game->line.moves[i].move, &undo);
    }
    fputc('\n', out);
    write_tally(out, "White", &tallies[WHITE]);
    write_tally(out, "Black", &tallies[BLACK]);
    fputc('\n', out);
}
