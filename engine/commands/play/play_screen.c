#include "engine/commands/play/play_session.h"

#include "bitboard/notation.h"
#include "engine/analysis/line.h"
#include "engine/search/time.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const SIDES[COLORS] = {"White", "Black"};

/* What is left to a side, the time of the turn that goes on taken off. */
static int64_t left_now(const PlaySession *s, Color side) {
    const int64_t left = play_game_left_ms(&s->game, side);
    if (side != (Color)s->game.pos.side || s->turn_began_ms < 0)
        return left;
    return left - (clock_ms() - s->turn_began_ms);
}

static void print_clocks(const PlaySession *s) {
    char white[CLOCK_TEXT_SIZE], black[CLOCK_TEXT_SIZE];
    if (s->game.time.has_clock)
        printf("White %s   Black %s\n", clock_write(left_now(s, WHITE), white),
               clock_write(left_now(s, BLACK), black));
}

void play_screen_board(const PlaySession *s) {
    DiagramStyle style = s->style;
    char *text = malloc(DIAGRAM_SIZE);
    style.last_move = play_game_last(&s->game);
    if (text == NULL)
        return;
    diagram_write(&s->game.pos, &style, text);
    printf("\n%s\n", text);
    free(text);
    print_clocks(s);
}

void play_screen_prompt(const PlaySession *s) {
    const Position *pos = &s->game.pos;
    if (s->game.end != PLAY_GOES_ON)
        printf("over> ");
    else
        printf("%" PRIu32 "%s %s> ", pos->fullmove, pos->side == WHITE ? "." : "...",
               SIDES[pos->side]);
    fflush(stdout);
}

void play_screen_wrap(const char *text) {
    enum { WIDTH = 79 };
    size_t column = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        if (column > 0 && column + 1 + length > WIDTH) {
            putchar('\n');
            column = 0;
        }
        column += (size_t)printf("%s%.*s", column > 0 ? " " : "", (int)length, text);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

void play_screen_moves(const PlaySession *s) {
    const PlayGame *g = &s->game;
    const size_t size = (size_t)(g->count + 1) * 2 * MOVE_TEXT_SIZE;
    char *text = malloc(size);
    Move *moves = malloc(((size_t)g->count + 1) * sizeof *moves);
    if (g->count == 0) {
        printf("No move has been played.\n");
    } else if (text != NULL && moves != NULL) {
        for (int i = 0; i < g->count; i++)
            moves[i] = g->moves[i].move;
        play_screen_wrap(line_write(&g->start, moves, g->count, text, size));
    }
    free(moves);
    free(text);
}

void play_screen_tick(void *session, int64_t elapsed_ms) {
    const PlaySession *s = session;
    if (s->shown && elapsed_ms >= 1000) {
        printf("\r\033[KBrindle thinks, %" PRId64 " s (Ctrl-C: move now)", elapsed_ms / 1000);
        fflush(stdout);
    }
}

void play_screen_clear_tick(const PlaySession *s) {
    if (s->shown)
        printf("\r\033[K");
}
