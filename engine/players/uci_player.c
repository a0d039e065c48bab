/* A player that speaks UCI. */
#include "engine/commands/nearest.h"
#include "engine/players/clean_text.h"
#include "engine/players/clock.h"
#include "engine/players/player_kind.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/protocol/xboard_notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { OPTION_NAME_SIZE = 64, OPTIONS_KNOWN_MAX = 256, INFO_SIZE = 512 };

typedef enum { IDLE, THINKING, PONDERING, ANSWERED_EARLY } UciState;

typedef struct {
    UciState state;
    char (*options)[OPTION_NAME_SIZE]; /* that it says it has */
    int option_count;
    bool variant_seen; /* it has confirmed that it plays 11x10 by the rule set's name */
    char *line;        /* "position … moves …", grown with the game */
    size_t length, room;
    int moves_in_line;
    Move expected;         /* what it ponders on */
    char info[INFO_SIZE];  /* the beginning of the last line with a score */
    char early[INFO_SIZE]; /* a "bestmove" that came while it pondered */
} UciEngine;

/* ---- Handshake ---- */

/* The words of a line from `key` to before `end_key`, as in "name Move Overhead type spin". */
static bool field(const char *line, const char *key, const char *end_key, char *text, size_t size) {
    const char *start = strstr(line, key);
    if (start == NULL)
        return false;
    start += strlen(key);
    const char *end = end_key != NULL ? strstr(start, end_key) : NULL;
    const size_t length = end != NULL ? (size_t)(end - start) : strlen(start);
    snprintf(text, size, "%.*s", (int)(length < size ? length : size - 1), start);
    return true;
}

static void learn(Player *p, UciEngine *u, const char *line) {
    if (strncmp(line, "id name ", 8) == 0) {
        snprintf(p->own_name, sizeof p->own_name, "%.*s", ENGINE_NAME_MAX - 1, line + 8);
        clean_text(p->own_name);
    } else if (strncmp(line, "option name ", 12) == 0 && u->option_count < OPTIONS_KNOWN_MAX) {
        if (field(line, "option name ", " type ", u->options[u->option_count], OPTION_NAME_SIZE))
            u->option_count++;
    }
}

static const char *find_option(const UciEngine *u, const char *name) {
    for (int i = 0; i < u->option_count; i++)
        if (strcasecmp(u->options[i], name) == 0)
            return u->options[i];
    return NULL;
}

static bool refuse_option(const UciEngine *u, const char *name, Message *message) {
    Nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < u->option_count; i++)
        nearest_offer(&nearest, u->options[i]);
    if (nearest.best != NULL)
        return message_set(message, "it has no option '%.60s'; did you mean '%s'?", name,
                           nearest.best);
    return message_set(message, "it has no option '%.60s'", name);
}

static bool handshake(Player *p, UciEngine *u, int patience_ms, Message *message) {
    const int64_t deadline = clock_ns() + (int64_t)patience_ms * NS_PER_MS;
    char *line, fate[PLAYER_TEXT_SIZE];
    if (!player_say(p, "uci"))
        return player_does_not_read(p, message);
    for (;;) {
        const ProcessStatus status = player_receive(p, deadline, NULL, &line);
        if (status == PROCESS_ENDED) {
            process_fate(&p->process, 500, fate, sizeof fate);
            return message_set(message, "it ended before it said uciok: %s", fate);
        }
        if (status != PROCESS_LINE || clock_ns() > deadline)
            return message_set(message, "it does not answer 'uci' with 'uciok' within %d s",
                               patience_ms / 1000);
        if (strcmp(line, "uciok") == 0)
            return true;
        /* What XBoard engines say to it. */
        if (patience_ms == DETECT_MS &&
            (strncasecmp(line, "Error (", 7) == 0 || strncasecmp(line, "Illegal move", 12) == 0))
            return message_set(message, "it does not speak UCI");
        learn(p, u, line);
    }
}

/* Waits until it has done all it was told. */
static bool ready(Player *p, UciEngine *u, Message *message) {
    const int64_t deadline = clock_ns() + (int64_t)READY_MS * NS_PER_MS;
    char *line, fate[PLAYER_TEXT_SIZE];
    if (player_say(p, "isready"))
        for (;;) {
            const ProcessStatus status = player_receive(p, deadline, NULL, &line);
            if (status == PROCESS_STOPPED)
                return message_set(message, "stopped");
            if (status == PROCESS_TIMEOUT || (status == PROCESS_LINE && clock_ns() > deadline))
                return message_set(message, "it does not answer 'isready' within %d s",
                                   READY_MS / 1000);
            if (status != PROCESS_LINE)
                break;
            if (strcmp(line, "readyok") == 0)
                return true;
            if (strncmp(line, "info string variant ", 20) == 0 &&
                strstr(line, " files 11 ranks 10 ") != NULL)
                u->variant_seen = true;
        }
    process_fate(&p->process, 500, fate, sizeof fate);
    return message_set(message, "it is gone: %s", fate);
}

static bool uci_set_option(Player *p, const char *name, const char *value, Message *message) {
    const UciEngine *u = p->state;
    if (find_option(u, name) == NULL)
        return refuse_option(u, name, message);
    return (value[0] != '\0' ? player_say(p, "setoption name %s value %s", name, value)
                             : player_say(p, "setoption name %s", name)) ||
           player_does_not_read(p, message);
}

static bool set_options(Player *p, UciEngine *u, Message *message) {
    const EngineSpec *spec = p->spec;
    bool sent = true;
    for (int i = 0; i < spec->init_count; i++)
        sent = sent && process_send(&p->process, spec->init[i], SEND_MS);
    for (int i = 0; i < spec->option_count; i++) {
        if (!uci_set_option(p, spec->options[i].name, spec->options[i].value, message))
            return false;
    }
    if (spec->ponder == YES && find_option(u, "Ponder") != NULL)
        sent = sent && player_say(p, "setoption name Ponder value true");
    /* Last, as the options may be what teaches it the variant. */
    const char *variant = spec->variant != NULL ? spec->variant : p->rules->name;
    const bool has_variants = find_option(u, "UCI_Variant") != NULL;
    if (has_variants)
        sent = sent && player_say(p, "setoption name UCI_Variant value %s", variant);
    if (!sent)
        return player_does_not_read(p, message);
    if (!ready(p, u, message))
        return false;
    if (has_variants && !u->variant_seen &&
        strncmp(p->own_name, "Fairy-Stockfish", 15) == 0) /* which says nothing at all otherwise */
        return message_set(message,
                           "it does not know the variant '%s' on 11x10 squares; does "
                           "option.VariantPath name a file that defines it?",
                           variant);
    return true;
}

/* ---- Positions ---- */

static bool append(UciEngine *u, const char *text) {
    const size_t length = strlen(text);
    if (u->length + length + 1 > u->room) {
        const size_t room = 2 * (u->length + length + 1);
        char *line = realloc(u->line, room);
        if (line == NULL)
            return false;
        u->line = line;
        u->room = room;
    }
    memcpy(u->line + u->length, text, length + 1);
    u->length += length;
    return true;
}

static bool append_move(Player *p, UciEngine *u, Move move) {
    char text[MOVE_TEXT_SIZE + 1] = " ";
    if (p->spec->first_rank == 0)
        xboard_move_write(move, 0, text + 1);
    else
        move_write(move, text + 1);
    if (u->moves_in_line++ == 0 && !append(u, " moves"))
        return false;
    return append(u, text);
}

static bool start_line(Player *p, UciEngine *u, const GameLine *line) {
    u->length = 0;
    u->moves_in_line = 0;
    if (line->from_array)
        return append(u, "position startpos");
    char fen[FEN_SIZE];
    xboard_fen_write(&line->start, p->spec->first_rank == 0 ? 0 : 1,
                     p->spec->king_queen_rights == YES, fen);
    return append(u, "position fen ") && append(u, fen);
}

static bool send_position(Player *p, UciEngine *u, const GameLine *line, Move then) {
    while (u->moves_in_line < line->move_count)
        if (!append_move(p, u, line->moves[u->moves_in_line]))
            return false;
    const size_t length = u->length;
    if (then != MOVE_NONE && !append_move(p, u, then))
        return false;
    const bool sent = process_send(&p->process, u->line, SEND_MS);
    if (then != MOVE_NONE) { /* it may not be what is played */
        u->length = length;
        u->line[length] = '\0';
        u->moves_in_line--;
    }
    return sent;
}

static bool send_go(Player *p, const Clocks *clocks, const char *how) {
    const TimeControl *tc = &p->spec->tc;
    char text[256];
    int used = snprintf(text, sizeof text, "go%s", how);
    if (tc->has_clock) {
        const int64_t white = clocks->left_ms[WHITE] > 1 ? clocks->left_ms[WHITE] : 1;
        const int64_t black = clocks->left_ms[BLACK] > 1 ? clocks->left_ms[BLACK] : 1;
        used += snprintf(text + used, sizeof text - (size_t)used,
                         " wtime %" PRId64 " btime %" PRId64, white, black);
        if (clocks->increment_ms[WHITE] > 0 || clocks->increment_ms[BLACK] > 0)
            used +=
                snprintf(text + used, sizeof text - (size_t)used, " winc %" PRId64 " binc %" PRId64,
                         clocks->increment_ms[WHITE], clocks->increment_ms[BLACK]);
        if (clocks->moves_to_go > 0)
            used += snprintf(text + used, sizeof text - (size_t)used, " movestogo %d",
                             clocks->moves_to_go);
    }
    if (tc->move_time_ms > 0)
        used += snprintf(text + used, sizeof text - (size_t)used, " movetime %" PRId64,
                         tc->move_time_ms);
    if (tc->nodes > 0)
        used += snprintf(text + used, sizeof text - (size_t)used, " nodes %" PRIu64, tc->nodes);
    if (tc->depth > 0)
        snprintf(text + used, sizeof text - (size_t)used, " depth %d", tc->depth);
    return process_send(&p->process, text, SEND_MS);
}

/* ---- What it says ---- */

static void note_info(UciEngine *u, const char *line) {
    char start[INFO_SIZE];
    snprintf(start, sizeof start, "%s", line);
    char *text = strstr(start, " string "); /* what follows is for people */
    if (text != NULL)
        *text = '\0';
    const char *multipv = strstr(start, " multipv ");
    if (strstr(start, " score ") != NULL && (multipv == NULL || atoi(multipv + 9) == 1))
        memcpy(u->info, start, sizeof start);
}

/* A number behind a word of the line, kept within bounds. */
static int64_t number_after(const char *line, const char *word, int64_t otherwise, int64_t most) {
    const char *at = strstr(line, word);
    if (at == NULL)
        return otherwise;
    const long long number = strtoll(at + strlen(word), NULL, 10);
    return number > most ? most : number < -most ? -most : number;
}

static void read_info(const UciEngine *u, Thought *t) {
    const char *info = u->info;
    if (info[0] == '\0')
        return;
    t->depth = (int)number_after(info, " depth ", 0, 1000);
    t->selective_depth = (int)number_after(info, " seldepth ", 0, 1000);
    const int64_t nodes = number_after(info, " nodes ", 0, INT64_MAX);
    t->nodes = nodes > 0 ? (uint64_t)nodes : 0;
    const int64_t time_ms = number_after(info, " time ", 0, INT64_MAX / 1000000);
    t->reported_ms = time_ms > 0 ? time_ms : 0;
    if (t->depth < 0)
        t->depth = 0;
    if (t->selective_depth < 0)
        t->selective_depth = 0;
    if (strstr(info, " score cp ") != NULL) {
        t->has_score = true;
        t->score = (Score)number_after(info, " score cp ", 0, SCORE_MAX_EVAL);
    } else if (strstr(info, " score mate ") != NULL) {
        const int moves = (int)number_after(info, " score mate ", 0, 400);
        t->has_score = true;
        t->score = moves > 0 ? score_mate_in(2 * moves - 1) : score_mated_in(-2 * moves);
    }
}

static PlayerStatus read_answer(Player *p, const GameLine *line, const char *answer, Thought *t) {
    UciEngine *u = p->state;
    char words[3][32] = {"", "", ""};
    sscanf(answer, "bestmove %31s %31s %31s", words[0], words[1], words[2]);
    snprintf(t->text, sizeof t->text, "%s", words[0]);
    read_info(u, t);
    if (!xboard_move_parse(&line->now, words[0], p->spec->first_rank == 0 ? 0 : 1, &t->move, NULL))
        return PLAYER_ILLEGAL;
    if (strcmp(words[1], "ponder") == 0 && words[2][0] != '\0') {
        Position after = line->now;
        Undo undo;
        position_make(&after, t->move, &undo);
        if (!xboard_move_parse(&after, words[2], p->spec->first_rank == 0 ? 0 : 1, &t->ponder,
                               NULL))
            t->ponder = MOVE_NONE;
    }
    return PLAYER_MOVED;
}

static bool is_answer(const char *line) {
    return strncmp(line, "bestmove", 8) == 0 && (line[8] == ' ' || line[8] == '\0');
}

static void note(Player *p, const char *line) {
    UciEngine *u = p->state;
    if (strncmp(line, "info ", 5) == 0) {
        note_info(u, line);
    } else if (is_answer(line) && u->state == PONDERING) {
        snprintf(u->early, sizeof u->early, "%s", line);
        u->state = ANSWERED_EARLY;
    }
}

static void uci_listen(Player *p) {
    char *line;
    while ((line = player_poll(p)) != NULL)
        note(p, line);
}

/* Waits for "bestmove"; on time out tells it to stop and waits a little longer. */
static PlayerStatus await_answer(Player *p, int64_t deadline, Player *opponent, char **answer,
                                 Thought *t) {
    bool told_to_stop = false;
    for (;;) {
        const ProcessStatus status = player_receive(p, deadline, opponent, answer);
        if (status == PROCESS_STOPPED)
            return PLAYER_STOPPED;
        if (status == PROCESS_ENDED)
            return player_gone(p, t);
        if (status == PROCESS_LINE && is_answer(*answer)) {
            t->answered_ns = clock_ns();
            return told_to_stop ? PLAYER_LATE : PLAYER_MOVED;
        }
        if (status == PROCESS_LINE)
            note(p, *answer);
        if (status == PROCESS_TIMEOUT || clock_ns() > deadline) {
            if (told_to_stop || !player_say(p, "stop"))
                return PLAYER_STALLED;
            if (t->answered_ns == 0)
                t->answered_ns = clock_ns();
            told_to_stop = true;
            deadline = clock_ns() + (int64_t)GRACE_MS * NS_PER_MS;
        }
    }
}

/* Ends its pondering on a move that was not played.  The answer is thrown away. */
static PlayerStatus end_pondering(Player *p, Thought *t) {
    UciEngine *u = p->state;
    char *answer;
    PlayerStatus status = PLAYER_MOVED;
    if (u->state == PONDERING) {
        if (!player_say(p, "stop"))
            return player_gone(p, t);
        status = await_answer(p, clock_ns() + (int64_t)GRACE_MS * NS_PER_MS, NULL, &answer, t);
        t->answered_ns = 0;
    }
    u->state = IDLE;
    return status;
}

/* ---- A player's functions ---- */

static bool uci_new_game(Player *p, const GameLine *line, Message *message) {
    UciEngine *u = p->state;
    Thought ignored = {.move = MOVE_NONE};
    if (end_pondering(p, &ignored) != PLAYER_MOVED)
        return message_set(message, "it does not end its thinking");
    if (!start_line(p, u, line))
        return message_set(message, "no memory");
    if (!player_say(p, "ucinewgame"))
        return player_does_not_read(p, message);
    return ready(p, u, message);
}

static PlayerStatus think_with_early_answer(Player *p, const GameLine *line, Thought *t) {
    UciEngine *u = p->state;
    char answer[INFO_SIZE];
    memcpy(answer, u->early, sizeof answer);
    t->asked_ns = t->answered_ns = clock_ns();
    u->state = IDLE;
    return read_answer(p, line, answer, t);
}

static PlayerStatus uci_think(Player *p, const GameLine *line, const Clocks *clocks,
                              int64_t limit_ms, Player *opponent, Thought *t) {
    UciEngine *u = p->state;
    char *answer;
    t->asked_ns = clock_ns();
    const bool ponders = u->state == PONDERING || u->state == ANSWERED_EARLY;
    const bool hit =
        ponders && line->move_count > 0 && line->moves[line->move_count - 1] == u->expected;
    if (hit && u->state == ANSWERED_EARLY)
        return think_with_early_answer(p, line, t);
    if (!hit && ponders) {
        const PlayerStatus status = end_pondering(p, t);
        if (status != PLAYER_MOVED)
            return status;
    }
    if (!hit)
        u->info[0] = '\0';
    const bool sent = hit ? player_say(p, "ponderhit")
                          : send_position(p, u, line, MOVE_NONE) && send_go(p, clocks, "");
    if (!ponders)
        t->asked_ns = clock_ns();
    if (!sent) {
        const PlayerStatus gone = player_gone(p, t);
        return strcmp(t->text, "it closed its output") == 0 ? PLAYER_STALLED : gone;
    }
    u->state = THINKING;
    const int64_t deadline =
        limit_ms == INT64_MAX ? NO_DEADLINE : t->asked_ns + limit_ms * NS_PER_MS;
    const PlayerStatus status = await_answer(p, deadline, opponent, &answer, t);
    if (status != PLAYER_MOVED && status != PLAYER_LATE)
        return status;
    u->state = IDLE;
    const PlayerStatus read = read_answer(p, line, answer, t);
    return status == PLAYER_LATE ? PLAYER_LATE : read;
}

static void uci_ponder(Player *p, const GameLine *line, const Clocks *clocks, Move reply) {
    UciEngine *u = p->state;
    u->info[0] = '\0';
    if (send_position(p, u, line, reply) && send_go(p, clocks, " ponder")) {
        u->state = PONDERING;
        u->expected = reply;
    }
}

static bool uci_end_game(Player *p, const char *result, const char *reason) {
    Thought ignored = {.move = MOVE_NONE};
    (void)result;
    (void)reason;
    return end_pondering(p, &ignored) == PLAYER_MOVED;
}

static void uci_free(Player *p) {
    UciEngine *u = p->state;
    if (u == NULL)
        return;
    if (p->process.pid != 0 && u->state != IDLE)
        player_say(p, "stop");
    if (p->process.pid != 0)
        player_say(p, "quit");
    free(u->options);
    free(u->line);
    free(u);
    p->state = NULL;
}

static const PlayerKind UCI_PLAYER = {.free = uci_free,
                                      .set_option = uci_set_option,
                                      .new_game = uci_new_game,
                                      .think = uci_think,
                                      .ponder = uci_ponder,
                                      .end_game = uci_end_game,
                                      .listen = uci_listen};

bool uci_player_start(Player *p, int handshake_ms, Message *message) {
    UciEngine *u = calloc(1, sizeof *u);
    if (u == NULL)
        return message_set(message, "no memory");
    p->kind = &UCI_PLAYER;
    p->state = u;
    u->options = calloc(OPTIONS_KNOWN_MAX, sizeof *u->options);
    if (u->options == NULL)
        return message_set(message, "no memory");
    if (handshake(p, u, handshake_ms, message)) {
        if (handshake_ms != DETECT_MS)
            return set_options(p, u, message);
        return true; /* its options come with the start for good */
    }
    if (handshake_ms == DETECT_MS) { /* somebody else's turn */
        free(u->options);
        free(u);
        p->state = NULL;
        p->kind = NULL;
    }
    return false;
}
