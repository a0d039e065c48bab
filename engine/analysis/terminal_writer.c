#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/analysis/line.h"
#include "engine/analysis/live_board.h"
#include "engine/analysis/writer.h"
#include "engine/terminal_style.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    FILE *out;
    Position root;
    int multipv;
    int width;           /* of the terminal; 0: not a terminal, lines are not cut */
    LiveBoard board;     /* shown on a terminal */
    SearchReport latest; /* of the best line; depth 0: none yet */
} Terminal;

static void print_position(const Terminal *t) {
    const DiagramStyle style = terminal_style(t->out);
    char *diagram = malloc(DIAGRAM_SIZE), fen[FEN_SIZE];
    /* A terminal has it at the bottom. */
    if (diagram != NULL && !t->board.with_board) {
        diagram_write(&t->root, &style, diagram);
        fprintf(t->out, "%s\n", diagram);
    }
    free(diagram);
    fen_write(&t->root, fen);
    fprintf(t->out, "%s\n%s to move, %s\n\n", fen, t->root.side == WHITE ? "White" : "Black",
            t->root.rules->name);
}

static void free_terminal(Terminal *t) {
    live_board_free(&t->board);
    free(t);
}

static void *begin(FILE *out, const Position *pos, int multipv) {
    Terminal *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->out = out;
    t->root = *pos;
    t->multipv = multipv;
    const int descriptor = fileno(out);
    int rows;
    if (descriptor >= 0 && isatty(descriptor))
        terminal_size(descriptor, &t->width, &rows);
    const DiagramStyle style = terminal_style(t->out);
    if (!live_board_init(&t->board, out, &t->root, &style, multipv)) {
        free_terminal(t);
        return NULL;
    }
    print_position(t);
    fprintf(t->out, "%sdepth    score     time    nodes     nps  line\n",
            multipv > 1 ? "    " : "");
    fflush(t->out);
    return t;
}

/* A score that is only known to be at least or at most so much says so. */
static const char *bound_write(const SearchReport *r, char *text) {
    char score[SCORE_TEXT_SIZE];
    const char *mark = r->bound == BOUND_LOWER ? ">" : r->bound == BOUND_UPPER ? "<" : "";
    snprintf(text, SCORE_TEXT_SIZE, "%s%s", mark, score_write(r->score, score));
    return text;
}

static void report(void *state, const SearchReport *r) {
    Terminal *t = state;
    char line[LINE_TEXT_SIZE], score[SCORE_TEXT_SIZE], nodes[COUNT_TEXT_SIZE], nps[COUNT_TEXT_SIZE],
        time[24], depth[24];
    char text[LINE_TEXT_SIZE + 256];
    if (r->multipv == 1)
        t->latest = *r;
    if (t->width > 0)
        live_board_hide(&t->board);
    live_board_take(&t->board, r);
    snprintf(depth, sizeof depth, "%d/%d", r->depth, r->selective_depth);
    line_write(&t->root, r->pv, r->pv_length, line, sizeof line);
    const int prefix = t->multipv > 1 ? snprintf(text, sizeof text, "%2d. ", r->multipv) : 0;
    snprintf(text + prefix, sizeof text - (size_t)prefix, "%-7s %6s %8s %8s %7s  %s", depth,
             bound_write(r, score), elapsed_write(r->time_ms, time, sizeof time),
             count_write(r->nodes, nodes), count_write(r->nodes_per_second, nps), line);
    if (t->width > 0)
        fprintf(t->out, "%.*s\n", t->width - 1, text);
    else
        fprintf(t->out, "%s\n", text);
    if (t->width > 0)
        live_board_redraw(&t->board);
    fflush(t->out);
}

static void tick(void *state, int64_t elapsed_ms) {
    Terminal *t = state;
    if (t->width > 0)
        live_board_show(&t->board, elapsed_ms);
}

static void explain_end(const Terminal *t, GameState game_state) {
    static const char *const reasons[] = {[GAME_CHECKMATE] = "Checkmate",
                                          [GAME_STALEMATE] = "Stalemate",
                                          [GAME_DEAD_POSITION] = "Dead position",
                                          [GAME_REPETITION] = "Threefold repetition",
                                          [GAME_FIFTY_MOVES] = "50 moves without progress"};
    fprintf(t->out, "\n%s: the game is over, %s.\n", reasons[game_state],
            position_result(&t->root, game_state));
}

static void end(void *state, const SearchResult *result, GameState game_state) {
    Terminal *t = state;
    char san[MOVE_TEXT_SIZE], score[SCORE_TEXT_SIZE], white_score[SCORE_TEXT_SIZE],
        nodes[COUNT_TEXT_SIZE], nps[COUNT_TEXT_SIZE], line[LINE_TEXT_SIZE];
    if (t->width > 0)
        live_board_hide(&t->board);
    if (t->board.with_board)
        live_board_leave(&t->board, result != NULL ? result->best : MOVE_NONE);
    if (game_state != GAME_ONGOING)
        explain_end(t, game_state);
    if (result != NULL && result->best != MOVE_NONE) {
        const Score white = t->root.side == WHITE ? result->score : -result->score;
        const double seconds = (double)(result->time_ms > 0 ? result->time_ms : 1) / 1000;
        /* The last line told began with the best move, unless nothing was told at all. */
        const bool told = t->latest.depth > 0 && t->latest.pv[0] == result->best;
        line_write(&t->root, told ? t->latest.pv : &result->best, told ? t->latest.pv_length : 1,
                   line, sizeof line);
        fprintf(t->out, "\nBest move  %s\n", san_write(&t->root, result->best, san));
        fprintf(t->out, "Score      %s for %s (White's view: %s)\n",
                score_write(result->score, score), t->root.side == WHITE ? "White" : "Black",
                score_write(white, white_score));
        fprintf(t->out, "Line       %s\n", line);
        fprintf(t->out, "Searched   depth %d, %s nodes in %.2f s, %s nodes/s\n", result->depth,
                count_write(result->nodes, nodes), seconds,
                count_write((uint64_t)((double)result->nodes / seconds), nps));
        if (t->multipv > 1) {
            fputc('\n', t->out);
            live_board_leave_lines(&t->board);
        }
    }
    fflush(t->out);
    free_terminal(t);
}

const AnalysisWriter TERMINAL_WRITER = {begin, report, tick, end};
