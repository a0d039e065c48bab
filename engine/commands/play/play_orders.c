/*
 * What a player can say besides moves.
 */
#include "engine/commands/play/play_session.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/analysis/line.h"
#include "engine/commands/command.h"
#include "engine/commands/nearest.h"
#include "engine/commands/output_file.h"
#include "engine/draw_offer.h"
#include "engine/number.h"
#include "engine/watched_search.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { HINT_NODES = 200000, HINT_HASH_MIB = 16 };

/* What follows the order's word; "" for nothing.  False, and a message, if it cannot be done. */
typedef bool (*Obey)(PlaySession *s, const char *argument, Message *message);

typedef struct {
    const char *name;
    const char *argument; /* NULL: it takes none; "[…]": it may be left out */
    const char *help;
    Obey obey;
    const char *alias; /* what others say for it; NULL for none */
} Order;

/* ---- Looking ---- */

static bool show_board(PlaySession *s, const char *argument, Message *message) {
    (void)argument;
    (void)message;
    s->board_wanted = true;
    return true;
}

static bool flip(PlaySession *s, const char *argument, Message *message) {
    s->style.black_side = !s->style.black_side;
    return show_board(s, argument, message);
}

static bool list(PlaySession *s, const char *argument, Message *message) {
    (void)argument;
    (void)message;
    play_screen_moves(s);
    return true;
}

static bool show_fen(PlaySession *s, const char *argument, Message *message) {
    char fen[FEN_SIZE];
    (void)argument;
    (void)message;
    fen_write(&s->game.pos, fen);
    printf("%s\n", fen);
    return true;
}

/* Prints the moves from one square; returns how many there are. */
static int print_moves_from(const Position *pos, const MoveList *moves, Square from) {
    enum { ROOM = MOVE_TEXT_SIZE + 1, LABEL = 8 };
    char *text = malloc((size_t)moves->count * ROOM + LABEL);
    int count = 0;
    if (text == NULL)
        return 0;
    size_t used = strlen(square_write(from, text));
    used += (size_t)snprintf(text + used, LABEL - used, ":");
    for (int i = 0; i < moves->count; i++)
        if (move_from(moves->moves[i]) == from) {
            char san[MOVE_TEXT_SIZE];
            used +=
                (size_t)snprintf(text + used, ROOM, " %s", san_write(pos, moves->moves[i], san));
            count++;
        }
    if (count > 0)
        play_screen_wrap(text);
    free(text);
    return count;
}

static bool show_moves(PlaySession *s, const char *argument, Message *message) {
    const Position *pos = &s->game.pos;
    Square only = NO_SQUARE;
    MoveList *moves = malloc(sizeof *moves);
    const int length = square_read(argument, &only);
    int count = 0;
    if (moves == NULL)
        return message_set(message, "no memory");
    if (argument[0] != '\0' && (length == 0 || argument[length] != '\0')) {
        free(moves);
        return message_set(message, "'%.40s' is no square from a1 to k10", argument);
    }
    generate_legal(pos, moves);
    for (Square from = 0; from < SQUARES; from++)
        if (only == NO_SQUARE || from == only)
            count += print_moves_from(pos, moves, from);
    free(moves);
    if (count > 0)
        return true;
    if (only == NO_SQUARE)
        return message_set(message, "there is no legal move");
    if (pos->board[only] == NO_PIECE)
        return message_set(message, "there is no man on %.3s", argument);
    if (piece_color(pos->board[only]) != (Color)pos->side)
        return message_set(message, "it is not the turn of the man on %.3s", argument);
    return message_set(message, "the man on %.3s has no legal move", argument);
}

/* ---- Help from the engine ---- */

static bool have_adviser(PlaySession *s, Message *message) {
    if (s->adviser == NULL) {
        s->adviser = engine_new(message);
        if (s->adviser == NULL || !engine_set_hash(s->adviser, HINT_HASH_MIB, message))
            return false;
    }
    return true;
}

/* The lines that the adviser tells of while it searches; the last is kept. */
static void keep_report(void *context, const SearchReport *report) {
    *(SearchReport *)context = *report;
}

static bool hint(PlaySession *s, const char *argument, Message *message) {
    const SearchLimits limits = {.nodes = HINT_NODES};
    SearchReport latest = {.pv_length = 0};
    const SearchWatch watch = {
        .interrupted = interrupted, .on_report = keep_report, .context = &latest};
    SearchResult result;
    char line[LINE_TEXT_SIZE], score[SCORE_TEXT_SIZE], san[MOVE_TEXT_SIZE];
    (void)argument;
    if (s->game.end != PLAY_GOES_ON)
        return message_set(message, "the game is over");
    if (!have_adviser(s, message))
        return false;
    if (!watched_search(s->adviser, &s->game.pos, &limits, &watch, &result))
        (void)interrupts_forgive(); /* what has been found by now is a hint, too */
    printf("Hint: %s", san_write(&s->game.pos, result.best, san));
    if (latest.pv_length > 0 && latest.pv[0] == result.best) {
        printf(", %s for %s:\n", score_write(result.score, score),
               s->game.pos.side == WHITE ? "White" : "Black");
        play_screen_wrap(line_write(&s->game.pos, latest.pv, latest.pv_length, line, sizeof line));
    } else {
        printf("\n");
    }
    return true;
}

/* ---- Back and again ---- */

static bool read_times(const char *argument, int *times, Message *message) {
    int64_t number = 1;
    if (argument[0] != '\0' && !number_read("how many moves", argument, 1, 10000, &number, message))
        return false;
    *times = (int)number;
    return true;
}

static bool back(PlaySession *s, const char *argument, Message *message) {
    int times;
    return read_times(argument, &times, message) && play_session_back(s, times, message);
}

static bool again(PlaySession *s, const char *argument, Message *message) {
    int times;
    return read_times(argument, &times, message) && play_session_again(s, times, message);
}

/* ---- Ending it ---- */

static bool is_on(const PlaySession *s, Message *message) {
    return s->game.end == PLAY_GOES_ON || message_set(message, "the game is over");
}

static bool resign(PlaySession *s, const char *argument, Message *message) {
    (void)argument;
    if (!is_on(s, message))
        return false;
    play_game_end(&s->game, PLAY_RESIGNED, (Color)s->game.pos.side);
    play_session_changed(s);
    return true;
}

static bool offer_draw(PlaySession *s, const char *argument, Message *message) {
    const bool alone = !s->engine_plays[WHITE] && !s->engine_plays[BLACK];
    (void)argument;
    if (!is_on(s, message))
        return false;
    if (!alone && !draw_offer_is_welcome(s->score, s->game.count))
        return message_set(message, "Brindle declines the draw and would rather play on");
    play_game_end(&s->game, PLAY_DRAW_AGREED, WHITE);
    play_session_changed(s);
    return true;
}

static bool quit(PlaySession *s, const char *argument, Message *message) {
    (void)argument;
    if (!s->saved && s->typed && !s->leaving) {
        s->leaving = true;
        return message_set(message, "the game is not saved: 'save FILE' saves it, and 'quit' once "
                                    "more leaves without");
    }
    s->over = true;
    return true;
}

/* ---- Files ---- */

static bool save_as(PlaySession *s, const char *argument, Message *message) {
    PgnGame *pgn = malloc(sizeof *pgn);
    OutputFile output;
    bool good = false;
    message_set(message, "no memory");
    if (pgn != NULL && play_session_to_pgn(s, pgn, message)) {
        if (output_file_open_new(&output, argument, "FILE", message)) {
            good = pgn_write(output.file, pgn);
            if (good)
                good = output_file_commit(&output, message);
            else
                output_file_discard(&output);
        }
        pgn_game_clear(pgn);
    }
    free(pgn);
    if (good) {
        printf("Saved in %s.\n", argument);
        s->saved = true;
    }
    return good;
}

static bool load(PlaySession *s, const char *argument, Message *message) {
    PgnGame *pgn = malloc(sizeof *pgn);
    bool good = false;
    message_set(message, "no memory");
    if (pgn != NULL) {
        pgn_game_init(pgn, s->start.rules);
        good = game_file_read_last(argument, s->start.rules, pgn, message) &&
               (s->file.path == NULL || s->game.count == 0 || game_file_next(&s->file, message)) &&
               play_session_take_game(s, pgn, message);
        pgn_game_clear(pgn);
    }
    free(pgn);
    if (good) {
        play_session_changed(s);
        play_session_introduce(s);
    }
    return good;
}

/* ---- Settings ---- */

static bool new_game(PlaySession *s, const char *argument, Message *message) {
    if (argument[0] != '\0') {
        const RuleSet *rules = rules_find(argument, message);
        if (rules == NULL)
            return false;
        position_set_start(&s->start, rules);
    }
    /* What has been played stays in the file, finished or not. */
    if (s->file.path != NULL && s->game.count > 0 && !game_file_next(&s->file, message))
        return false;
    play_session_begin(s);
    play_session_introduce(s);
    return true;
}

static bool set_side(PlaySession *s, const char *argument, Message *message) {
    const bool both = strcmp(argument, "both") == 0, white = strcmp(argument, "white") == 0;
    if (!both && !white && strcmp(argument, "black") != 0)
        return message_set(message, "'%.40s' is none of white, black and both", argument);
    s->engine_plays[WHITE] = !both && !white;
    s->engine_plays[BLACK] = !both && white;
    s->style.black_side = s->engine_plays[WHITE];
    s->score = SCORE_NONE;
    play_session_changed(s);
    play_session_introduce(s);
    return true;
}

static bool go(PlaySession *s, const char *argument, Message *message) {
    (void)argument;
    return is_on(s, message) && set_side(s, s->game.pos.side == WHITE ? "black" : "white", message);
}

static bool set_level(PlaySession *s, const char *argument, Message *message) {
    int64_t level;
    if (!number_read("the level", argument, 0, SKILL_LEVEL_FULL, &level, message))
        return false;
    play_session_set_level(s, (int)level);
    printf("Brindle plays at level %d of %d from now on.\n", s->level, SKILL_LEVEL_FULL);
    return true;
}

static bool set_time(PlaySession *s, const char *argument, Message *message) {
    char text[PLAY_TIME_SIZE];
    if (!play_time_read(argument, &s->time, message))
        return false;
    printf("New games: %s.\n", play_time_write(&s->time, text));
    if (!s->time.has_clock && !s->game.time.has_clock)
        s->game.time = s->time; /* without clocks nothing can get out of step */
    return true;
}

/* ---- The table ---- */

static bool show_help(PlaySession *s, const char *argument, Message *message);

static const Order ORDERS[] = {
    {"board", NULL, "show the board", show_board, "show"},
    {"flip", NULL, "turn the board round", flip, NULL},
    {"moves", "[SQUARE]", "the legal moves, or those of one man", show_moves, NULL},
    {"hint", NULL, "what Brindle would play in your place", hint, NULL},
    {"back", "[N]", "take your last move back (N moves)", back, "undo"},
    {"again", "[N]", "play again what was taken back", again, "redo"},
    {"list", NULL, "the moves of the game", list, NULL},
    {"fen", NULL, "the position as FEN", show_fen, NULL},
    {"draw", NULL, "offer a draw", offer_draw, NULL},
    {"resign", NULL, "give the game up", resign, NULL},
    {"new", "[RULES]", "a new game, perhaps by other rules: wildebeest or standard", new_game,
     NULL},
    {"side", "SIDE", "you play white, black or both from now on", set_side, NULL},
    {"go", NULL, "Brindle plays the side that is to move", go, NULL},
    {"level", "N", "how strongly Brindle plays, 0 to 20", set_level, NULL},
    {"time", "T", "for the next game: a clock such as 5+3, seconds a move, or none", set_time,
     NULL},
    {"save", "FILE", "write the game to a new file, as PGN", save_as, NULL},
    {"load", "FILE", "go on with the last game of a PGN file", load, NULL},
    {"help", NULL, "this list", show_help, "?"},
    {"quit", NULL, "leave", quit, "exit"},
};
enum { ORDER_COUNT = sizeof ORDERS / sizeof ORDERS[0] };

static bool show_help(PlaySession *s, const char *argument, Message *message) {
    (void)s;
    (void)argument;
    (void)message;
    printf("Moves: by squares (g2g5, a9a10q), or as books print them (e4, Nxc5, Wd3, a10=W).  A\n"
           "castling names the king's square: O-O-g1 to O-O-j1, O-O-O-e1 to O-O-O-b1.\n");
    for (int i = 0; i < ORDER_COUNT; i++)
        printf("  %-6s %-9s %s\n", ORDERS[i].name,
               ORDERS[i].argument != NULL ? ORDERS[i].argument : "", ORDERS[i].help);
    return true;
}

/* ---- Reading ---- */

/* Moves have a rank in them, or are castlings; orders never begin like that. */
static bool looks_like_move(const char *word) {
    return strpbrk(word, "0123456789") != NULL || strncasecmp(word, "o-o", 3) == 0;
}

static bool refuse_word(const char *word, Message *message) {
    Nearest nearest;
    nearest_init(&nearest, word);
    for (int i = 0; i < ORDER_COUNT; i++)
        nearest_offer(&nearest, ORDERS[i].name);
    if (nearest.best != NULL)
        return message_set(message, "'%.60s' is neither a move nor an order; did you mean '%s'?",
                           word, nearest.best);
    return message_set(message, "'%.60s' is neither a move nor an order; 'help' lists them", word);
}

static bool obey_order(PlaySession *s, const Order *order, const char *argument, Message *message) {
    if (order->argument == NULL && argument[0] != '\0')
        return message_set(message, "'%s' stands alone", order->name);
    if (order->argument != NULL && order->argument[0] != '[' && argument[0] == '\0')
        return message_set(message, "%s: %s is missing (%s)", order->name, order->argument,
                           order->help);
    return order->obey(s, argument, message);
}

/* `word` and `argument` without blanks around them. */
static bool obey(PlaySession *s, const char *word, const char *argument, Message *message) {
    for (int i = 0; i < ORDER_COUNT; i++)
        if (strcmp(ORDERS[i].name, word) == 0 ||
            (ORDERS[i].alias != NULL && strcmp(ORDERS[i].alias, word) == 0))
            return obey_order(s, &ORDERS[i], argument, message);
    if (!looks_like_move(word))
        return refuse_word(word, message);
    if (argument[0] != '\0')
        return message_set(message, "one move at a time, please");
    return play_session_move(s, word, message);
}

void play_orders_obey(PlaySession *s, char *line) {
    const bool was_leaving = s->leaving;
    Message message;
    line += strspn(line, " ");
    for (size_t length = strlen(line); length > 0 && line[length - 1] == ' '; length--)
        line[length - 1] = '\0';
    if (line[0] == '\0')
        return;
    char *argument = line + strcspn(line, " ");
    if (*argument != '\0')
        *argument++ = '\0';
    argument += strspn(argument, " ");
    if (!obey(s, line, argument, &message)) {
        message.text[0] = (char)toupper((unsigned char)message.text[0]);
        const char last = message.text[strlen(message.text) - 1];
        printf("%s%s\n", message.text, last == '?' ? "" : ".");
    }
    if (was_leaving)
        s->leaving = false;
}
