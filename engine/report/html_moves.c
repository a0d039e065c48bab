/* The moves of a game, each with the position behind it. */
#include "engine/report/html_game.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/analysis/line.h"
#include "engine/plot/xml_text.h"
#include "engine/report/verdict.h"

#include <string.h>

enum {
    LINE_MOVES = 10,   /* half-moves of a best line that are shown, at most */
    SHORT_COMMENT = 16 /* bytes of a comment that fits below one move */
};

typedef struct {
    FILE *out;
    const GameReview *review;
    const GameSummary *summary;
    Position pos; /* before the move at hand, then behind it */
} MovesWriter;

/* ---- Positions ---- */

static void write_man(FILE *out, const Position *pos, Square s) {
    char square[MOVE_TEXT_SIZE];
    fprintf(out, "%s%c", square_write(s, square), piece_letter(pos->board[s]));
}

static void write_all_men(FILE *out, const Position *pos) {
    fputs(" data-d=\"", out);
    for (Square s = 0; s < SQUARES; s++)
        if (pos->board[s] != NO_PIECE)
            write_man(out, pos, s);
    fputc('"', out);
}

/* The squares on which the move changed something, its own two first. */
static void write_changes(FILE *out, const uint8_t *before, const Position *pos, Move move) {
    fputs(" data-d=\"", out);
    write_man(out, pos, move_from(move));
    write_man(out, pos, move_to(move));
    for (Square s = 0; s < SQUARES; s++)
        if (pos->board[s] != before[s] && s != move_from(move) && s != move_to(move))
            write_man(out, pos, s);
    fputc('"', out);
}

/* A best line in moves; nothing if there is none.  A number stays with its move. */
static void write_line(const MovesWriter *w, int i) {
    const ReviewedPosition *reviewed = &w->review->positions[i];
    const int count = reviewed->line_length < LINE_MOVES ? reviewed->line_length : LINE_MOVES;
    char text[LINE_TEXT_SIZE];
    line_write(&w->pos, reviewed->line, count, text, sizeof text);
    for (const char *c = text; *c != '\0'; c++)
        if (*c == ' ' && c > text && c[-1] == '.')
            fputs("\u00a0", w->out);
        else
            fputc(*c, w->out);
}

/* What is known of position i, where the writer stands. */
static void write_facts(const MovesWriter *w, int i) {
    const ReviewedPosition *reviewed = &w->review->positions[i];
    char fen[FEN_SIZE], from[MOVE_TEXT_SIZE], to[MOVE_TEXT_SIZE];
    fen_write(&w->pos, fen);
    fprintf(w->out, " data-s=\"%s\"", strchr(fen, ' ') + 1);
    if (position_in_check(&w->pos))
        fprintf(w->out, " data-c=\"%s\"", square_write(w->pos.king[w->pos.side], from));
    if (w->summary->white_points[i] >= 0)
        fprintf(w->out, " data-w=\"%.0f\"", 1000 * w->summary->white_points[i]);
    if (reviewed->line_length == 0)
        return;
    fprintf(w->out, " data-b=\"%s%s\" data-l=\"", square_write(move_from(reviewed->line[0]), from),
            square_write(move_to(reviewed->line[0]), to));
    write_line(w, i);
    fputc('"', w->out);
}

/* White's evaluation of position i; nothing if there is none, or if the game is over there. */
static void write_score(const MovesWriter *w, int i) {
    const Score score = w->review->positions[i].score;
    char text[SCORE_TEXT_SIZE];
    if (score != SCORE_NONE && !(score_is_mate(score) && score_mate_moves(score) == 0))
        fprintf(w->out, "<i>%s</i>", score_write(w->pos.side == WHITE ? score : -score, text));
}

/* ---- Moves ---- */

/* What match runners write behind each move, "+0.53/12 0.8s": hardly worth a line for each. */
static bool is_engine_note(const char *comment) {
    const size_t score = strspn(comment, "+-.#M0123456789");
    return score > 0 && comment[score] == '/' && comment[score + 1] >= '0' &&
           comment[score + 1] <= '9' && strlen(comment) < 40;
}

static void write_move(MovesWriter *w, int i) {
    const PgnMove *played = &w->review->game->line.moves[i];
    const Verdict verdict = w->summary->verdicts[i];
    const char *mark = move_mark(played, verdict);
    uint8_t before[SQUARES];
    char san[MOVE_TEXT_SIZE];
    Undo undo;
    memcpy(before, w->pos.board, sizeof before);
    san_write(&w->pos, played->move, san);
    position_make(&w->pos, played->move, &undo);
    fprintf(w->out, "<button class=\"m %s\"", verdict_style(verdict));
    write_changes(w->out, before, &w->pos, played->move);
    write_facts(w, i + 1);
    if (verdict != VERDICT_NONE)
        fprintf(w->out, " data-p=\"%.0f\"", 1000 * w->summary->losses[i]);
    if (played->comment != NULL && is_engine_note(played->comment)) {
        fputs(" title=\"", w->out);
        xml_write_text(w->out, played->comment);
        fputc('"', w->out);
    }
    fprintf(w->out, "><b>%s%s</b>", san, mark);
    write_score(w, i + 1);
    fputs("</button>", w->out);
    position_unmake(&w->pos, played->move, &undo);
}

/* `side`: whose move it is about, if it may stand in that side's column alone. */
static void write_comment(FILE *out, const char *comment, const char *side) {
    if (comment == NULL || is_engine_note(comment))
        return;
    fprintf(out, "<p class=\"said%s\">", strlen(comment) <= SHORT_COMMENT ? side : "");
    xml_write_text(out, comment);
    fputs("</p>", out);
}

/* Below a move: what was better, and what the game itself says about it.  The writer stands before
 * the move. */
static void write_notes(const MovesWriter *w, int i) {
    const PgnMove *played = &w->review->game->line.moves[i];
    const Verdict verdict = w->summary->verdicts[i];
    char name[MOVE_NAME_SIZE];
    if (verdict != VERDICT_NONE) {
        fprintf(w->out, "<p class=\"better %s\"><b>%s</b> %s, %.2f points lost.",
                verdict_style(verdict),
                move_name_write(&w->pos, played->move, move_mark(played, verdict), name),
                verdict_name(verdict), w->summary->losses[i]);
        if (w->review->positions[i].line_length > 0) {
            fputs(" Better: <span>", w->out);
            write_line(w, i);
            fputs("</span> ", w->out);
            write_score(w, i);
        }
        fputs("</p>", w->out);
    }
    write_comment(w->out, played->comment, w->pos.side == WHITE ? " w" : " b");
}

/* A pair of moves, and the notes on both below. */
static int write_pair(MovesWriter *w, int i) {
    const PgnLine *line = &w->review->game->line;
    const Position start = w->pos;
    const int last = start.side == WHITE && i + 1 < line->count ? i + 1 : i;
    fprintf(w->out, "<li><span class=\"n\">%u.</span>", (unsigned)start.fullmove);
    if (start.side == BLACK)
        fputs("<span class=\"gap\">…</span>", w->out);
    for (int m = i; m <= last; m++) {
        Undo undo;
        write_move(w, m);
        position_make(&w->pos, line->moves[m].move, &undo);
    }
    w->pos = start;
    for (int m = i; m <= last; m++) {
        Undo undo;
        write_notes(w, m);
        position_make(&w->pos, line->moves[m].move, &undo);
    }
    fputs("</li>\n", w->out);
    return last + 1;
}

void html_moves_write(FILE *out, const GameReview *review, const GameSummary *summary) {
    MovesWriter w = {.out = out, .review = review, .summary = summary, .pos = review->game->start};
    fputs("<ol class=\"moves\">\n<li><button class=\"m\"", out);
    write_all_men(out, &w.pos);
    write_facts(&w, 0);
    fputs("><b>Start</b>", out);
    write_score(&w, 0);
    fputs("</button>", out);
    write_comment(out, review->game->line.comment, "");
    fputs("</li>\n", out);
    for (int i = 0; i + 1 < review->count;)
        i = write_pair(&w, i);
    fputs("</ol>\n", out);
}
