#include "engine/players/engine_spec.h"

#include "engine/commands/nearest.h"
#include "engine/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum {
    WORD_NAME,
    WORD_COMMAND,
    WORD_ARGUMENT,
    WORD_DIRECTORY,
    WORD_PROTOCOL,
    WORD_CLOCK,
    WORD_MOVE_TIME,
    WORD_NODES,
    WORD_DEPTH,
    WORD_MARGIN,
    WORD_PONDER,
    WORD_RESTART,
    WORD_VARIANT,
    WORD_CASTLING,
    WORD_SETUP,
    WORD_RIGHTS,
    WORD_RANKS,
    WORD_INIT,
    WORD_ERROR_FILE,
    WORD_OPTION
} Word;

/* In the order of Word. */
const EngineWord ENGINE_WORDS[] = {
    {"name", "NAME", "in tables and PGN (default: what the engine calls itself)"},
    {"cmd", "PROGRAM", "path or name of its program; without: Brindle inside this process"},
    {"arg", "WORD", "an argument for it; once for each"},
    {"dir", "DIR", "the directory to run it in; a relative cmd is looked up there"},
    {"proto", "P", "uci or xboard (default: found out)"},
    {"tc", "TC", "moves/time+increment in seconds or min:s, or inf: 40/60+0.5, 10+0.1"},
    {"st", "S", "seconds for each move"},
    {"nodes", "N", "nodes for each move"},
    {"depth", "D", "plies for each move"},
    {"timemargin", "MS", "milliseconds by which an answer may be late"},
    {"ponder", "on|off", "think on the opponent's time"},
    {"restart", "on|off", "a new process for each game"},
    {"variant", "NAME", "what it calls the rule set"},
    {"castling", "on|off", "off: it cannot castle; its games begin without the rights"},
    {"setup", "fen|moves", "moves: give it the array and moves only, never a position"},
    {"rights", "KAka|KQkq", "how FEN castling rights are written for it"},
    {"ranks", "0|1", "the number of the first rank in its moves"},
    {"init", "LINE", "a line to send to it at the start; once for each"},
    {"stderr", "FILE", "append its standard error to FILE"},
    {"option.NAME", "VALUE", "one of its options"},
    {NULL, NULL, NULL},
};

void engine_spec_init(EngineSpec *s) {
    *s = (EngineSpec){.margin_ms = -1,
                      .ponder = UNSAID,
                      .restart = UNSAID,
                      .castling = UNSAID,
                      .from_array = UNSAID,
                      .king_queen_rights = UNSAID,
                      .first_rank = -1};
}

void engine_spec_clear(EngineSpec *s) {
    free(s->command);
    for (int i = 0; i < s->argument_count; i++)
        free(s->arguments[i]);
    free(s->directory);
    free(s->error_file);
    free(s->variant);
    for (int i = 0; i < s->init_count; i++)
        free(s->init[i]);
    for (int i = 0; i < s->option_count; i++) {
        free(s->options[i].name);
        free(s->options[i].value);
    }
    engine_spec_init(s);
}

static bool set_string(char **field, const char *value, Message *message) {
    char *copy = strdup(value);
    if (copy == NULL)
        return message_set(message, "no memory");
    free(*field);
    *field = copy;
    return true;
}

static bool add_string(char **list, int *count, int most, const char *key, const char *value,
                       Message *message) {
    if (*count == most)
        return message_set(message, "%s: there may be no more than %d", key, most);
    list[*count] = NULL;
    if (!set_string(&list[*count], value, message))
        return false;
    ++*count;
    return true;
}

/* One of two words, as NO or YES. */
static bool set_said(Said *field, const char *key, const char *value, const char *no,
                     const char *yes, Message *message) {
    const bool is_yes = strcmp(value, yes) == 0;
    if (!is_yes && strcmp(value, no) != 0)
        return message_set(message, "%s: it must be %s or %s, not '%.40s'", key, yes, no, value);
    *field = is_yes ? YES : NO;
    return true;
}

static bool set_name(EngineSpec *s, const char *value, Message *message) {
    const size_t length = strlen(value);
    if (length == 0 || length >= ENGINE_NAME_MAX)
        return message_set(message, "name: it must have 1 to %d bytes", ENGINE_NAME_MAX - 1);
    for (const char *c = value; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            return message_set(message, "name: there is a control character in it");
    memcpy(s->name, value, length + 1);
    return true;
}

static bool set_protocol(EngineSpec *s, const char *value, Message *message) {
    if (strcmp(value, "uci") == 0)
        s->protocol = PROTOCOL_UCI;
    else if (strcmp(value, "xboard") == 0 || strcmp(value, "cecp") == 0)
        s->protocol = PROTOCOL_XBOARD;
    else
        return message_set(message, "proto: it must be uci or xboard, not '%.40s'", value);
    return true;
}

static bool set_option(EngineSpec *s, const char *name, size_t length, const char *value,
                       Message *message) {
    for (int i = 0; i < s->option_count; i++)
        if (strlen(s->options[i].name) == length &&
            strncasecmp(s->options[i].name, name, length) == 0)
            return set_string(&s->options[i].value, value, message);
    if (length == 0)
        return message_set(message, "option.NAME=VALUE: the name is missing");
    if (s->option_count == ENGINE_WORDS_MAX)
        return message_set(message, "there may be no more than %d options", ENGINE_WORDS_MAX);
    EngineOption *option = &s->options[s->option_count];
    option->name = strndup(name, length);
    option->value = strdup(value);
    if (option->name == NULL || option->value == NULL) {
        free(option->name);
        free(option->value);
        return message_set(message, "no memory");
    }
    s->option_count++;
    return true;
}

static bool obey(EngineSpec *s, Word word, const char *value, Message *message) {
    const char *key = ENGINE_WORDS[word].key;
    int64_t number = 0;
    switch (word) {
    case WORD_NAME: return set_name(s, value, message);
    case WORD_COMMAND:
        if (value[0] == '\0')
            return message_set(message, "cmd: it is empty");
        return set_string(&s->command, value, message);
    case WORD_ARGUMENT:
        return add_string(s->arguments, &s->argument_count, ENGINE_WORDS_MAX, key, value, message);
    case WORD_DIRECTORY: return set_string(&s->directory, value, message);
    case WORD_PROTOCOL: return set_protocol(s, value, message);
    case WORD_CLOCK: s->has_limit = true; return time_control_read_clock(value, &s->tc, message);
    case WORD_MOVE_TIME:
        s->has_limit = true;
        return time_control_read_seconds(key, value, &s->tc.move_time_ms, message);
    case WORD_NODES:
        s->has_limit = true;
        if (!number_read(key, value, 1, INT64_MAX, &number, message))
            return false;
        s->tc.nodes = (uint64_t)number;
        return true;
    case WORD_DEPTH:
        s->has_limit = true;
        if (!number_read(key, value, 1, 1000, &number, message))
            return false;
        s->tc.depth = (int)number;
        return true;
    case WORD_MARGIN: return number_read(key, value, 0, 3600000, &s->margin_ms, message);
    case WORD_PONDER: return set_said(&s->ponder, key, value, "off", "on", message);
    case WORD_RESTART: return set_said(&s->restart, key, value, "off", "on", message);
    case WORD_VARIANT: return set_string(&s->variant, value, message);
    case WORD_CASTLING: return set_said(&s->castling, key, value, "off", "on", message);
    case WORD_SETUP: return set_said(&s->from_array, key, value, "fen", "moves", message);
    case WORD_RIGHTS: return set_said(&s->king_queen_rights, key, value, "KAka", "KQkq", message);
    case WORD_RANKS:
        if (!number_read(key, value, 0, 1, &number, message))
            return false;
        s->first_rank = (int)number;
        return true;
    case WORD_INIT: return add_string(s->init, &s->init_count, 8, key, value, message);
    case WORD_ERROR_FILE: return set_string(&s->error_file, value, message);
    case WORD_OPTION: break;
    }
    return false;
}

bool engine_spec_word(EngineSpec *s, const char *word, Message *message) {
    const char *equals = strchr(word, '=');
    if (equals == NULL)
        return message_set(message, "'%.60s' is not key=value", word);
    const size_t length = (size_t)(equals - word);
    if (length >= 7 && strncmp(word, "option.", 7) == 0)
        return set_option(s, word + 7, length - 7, equals + 1, message);
    for (int i = 0; i < WORD_OPTION; i++)
        if (strlen(ENGINE_WORDS[i].key) == length &&
            strncmp(ENGINE_WORDS[i].key, word, length) == 0)
            return obey(s, (Word)i, equals + 1, message);
    char key[64];
    Nearest nearest;
    snprintf(key, sizeof key, "%.*s", length < sizeof key ? (int)length : (int)sizeof key - 1,
             word);
    nearest_init(&nearest, key);
    for (int i = 0; ENGINE_WORDS[i].key != NULL; i++)
        nearest_offer(&nearest, ENGINE_WORDS[i].key);
    if (nearest.best != NULL)
        return message_set(message, "there is no word '%.40s=' for an engine; did you mean %s=?",
                           key, nearest.best);
    return message_set(message, "there is no word '%.40s=' for an engine", key);
}
