#include "engine/play/play_game.h"

#include "bitboard/notation.h"

#include <stdlib.h>
#include <string.h>

static void find_end(PlayGame *g) {
    g->end = position_game_state(&g->pos) != GAME_ONGOING ? PLAY_ENDED_BY_RULE : PLAY_GOES_ON;
}

void play_game_begin(PlayGame *g, const Position *start, const PlayTime *time) {
    g->start = g->pos = *start;
    g->time = *time;
    g->count = g->undone = 0;
    find_end(g);
}

void play_game_free(PlayGame *g) {
    free(g->moves);
    memset(g, 0, sizeof *g);
}

bool play_game_play(PlayGame *g, Move move, int64_t left_ms) {
    Undo undo;
    if (g->count == g->room) {
        const int room = g->room == 0 ? 256 : 2 * g->room;
        PlayMove *moves = realloc(g->moves, (size_t)room * sizeof *moves);
        if (moves == NULL)
            return false;
        g->moves = moves;
        g->room = room;
    }
    const bool again = g->undone > 0 && g->moves[g->count].move == move;
    g->undone = again ? g->undone - 1 : 0;
    g->moves[g->count++] = (PlayMove){move, left_ms};
    position_make(&g->pos, move, &undo);
    find_end(g);
    return true;
}

/* Sets the position up anew: that takes no time, and needs no undo of each move to be kept. */
static void replay(PlayGame *g) {
    Undo undo;
    g->pos = g->start;
    for (int i = 0; i < g->count; i++)
        position_make(&g->pos, g->moves[i].move, &undo);
    find_end(g);
}

void play_game_back(PlayGame *g, int moves) {
    const int most = moves < g->count ? moves : g->count;
    g->count -= most;
    g->undone += most;
    replay(g);
}

void play_game_again(PlayGame *g, int moves) {
    const int most = moves < g->undone ? moves : g->undone;
    g->count += most;
    g->undone -= most;
    replay(g);
}

Move play_game_last(const PlayGame *g) {
    return g->count > 0 ? g->moves[g->count - 1].move : MOVE_NONE;
}

int64_t play_game_left_ms(const PlayGame *g, Color side) {
    const int latest = g->count - ((Color)g->pos.side == side ? 2 : 1);
    return latest >= 0 ? g->moves[latest].left_ms : g->time.base_ms;
}

/* ---- The end ---- */

void play_game_end(PlayGame *g, PlayEnd how, Color loser) {
    if (g->end == PLAY_ENDED_BY_RULE)
        return;
    g->end = how;
    g->loser = loser;
}

const char *play_game_result(const PlayGame *g) {
    switch (g->end) {
    case PLAY_GOES_ON: break;
    case PLAY_ENDED_BY_RULE: return position_result(&g->pos, position_game_state(&g->pos));
    case PLAY_RESIGNED:
    case PLAY_TIME_IS_UP: return g->loser == WHITE ? "0-1" : "1-0";
    case PLAY_DRAW_AGREED: return "1/2-1/2";
    }
    return "*";
}

static void write_end_by_rule(const PlayGame *g, char *text) {
    const GameState state = position_game_state(&g->pos);
    const char *loser = COLOR_NAMES[g->pos.side],
               *winner = COLOR_NAMES[opponent((Color)g->pos.side)];
    const char *result = position_result(&g->pos, state);
    switch (state) {
    case GAME_CHECKMATE:
        snprintf(text, PLAY_END_SIZE, "Checkmate: %s wins, %s.", winner, result);
        break;
    case GAME_STALEMATE:
        if (g->pos.rules->stalemate_loses)
            snprintf(text, PLAY_END_SIZE,
                     "Stalemate: %s has no legal move and so, in %s, loses. %s wins, %s.", loser,
                     g->pos.rules->name, winner, result);
        else
            snprintf(text, PLAY_END_SIZE, "Stalemate: %s has no legal move. A draw, %s.", loser,
                     result);
        break;
    case GAME_DEAD_POSITION:
        snprintf(text, PLAY_END_SIZE, "Nobody can win with what is left. A draw, %s.", result);
        break;
    case GAME_REPETITION:
        snprintf(text, PLAY_END_SIZE, "This position has come for the third time. A draw, %s.",
                 result);
        break;
    case GAME_FIFTY_MOVES:
        snprintf(text, PLAY_END_SIZE,
                 "Fifty moves of each side without a capture or a pawn's move. A draw, %s.",
                 result);
        break;
    case GAME_ONGOING: text[0] = '\0'; break;
    }
}

char *play_game_end_write(const PlayGame *g, char text[PLAY_END_SIZE]) {
    const char *loser = COLOR_NAMES[g->loser], *winner = COLOR_NAMES[opponent(g->loser)];
    const char *result = play_game_result(g);
    switch (g->end) {
    case PLAY_GOES_ON: snprintf(text, PLAY_END_SIZE, "The game is not over."); break;
    case PLAY_ENDED_BY_RULE: write_end_by_rule(g, text); break;
    case PLAY_RESIGNED:
        snprintf(text, PLAY_END_SIZE, "%s resigns: %s wins, %s.", loser, winner, result);
        break;
    case PLAY_TIME_IS_UP:
        snprintf(text, PLAY_END_SIZE, "%s's time is up: %s wins, %s.", loser, winner, result);
        break;
    case PLAY_DRAW_AGREED: snprintf(text, PLAY_END_SIZE, "A draw is agreed, %s.", result); break;
    }
    return text;
}

/* ---- As PGN ---- */

static const char *termination(const PlayGame *g) {
    return g->end == PLAY_GOES_ON      ? "unterminated"
           : g->end == PLAY_TIME_IS_UP ? "time forfeit"
                                       : "normal";
}

static bool set_tags(const PlayGame *g, const PlayTags *tags, PgnGame *pgn) {
    char level[16], time[PLAY_TIME_SIZE];
    snprintf(level, sizeof level, "%d", tags->level);
    return pgn_set_tag(pgn, "Event", "brindle play") && pgn_set_tag(pgn, "Site", "?") &&
           pgn_set_tag(pgn, "Date", tags->date) && pgn_set_tag(pgn, "Round", "-") &&
           pgn_set_tag(pgn, "White", tags->white) && pgn_set_tag(pgn, "Black", tags->black) &&
           pgn_set_tag(pgn, "Result", pgn->result) &&
           pgn_set_tag(pgn, "TimeControl", play_time_write_tag(&g->time, time)) &&
           pgn_set_tag(pgn, "Termination", termination(g)) &&
           (tags->level < 0 || pgn_set_tag(pgn, "BrindleLevel", level));
}

bool play_game_to_pgn(const PlayGame *g, const PlayTags *tags, PgnGame *pgn) {
    pgn->start = g->start;
    snprintf(pgn->result, sizeof pgn->result, "%s", play_game_result(g));
    if (!set_tags(g, tags, pgn))
        return false;
    for (int i = 0; i < g->count; i++) {
        char clock[CLOCK_TEXT_SIZE], comment[CLOCK_TEXT_SIZE + 16];
        PgnMove *m = pgn_add_move(&pgn->line, g->moves[i].move);
        if (m == NULL)
            return false;
        snprintf(comment, sizeof comment, "[%%clk %s]",
                 clock_write_exact(g->moves[i].left_ms, clock));
        if (g->time.has_clock && !pgn_set_comment(m, comment))
            return false;
    }
    return true;
}

bool play_game_from_pgn(const PgnGame *pgn, PlayGame *g) {
    const char *control = pgn_tag(pgn, "TimeControl");
    PlayTime time = {.has_clock = false};
    if (control != NULL)
        play_time_read_tag(control, &time);
    play_game_begin(g, &pgn->start, &time);
    for (int i = 0; i < pgn->line.count; i++) {
        /* Without a word about the clock it has not moved. */
        const int64_t left = clock_read_comment(pgn->line.moves[i].comment);
        const int64_t before = play_game_left_ms(g, (Color)g->pos.side);
        if (!play_game_play(g, pgn->line.moves[i].move, left >= 0 ? left : before))
            return false;
    }
    return true;
}
