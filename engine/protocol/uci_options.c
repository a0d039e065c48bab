#include "engine/options.h"
#include "engine/protocol/input.h"
#include "engine/protocol/uci_session.h"

#include <string.h>

/* ---- What concerns the conversation rather than the engine ---- */

/* The GUI says with "go ponder" when to ponder; that it may is all that this option tells. */
static bool set_ponder(void *target, OptionValue value, Message *message) {
    (void)target;
    (void)value;
    (void)message;
    return true;
}
static bool set_variant(void *target, OptionValue value, Message *message) {
    UciSession *s = target;
    const RuleSet *rules = rules_find(value.text, message);
    if (rules == NULL)
        return false;
    s->rules = rules;
    position_set_start(&s->pos, rules);
    engine_clear(s->engine);
    engine_set_position(s->engine, &s->pos);
    output_line(&s->output,
                "info string variant %s files %d ranks %d pocket 0 template fairy startpos %s",
                rules->name, FILES, RANKS, rules->start_fen);
    return true;
}
static bool set_show_wdl(void *target, OptionValue value, Message *message) {
    UciSession *s = target;
    (void)message;
    s->show_wdl = value.number != 0;
    return true;
}
static bool set_log_file(void *target, OptionValue value, Message *message) {
    UciSession *s = target;
    return output_set_log(&s->output, value.text, message);
}

static const Option SESSION_OPTIONS[] = {
    {"Ponder", OPTION_CHECK, "false", 0, 0, set_ponder},
    {"UCI_Variant", OPTION_COMBO, NULL, 0, 0, set_variant},
    {"UCI_ShowWDL", OPTION_CHECK, "false", 0, 0, set_show_wdl},
    {"Log File", OPTION_STRING, "<empty>", 0, 0, set_log_file},
};
enum { SESSION_OPTION_COUNT = sizeof SESSION_OPTIONS / sizeof SESSION_OPTIONS[0] };

/* ---- All of them ---- */

static void list_combo(UciSession *s, const Option *o) {
    char text[256];
    const char *choice = o->default_text;
    int used = snprintf(text, sizeof text, "option name %s type combo default %.*s", o->name,
                        (int)strcspn(choice, " "), choice);
    while (*choice != '\0' && used < (int)sizeof text) {
        const size_t length = strcspn(choice, " ");
        used += snprintf(text + used, sizeof text - (size_t)used, " var %.*s", (int)length, choice);
        choice += length + strspn(choice + length, " ");
    }
    output_line(&s->output, "%s", text);
}

static void list(UciSession *s, const Option *options, int count) {
    for (int i = 0; i < count; i++) {
        const Option *o = &options[i];
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
            if (o->default_text != NULL) {
                list_combo(s, o);
                break;
            }
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

void uci_options_list(UciSession *s) {
    list(s, ENGINE_OPTIONS, ENGINE_OPTION_COUNT);
    list(s, SESSION_OPTIONS, SESSION_OPTION_COUNT);
}

bool uci_options_set(UciSession *s, char *arguments, Message *message) {
    char *name = trim_text(arguments), *value = NULL;
    if (strncmp(name, "name", 4) != 0 || (name[4] != ' ' && name[4] != '\t'))
        return message_set(message, "setoption: 'name' is missing");
    name = trim_text(name + 4);
    /* Names have blanks, so the word "value" is what ends them. */
    char *separator = strstr(name, " value");
    if (separator != NULL && (separator[6] == ' ' || separator[6] == '\0')) {
        *separator = '\0';
        value = trim_text(separator + 6);
    }
    name = trim_text(name);
    const Option *option = option_find(SESSION_OPTIONS, SESSION_OPTION_COUNT, name);
    if (option != NULL)
        return option_set(option, s, value, message);
    option = option_find(ENGINE_OPTIONS, ENGINE_OPTION_COUNT, name);
    if (option != NULL)
        return option_set(option, s->engine, value, message);
    return message_set(message, "setoption: there is no option '%.60s'", name);
}
