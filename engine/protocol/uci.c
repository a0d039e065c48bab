#include "engine/protocol/uci.h"

#include "bitboard/diagram.h"
#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "brindle_version.h"
#include "engine/analysis/evaluation_table.h"
#include "engine/number.h"
#include "engine/perft.h"
#include "engine/protocol/uci_info.h"
#include "engine/protocol/uci_session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void say_error(UciSession *s, const Message *message) {
    output_line(&s->output, "info string error: %s", message->text);
}

/* Nothing that a search uses may change under it. */
static void end_search(UciSession *s) {
    engine_stop(s->engine);
    engine_wait(s->engine);
}

/* ---- What the search tells ---- */

/* Where the scores of a search are to be explained; NULL if they are not.  No command touches the
 * position before the search has ended. */
static const Position *wdl_position(const UciSession *s) {
    return s->show_wdl ? &s->pos : NULL;
}

static void on_report(void *context, const SearchReport *report) {
    UciSession *s = context;
    char line[UCI_INFO_SIZE];
    output_line(&s->output, "%s", uci_info_report(report, wdl_position(s), line));
}

static void on_current_move(void *context, int depth, Move move, int number) {
    UciSession *s = context;
    char line[UCI_INFO_SIZE];
    output_line(&s->output, "%s", uci_info_current_move(depth, move, number, line));
}

static void on_status(void *context, const SearchStatus *status) {
    UciSession *s = context;
    char line[UCI_INFO_SIZE];
    output_line(&s->output, "%s", uci_info_status(status, line));
}

static void on_remark(void *context, const char *text) {
    UciSession *s = context;
    output_line(&s->output, "info string %s", text);
}

static void on_result(void *context, const SearchResult *result) {
    UciSession *s = context;
    char best[MOVE_TEXT_SIZE], ponder[MOVE_TEXT_SIZE], score[UCI_SCORE_SIZE];
    if (result->best == MOVE_NONE)
        output_line(&s->output, "info depth 0 score %s",
                    uci_score_write(result->score, wdl_position(s), score));
    move_write(result->best, best);
    if (result->ponder != MOVE_NONE)
        output_line(&s->output, "bestmove %s ponder %s", best, move_write(result->ponder, ponder));
    else
        output_line(&s->output, "bestmove %s", best);
}

/* ---- Commands ---- */

static void do_uci(UciSession *s, char *rest) {
    (void)rest;
    output_line(&s->output, "id name Brindle %s", BRINDLE_VERSION);
    output_line(&s->output, "id author the Brindle authors");
    output_line(&s->output, "%s", "");
    uci_options_list(s);
    output_line(&s->output, "uciok");
}

static void do_isready(UciSession *s, char *rest) {
    (void)rest;
    output_line(&s->output, "readyok");
}

static void do_setoption(UciSession *s, char *rest) {
    Message message;
    end_search(s);
    if (!uci_options_set(s, rest, &message))
        say_error(s, &message);
    else if (message.text[0] != '\0')
        output_line(&s->output, "info string %s", message.text);
}

static void do_ucinewgame(UciSession *s, char *rest) {
    (void)rest;
    end_search(s);
    engine_clear(s->engine);
}

/* "startpos" or "fen …", up to "moves"; returns what follows that word, NULL on an error. */
static char *read_base_position(UciSession *s, char *rest, Position *pos, Message *message) {
    char *moves = strstr(rest, " moves");
    while (moves != NULL && moves[6] != '\0' && moves[6] != ' ' && moves[6] != '\t')
        moves = strstr(moves + 1, " moves");
    char *end = rest + strlen(rest);
    if (moves != NULL) {
        *moves = '\0';
        end = moves + 6;
    }
    const char *kind = next_word(&rest);
    if (kind != NULL && strcmp(kind, "startpos") == 0) {
        const char *more = next_word(&rest);
        if (more != NULL) {
            message_set(message, "position: '%.40s' follows after startpos; 'moves' was expected",
                        more);
            return NULL;
        }
        position_set_start(pos, s->rules);
        return end;
    }
    if (kind != NULL && strcmp(kind, "fen") == 0)
        return fen_parse_position(rest, s->rules, pos, message) ? end : NULL;
    message_set(message, "position: '%.40s' is neither startpos nor fen", kind != NULL ? kind : "");
    return NULL;
}

/* On any error the position stays what it was. */
static void do_position(UciSession *s, char *rest) {
    Position pos;
    Message message;
    end_search(s);
    char *moves = read_base_position(s, rest, &pos, &message);
    if (moves == NULL) {
        say_error(s, &message);
        return;
    }
    const char *word;
    for (int number = 1; (word = next_word(&moves)) != NULL; number++) {
        Move move;
        Undo undo;
        if (!move_parse(&pos, word, &move, &message)) {
            output_line(&s->output, "info string error: position: move %d: %s", number,
                        message.text);
            return;
        }
        position_make(&pos, move, &undo);
    }
    s->pos = pos;
}

typedef struct {
    const char *word;
    int64_t least, most;
    bool clamp; /* what lies outside counts as the nearest value: a move is worth more than a
                   complaint */
    int64_t *target;
} GoNumber;

/* The words that begin a parameter, so that a list of moves knows where it ends. */
static bool is_go_word(const char *word) {
    static const char *const words[] = {"wtime",    "btime", "winc",       "binc",   "movestogo",
                                        "depth",    "nodes", "mate",       "ponder", "movetime",
                                        "infinite", "perft", "searchmoves"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static bool read_search_moves(const UciSession *s, char **rest, SearchLimits *limits,
                              Message *message) {
    for (;;) {
        char *peek = *rest + strspn(*rest, " \t");
        char word[MOVE_TEXT_SIZE];
        const size_t length = strcspn(peek, " \t");
        if (length == 0)
            break;
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
                 peek);
        if (is_go_word(word))
            break;
        Move move;
        const char *text = next_word(rest);
        if (!move_parse(&s->pos, text, &move, message))
            return false;
        if (limits->root_move_count < MAX_MOVES)
            limits->root_moves[limits->root_move_count++] = move;
    }
    return limits->root_move_count > 0 || message_set(message, "searchmoves: no move follows");
}

static bool read_go_number(const GoNumber *number, const char *text, Message *message) {
    const int64_t least = number->clamp ? INT64_MIN : number->least;
    const int64_t most = number->clamp ? INT64_MAX : number->most;
    if (!number_read(number->word, text, least, most, number->target, message))
        return false;
    if (*number->target < number->least)
        *number->target = number->least;
    if (*number->target > number->most)
        *number->target = number->most;
    return true;
}

typedef struct {
    SearchLimits limits;
    int64_t moves_to_go, depth, nodes, mate, perft; /* perft < 0: not asked for */
} GoCommand;

static bool read_go(const UciSession *s, char *rest, GoCommand *go, Message *message) {
    static const int64_t CLOCK_MAX = INT64_C(1000000000000); /* 31 years, in milliseconds */
    SearchLimits *l = &go->limits;
    const GoNumber numbers[] = {
        {"wtime", -CLOCK_MAX, CLOCK_MAX, true, &l->time_ms[WHITE]},
        {"btime", -CLOCK_MAX, CLOCK_MAX, true, &l->time_ms[BLACK]},
        {"winc", 0, CLOCK_MAX, true, &l->increment_ms[WHITE]},
        {"binc", 0, CLOCK_MAX, true, &l->increment_ms[BLACK]},
        {"movestogo", 0, 10000, false, &go->moves_to_go},
        {"depth", 1, MAX_PLY, true, &go->depth},
        {"nodes", 1, INT64_MAX, true, &go->nodes},
        {"mate", 1, MAX_PLY, true, &go->mate},
        {"movetime", 1, CLOCK_MAX, true, &l->move_time_ms},
        {"perft", 0, PERFT_MAX_DEPTH, false, &go->perft},
    };
    const char *word;
    while ((word = next_word(&rest)) != NULL) {
        bool known = false;
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && !known; i++) {
            if (strcmp(word, numbers[i].word) != 0)
                continue;
            const char *value = next_word(&rest);
            if (value == NULL)
                return message_set(message, "go: %s: the number is missing", word);
            if (!read_go_number(&numbers[i], value, message))
                return false;
            known = true;
            if (i <= 1)
                l->has_clock = true;
        }
        if (known)
            continue;
        if (strcmp(word, "infinite") == 0)
            l->infinite = true;
        else if (strcmp(word, "ponder") == 0)
            l->ponder = true;
        else if (strcmp(word, "searchmoves") == 0) {
            if (!read_search_moves(s, &rest, l, message))
                return false;
        } else
            return message_set(message, "go: '%.40s' is not known", word);
    }
    l->moves_to_go = (int)go->moves_to_go;
    l->depth = (int)go->depth;
    l->nodes = (uint64_t)go->nodes;
    l->mate = (int)go->mate;
    return true;
}

static void run_perft(UciSession *s, int depth) {
    const PerftOptions options = {.depth = depth, .threads = engine_threads(s->engine)};
    PerftResult *result = malloc(sizeof *result);
    Message message;
    char text[MOVE_TEXT_SIZE];
    if (result == NULL)
        return;
    if (perft_run(&s->pos, &options, NULL, result, &message)) {
        for (int i = 0; i < result->move_count; i++)
            output_line(&s->output, "%s: %" PRIu64, move_write(result->moves[i], text),
                        result->counts[i]);
        output_line(&s->output, "%s", "");
        output_line(&s->output, "Nodes searched: %" PRIu64, result->nodes);
        output_line(&s->output, "%s", "");
    } else {
        say_error(s, &message);
    }
    free(result);
}

static void do_go(UciSession *s, char *rest) {
    GoCommand go = {.perft = -1};
    Message message;
    end_search(s);
    if (!read_go(s, rest, &go, &message)) {
        say_error(s, &message);
        return;
    }
    if (go.perft >= 0) {
        run_perft(s, (int)go.perft);
        return;
    }
    const SearchListener listener = {.on_report = on_report,
                                     .on_current_move = on_current_move,
                                     .on_status = on_status,
                                     .on_remark = on_remark,
                                     .on_result = on_result,
                                     .context = s};
    engine_set_position(s->engine, &s->pos);
    engine_go(s->engine, &go.limits, &listener);
}

static void do_stop(UciSession *s, char *rest) {
    (void)rest;
    engine_stop(s->engine);
}

static void do_ponderhit(UciSession *s, char *rest) {
    (void)rest;
    engine_ponder_hit(s->engine);
}

/* Prints a text of several lines, each as a line of its own. */
static void output_text(UciSession *s, char *text) {
    for (char *line = text; *line != '\0';) {
        char *end = line + strcspn(line, "\n");
        const bool last = *end == '\0';
        *end = '\0';
        output_line(&s->output, "%s", line);
        line = last ? end : end + 1;
    }
}

static void do_display(UciSession *s, char *rest) {
    (void)rest;
    char text[DIAGRAM_SIZE], fen[FEN_SIZE], square[MOVE_TEXT_SIZE], checkers[256] = "";
    const DiagramStyle style = {.unicode = false, .color = false};
    diagram_write(&s->pos, &style, text);
    output_text(s, text);
    fen_write(&s->pos, fen);
    int used = 0;
    for (Bitboard left = s->pos.state.checkers; left != 0;)
        used += sprintf(checkers + used, " %s", square_write(bb_pop(&left), square));
    output_line(&s->output, "%s", "");
    output_line(&s->output, "Fen: %s", fen);
    output_line(&s->output, "Key: %016" PRIX64, s->pos.state.key);
    output_line(&s->output, "Checkers:%s", checkers);
    output_line(&s->output, "Variant: %s", s->rules->name);
}

static void do_eval(UciSession *s, char *rest) {
    (void)rest;
    char text[EVALUATION_TABLE_SIZE];
    evaluation_table_write(&s->pos, text);
    output_text(s, text);
}

static void do_flip(UciSession *s, char *rest) {
    (void)rest;
    Position image;
    end_search(s);
    position_mirror_colors(&s->pos, &image);
    s->pos = image;
}

static void do_help(UciSession *s, char *rest);

typedef struct {
    const char *word;
    void (*run)(UciSession *s, char *rest); /* NULL: ends the conversation */
    const char *arguments, *summary;
} UciCommand;

static const UciCommand COMMANDS[] = {
    {"uci", do_uci, "", "who this is, and its options"},
    {"isready", do_isready, "", "answers readyok, also during a search"},
    {"setoption", do_setoption, "name N [value V]", "sets an option"},
    {"ucinewgame", do_ucinewgame, "", "forgets what was learnt"},
    {"position", do_position, "startpos | fen FEN [moves M...]", "sets the position"},
    {"go", do_go, "[limits | perft N]", "thinks, or counts move sequences"},
    {"stop", do_stop, "", "ends the thinking; the best move follows"},
    {"ponderhit", do_ponderhit, "", "the expected move was played: thinks on by the clock"},
    {"d", do_display, "", "shows the position"},
    {"eval", do_eval, "", "shows its evaluation, term by term"},
    {"flip", do_flip, "", "swaps the colours"},
    {"help", do_help, "", "this list"},
    {"quit", NULL, "", "ends the program"},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static void do_help(UciSession *s, char *rest) {
    (void)rest;
    for (int i = 0; i < COMMAND_COUNT; i++)
        output_line(&s->output, "%-10s %-32s %s", COMMANDS[i].word, COMMANDS[i].arguments,
                    COMMANDS[i].summary);
}

/* False at the end of the conversation. */
static bool obey(UciSession *s, char *line) {
    for (char *p = line; *p != '\0'; p++)
        if (*p == '\t')
            *p = ' ';
    const char *word = next_word(&line);
    if (word == NULL)
        return true;
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(word, COMMANDS[i].word) == 0) {
            if (COMMANDS[i].run == NULL)
                return false;
            COMMANDS[i].run(s, line);
            return true;
        }
    Message message;
    message_set(&message, "unknown command '%.60s'; 'help' lists the commands", word);
    say_error(s, &message);
    return true;
}

int uci_run(Input *in, FILE *out) {
    UciSession *s = calloc(1, sizeof *s);
    Message message = {"no memory"};
    if (s != NULL)
        s->engine = engine_new(&message);
    if (s == NULL || s->engine == NULL) {
        fprintf(out, "info string error: %s\n", message.text);
        free(s);
        return 1;
    }
    output_init(&s->output, out);
    s->rules = &RULES[0];
    position_set_start(&s->pos, s->rules);
    char *line;
    while ((line = input_line(in)) != NULL) {
        output_log_input(&s->output, line);
        if (!obey(s, line))
            break;
    }
    end_search(s);
    engine_free(s->engine);
    output_close(&s->output);
    free(s);
    return 0;
}
