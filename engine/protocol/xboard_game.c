#include "engine/protocol/xboard_game.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct PlayedMove {
    Move move;
    Undo undo;
} PlayedMove;

void xboard_game_begin(XboardGame *g, const Position *pos) {
    g->pos = *pos;
    g->count = 0;
}

void xboard_game_free(XboardGame *g) {
    free(g->played);
    g->played = NULL;
    g->count = g->room = 0;
}

bool xboard_game_play(XboardGame *g, Move move) {
    if (g->count == g->room) {
        const int room = g->room == 0 ? 256 : 2 * g->room;
        PlayedMove *played = realloc(g->played, (size_t)room * sizeof *played);
        if (played == NULL)
            return false;
        g->played = played;
        g->room = room;
    }
    PlayedMove *last = &g->played[g->count++];
    last->move = move;
    position_make(&g->pos, move, &last->undo);
    return true;
}

bool xboard_game_take_back(XboardGame *g) {
    if (g->count == 0)
        return false;
    const PlayedMove *last = &g->played[--g->count];
    position_unmake(&g->pos, last->move, &last->undo);
    return true;
}

int xboard_game_moves_of(const XboardGame *g, Color side) {
    /* Whoever is not to move has made the last one. */
    return side == (Color)g->pos.side ? g->count / 2 : (g->count + 1) / 2;
}

const char *xboard_game_claim(const XboardGame *g, char text[64]) {
    const GameState state = position_game_state(&g->pos);
    const char *reason = NULL;
    switch (state) {
    case GAME_ONGOING: return NULL;
    case GAME_CHECKMATE: reason = g->pos.side == WHITE ? "Black mates" : "White mates"; break;
    case GAME_STALEMATE: reason = "Stalemate"; break;
    case GAME_DEAD_POSITION: reason = "Draw by insufficient material"; break;
    case GAME_REPETITION: reason = "Draw by repetition"; break;
    case GAME_FIFTY_MOVES: reason = "Draw by fifty-move rule"; break;
    }
    snprintf(text, 64, "%s {%s}", position_result(&g->pos, state), reason);
    return text;
}
