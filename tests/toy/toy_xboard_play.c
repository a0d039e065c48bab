#include "bitboard/movegen.h"
#include "tests/toy/toy_faults.h"
#include "tests/toy/toy_xboard.h"

#include <stdlib.h>
#include <string.h>

void xboard_pong(Toy *toy) {
    if (!toy->xboard.pong_due)
        return;
    toy->xboard.pong_due = false;
    if (fault_withholds_ready(toy))
        faults_limit_life(toy);
    else
        out(&toy->output, "pong %lld", (long long)toy->xboard.pong);
}

static void play(Toy *toy, Move move) {
    XboardState *x = &toy->xboard;
    if (x->played_count == x->played_room) {
        x->played_room = x->played_room == 0 ? 256 : 2 * x->played_room;
        Played *grown = realloc(x->played, x->played_room * sizeof *grown);
        if (grown == NULL)
            abort();
        x->played = grown;
    }
    x->played[x->played_count].move = move;
    position_make(&toy->pos, move, &x->played[x->played_count].undo);
    x->played_count++;
}

/* Says how the game ended, if it did. */
static void claim_result(Toy *toy) {
    const GameState state = position_game_state(&toy->pos);
    if (state == GAME_ONGOING)
        return;
    toy->xboard.over = true;
    if (toy->settings.claims == 0)
        return;
    const char *why = "";
    switch (state) {
    case GAME_ONGOING: break;
    case GAME_CHECKMATE: why = toy->pos.side == WHITE ? "Black mates" : "White mates"; break;
    case GAME_STALEMATE: why = "Stalemate"; break;
    case GAME_DEAD_POSITION: why = "Draw by insufficient material"; break;
    case GAME_REPETITION: why = "Draw by repetition"; break;
    case GAME_FIFTY_MOVES: why = "Draw by fifty moves rule"; break;
    }
    out(&toy->output, "%s {%s}", position_result(&toy->pos, state), why);
}

void xboard_think(Toy *toy) {
    if (!toy->xboard.over)
        toy_search(toy, false);
}

void xboard_user_move(Toy *toy, const char *text) {
    XboardState *x = &toy->xboard;
    Move move;
    if (text == NULL || !spelling_read(toy->spelling, &toy->pos, text, &move)) {
        toy_complain(toy, "'%.100s' is not a legal move", text != NULL ? text : "");
        out(&toy->output, "Illegal move: %s", text != NULL ? text : "");
        return;
    }
    if (toy->search != SEARCH_NONE) {
        toy_complain(toy, "'%s': it is not your turn", text);
        out(&toy->output, "Illegal move (not your turn): %s", text);
        return;
    }
    if (!x->force && (Color)toy->pos.side == x->side)
        toy_complain(toy, "'%s': the move is mine, and go was not said", text);
    play(toy, move);
    if (x->force || x->over)
        return;
    claim_result(toy);
    if ((Color)toy->pos.side == x->side)
        xboard_think(toy);
}

static void write_thinking(Toy *toy, Move best, const char *spelled) {
    const int64_t depth = toy->xboard.depth > 0 ? toy->xboard.depth : 1 + best % 20,
                  score = toy->settings.score != MATERIAL_SCORE ? toy->settings.score
                                                                : player_score(&toy->pos),
                  centiseconds = (now_ms() - toy->started_ms) / 10;
    if (toy->xboard.post)
        out(&toy->output, "%lld %lld %lld %lld %s", (long long)depth, (long long)score,
            (long long)centiseconds, 1 + (long long)(best % 100000), spelled);
}

/* What it says in place of a move, if anything. */
static bool gives_up(Toy *toy) {
    const char *words = NULL;
    if (fault_strikes(toy, FAULT_RESIGN))
        words = "resign";
    else if (fault_strikes(toy, FAULT_WRONG_CLAIM))
        words = "1-0 {White mates}";
    else if (fault_strikes(toy, FAULT_DRAW_CLAIM))
        words = "1/2-1/2 {Draw by repetition}";
    if (words == NULL)
        return false;
    out(&toy->output, "%s", words);
    toy->xboard.over = true;
    return true;
}

/* The second move of an engine that makes two: another one, if there is one. */
static void write_second(Toy *toy, Move best) {
    MoveList list;
    char text[SPELLING_SIZE];
    generate_legal(&toy->pos, &list);
    Move other = best;
    for (int i = 0; i < list.count && other == best; i++)
        other = list.moves[i];
    out(&toy->output, "move %s", spelling_write(toy->spelling, other, text));
}

static void write_move(Toy *toy, Move best, const char *spelled) {
    Output *o = &toy->output;
    char illegal[SPELLING_SIZE];
    if (fault_strikes(toy, FAULT_OFFER_DRAW))
        out(o, "offer draw");
    if (fault_strikes(toy, FAULT_ILLEGAL))
        out(o, "move %s", spelling_write_illegal(toy->spelling, &toy->pos, illegal));
    else if (fault_strikes(toy, FAULT_GARBAGE))
        out(o, "move zz9");
    else if (fault_strikes(toy, FAULT_NOMOVE))
        out(o, "move (none)");
    else if (fault_strikes(toy, FAULT_EMPTY))
        out(o, "move");
    else
        out(o, "move %s", spelled);
    if (fault_strikes(toy, FAULT_TWO_MOVES))
        write_second(toy, best);
}

void xboard_answer(Toy *toy) {
    const Move best = player_choose(&toy->player, &toy->pos, NULL);
    if (best == MOVE_NONE) {
        claim_result(toy);
    } else if (!gives_up(toy)) {
        char spelled[SPELLING_SIZE];
        spelling_write(toy->spelling, best, spelled);
        write_thinking(toy, best, spelled);
        write_move(toy, best, spelled);
        /* Whatever it said, it believes that it made this move. */
        play(toy, best);
        toy_count_move(toy);
        claim_result(toy);
    }
    xboard_pong(toy);
}
