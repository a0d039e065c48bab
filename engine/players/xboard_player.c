/* A player that speaks the XBoard protocol (CECP; H. G. Muller and T. Mann, "Chess Engine
 * Communication Protocol", version 2). */
#include "engine/players/clean_text.h"
#include "engine/players/clock.h"
#include "engine/players/player_kind.h"

#include "engine/protocol/xboard_notation.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FEATURE_WAIT_MS = 2500, DONE_WAIT_MS = 60000, VARIANTS_SIZE = 8192, CLAIM_SIZE = 120 };

typedef struct {
    bool ping, setboard, usermove, can_memory, can_cores, is_version_2;
    bool no_clocks;               /* it does not want to be told what the clocks show */
    bool board_seen;              /* it has described 11x10 squares in answer to `variant` */
    char variants[VARIANTS_SIZE]; /* empty: it does not say */
    char (*options)[64];          /* that it says it has */
    int option_count;
    int pings;
    int known_moves;          /* of the game, that it has been told or has played */
    bool forced;              /* it does not answer moves with moves */
    bool has_info;            /* the four numbers of its last line of thinking */
    int64_t info[4];          /* depth, score, time in centiseconds, nodes */
    char claim[CLAIM_SIZE];   /* a result that it claims */
    char refusal[CLAIM_SIZE]; /* "Illegal move…" or "Error…" */
} XboardEngine;

enum { OPTIONS_KNOWN_MAX = 256 };

/* ---- Handshake ---- */

static void set_feature(Player *p, XboardEngine *x, const char *name, const char *value) {
    const bool on = strcmp(value, "0") != 0;
    bool known = true;
    if (strcmp(name, "ping") == 0)
        x->ping = on;
    else if (strcmp(name, "setboard") == 0)
        x->setboard = on;
    else if (strcmp(name, "usermove") == 0)
        x->usermove = on;
    else if (strcmp(name, "memory") == 0)
        x->can_memory = on;
    else if (strcmp(name, "smp") == 0)
        x->can_cores = on;
    else if (strcmp(name, "time") == 0)
        x->no_clocks = !on;
    else if (strcmp(name, "reuse") == 0)
        p->plays_once = !on;
    else if (strcmp(name, "variants") == 0)
        snprintf(x->variants, sizeof x->variants, "%s", value);
    else if (strcmp(name, "myname") == 0) {
        snprintf(p->own_name, sizeof p->own_name, "%.*s", ENGINE_NAME_MAX - 1, value);
        clean_text(p->own_name);
    } else if (strcmp(name, "option") == 0 && x->option_count < OPTIONS_KNOWN_MAX) {
        const char *dash = strstr(value, " -");
        snprintf(x->options[x->option_count++], sizeof x->options[0], "%.*s",
                 dash != NULL && dash - value < 63 ? (int)(dash - value) : 63, value);
    } else
        known = strcmp(name, "done") == 0 || strcmp(name, "sigint") == 0 ||
                strcmp(name, "sigterm") == 0 || strcmp(name, "colors") == 0 ||
                strcmp(name, "debug") == 0 || strcmp(name, "analyze") == 0 ||
                strcmp(name, "name") == 0;
    player_say(p, "%s %s", known ? "accepted" : "rejected", name);
}

/* Takes a "feature" line apart: name=value, name="value with blanks".  Sets `*done` to 0 or 1 where
 * the line says so. */
static void read_features(Player *p, XboardEngine *x, const char *text, int *done) {
    while (*text != '\0') {
        char name[64], value[VARIANTS_SIZE];
        text += strspn(text, " \t");
        const size_t name_length = strcspn(text, "= \t");
        if (name_length == 0 || text[name_length] != '=')
            return;
        snprintf(name, sizeof name, "%.*s", name_length < 63 ? (int)name_length : 63, text);
        text += name_length + 1;
        const bool quoted = *text == '"' || *text == '\'';
        const char end[] = {quoted ? *text : ' ', '\0'};
        text += quoted;
        const size_t length = strcspn(text, end);
        snprintf(value, sizeof value, "%.*s",
                 length < sizeof value ? (int)length : (int)sizeof value - 1, text);
        text += length + (text[length] != '\0');
        if (strcmp(name, "done") == 0)
            *done = strcmp(value, "0") != 0;
        set_feature(p, x, name, value);
    }
}

static bool handshake(Player *p, XboardEngine *x, Message *message) {
    char *line, fate[PLAYER_TEXT_SIZE];
    int done = -1;
    int64_t deadline = clock_ns() + (int64_t)FEATURE_WAIT_MS * NS_PER_MS;
    const int64_t last = clock_ns() + (int64_t)DONE_WAIT_MS * NS_PER_MS;
    if (!player_say(p, "xboard") || !player_say(p, "protover 2"))
        return player_does_not_read(p, message);
    while (done != 1) {
        const ProcessStatus status = player_receive(p, deadline, NULL, &line);
        if (status == PROCESS_STOPPED)
            return message_set(message, "stopped");
        if (status == PROCESS_ENDED) {
            process_fate(&p->process, 500, fate, sizeof fate);
            return message_set(message, "it ended before it said what it can do: %s", fate);
        }
        if (status == PROCESS_TIMEOUT || clock_ns() > last)
            break; /* protocol version 1, which says nothing, or one that forgets done=1 */
        while (*line == ' ')
            line++;
        if (strncmp(line, "feature ", 8) != 0)
            continue;
        x->is_version_2 = true;
        read_features(p, x, line + 8, &done);
        deadline = done == 0 ? last : clock_ns() + (int64_t)FEATURE_WAIT_MS * NS_PER_MS;
    }
    if (!x->is_version_2 && p->spec->protocol == PROTOCOL_DETECT)
        return message_set(message, "it answers neither 'uci' nor 'xboard'; say proto=xboard if it "
                                    "speaks version 1 of that protocol");
    p->takes_no_position = !x->setboard;
    /* Without ping nobody knows whether what it says still belongs to the game before. */
    p->plays_once = p->plays_once || !x->ping;
    return true;
}

static bool has_word(const char *list, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ',' || at[-1] == ' ') &&
            (at[length] == '\0' || at[length] == ',' || at[length] == ' '))
            return true;
    return false;
}

static const char *variant_name(const Player *p) {
    return p->spec->variant != NULL ? p->spec->variant : p->rules->name;
}

static bool check_abilities(const Player *p, Message *message) {
    const bool takes_fractions = strncmp(p->own_name, "Sjaak", 5) == 0;
    if (p->spec->tc.move_time_ms % 1000 != 0 && !takes_fractions)
        return message_set(message, "the XBoard protocol's st knows whole seconds only: use tc, "
                                    "with an increment, for it");
    if (p->spec->tc.nodes > 0)
        return message_set(message, "the XBoard protocol has no limit by nodes: use tc, st or "
                                    "depth for it");
    return true;
}

/* A variant that is not in its list may have come by an option, as a file that defines it; then it
 * has shown the board when it was told the name. */
static bool check_variant(const Player *p, const XboardEngine *x, Message *message) {
    if (x->variants[0] == '\0' || x->board_seen || has_word(x->variants, variant_name(p)))
        return true;
    return message_set(message, "it does not know the variant '%.40s'%s: %.160s", variant_name(p),
                       p->spec->variant != NULL ? "; it knows" : "; say variant=NAME, with one of",
                       x->variants);
}

static bool xboard_set_option(Player *p, const char *name, const char *value, Message *message) {
    const XboardEngine *x = p->state;
    bool sent = true, found = false;
    for (int i = 0; i < x->option_count && !found; i++)
        if (strcasecmp(x->options[i], name) == 0) {
            found = true;
            sent = value[0] != '\0' ? player_say(p, "option %s=%s", x->options[i], value)
                                    : player_say(p, "option %s", x->options[i]);
        }
    if (!found && x->can_memory && strcasecmp(name, "Hash") == 0) {
        found = true;
        sent = player_say(p, "memory %s", value);
    }
    if (!found && x->can_cores && strcasecmp(name, "Threads") == 0) {
        found = true;
        sent = player_say(p, "cores %s", value);
    }
    if (!found)
        return message_set(message, "it has no option '%.60s'", name);
    return sent || player_does_not_read(p, message);
}

/* ---- Talking ---- */

/* A result, perhaps with its reason, or "resign". */
static bool is_claim(const char *line) {
    static const char *const claims[] = {"1-0", "0-1", "1/2-1/2", "resign"};
    for (int i = 0; i < 4; i++) {
        const size_t length = strlen(claims[i]);
        if (strncmp(line, claims[i], length) == 0)
            return strchr(" {", line[length]) != NULL; /* or the end */
    }
    return false;
}

/* "Illegal move: f9g9", or "Error (illegal move or unknown command): f9g9". */
static bool is_refusal(const char *line) {
    return strncasecmp(line, "Illegal move", 12) == 0 ||
           (strncasecmp(line, "Error (", 7) == 0 && strcasestr(line, "illegal move") != NULL);
}

static void note(XboardEngine *x, const char *line) {
    while (*line == ' ' || *line == '\t')
        line++;
    if (is_claim(line)) { /* before the numbers: a result begins with one */
        snprintf(x->claim, sizeof x->claim, "%.*s", CLAIM_SIZE - 1, line);
    } else if (strncmp(line, "setup ", 6) == 0) {
        x->board_seen = x->board_seen || strstr(line, " 11x10") != NULL;
    } else if (is_refusal(line)) {
        snprintf(x->refusal, sizeof x->refusal, "%.*s", CLAIM_SIZE - 1, line);
    } else if (isdigit((unsigned char)*line)) { /* "12 35 104 20511 g2g5 …", perhaps "12. 35 …" */
        int64_t numbers[4];
        char *end;
        numbers[0] = strtoll(line, &end, 10);
        if (*end == '.' || *end == '+' || *end == '&')
            end++;
        for (int i = 1; i < 4; i++) {
            const char *start = end;
            numbers[i] = strtoll(start, &end, 10);
            if (end == start)
                return;
        }
        memcpy(x->info, numbers, sizeof numbers);
        x->has_info = true;
    }
}

/* "move e2e4", or the older "1. ... e2e4".  NULL if the line holds no move. */
static const char *move_in(const char *line) {
    if (strncmp(line, "move", 4) == 0 && (line[4] == ' ' || line[4] == '\0'))
        return line + 4 + (line[4] == ' ');
    const size_t digits = strspn(line, "0123456789");
    if (digits > 0 && strncmp(line + digits, ". ... ", 6) == 0)
        return line + digits + 6;
    return NULL;
}

/* Waits until it has done all it was told, if it can say so. */
static bool synchronise(Player *p, XboardEngine *x, Message *message) {
    const int64_t deadline = clock_ns() + (int64_t)READY_MS * NS_PER_MS;
    char *line, expected[32], fate[PLAYER_TEXT_SIZE];
    if (!x->ping)
        return true;
    snprintf(expected, sizeof expected, "pong %d", ++x->pings);
    if (player_say(p, "ping %d", x->pings))
        for (;;) {
            const ProcessStatus status = player_receive(p, deadline, NULL, &line);
            if (status == PROCESS_STOPPED)
                return message_set(message, "stopped");
            if (status == PROCESS_TIMEOUT || (status == PROCESS_LINE && clock_ns() > deadline))
                return message_set(message, "it does not answer 'ping' within %d s",
                                   READY_MS / 1000);
            if (status != PROCESS_LINE)
                break;
            if (strcmp(line, expected) == 0)
                return true;
            note(x, line);
        }
    process_fate(&p->process, 500, fate, sizeof fate);
    return message_set(message, "it is gone: %s", fate);
}

static bool tell_move(Player *p, const XboardEngine *x, Move move) {
    char text[MOVE_TEXT_SIZE];
    return player_say(p, "%s%s", x->usermove ? "usermove " : "",
                      xboard_move_write(move, p->spec->first_rank == 1 ? 1 : 0, text));
}

static bool tell_moves(Player *p, XboardEngine *x, const GameLine *line) {
    while (x->known_moves < line->move_count)
        if (!tell_move(p, x, line->moves[x->known_moves++]))
            return false;
    return true;
}

static bool tell_limits(Player *p) {
    const TimeControl *tc = &p->spec->tc;
    bool sent = true;
    if (tc->has_clock) {
        const int64_t seconds = tc->base_ms / 1000;
        char increment[32];
        snprintf(increment, sizeof increment, "%.10g", (double)tc->increment_ms / 1000);
        /* Whole seconds are all that `level` knows; "time" before each move is exact. */
        sent = player_say(p, "level %d %" PRId64 ":%02" PRId64 " %s", tc->moves, seconds / 60,
                          seconds % 60, increment);
    } else if (tc->move_time_ms > 0) {
        sent = player_say(p, "st %.10g", (double)tc->move_time_ms / 1000);
    }
    if (tc->depth > 0)
        sent = sent && player_say(p, "sd %d", tc->depth);
    return sent;
}

static bool tell_clocks(Player *p, const Clocks *clocks, Color side) {
    const XboardEngine *x = p->state;
    if (!p->spec->tc.has_clock || x->no_clocks)
        return true;
    const int64_t own = clocks->left_ms[side] / 10, other = clocks->left_ms[opponent(side)] / 10;
    return player_say(p, "time %" PRId64, own > 1 ? own : 1) &&
           player_say(p, "otim %" PRId64, other > 1 ? other : 1);
}

/* ---- A player's functions ---- */

static bool xboard_new_game(Player *p, const GameLine *line, Message *message) {
    XboardEngine *x = p->state;
    char fen[FEN_SIZE];
    bool sent = player_say(p, "new") && player_say(p, "variant %s", variant_name(p)) &&
                tell_limits(p) && player_say(p, p->spec->ponder == YES ? "hard" : "easy") &&
                player_say(p, "post") && player_say(p, "force");
    if (sent && !line->from_array) {
        if (p->spec->from_array == YES)
            return message_set(message, "it can be given the array and moves only (setup=moves), "
                                        "and this game begins with a position");
        if (x->is_version_2 && !x->setboard)
            return message_set(message, "it has no 'setboard', and this game begins with a "
                                        "position");
        xboard_fen_write(&line->start, p->spec->first_rank == 1 ? 1 : 0,
                         p->spec->king_queen_rights != NO, fen);
        sent = player_say(p, "setboard %s", fen);
    }
    x->known_moves = 0;
    x->forced = true;
    x->claim[0] = x->refusal[0] = '\0';
    if (!sent || !tell_moves(p, x, line))
        return player_does_not_read(p, message);
    if (!synchronise(p, x, message))
        return false;
    if (!check_variant(p, x, message))
        return false;
    if (x->refusal[0] != '\0')
        return message_set(message, "it does not accept the opening: %s", x->refusal);
    x->claim[0] = '\0';
    return true;
}

static void read_info(const XboardEngine *x, Thought *t) {
    if (!x->has_info)
        return;
    const int64_t score = x->info[1];
    t->depth = x->info[0] > 0 && x->info[0] < 1000 ? (int)x->info[0] : 0;
    t->nodes = x->info[3] > 0 ? (uint64_t)x->info[3] : 0;
    /* Centiseconds. */
    t->reported_ms = x->info[2] > 0 && x->info[2] < INT64_MAX / 10000000 ? x->info[2] * 10 : 0;
    t->has_score = true;
    /* 100000 + N is a mate in N moves. */
    if (score >= 100000 && score <= 100400)
        t->score = score_mate_in(score > 100000 ? 2 * (int)(score - 100000) - 1 : 1);
    else if (score <= -100000 && score >= -100400)
        t->score = score_mated_in(2 * (int)(-score - 100000));
    else
        t->score = score > SCORE_MAX_EVAL    ? SCORE_MAX_EVAL
                   : score < -SCORE_MAX_EVAL ? -SCORE_MAX_EVAL
                                             : (Score)score;
}

/* What a claim means to the side that makes it: a loss conceded, or else something to be proved. */
static bool concedes(const char *claim, Color side) {
    return strncmp(claim, "resign", 6) == 0 ||
           strncmp(claim, side == WHITE ? "0-1" : "1-0", 3) == 0;
}

static PlayerStatus give_up_waiting(Player *p, Color side, Thought *t, int64_t now) {
    XboardEngine *x = p->state;
    t->answered_ns = t->answered_ns == 0 ? now : t->answered_ns;
    if (x->claim[0] != '\0') {
        snprintf(t->text, sizeof t->text, "%s", x->claim);
        return concedes(x->claim, side) ? PLAYER_RESIGNED : PLAYER_FALSE_CLAIM;
    }
    snprintf(t->text, sizeof t->text, "%s", x->refusal);
    return x->refusal[0] != '\0' ? PLAYER_REFUSED : PLAYER_STALLED;
}

static PlayerStatus await_move(Player *p, Color side, int64_t deadline, Player *opponent,
                               char *text, size_t size, Thought *t) {
    XboardEngine *x = p->state;
    char *line;
    bool late = false, claimed = false;
    for (;;) {
        const ProcessStatus status = player_receive(p, deadline, opponent, &line);
        if (status == PROCESS_STOPPED)
            return PLAYER_STOPPED;
        if (status == PROCESS_ENDED && (x->claim[0] != '\0' || x->refusal[0] != '\0'))
            return give_up_waiting(p, side, t, clock_ns());
        if (status == PROCESS_ENDED)
            return player_gone(p, t);
        const char *move = status == PROCESS_LINE ? move_in(line) : NULL;
        if (move != NULL) {
            t->answered_ns = clock_ns();
            snprintf(text, size, "%.*s", (int)strcspn(move, " \t"), move);
            return late ? PLAYER_LATE : PLAYER_MOVED;
        }
        if (status == PROCESS_LINE)
            note(x, line);
        if (x->claim[0] != '\0' && concedes(x->claim, side)) /* no move follows that */
            return give_up_waiting(p, side, t, clock_ns());
        if (!claimed && (x->claim[0] != '\0' || x->refusal[0] != '\0')) {
            /* A move may follow the claim of a win that it brings. */
            const int64_t soon = clock_ns() + (int64_t)CLAIM_MS * NS_PER_MS;
            claimed = true;
            deadline = soon < deadline ? soon : deadline;
        }
        if (status == PROCESS_TIMEOUT || clock_ns() > deadline) {
            if (late || claimed || !player_say(p, "?"))
                return give_up_waiting(p, side, t, clock_ns());
            t->answered_ns = clock_ns();
            late = true;
            deadline = clock_ns() + (int64_t)GRACE_MS * NS_PER_MS;
        }
    }
}

static PlayerStatus xboard_think(Player *p, const GameLine *line, const Clocks *clocks,
                                 int64_t limit_ms, Player *opponent, Thought *t) {
    XboardEngine *x = p->state;
    const Color side = (Color)line->now.side;
    char text[64];
    bool sent;
    x->has_info = false;
    if (x->forced) {
        sent = tell_moves(p, x, line) && tell_clocks(p, clocks, side);
        t->asked_ns = clock_ns();
        sent = sent && player_say(p, "go");
        x->forced = false;
    } else {
        sent = tell_clocks(p, clocks, side);
        t->asked_ns = clock_ns();
        sent = sent && tell_moves(p, x, line);
    }
    if (!sent) {
        const PlayerStatus gone = player_gone(p, t);
        return strcmp(t->text, "it closed its output") == 0 ? PLAYER_STALLED : gone;
    }
    const int64_t deadline =
        limit_ms == INT64_MAX ? NO_DEADLINE : t->asked_ns + limit_ms * NS_PER_MS;
    const PlayerStatus status = await_move(p, side, deadline, opponent, text, sizeof text, t);
    if (status != PLAYER_MOVED && status != PLAYER_LATE)
        return status;
    read_info(x, t);
    snprintf(t->text, sizeof t->text, "%s", text);
    /* What it says from here on, while its opponent thinks, is about the game as it is now. */
    x->claim[0] = x->refusal[0] = '\0';
    x->known_moves++;
    if (!xboard_move_parse(&line->now, text, p->spec->first_rank == 1 ? 1 : 0, &t->move, NULL) &&
        status == PLAYER_MOVED)
        return PLAYER_ILLEGAL;
    return status;
}

/* After "hard" it does so by itself. */
static void xboard_ponder(Player *p, const GameLine *line, const Clocks *clocks, Move reply) {
    (void)p;
    (void)line;
    (void)clocks;
    (void)reply;
}

static void xboard_listen(Player *p) {
    char *line;
    while ((line = player_poll(p)) != NULL)
        note(p->state, line);
}

static bool xboard_end_game(Player *p, const char *result, const char *reason) {
    return player_say(p, "result %s {%s}", result, reason) && player_say(p, "force");
}

static void xboard_free(Player *p) {
    XboardEngine *x = p->state;
    if (p->process.pid != 0)
        player_say(p, "quit");
    free(x->options);
    free(x);
    p->state = NULL;
}

static const PlayerKind XBOARD_PLAYER = {.free = xboard_free,
                                         .set_option = xboard_set_option,
                                         .new_game = xboard_new_game,
                                         .think = xboard_think,
                                         .ponder = xboard_ponder,
                                         .end_game = xboard_end_game,
                                         .listen = xboard_listen};

bool xboard_player_start(Player *p, Message *message) {
    XboardEngine *x = calloc(1, sizeof *x);
    if (x == NULL)
        return message_set(message, "no memory");
    x->options = calloc(OPTIONS_KNOWN_MAX, sizeof *x->options);
    if (x->options == NULL) {
        free(x);
        return message_set(message, "no memory");
    }
    p->kind = &XBOARD_PLAYER;
    p->state = x;
    if (!handshake(p, x, message) || !check_abilities(p, message))
        return false;
    for (int i = 0; i < p->spec->init_count; i++)
        if (!process_send(&p->process, p->spec->init[i], SEND_MS))
            return player_does_not_read(p, message);
    for (int i = 0; i < p->spec->option_count; i++)
        if (!xboard_set_option(p, p->spec->options[i].name, p->spec->options[i].value, message))
            return false;
    return synchronise(p, x, message);
}
