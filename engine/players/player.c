#include "engine/players/player_kind.h"

#include "engine/players/clean_text.h"
#include "engine/players/clock.h"
#include "engine/players/dialect.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What the kinds share ---- */

bool player_say(Player *p, const char *format, ...) {
    char *line = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&line, &size);
    if (out == NULL)
        return false;
    va_list arguments;
    va_start(arguments, format);
    const bool built = vfprintf(out, format, arguments) >= 0;
    va_end(arguments);
    const bool sent = fclose(out) == 0 && built && process_send(&p->process, line, SEND_MS);
    free(line);
    return sent;
}

bool player_does_not_read(Player *p, Message *message) {
    char fate[PLAYER_TEXT_SIZE];
    process_fate(&p->process, 200, fate, sizeof fate);
    if (p->process.pid != 0)
        return message_set(message, "it does not read what it is sent");
    return message_set(message, "it has ended: %s", fate);
}

PlayerStatus player_gone(Player *p, Thought *thought) {
    process_fate(&p->process, 200, thought->text, sizeof thought->text);
    if (strcmp(thought->text, "still running") == 0)
        snprintf(thought->text, sizeof thought->text, "it closed its output");
    return PLAYER_GONE;
}

static void listen(void *context) {
    Player *p = context;
    p->kind->listen(p);
}

ProcessStatus player_receive(Player *p, int64_t deadline_ns, Player *opponent, char **line) {
    const bool has_other = opponent != NULL && opponent->process.pid != 0;
    const ProcessWait wait = {.stop = p->stop,
                              .other = has_other ? &opponent->process : NULL,
                              .on_other = listen,
                              .context = opponent};
    const ProcessStatus status = process_receive(&p->process, deadline_ns, &wait, line);
    if (status == PROCESS_LINE)
        single_blanks(*line);
    return status;
}

char *player_poll(Player *p) {
    char *line = process_poll(&p->process);
    return line != NULL ? single_blanks(line) : NULL;
}

/* ---- Starting and probing ---- */

static bool start_process(Player *p, Message *message) {
    const ProcessSpec spec = {.command = p->spec->command,
                              .arguments = (const char *const *)p->spec->arguments,
                              .directory = p->spec->directory,
                              .error_file = p->spec->error_file};
    return process_start(&p->process, &spec, message);
}

/* Says "uci" to a program of which nothing is known; if that fails, starts it anew and says
 * "xboard". */
static bool start_unknown(Player *p, Protocol *found, Message *message) {
    Message not_uci;
    *found = PROTOCOL_UCI;
    if (uci_player_start(p, DETECT_MS, &not_uci))
        return true;
    process_end(&p->process, QUIT_MS);
    *found = PROTOCOL_XBOARD;
    return start_process(p, message) && xboard_player_start(p, message);
}

static bool start_engine(Player *p, Protocol *found, Message *message) {
    *found = p->spec->protocol;
    if (p->spec->command == NULL) {
        *found = PROTOCOL_LOCAL;
        return local_player_start(p, message);
    }
    if (!start_process(p, message))
        return false;
    switch (p->spec->protocol) {
    case PROTOCOL_UCI: return uci_player_start(p, HANDSHAKE_MS, message);
    case PROTOCOL_XBOARD: return xboard_player_start(p, message);
    default: return start_unknown(p, found, message);
    }
}

static Player *start(const EngineSpec *spec, const RuleSet *rules, const atomic_bool *stop,
                     Protocol *found, Message *message) {
    Player *p = calloc(1, sizeof *p);
    Message why = {"no memory"};
    if (p != NULL) {
        p->spec = spec;
        p->rules = rules;
        p->stop = stop;
        if (start_engine(p, found, &why))
            return p;
        player_free(p);
    }
    message_set(message, "engine '%s': %s",
                spec->name[0] != '\0' ? spec->name
                                      : (spec->command != NULL ? spec->command : "Brindle"),
                why.text);
    return NULL;
}

Player *player_new(const EngineSpec *spec, const RuleSet *rules, const atomic_bool *stop,
                   Message *message) {
    Protocol found;
    return start(spec, rules, stop, &found, message);
}

bool player_probe(EngineSpec *spec, const RuleSet *rules, Message *message) {
    Protocol found;
    Player *p = start(spec, rules, NULL, &found, message);
    if (p == NULL)
        return false;
    spec->protocol = found;
    if (spec->name[0] == '\0') {
        snprintf(spec->name, sizeof spec->name, "%s",
                 p->own_name[0] != '\0' ? p->own_name : spec->command);
        clean_text(spec->name);
    }
    if (spec->restart == UNSAID && p->plays_once)
        spec->restart = YES;
    if (spec->from_array == UNSAID && p->takes_no_position)
        spec->from_array = YES;
    bool fits = dialect_fill_in(spec, p->own_name, message);
    player_free(p);
    /* Once more by what has been found out: a dialect may need another variant's name. */
    p = fits ? start(spec, rules, NULL, &found, message) : NULL;
    GameLine line = {.from_array = true};
    position_set_start(&line.start, rules);
    line.now = line.start;
    fits = p != NULL && player_new_game(p, &line, message);
    player_free(p);
    return fits;
}

void player_free(Player *p) {
    if (p == NULL)
        return;
    if (p->kind != NULL)
        p->kind->free(p);
    process_end(&p->process, QUIT_MS);
    free(p);
}

/* ---- Playing ---- */

bool player_new_game(Player *p, const GameLine *line, Message *message) {
    Message why;
    if (p->kind->new_game(p, line, &why))
        return true;
    return message_set(message, "engine '%s': %s", p->spec->name, why.text);
}

PlayerStatus player_think(Player *p, const GameLine *line, const Clocks *clocks, int64_t limit_ms,
                          Player *opponent, Thought *thought) {
    *thought = (Thought){.move = MOVE_NONE, .ponder = MOVE_NONE};
    const PlayerStatus status = p->kind->think(p, line, clocks, limit_ms, opponent, thought);
    if (thought->answered_ns == 0)
        thought->answered_ns = clock_ns();
    if (thought->asked_ns == 0)
        thought->asked_ns = thought->answered_ns;
    thought->elapsed_ns = thought->answered_ns - thought->asked_ns;
    clean_text(thought->text);
    return status;
}

void player_ponder(Player *p, const GameLine *line, const Clocks *clocks, Move reply) {
    p->kind->ponder(p, line, clocks, reply);
}

bool player_end_game(Player *p, const char *result, const char *reason) {
    return p->kind->end_game(p, result, reason);
}

bool player_set_option(Player *p, const char *name, const char *value, Message *message) {
    Message why;
    if (p->kind->set_option(p, name, value, &why))
        return true;
    return message_set(message, "engine '%s': %s", p->spec->name, why.text);
}

bool player_ponders(const Player *p) {
    return p->spec->ponder == YES;
}

bool player_is_stopped(const Player *p) {
    return p->stop != NULL && atomic_load(p->stop);
}
