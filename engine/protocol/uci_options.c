#include "engine/number.h"
#include "engine/protocol/uci_session.h"

#include <string.h>
#include <strings.h>

typedef enum { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON } OptionType;

/* A value as its option's type has read it. */
typedef struct {
    int64_t number; /* spin; check: 0 or 1 */
    const char *text;
} OptionValue;

typedef struct {
    const char *name;
    OptionType type;
    const char *default_text; /* as listed */
    int64_t least, most;      /* spin */
    bool (*set)(UciSession *s, OptionValue value, Message *message);
} UciOption;

static bool set_hash(UciSession *s, OptionValue value, Message *message) {
    return engine_set_hash(s->engine, (size_t)value.number, message);
}
static bool set_threads(UciSession *s, OptionValue value, Message *message) {
    return engine_set_threads(s->engine, (int)value.number, message);
}
static bool set_multipv(UciSession *s, OptionValue value, Message *message) {
    (void)message;
    engine_set_multipv(s->engine, (int)value.number);
    return true;
}
/* The GUI says with "go ponder" when to ponder; that it may is all that this option tells. */
static bool set_ponder(UciSession *s, OptionValue value, Message *message) {
    (void)s;
    (void)value;
    (void)message;
    return true;
}
static bool set_move_overhead(UciSession *s, OptionValue value, Message *message) {
    (void)message;
    engine_set_move_overhead(s->engine, (int)value.number);
    return true;
}
static bool set_analyse_mode(UciSession *s, OptionValue value, Message *message) {
    (void)message;
    engine_set_analyse_mode(s->engine, value.number != 0);
    return true;
}
static bool set_show_wdl(UciSession *s, OptionValue value, Message *message) {
    (void)message;
    s->show_wdl = value.number != 0;
    return true;
}
static bool set_log_file(UciSession *s, OptionValue value, Message *message) {
    return output_set_log(&s->output, value.text, message);
}
static bool clear_hash(UciSession *s, OptionValue value, Message *message) {
    (void)value;
    (void)message;
    engine_clear(s->engine);
    return true;
}
static bool set_variant(UciSession *s, OptionValue value, Message *message) {
    const RuleSet *rules = rules_find(value.text, message);
    if (rules == NULL)
        return false;
    s->rules = rules;
    position_set_start(&s->pos, rules);
    engine_clear(s->engine);
    output_line(&s->output,
                "info string variant %s files %d ranks %d pocket 0 template fairy startpos %s",
                rules->name, FILES, RANKS, rules->start_fen);
    return true;
}

static const UciOption OPTIONS[] = {
    {"Hash", OPTION_SPIN, "64", 1, 1 << 25, set_hash},
    {"Threads", OPTION_SPIN, "1", 1, MAX_THREADS, set_threads},
    {"MultiPV", OPTION_SPIN, "1", 1, MAX_MULTIPV, set_multipv},
    {"Ponder", OPTION_CHECK, "false", 0, 0, set_ponder},
    {"Move Overhead", OPTION_SPIN, "20", 0, 5000, set_move_overhead},
    {"UCI_Variant", OPTION_COMBO, NULL, 0, 0, set_variant},
    {"UCI_AnalyseMode", OPTION_CHECK, "false", 0, 0, set_analyse_mode},
    {"UCI_ShowWDL", OPTION_CHECK, "false", 0, 0, set_show_wdl},
    {"Log File", OPTION_STRING, "<empty>", 0, 0, set_log_file},
    {"Clear Hash", OPTION_BUTTON, NULL, 0, 0, clear_hash},
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };
_Static_assert(DEFAULT_HASH_MIB == 64 && DEFAULT_MOVE_OVERHEAD_MS == 20,
               "the defaults listed are the engine's");

void uci_options_list(UciSession *s) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        const UciOption *o = &OPTIONS[i];
        switch (o->type) {
        case OPTION_SPIN:
            output_line(&s->output, "option name %s type spin default %s min %lld max %lld",
                        o->name, o->default_text, (long long)o->least, (long long)o->most);
            break;
        case OPTION_CHECK:
            output_line(&s->output, "option name %s type check default %s", o->name,
                        o->default_text);
            break;
        case OPTION_COMBO:
            output_line(&s->output, "option name %s type combo default %s var %s var %s", o->name,
                        RULES[0].name, RULES[0].name, RULES[1].name);
            break;
        case OPTION_STRING:
            output_line(&s->output, "option name %s type string default %s", o->name,
                        o->default_text);
            break;
        case OPTION_BUTTON: output_line(&s->output, "option name %s type button", o->name); break;
        }
    }
}

static bool read_value(const UciOption *o, const char *text, OptionValue *value, Message *message) {
    *value = (OptionValue){0, text != NULL ? text : ""};
    if (o->type == OPTION_BUTTON)
        return true;
    if (text == NULL && o->type != OPTION_STRING)
        return message_set(message, "option %s: the value is missing", o->name);
    if (o->type == OPTION_SPIN)
        return number_read(o->name, text, o->least, o->most, &value->number, message);
    if (o->type == OPTION_CHECK) {
        value->number = strcasecmp(text, "true") == 0;
        if (value->number == 0 && strcasecmp(text, "false") != 0)
            return message_set(message, "option %s: it must be true or false, not '%.40s'", o->name,
                               text);
    }
    return true;
}

/* Cuts blanks off both ends, in place. */
static char *trim(char *text) {
    while (*text == ' ' || *text == '\t')
        text++;
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = '\0';
    return text;
}

bool uci_options_set(UciSession *s, char *arguments, Message *message) {
    char *name = trim(arguments), *value = NULL;
    if (strncmp(name, "name", 4) != 0 || (name[4] != ' ' && name[4] != '\t'))
        return message_set(message, "setoption: 'name' is missing");
    name = trim(name + 4);
    /* Names have blanks, so the word "value" is what ends them. */
    char *separator = strstr(name, " value");
    if (separator != NULL && (separator[6] == ' ' || separator[6] == '\0')) {
        *separator = '\0';
        value = trim(separator + 6);
    }
    name = trim(name);
    for (int i = 0; i < OPTION_COUNT; i++) {
        OptionValue read;
        if (strcasecmp(OPTIONS[i].name, name) == 0)
            return read_value(&OPTIONS[i], value, &read, message) &&
                   OPTIONS[i].set(s, read, message);
    }
    return message_set(message, "setoption: there is no option '%.60s'", name);
}
