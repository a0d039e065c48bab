/*
 * The toy engine's UCI.  It is strict: what a GUI gets wrong goes into the log with a '!'.
 */
#include "bitboard/movegen.h"
#include "tests/toy/toy.h"
#include "tests/toy/toy_faults.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Handshake and options ---- */

static const char *const TUNABLE_NAMES[TUNABLES] = {"A", "B", "C"};

static void say_hello(Toy *toy) {
    Output *o = &toy->output;
    sleep_ms(toy->settings.slow_start_ms);
    out(o, "id name %s", toy->settings.name);
    out(o, "id author the Brindle tests");
    out(o, "option name Hash type spin default 16 min 1 max 1024");
    out(o, "option name Threads type spin default 1 min 1 max 64");
    out(o, "option name Ponder type check default false");
    out(o, "option name UCI_Variant type combo default %s var %s var %s", RULES[0].name,
        RULES[0].name, RULES[1].name);
    out(o, "option name Seed type spin default %lld min 0 max 2147483647",
        (long long)toy->settings.seed);
    for (int i = 0; i < TUNABLES; i++)
        out(o, "option name %s type spin default 50 min 0 max 100", TUNABLE_NAMES[i]);
    out(o, "option name Style Sheet type string default <empty>");
    out(o, "option name Clear Hash type button");
    out(o, "uciok");
}

static bool read_spin(Toy *toy, const char *name, const char *value, int64_t least, int64_t most,
                      int64_t *number) {
    char *end = NULL;
    const int64_t read = value != NULL ? strtoll(value, &end, 10) : 0;
    if (value == NULL || end == value || *end != '\0' || read < least || read > most) {
        toy_complain(toy, "option %s: '%.100s' is no value of it", name,
                     value != NULL ? value : "");
        return false;
    }
    *number = read;
    return true;
}

static void set_variant(Toy *toy, const char *value) {
    const RuleSet *rules = NULL;
    for (int i = 0; i < RULE_SETS; i++)
        if (value != NULL && strcmp(value, RULES[i].name) == 0)
            rules = &RULES[i];
    if (rules == NULL)
        toy_complain(toy, "option UCI_Variant: no such variant");
    else
        position_set_start(&toy->pos, rules);
}

static void set_option(Toy *toy, char *rest) {
    const char *word = toy_word(&rest);
    char *name = rest, *value = strstr(rest, " value ");
    if (word == NULL || strcmp(word, "name") != 0) {
        toy_complain(toy, "setoption: no name");
        return;
    }
    if (value != NULL) {
        *value = '\0';
        value += strlen(" value ");
    }
    int64_t number;
    if (strcasecmp(name, "UCI_Variant") == 0) {
        set_variant(toy, value);
    } else if (strcasecmp(name, "Ponder") == 0) {
        toy->uci.may_ponder = value != NULL && strcasecmp(value, "true") == 0;
        if (value == NULL || (!toy->uci.may_ponder && strcasecmp(value, "false") != 0))
            toy_complain(toy, "option Ponder: neither true nor false");
    } else if (strcasecmp(name, "Seed") == 0) {
        if (read_spin(toy, name, value, 0, INT32_MAX, &number))
            toy->player.seed = (uint64_t)number;
    } else if (strcasecmp(name, "Hash") == 0) {
        read_spin(toy, name, value, 1, 1024, &number);
    } else if (strcasecmp(name, "Threads") == 0) {
        read_spin(toy, name, value, 1, 64, &number);
    } else if (strcasecmp(name, "Clear Hash") == 0 || strcasecmp(name, "Style Sheet") == 0) {
        if ((value != NULL) != (strcasecmp(name, "Style Sheet") == 0))
            toy_complain(toy, "option %s: %s", name, value != NULL ? "a button" : "no value");
    } else {
        for (int i = 0; i < TUNABLES; i++)
            if (strcasecmp(name, TUNABLE_NAMES[i]) == 0) {
                read_spin(toy, name, value, 0, 100, &toy->player.tunable[i]);
                return;
            }
        toy_complain(toy, "option '%.100s' is unknown", name);
    }
}

/* ---- Position ---- */

static void make_moves(Toy *toy, char *rest) {
    for (const char *word; (word = toy_word(&rest)) != NULL;) {
        Move move;
        Undo undo;
        if (!spelling_read(toy->spelling, &toy->pos, word, &move)) {
            toy_complain(toy, "position: '%.40s' is not a legal move", word);
            return;
        }
        position_make(&toy->pos, move, &undo);
    }
}

static void set_position(Toy *toy, char *rest) {
    char *moves = strstr(rest, " moves");
    if (moves != NULL) {
        *moves = '\0';
        moves += strlen(" moves");
    }
    const RuleSet *rules = toy->pos.rules;
    const char *kind = toy_word(&rest);
    Message message = {""};
    if (kind != NULL && strcmp(kind, "startpos") == 0) {
        position_set_start(&toy->pos, rules);
    } else if (kind == NULL || strcmp(kind, "fen") != 0 ||
               !spelling_read_fen(toy->spelling, rest, rules, &toy->pos, &message)) {
        toy_complain(toy, "position: %s", message.text);
        position_set_start(&toy->pos, rules);
        return;
    }
    if (moves != NULL)
        make_moves(toy, moves);
}

/* ---- Search ---- */

static void add_search_move(Toy *toy, const char *word) {
    Move move;
    if (!spelling_read(toy->spelling, &toy->pos, word, &move))
        toy_complain(toy, "go: '%.40s' is neither a limit nor a legal move", word);
    else if (toy->uci.only.count < MAX_MOVES)
        toy->uci.only.moves[toy->uci.only.count++] = move;
}

static void go(Toy *toy, char *rest) {
    UciState *u = &toy->uci;
    int64_t ours = -1, move_time = -1, ignored = 0;
    bool infinite = false;
    struct {
        const char *word;
        int64_t *number;
    } limits[] = {{"wtime", toy->pos.side == WHITE ? &ours : &ignored},
                  {"btime", toy->pos.side == BLACK ? &ours : &ignored},
                  {"winc", &ignored},
                  {"binc", &ignored},
                  {"movestogo", &ignored},
                  {"mate", &ignored},
                  {"movetime", &move_time},
                  {"depth", &u->depth},
                  {"nodes", &u->nodes}};
    u->depth = u->nodes = 0;
    u->only.count = 0;
    u->restricted = u->pondering = false;
    for (const char *word; (word = toy_word(&rest)) != NULL;) {
        size_t i = 0;
        while (i < sizeof limits / sizeof limits[0] && strcmp(limits[i].word, word) != 0)
            i++;
        if (i < sizeof limits / sizeof limits[0]) {
            const char *number = toy_word(&rest);
            if (number == NULL)
                toy_complain(toy, "go: no number after %s", word);
            *limits[i].number = toy_number(number);
        } else if (strcmp(word, "ponder") == 0) {
            u->pondering = true;
        } else if (strcmp(word, "infinite") == 0) {
            infinite = true;
        } else if (strcmp(word, "searchmoves") == 0) {
            u->restricted = true;
        } else {
            add_search_move(toy, word);
        }
    }
    toy->clock_ms = move_time >= 0 ? move_time : ours;
    toy_search(toy, infinite || u->pondering);
}

static void ponder_hit(Toy *toy) {
    if (!toy->uci.pondering || toy->search != SEARCH_HELD) {
        toy_complain(toy, "ponderhit: there is nothing to ponder on");
        return;
    }
    toy->uci.pondering = false;
    toy_let_go(toy);
}

static void write_info(Toy *toy, Move best, const char *spelled, const char *reply) {
    const UciState *u = &toy->uci;
    const int64_t elapsed = now_ms() - toy->started_ms;
    const int64_t score =
        toy->settings.score != MATERIAL_SCORE ? toy->settings.score : player_score(&toy->pos);
    out(&toy->output,
        "info depth %lld seldepth %lld multipv 1 score cp %lld nodes %lld time %lld pv %s%s%s",
        (long long)(u->depth > 0 ? u->depth : 1 + best % 20),
        (long long)(u->depth > 0 ? u->depth : 1 + best % 20) + 3, (long long)score,
        (long long)(u->nodes > 0 ? u->nodes : 1 + best % 100000), (long long)elapsed, spelled,
        *reply != '\0' ? " " : "", reply);
}

/* What we would play for the other side after `move`; "" if the game is over then. */
static char *guess_reply(const Toy *toy, Move move, char *text) {
    Position after = toy->pos;
    Undo undo;
    position_make(&after, move, &undo);
    const Move reply = player_choose(&toy->player, &after, NULL);
    *text = '\0';
    return reply != MOVE_NONE ? spelling_write(toy->spelling, reply, text) : text;
}

/* The second answer of an engine that gives two: another move, if there is one. */
static void write_second(Toy *toy, Move best) {
    MoveList list;
    char text[SPELLING_SIZE];
    generate_legal(&toy->pos, &list);
    Move other = best;
    for (int i = 0; i < list.count && other == best; i++)
        other = list.moves[i];
    out(&toy->output, "bestmove %s", spelling_write(toy->spelling, other, text));
}

static void answer(Toy *toy) {
    const UciState *u = &toy->uci;
    Output *o = &toy->output;
    const Move best = player_choose(&toy->player, &toy->pos, u->restricted ? &u->only : NULL);
    char spelled[SPELLING_SIZE], reply[SPELLING_SIZE];
    if (best == MOVE_NONE) {
        out(o, "info depth 0 score %s 0",
            position_in_check(&toy->pos) || toy->pos.rules->stalemate_loses ? "mate" : "cp");
        out(o, "bestmove (none)");
    } else {
        spelling_write(toy->spelling, best, spelled);
        write_info(toy, best, spelled, guess_reply(toy, best, reply));
        if (fault_strikes(toy, FAULT_ILLEGAL))
            out(o, "bestmove %s", spelling_write_illegal(toy->spelling, &toy->pos, spelled));
        else if (fault_strikes(toy, FAULT_GARBAGE))
            out(o, "bestmove zz9");
        else if (fault_strikes(toy, FAULT_NOMOVE))
            out(o, "bestmove (none)");
        else if (fault_strikes(toy, FAULT_EMPTY))
            out(o, "bestmove");
        else if (u->may_ponder && reply[0] != '\0')
            out(o, "bestmove %s ponder %s", spelled, reply);
        else
            out(o, "bestmove %s", spelled);
        if (fault_strikes(toy, FAULT_TWO_MOVES))
            write_second(toy, best);
    }
    /* What was only pondered on is no move of the game. */
    if (!u->pondering)
        toy_count_move(toy);
}

/* ---- Lines ---- */

static void handle(Toy *toy, char *line) {
    char *rest = line;
    const char *command = toy_word(&rest);
    if (command == NULL)
        return;
    if (strcmp(command, "isready") == 0) {
        if (!fault_withholds_ready(toy))
            out(&toy->output, "readyok");
        else
            faults_limit_life(toy);
    } else if (strcmp(command, "stop") == 0) {
        toy_stop(toy);
    } else if (strcmp(command, "ponderhit") == 0) {
        ponder_hit(toy);
    } else if (toy->search != SEARCH_NONE) {
        toy_complain(toy, "%s: not while a search is on", command);
    } else if (strcmp(command, "uci") == 0) {
        say_hello(toy);
    } else if (strcmp(command, "ucinewgame") == 0) {
        toy->new_game = true;
    } else if (strcmp(command, "setoption") == 0) {
        set_option(toy, rest);
    } else if (strcmp(command, "position") == 0) {
        set_position(toy, rest);
    } else if (strcmp(command, "go") == 0) {
        go(toy, rest);
    } else if (strcmp(command, "debug") != 0) {
        toy_complain(toy, "unknown command '%.100s'", command);
    }
}

const Protocol UCI_PROTOCOL = {.is_xboard = false, .line = handle, .answer = answer};
