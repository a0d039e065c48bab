#include "engine/protocol/xboard.h"

#include "engine/analysis/line.h"
#include "engine/number.h"
#include "engine/options.h"
#include "engine/protocol/xboard_notation.h"
#include "engine/protocol/xboard_session.h"

#include <stdlib.h>
#include <string.h>

/* When a command is obeyed that comes while the engine thinks about its move. */
typedef enum {
    AT_ONCE,   /* it leaves the search alone, or ends it with its move */
    WAITS,     /* for the move: until then the position or the engine must not change */
    INTERRUPTS /* the search ends, and no move is made */
} Timing;

/* Of a line: its first word, and what follows.  False with a message if something is wrong. */
typedef bool (*Handler)(XboardSession *s, char *rest, Message *message);

/* ---- The board changes ---- */

/* What was thought of the position before is not about this one. */
static void board_changed(XboardSession *s) {
    s->reply = MOVE_NONE;
    s->excluded_count = 0;
}

/* Goes on with what the mode asks for in a new position. */
static void proceed(XboardSession *s) {
    if (s->mode == MODE_ANALYSE)
        xboard_analyse(s);
    else if (s->mode == MODE_PLAY && (Color)s->game.pos.side == s->side)
        xboard_think(s);
}

static void begin_game(XboardSession *s, const Position *pos) {
    xboard_abandon(s);
    xboard_game_begin(&s->game, pos);
    board_changed(s);
    s->score = SCORE_NONE;
}

static void begin_at_array(XboardSession *s, const RuleSet *rules) {
    Position pos;
    position_set_start(&pos, rules);
    s->rules = rules;
    begin_game(s, &pos);
}

static bool do_new(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    begin_at_array(s, &RULES[0]);
    engine_clear(s->engine);
    engine_set_clock(s->engine, NULL);
    xboard_clock_restart(&s->clock);
    s->draw_offered = false;
    s->side = BLACK;
    if (s->mode == MODE_ANALYSE)
        xboard_analyse(s);
    else
        s->mode = MODE_PLAY;
    return true;
}

static bool do_variant(XboardSession *s, char *rest, Message *message) {
    const RuleSet *rules = rules_find(trim_text(rest), message);
    if (rules == NULL)
        return false;
    begin_at_array(s, rules);
    xboard_describe_board(s);
    if (s->mode == MODE_ANALYSE)
        xboard_analyse(s);
    return true;
}

static bool do_setboard(XboardSession *s, char *rest, Message *message) {
    Position pos;
    if (!xboard_fen_parse(trim_text(rest), s->rules, 0, &pos, message)) {
        output_line(&s->output, "tellusererror Illegal position: %s", message->text);
        return true;
    }
    begin_game(s, &pos);
    if (s->mode == MODE_ANALYSE)
        xboard_analyse(s);
    return true;
}

static bool do_usermove(XboardSession *s, char *rest, Message *message) {
    Move move;
    const char *text = trim_text(rest);
    if (!xboard_move_parse(&s->game.pos, text, 0, &move, message)) {
        output_line(&s->output, "Illegal move (%s): %.80s", message->text, text);
        return true;
    }
    const bool expected = s->run.purpose == SEARCH_PONDER && move == s->run.expected;
    if (!expected)
        xboard_abandon(s);
    if (!xboard_game_play(&s->game, move))
        return message_set(message, "no memory");
    board_changed(s);
    if (expected)
        xboard_ponder_hit(s);
    else
        proceed(s);
    return true;
}

static bool take_back(XboardSession *s, int moves, Message *message) {
    xboard_abandon(s);
    if (s->game.count < moves)
        return message_set(message, "only %d half-moves have been made", s->game.count);
    while (moves-- > 0)
        xboard_game_take_back(&s->game);
    board_changed(s);
    if (s->mode == MODE_ANALYSE)
        xboard_analyse(s);
    return true;
}

static bool do_undo(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    return take_back(s, 1, message);
}

static bool do_remove(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    return take_back(s, 2, message);
}

/* ---- Who plays ---- */

/* Leaves analysis; the engine is what it was before. */
static void set_mode(XboardSession *s, XboardMode mode) {
    xboard_abandon(s);
    if (s->mode == MODE_ANALYSE && mode != MODE_ANALYSE) {
        engine_set_analyse_mode(s->engine, s->analysed_before);
    } else if (s->mode != MODE_ANALYSE && mode == MODE_ANALYSE) {
        s->analysed_before = engine_analyse_mode(s->engine);
        engine_set_analyse_mode(s->engine, true);
    }
    s->mode = mode;
}

static bool do_force(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    set_mode(s, MODE_FORCE);
    return true;
}

static bool do_go(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    set_mode(s, MODE_PLAY);
    s->side = (Color)s->game.pos.side;
    xboard_think(s);
    return true;
}

static bool do_playother(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    set_mode(s, MODE_PLAY);
    s->side = opponent((Color)s->game.pos.side);
    xboard_ponder(s);
    return true;
}

static bool do_move_now(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    if (s->run.purpose == SEARCH_MOVE)
        engine_stop(s->engine);
    return true;
}

static bool do_result(XboardSession *s, char *rest, Message *message) {
    s->draw_offered = false;
    return do_force(s, rest, message);
}

static bool do_draw(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    s->draw_offered = true;
    xboard_answer_draw(s);
    return true;
}

static bool do_hard(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    s->ponders = true;
    return true;
}

static bool do_easy(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    s->ponders = false;
    if (s->run.purpose == SEARCH_PONDER)
        xboard_abandon(s);
    return true;
}

/* ---- Analysis ---- */

static bool do_analyze(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    set_mode(s, MODE_ANALYSE);
    xboard_analyse(s);
    return true;
}

static bool do_status(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    xboard_tell_status(s);
    return true;
}

static void exclude(XboardSession *s, Move move, bool out) {
    int kept = 0;
    for (int i = 0; i < s->excluded_count; i++)
        if (s->excluded[i] != move)
            s->excluded[kept++] = s->excluded[i];
    s->excluded_count = kept;
    if (out)
        s->excluded[s->excluded_count++] = move;
}

/* "exclude MOVE" (out), "include MOVE", and either with "all". */
static bool choose_moves(XboardSession *s, char *rest, bool out, Message *message) {
    const char *text = trim_text(rest);
    if (s->mode != MODE_ANALYSE)
        return message_set(message, "moves are excluded in analysis only");
    if (strcmp(text, "all") == 0) {
        MoveList list;
        generate_legal(&s->game.pos, &list);
        s->excluded_count = 0;
        for (int i = 0; i < list.count && out; i++)
            s->excluded[s->excluded_count++] = list.moves[i];
    } else {
        Move move;
        if (!xboard_move_parse(&s->game.pos, text, 0, &move, message))
            return false;
        exclude(s, move, out);
    }
    xboard_abandon(s);
    xboard_analyse(s);
    return true;
}

static bool do_exclude(XboardSession *s, char *rest, Message *message) {
    return choose_moves(s, rest, true, message);
}

static bool do_include(XboardSession *s, char *rest, Message *message) {
    return choose_moves(s, rest, false, message);
}

/* ---- Time ---- */

static bool do_level(XboardSession *s, char *rest, Message *message) {
    return xboard_clock_level(&s->clock, rest, message);
}

static bool do_st(XboardSession *s, char *rest, Message *message) {
    return xboard_clock_move_time(&s->clock, trim_text(rest), message);
}

static bool do_sd(XboardSession *s, char *rest, Message *message) {
    int64_t depth;
    if (!number_read("depth", trim_text(rest), 0, INT32_MAX, &depth, message))
        return false;
    s->clock.depth = depth < MAX_PLY ? (int)depth : MAX_PLY - 1;
    return true;
}

static bool do_time(XboardSession *s, char *rest, Message *message) {
    return xboard_clock_left(&s->clock.left_ms, trim_text(rest), message);
}

static bool do_otim(XboardSession *s, char *rest, Message *message) {
    return xboard_clock_left(&s->clock.other_left_ms, trim_text(rest), message);
}

/* ---- The engine's settings ---- */

/* What may be set only while nothing is searched: ends what is not for a move (that one is waited
 * for), sets, and begins it again. */
static bool with_rest(XboardSession *s, Handler set, char *rest, Message *message) {
    const SearchPurpose purpose = s->run.purpose;
    if (purpose != SEARCH_NONE)
        xboard_abandon(s);
    const bool good = set(s, rest, message);
    if (purpose == SEARCH_ANALYSIS)
        xboard_analyse(s);
    else if (purpose == SEARCH_PONDER)
        xboard_ponder(s);
    return good;
}

static bool set_option(XboardSession *s, char *rest, Message *message) {
    if (!xboard_set_option(s, rest, message))
        return false;
    if (message->text[0] != '\0') /* a remark */
        output_line(&s->output, "telluser %s", message->text);
    return true;
}

static bool set_memory(XboardSession *s, char *rest, Message *message) {
    return engine_set_option(s->engine, "Hash", trim_text(rest), message);
}

static bool set_cores(XboardSession *s, char *rest, Message *message) {
    return engine_set_option(s->engine, "Threads", trim_text(rest), message);
}

static bool set_nps(XboardSession *s, char *rest, Message *message) {
    int64_t rate;
    if (!number_read("nodes per second", trim_text(rest), -1, INT32_MAX, &rate, message))
        return false;
    s->clock.nodes_per_second = rate;
    engine_set_clock(s->engine, rate == 0 ? &PROCESSOR_CLOCK : NULL);
    return true;
}

static bool do_option(XboardSession *s, char *rest, Message *message) {
    return with_rest(s, set_option, rest, message);
}

static bool do_memory(XboardSession *s, char *rest, Message *message) {
    return with_rest(s, set_memory, rest, message);
}

static bool do_cores(XboardSession *s, char *rest, Message *message) {
    return with_rest(s, set_cores, rest, message);
}

static bool do_nps(XboardSession *s, char *rest, Message *message) {
    return with_rest(s, set_nps, rest, message);
}

/* ---- The rest ---- */

static bool do_protover(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    xboard_list_features(s);
    return true;
}

static bool do_ping(XboardSession *s, char *rest, Message *message) {
    (void)message;
    output_line(&s->output, "pong %s", trim_text(rest));
    return true;
}

static bool do_hint(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    xboard_tell_hint(s);
    return true;
}

/* Lines that begin with a blank, and an empty one behind them. */
static bool do_book(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    const Wbook *book = engine_book_open(s->engine);
    WbookEntry entries[MAX_MOVES];
    int count = 0;
    if (book == NULL)
        output_line(&s->output, " There is no opening book; the option BookFile names one.");
    else if (!wbook_probe(book, &s->game.pos, entries, &count, message))
        return false;
    else if (count == 0)
        output_line(&s->output, " The position is not in the book.");
    for (int i = 0; i < count; i++) {
        char move[MOVE_TEXT_SIZE], score[SCORE_TEXT_SIZE] = "";
        if (entries[i].learn != SCORE_NONE)
            score_write(entries[i].learn, score);
        output_line(&s->output, " %s weight %d%s%s", xboard_move_write(entries[i].move, 0, move),
                    entries[i].weight, score[0] != '\0' ? " score " : "", score);
    }
    output_line(&s->output, "%s", "");
    return true;
}

static bool do_post(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    atomic_store(&s->post, true);
    return true;
}

static bool do_nopost(XboardSession *s, char *rest, Message *message) {
    (void)rest;
    (void)message;
    atomic_store(&s->post, false);
    return true;
}

static bool ignore(XboardSession *s, char *rest, Message *message) {
    (void)s;
    (void)rest;
    (void)message;
    return true;
}

typedef struct {
    const char *word;
    Handler run; /* NULL: ends the conversation */
    Timing timing;
} XboardCommand;

static const XboardCommand COMMANDS[] = {
    {"xboard", ignore, AT_ONCE},
    {"protover", do_protover, AT_ONCE},
    {"accepted", ignore, AT_ONCE},
    {"rejected", ignore, AT_ONCE},
    {"new", do_new, INTERRUPTS},
    {"variant", do_variant, INTERRUPTS},
    {"quit", NULL, INTERRUPTS},
    {"random", ignore, AT_ONCE},
    {"force", do_force, INTERRUPTS},
    {"go", do_go, WAITS},
    {"playother", do_playother, WAITS},
    {"level", do_level, AT_ONCE},
    {"st", do_st, AT_ONCE},
    {"sd", do_sd, AT_ONCE},
    {"nps", do_nps, WAITS},
    {"time", do_time, AT_ONCE},
    {"otim", do_otim, AT_ONCE},
    {"usermove", do_usermove, WAITS},
    {"?", do_move_now, AT_ONCE},
    {"ping", do_ping, WAITS},
    {"draw", do_draw, AT_ONCE},
    {"result", do_result, INTERRUPTS},
    {"setboard", do_setboard, INTERRUPTS},
    {"hint", do_hint, WAITS},
    {"bk", do_book, AT_ONCE},
    {"undo", do_undo, INTERRUPTS},
    {"remove", do_remove, INTERRUPTS},
    {"hard", do_hard, AT_ONCE},
    {"easy", do_easy, AT_ONCE},
    {"post", do_post, AT_ONCE},
    {"nopost", do_nopost, AT_ONCE},
    {"analyze", do_analyze, INTERRUPTS},
    {".", do_status, AT_ONCE},
    {"exclude", do_exclude, AT_ONCE},
    {"include", do_include, AT_ONCE},
    {"exit", do_force, INTERRUPTS},
    {"option", do_option, WAITS},
    {"memory", do_memory, WAITS},
    {"cores", do_cores, WAITS},
    {"name", ignore, AT_ONCE},
    {"rating", ignore, AT_ONCE},
    {"computer", ignore, AT_ONCE},
    {"ics", ignore, AT_ONCE},
    {"egtpath", ignore, AT_ONCE},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

/* A move without "usermove" before it, as people type it and as old programs send it. */
static const XboardCommand BARE_MOVE = {"", do_usermove, WAITS};

static bool looks_like_move(const char *word) {
    return (word[0] >= 'a' && word[0] < 'a' + FILES && word[1] >= '0' && word[1] <= '9') ||
           strncmp(word, "O-O", 3) == 0;
}

static const XboardCommand *find_command(const char *word) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(word, COMMANDS[i].word) == 0)
            return &COMMANDS[i];
    return looks_like_move(word) ? &BARE_MOVE : NULL;
}

/* ---- The conversation ---- */

static bool keep_waiting(XboardSession *s, const char *line) {
    if (s->waiting_count == s->waiting_room) {
        const int room = s->waiting_room == 0 ? 16 : 2 * s->waiting_room;
        char **waiting = realloc(s->waiting, (size_t)room * sizeof *waiting);
        if (waiting == NULL)
            return false;
        s->waiting = waiting;
        s->waiting_room = room;
    }
    char *copy = strdup(line);
    if (copy == NULL)
        return false;
    s->waiting[s->waiting_count++] = copy;
    return true;
}

static bool obey_waiting(XboardSession *s);

/* A search for a move ends without one.  What waited for the move came before what ends it. */
static bool interrupt(XboardSession *s) {
    bool goes_on = true;
    while (goes_on && s->run.purpose == SEARCH_MOVE) {
        xboard_abandon(s);
        goes_on = obey_waiting(s);
    }
    return goes_on;
}

/* False at the end of the conversation. */
static bool obey(XboardSession *s, char *line) {
    char word[32];
    Message message = {""};
    char *text = trim_text(line);
    const size_t length = strcspn(text, " \t");
    if (length == 0)
        return true;
    snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, text);
    const XboardCommand *command = find_command(word);
    if (command == NULL) {
        output_line(&s->output, "Error (unknown command): %.200s", text);
        return true;
    }
    if (command->timing == WAITS && s->run.purpose == SEARCH_MOVE) {
        if (!keep_waiting(s, text))
            output_line(&s->output, "Error (no memory): %.200s", text);
        return true;
    }
    if (command->run == NULL)
        return false;
    if (command->timing == INTERRUPTS && !interrupt(s))
        return false;
    char *rest = command == &BARE_MOVE ? text : text + length + (text[length] != '\0');
    char *whole = strdup(text); /* the command may take its words apart */
    if (!command->run(s, rest, &message))
        output_line(&s->output, "Error (%s): %.200s", message.text, whole != NULL ? whole : word);
    free(whole);
    return true;
}

/* Obeys what has waited, up to what makes the engine think again. */
static bool obey_waiting(XboardSession *s) {
    bool goes_on = true;
    int done = 0;
    while (goes_on && done < s->waiting_count && s->run.purpose != SEARCH_MOVE) {
        goes_on = obey(s, s->waiting[done]);
        free(s->waiting[done++]);
    }
    if (done == 0)
        return goes_on; /* there may never have been any */
    s->waiting_count -= done;
    memmove(s->waiting, s->waiting + done, (size_t)s->waiting_count * sizeof *s->waiting);
    return goes_on;
}

static void converse(XboardSession *s) {
    bool goes_on = true;
    while (goes_on) {
        Event event = events_next(&s->events);
        switch (event.kind) {
        case EVENT_LINE:
            output_log_input(&s->output, event.line);
            goes_on = obey(s, event.line);
            free(event.line);
            break;
        case EVENT_RESULT: xboard_take_result(s, &event); break;
        case EVENT_END: goes_on = false; break;
        }
        if (goes_on && s->waiting_count > 0)
            goes_on = obey_waiting(s);
    }
}

typedef struct {
    Input *in;
    EventQueue *events;
} Reader;

static bool is_quit(const char *line) {
    line += strspn(line, " \t");
    return strncmp(line, "quit", 4) == 0 && strchr(" \t", line[4]) != NULL;
}

/* Ends by itself: the end of the input is the end of the conversation, and so is "quit". */
static void *read_lines(void *context) {
    const Reader *reader = context;
    char *line;
    bool quits = false;
    while (!quits && (line = input_line(reader->in)) != NULL) {
        Event event = {.kind = EVENT_LINE};
        quits = is_quit(line);
        event.line = strdup(line);
        if (event.line == NULL)
            break;
        events_push(reader->events, &event);
    }
    const Event end = {.kind = EVENT_END};
    events_push(reader->events, &end);
    return NULL;
}

static void open_session(XboardSession *s, Engine *engine, FILE *out) {
    Position pos;
    s->engine = engine;
    output_init(&s->output, out);
    events_init(&s->events);
    pthread_mutex_init(&s->progress.mutex, NULL);
    xboard_clock_init(&s->clock);
    atomic_init(&s->post, false);
    s->rules = &RULES[0];
    s->mode = MODE_PLAY;
    s->side = BLACK;
    s->score = SCORE_NONE;
    position_set_start(&pos, s->rules);
    xboard_game_begin(&s->game, &pos);
}

static void close_session(XboardSession *s) {
    xboard_abandon(s);
    engine_free(s->engine);
    for (int i = 0; i < s->waiting_count; i++)
        free(s->waiting[i]);
    free(s->waiting);
    xboard_game_free(&s->game);
    events_free(&s->events);
    pthread_mutex_destroy(&s->progress.mutex);
    output_close(&s->output);
    free(s);
}

int xboard_run(Input *in, FILE *out) {
    XboardSession *s = calloc(1, sizeof *s);
    Message message = {"no memory"};
    pthread_t thread;
    Engine *engine = s != NULL ? engine_new(&message) : NULL;
    if (engine == NULL) {
        fprintf(out, "tellusererror %s\n", message.text);
        free(s);
        return 1;
    }
    open_session(s, engine, out);
    Reader reader = {in, &s->events};
    const bool hears = pthread_create(&thread, NULL, read_lines, &reader) == 0;
    if (hears) {
        converse(s);
        pthread_join(thread, NULL);
    } else {
        output_line(&s->output, "tellusererror There is no thread to read with");
    }
    close_session(s);
    return hears ? 0 : 1;
}
