/*
 * The toy engine's XBoard protocol, versions 1 and 2.  It is strict: what a GUI gets wrong is
 * answered with "Error" or "Illegal move" and goes into the log with a '!'.
 *
 * toy_xboard.c obeys the commands, toy_xboard_play.c plays.
 */
#include "tests/toy/toy_xboard.h"
#include "tests/toy/toy_faults.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void complain(Toy *toy, const char *what, const char *command) {
    toy_complain(toy, "%s: %s", what, command);
    out(&toy->output, "Error (%s): %s", what, command);
}

/* ---- Handshake ---- */

enum { LATE_MS = 3000 }; /* a GUI waits for two seconds */

static void say_features(Toy *toy) {
    const Settings *s = &toy->settings;
    Output *o = &toy->output;
    const bool late = s->features == FEATURES_LATE || s->features == FEATURES_HELD;
    if (s->features == FEATURES_HELD)
        out(o, "feature done=0");
    sleep_ms(late && s->slow_start_ms == 0 ? LATE_MS : s->slow_start_ms);
    if (s->features == FEATURES_NONE)
        return;
    out(o, "feature ping=1 setboard=1 playother=1 san=0 usermove=%d time=1 draw=1 sigint=0",
        s->usermove != 0 ? 1 : 0);
    out(o, "feature sigterm=0 reuse=%d analyze=0 colors=0 memory=1 smp=1 debug=1",
        s->reuse != 0 ? 1 : 0);
    out(o, "feature myname=\"%s\" variants=\"%s,%s\"", s->name, RULES[0].name, RULES[1].name);
    out(o, "feature option=\"Seed -spin %lld 0 2147483647\"", (long long)s->seed);
    for (int i = 0; i < TUNABLES; i++)
        out(o, "feature option=\"%c -spin 50 0 100\"", 'A' + i);
    out(o, "feature option=\"Style Sheet -string \" option=\"Clear Hash -button\"");
    out(o, "feature done=1");
    toy->xboard.usermove = s->usermove != 0;
    toy->xboard.features_known = true;
}

static void do_protover(Toy *toy, char *rest) {
    if (toy_number(toy_word(&rest)) >= 2)
        say_features(toy);
}

static void do_rejected(Toy *toy, char *rest) {
    const char *feature = toy_word(&rest);
    if (feature != NULL && strcmp(feature, "usermove") == 0)
        toy->xboard.usermove = false;
}

static void do_option(Toy *toy, char *rest) {
    const char *equals = strchr(rest, '=');
    const size_t length = equals != NULL ? (size_t)(equals - rest) : strlen(rest);
    const bool is_button = strcmp(rest, "Clear Hash") == 0;
    const int64_t number = equals != NULL ? toy_number(equals + 1) : -1;
    if (length == 1 && rest[0] >= 'A' && rest[0] < 'A' + TUNABLES && number >= 0 && number <= 100)
        toy->player.tunable[rest[0] - 'A'] = number;
    else if (length == 4 && strncmp(rest, "Seed", 4) == 0 && number >= 0)
        toy->player.seed = (uint64_t)number;
    else if (!is_button && strncmp(rest, "Style Sheet=", strlen("Style Sheet=")) != 0)
        complain(toy, "no such option or value", rest);
}

/* ---- The game ---- */

static void set_up(Toy *toy, const RuleSet *rules) {
    toy_abort(toy);
    position_set_start(&toy->pos, rules);
    toy->xboard.played_count = 0;
    toy->xboard.over = false;
}

static void do_new(Toy *toy, char *rest) {
    (void)rest;
    set_up(toy, &RULES[0]);
    toy->new_game = true;
    toy->xboard.force = false;
    toy->xboard.side = BLACK;
    toy->xboard.depth = 0;
    toy->xboard.pong_due = false;
}

/* What XBoard 4.9 has to be told before it shows our board and knows the moves. */
static void describe_wildebeest(Toy *toy) {
    Output *o = &toy->output;
    out(o, "setup (PNBRQ...................C......WKpnbrq...................c......wk) "
           "11x10+0_fairy rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w "
           "KQkq - 0 1");
    out(o, "piece P& fmWfceFifmW3iifmnD");
    out(o, "piece C& C");
    out(o, "piece W& NC");
    out(o, "piece K& KisO1isO2isO3isO4");
}

static void do_variant(Toy *toy, char *rest) {
    const char *name = toy_word(&rest);
    for (int i = 0; i < RULE_SETS; i++)
        if (name != NULL && strcmp(name, RULES[i].name) == 0) {
            set_up(toy, &RULES[i]);
            if (i == 0 && toy->settings.setup != 0 && toy->xboard.features_known)
                describe_wildebeest(toy);
            return;
        }
    complain(toy, "unknown variant", name != NULL ? name : "");
}

static void do_setboard(Toy *toy, char *rest) {
    Message message;
    Position pos;
    if (!spelling_read_fen(toy->spelling, rest, toy->pos.rules, &pos, &message)) {
        toy_complain(toy, "setboard: %s", message.text);
        out(&toy->output, "tellusererror Illegal position: %s", message.text);
        return;
    }
    if (!toy->xboard.force)
        toy_complain(toy, "setboard: not in force mode");
    set_up(toy, pos.rules);
    toy->pos = pos;
}

static void do_force(Toy *toy, char *rest) {
    (void)rest;
    toy_abort(toy);
    toy->xboard.force = true;
}

static void do_go(Toy *toy, char *rest) {
    (void)rest;
    toy->xboard.force = false;
    toy->xboard.side = (Color)toy->pos.side;
    xboard_think(toy);
}

static void do_playother(Toy *toy, char *rest) {
    (void)rest;
    toy->xboard.force = false;
    toy->xboard.side = opponent((Color)toy->pos.side);
}

static void take_back(Toy *toy, size_t plies) {
    XboardState *x = &toy->xboard;
    toy_abort(toy);
    if (x->played_count < plies) {
        complain(toy, "nothing to take back", plies == 1 ? "undo" : "remove");
        return;
    }
    for (; plies > 0; plies--) {
        x->played_count--;
        position_unmake(&toy->pos, x->played[x->played_count].move,
                        &x->played[x->played_count].undo);
    }
    x->over = false;
}

static void do_undo(Toy *toy, char *rest) {
    (void)rest;
    if (!toy->xboard.force)
        toy_complain(toy, "undo: not in force mode");
    take_back(toy, 1);
}

static void do_remove(Toy *toy, char *rest) {
    (void)rest;
    take_back(toy, 2);
}

static void do_result(Toy *toy, char *rest) {
    (void)rest;
    toy_abort(toy);
    toy->xboard.over = true;
    xboard_pong(toy);
}

static void do_usermove(Toy *toy, char *rest) {
    if (!toy->xboard.usermove)
        complain(toy, "unknown command", "usermove");
    else
        xboard_user_move(toy, toy_word(&rest));
}

static void do_move_now(Toy *toy, char *rest) {
    (void)rest;
    toy_stop(toy);
}

/* ---- Clocks ---- */

enum { LONGEST_ST = 1000000 };

/* "level MOVES BASE INCREMENT", the base in minutes or minutes:seconds. */
static void do_level(Toy *toy, char *rest) {
    const char *moves = toy_word(&rest), *base = toy_word(&rest), *increment = toy_word(&rest);
    if (moves == NULL || base == NULL || increment == NULL) {
        complain(toy, "three numbers are wanted", "level");
        return;
    }
    const char *colon = strchr(base, ':');
    toy->clock_ms = toy_number(base) * 60000 + (colon != NULL ? toy_number(colon + 1) * 1000 : 0);
}

static void do_st(Toy *toy, char *rest) {
    const char *word = toy_word(&rest);
    const double seconds = word != NULL ? strtod(word, NULL) : 0;
    toy->clock_ms = seconds > 0 && seconds < LONGEST_ST ? (int64_t)(seconds * 1000) : -1;
}

static void do_time(Toy *toy, char *rest) {
    toy->clock_ms = toy_number(toy_word(&rest)) * 10;
}

static void do_sd(Toy *toy, char *rest) {
    toy->xboard.depth = toy_number(toy_word(&rest));
}

/* ---- The rest ---- */

static void do_ping(Toy *toy, char *rest) {
    toy->xboard.pong = toy_number(toy_word(&rest));
    toy->xboard.pong_due = true;
    /* While we are on move, the move comes first. */
    if (toy->search == SEARCH_NONE)
        xboard_pong(toy);
}

static void do_post(Toy *toy, char *rest) {
    (void)rest;
    toy->xboard.post = true;
}
static void do_nopost(Toy *toy, char *rest) {
    (void)rest;
    toy->xboard.post = false;
}

static void do_hint(Toy *toy, char *rest) {
    (void)rest;
    char text[SPELLING_SIZE];
    const Move move = player_choose(&toy->player, &toy->pos, NULL);
    if (move != MOVE_NONE)
        out(&toy->output, "Hint: %s", spelling_write(toy->spelling, move, text));
}

/* Heard and of no consequence here. */
static void do_nothing(Toy *toy, char *rest) {
    (void)toy;
    (void)rest;
}

static const struct {
    const char *name;
    bool since_2; /* what an engine of protocol 1 does not know */
    void (*run)(Toy *toy, char *rest);
} COMMANDS[] = {
    {"xboard", false, do_nothing},
    {"protover", true, do_protover},
    {"accepted", true, do_nothing},
    {"rejected", true, do_rejected},
    {"option", true, do_option},
    {"new", false, do_new},
    {"variant", false, do_variant},
    {"setboard", true, do_setboard},
    {"force", false, do_force},
    {"go", false, do_go},
    {"playother", true, do_playother},
    {"undo", false, do_undo},
    {"remove", false, do_remove},
    {"result", false, do_result},
    {"usermove", true, do_usermove},
    {"?", false, do_move_now},
    {"level", false, do_level},
    {"st", false, do_st},
    {"sd", false, do_sd},
    {"time", false, do_time},
    {"otim", false, do_nothing},
    {"ping", true, do_ping},
    {"post", false, do_post},
    {"nopost", false, do_nopost},
    {"hint", false, do_hint},
    {"hard", false, do_nothing},
    {"easy", false, do_nothing},
    {"random", false, do_nothing},
    {"draw", false, do_nothing},
    {"name", false, do_nothing},
    {"rating", true, do_nothing},
    {"computer", false, do_nothing},
    {"memory", true, do_nothing},
    {"cores", true, do_nothing},
    {"bk", false, do_nothing},
    {"ics", true, do_nothing},
};

/* A letter, a digit, a letter, a digit: everything else that is not a command is unknown. */
static bool looks_like_move(const char *word) {
    return islower((unsigned char)word[0]) != 0 && isdigit((unsigned char)word[1]) != 0 &&
           (islower((unsigned char)word[2]) != 0 || isdigit((unsigned char)word[2]) != 0);
}

static void handle(Toy *toy, char *line) {
    char *rest = line;
    const char *command = toy_word(&rest);
    if (command == NULL)
        return;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++)
        if (strcmp(COMMANDS[i].name, command) == 0 &&
            !(COMMANDS[i].since_2 && toy->settings.features == FEATURES_OLD)) {
            COMMANDS[i].run(toy, rest);
            return;
        }
    if (looks_like_move(command) && !toy->xboard.usermove)
        xboard_user_move(toy, command);
    else
        complain(toy, "unknown command", command);
}

const Protocol XBOARD_PROTOCOL = {.is_xboard = true, .line = handle, .answer = xboard_answer};
