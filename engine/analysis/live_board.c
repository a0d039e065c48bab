#include "engine/analysis/live_board.h"

#include "bitboard/notation.h"
#include "engine/analysis/line.h"

#include <stdlib.h>
#include <unistd.h>

/* Rows of a diagram with its coordinates, and of what else is drawn besides the lines. */
enum { DIAGRAM_ROWS = RANKS + 3, OTHER_ROWS = 4, LOG_ROWS = 3 };

bool live_board_init(LiveBoard *b, FILE *out, const Position *root, const DiagramStyle *style,
                     int multipv) {
    MoveList moves;
    int columns, rows = 0;
    generate_legal(root, &moves);
    const int lines = multipv < moves.count ? multipv : moves.count;
    *b = (LiveBoard){.text = {.out = out}, .root = root, .style = *style, .line_count = lines};
    if (isatty(fileno(out)))
        terminal_size(fileno(out), &columns, &rows);
    b->with_board = rows >= DIAGRAM_ROWS + lines + OTHER_ROWS + LOG_ROWS;
    const int room = rows - OTHER_ROWS - LOG_ROWS;
    b->drawn_count = lines < room ? lines : room;
    b->lines = calloc((size_t)lines + 1, sizeof *b->lines);
    return b->lines != NULL;
}

void live_board_free(LiveBoard *b) {
    free(b->lines);
}

void live_board_take(LiveBoard *b, const SearchReport *r) {
    if (r->multipv <= b->line_count)
        b->lines[r->multipv - 1] = *r;
}

static void write_diagram(const LiveBoard *b, Move marked, FILE *out) {
    DiagramStyle style = b->style;
    char *diagram = malloc(DIAGRAM_SIZE);
    style.last_move = marked;
    if (diagram != NULL) {
        diagram_write(b->root, &style, diagram);
        fputs(diagram, out);
    }
    free(diagram);
}

static void write_line(const LiveBoard *b, const SearchReport *r, FILE *out) {
    char line[LINE_TEXT_SIZE], score[SCORE_TEXT_SIZE];
    if (r->depth == 0)
        return;
    line_write(b->root, r->pv, r->pv_length, line, sizeof line);
    fprintf(out, "%2d. %7s %3d  %s\n", r->multipv, score_write(r->score, score), r->depth, line);
}

static void write_status(const LiveBoard *b, FILE *out) {
    const SearchReport *best = &b->lines[0];
    char time[32], nodes[COUNT_TEXT_SIZE], rate[COUNT_TEXT_SIZE], san[MOVE_TEXT_SIZE],
        score[SCORE_TEXT_SIZE];
    fprintf(out, "thinking, %s, best so far %s %s, depth %d, %s nodes, %s nodes/s\n",
            elapsed_write(b->elapsed_ms, time, sizeof time), san_write(b->root, best->pv[0], san),
            score_write(best->score, score), best->depth, count_write(best->nodes, nodes),
            count_write(best->nodes_per_second, rate));
}

static void draw(LiveBoard *b) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    fputc('\n', out);
    if (b->with_board)
        write_diagram(b, b->lines[0].pv[0], out);
    fputc('\n', out);
    for (int i = 0; i < b->drawn_count; i++)
        write_line(b, &b->lines[i], out);
    write_status(b, out);
    if (fclose(out) == 0)
        live_text_draw(&b->text, text);
    free(text);
}

void live_board_hide(LiveBoard *b) {
    live_text_erase(&b->text);
}

void live_board_redraw(LiveBoard *b) {
    if (b->shown)
        draw(b);
}

void live_board_show(LiveBoard *b, int64_t elapsed_ms) {
    if (b->lines[0].depth == 0)
        return;
    b->elapsed_ms = elapsed_ms;
    b->shown = true;
    draw(b);
}

void live_board_leave(const LiveBoard *b, Move best) {
    fputc('\n', b->text.out);
    write_diagram(b, best, b->text.out);
}

void live_board_leave_lines(const LiveBoard *b) {
    for (int i = 0; i < b->line_count; i++)
        write_line(b, &b->lines[i], b->text.out);
}
